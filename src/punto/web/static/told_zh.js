// A whole round in Chinese, from what the server tells of it as data: the cards step by step, what
// happened out of the ordinary, and every bet with its condition and its arithmetic.

import { deedWords, placeWords } from "./deed_words.js";
import { HAND, STAGE, eventInChinese, resultInChinese, setupInChinese } from "./events_zh.js";
import { rowWords } from "./row_words.js";
import { money, odds, playWords, refusalInChinese } from "./words.js";

// Lines of text; what belongs to the one before stands further in. `bets` names a bet.
export function toldInChinese(round, bets) {
  const { told } = round;
  const whole = "staff" in told;
  const lines = told.bets;
  const patrons = [...new Set(lines.map((line) => line.patron))];
  return [
    ...(whole ? cast(told, bets) : []),
    ...told.deeds.filter((deed) => !deed.over).flatMap((deed) => deedLines(deed, bets, whole)),
    ...cards(round),
    ...patrons.flatMap((patron) => {
      const own = lines.filter((line) => line.patron === patron);
      const further = whole ? "  " : "";
      return [...(whole ? [patron] : []), ...own.flatMap((line) => betLines(line, bets)).map((text) => further + text), further + sums(own)];
    }),
    ...(lines.length ? [] : [whole ? "本局沒有下注。" : "你在本局沒有下注。"]),
    ...told.deeds.filter((deed) => deed.over).flatMap((deed) => deedLines(deed, bets, whole)),
  ];
}

const citedAs = (one) => {
  const named = [...new Set([...(one.clauses ?? []), ...(one.interpretations ?? one.by ?? [])])];
  return named.length ? ` [${named.join(", ")}]` : "";
};

function cast(told, bets) {
  const staff = told.staff.map(([name, role]) => `${name}（${placeWords(role)}）`);
  const seats = told.patrons.map(([name, box]) => (box === null ? `${name}（站立）` : `${name}（${box} 門）`));
  return [
    `${told.title_zh}，${told.rules}`,
    `${setupInChinese(told.setup, bets)}。`,
    ...(staff.length ? [`職員：${staff.join("、")}。`] : []),
    ...(seats.length ? [`客人：${seats.join("、")}。`] : []),
    "",
  ];
}

// To staff each deed is a heading with what followed below it; a patron is told what followed.
function deedLines(deed, bets, whole) {
  const after = deed.over && !whole ? "其後：" : "";
  const said = deed.events.map((event) => `${after}${eventInChinese(event.type, event.facts, bets)}。${citedAs(event)}`);
  if (deed.refused) said.push(`被拒絕：${refusalInChinese(deed.refused) ?? deed.refused.code}${citedAs(deed.refused)}`);
  if (!whole) return said;
  return [`> ${deed.actor.name}（${placeWords(deed.actor.role)}）：${deedWords(deed.command)}`, ...said.map((text) => `  ${text}`)];
}

function cards({ told, ending, outcome }) {
  if (ending !== "settled" || !outcome) return [ending === "void" ? "本局作廢，各注不分輸贏。" : "本局沒有結果，各注不分輸贏。"];
  const { hands, totals } = told;
  const rests = citedAs(told);
  const first = (side) => `${hands[side].slice(0, 2).join(" ")} = ${totals[side][0]} 點`;
  const third = (step) => (step.act === "draws" && hands[step.hand].length > 2 ? `，得 ${hands[step.hand][2]}，共 ${totals[step.hand][1]} 點` : "");
  return [
    ...(told.play.length ? [`閒家首兩張牌：${first("player")}；庄家：${first("banker")}。`] : []),
    ...told.play.map((step) => `${playWords(step)}${third(step)}。${rests}`),
    `${resultInChinese({ ...outcome, pairs: pairs(outcome) })}。`,
  ];
}

function pairs({ player_pair, banker_pair, same_pair_rank }) {
  if (player_pair && banker_pair) return same_pair_rank ? "twin" : "both";
  return player_pair ? "player" : banker_pair ? "banker" : "none";
}

const nameOf = (line, bets) => (line.bet.endsWith("_insurance") ? `${HAND[line.bet.split("_")[0]]}保險` : bets(line.bet));

function betLines(line, bets) {
  const name = nameOf(line, bets);
  return [`${money(line.stake)} ${name}${ended(line)}。${citedAs(line)}`, ...ground(line.ground, line, name).map((text) => `  ${text}`), ...sum(line).map((text) => `  ${text}`)];
}

function ended(line) {
  const part = line.unplayed ? `，其中 ${money(line.stake - line.unplayed)} 有效` : "";
  const over = line.unplayed ? `；${money(line.unplayed)} 未參與，退回` : "";
  if (line.result === "push") return "：退回";
  if (line.result === "lose") return `：輸${part}${over}`;
  return `：贏，賠 ${odds(line.odds)}${part}，贏得 ${money(line.profit)}，取回 ${money(line.returned)}${over}`;
}

function ground(found, line, name) {
  if (!found) return [];
  if (found.insured) {
    const { side, stage, on_tie } = found.insured;
    if (on_tie) return [`此${HAND[side]}保險（${STAGE[stage]}）只在和局時贏。`];
    return [`${HAND[side]}保險在${HAND[side === "player" ? "banker" : "player"]}贏時贏，${HAND[side]}贏時輸，和局退回；賠率為${STAGE[stage]}的賠率。`];
  }
  if (found.beaten_by) return [`${name}在${HAND[found.beaten_by]}贏時輸。`];
  if (line.result === "lose") return [`${name}只在以下情況贏：${found.rows.map((row) => rowWords(row.when)).join("；或")}。`];
  return found.rows.map((row) => `${name}${row.odds ? `賠 ${odds(row.odds)}` : "退回本金"}：${rowWords(row.when)}。`);
}

function sum(line) {
  if (line.result !== "win" || !line.odds) return [];
  const playing = line.stake - line.unplayed;
  const exact = `${money(playing)} × ${line.odds.join(" / ")} = ${money(line.profit)}，連本金 ${money(line.stake)} 取回 ${money(line.returned)}。`;
  return line.rounded ? [exact, "確數無法支付，故向上取整，歸客人所得。 [I-23]"] : [exact];
}

function sums(lines) {
  const staked = lines.reduce((all, line) => all + line.stake, 0);
  const back = lines.reduce((all, line) => all + line.returned, 0);
  const gain = back - staked;
  return `共下注 ${money(staked)}，取回 ${money(back)}：${gain === 0 ? "不輸不贏" : `${gain > 0 ? "贏" : "輸"} ${money(Math.abs(gain))}`}。`;
}
