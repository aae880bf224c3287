// A pay row in words: what must hold for it, in either language.

import { lang } from "./words.js";

export const LETTERS = { player: "閒", banker: "庄" };
export const NAMES = { player: "Player", banker: "Banker" };
const SMALL = { 2: "two", 3: "three", 4: "four", 5: "five", 6: "six" };
const HAN = { 2: "兩", 3: "三", 4: "四", 5: "五", 6: "六" };
const PAIRS = {
  "player both twin": ["Player's first two cards are a pair", "閒家首兩張成對"],
  "banker both twin": ["Banker's first two cards are a pair", "庄家首兩張成對"],
  "player banker": ["one Hand is a pair", "其中一方成對"],
  both: ["both Hands are pairs, of two ranks", "雙方成對，點數不同"],
  twin: ["both Hands are pairs of one rank", "雙方成對，點數相同"],
};

// 1, 2, 3, 4, 5, 7, 8, 9 are 1–5, 7–9.
export function spans(numbers) {
  const found = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`)).join(", ");
}

// A pay row in words: what must hold, and nothing else.
export function rowWords(when) {
  const zh = lang() === "zh";
  const left = { ...when };
  const take = (name) => {
    const value = left[name];
    delete left[name];
    return value;
  };
  const parts = [];
  const winners = take("winner");
  if (winners) {
    const side = winners.length === 1 ? winners[0] : null;
    const points = side === "tie" ? take("player_total") : take(side ? `${side}_total` : "winning_total");
    const cards = side && side !== "tie" ? take(`${side}_cards`) : null;
    const names = [...winners].sort().reverse();
    if (side === "tie") parts.push(zh ? `和局${points ? ` ${spans(points)} 點` : ""}` : `Tie${points ? ` at ${spans(points)}` : ""}`);
    else if (zh) parts.push(`${names.map((one) => LETTERS[one]).join("或")}${points ? `以 ${spans(points)} 點` : ""}贏`);
    else parts.push(`${names.map((one) => NAMES[one]).join(" or ")} wins${points ? ` with ${spans(points)}` : ""}`);
    if (cards) parts.push(zh ? `${cards.map((one) => HAN[one]).join("或")}張牌` : `${cards.map((one) => SMALL[one]).join(" or ")} cards`);
  }
  const margin = take("margin");
  if (margin) parts.push(zh ? `贏 ${spans(margin)} 點` : `by ${spans(margin)}`);
  const all = take("total_cards");
  if (all) parts.push(zh ? `共${all.map((one) => HAN[one]).join("或")}張牌` : `${all.map((one) => SMALL[one]).join(" or ")} cards in all`);
  const pairs = take("pairs");
  if (pairs) parts.push(PAIRS[pairs.join(" ")]?.[zh ? 1 : 0] ?? pairs.join(", "));
  for (const [name, values] of Object.entries(left)) parts.push(`${name.replaceAll("_", " ")} ${spans(values)}`);
  const whole = parts.join(zh ? "，" : ", ");
  return whole[0].toUpperCase() + whole.slice(1);
}
