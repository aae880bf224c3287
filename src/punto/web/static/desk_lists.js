// What was found: rounds, and what was tried.

import { cited } from "./citations.js";
import { deedWords, endingWords, moment, oddWords, placeWords, refusals } from "./desk_words.js";
import { el, rebuild } from "./dom.js";
import { lang, money, resultWords, roundWords, word } from "./words.js";

const LETTER = { player: "閒", banker: "庄", tie: "和" };

export function bead(parent, outcome) {
  const winner = outcome?.winner ?? "none";
  parent.className = `bead ${winner}`;
  parent.replaceChildren(
    el("b", { text: LETTER[winner] ?? "–" }),
    ...(outcome ? [el("small", { text: Math.max(outcome.player_total, outcome.banker_total) })] : []),
  );
  return parent;
}

export const howItEnded = (one) => (one.outcome ? resultWords(one.outcome) : endingWords(one.ending));

// A piece more is added; what is on the page already stays as it is.
function grow(list, items, make) {
  if (list.dataset.lang !== lang()) list.replaceChildren();
  list.dataset.lang = lang();
  items.forEach((item, index) => {
    const have = list.children[index];
    const made = have ?? list.appendChild(el("li", {}));
    rebuild(made, item, () => make(made, item));
  });
  while (list.children.length > items.length) list.lastElementChild.remove();
}

export function drawRounds(list, found, known) {
  const tables = Object.fromEntries(known.tables.map((one) => [one.id, one.name]));
  const bets = Object.fromEntries(known.bets.map((bet) => [bet.bet, lang() === "zh" ? bet.name_zh : bet.name]));
  grow(list, found, (item, one) => {
    item.className = `found-round is-${one.ending.replace(" ", "-")}`;
    return [
      bead(el("span", { "aria-hidden": "true" }), one.outcome),
      el("p", { class: "which" }, el("a", { href: `/desk/${encodeURIComponent(one.table)}/${one.number}`, text: `${roundWords(one.number)} · ${tables[one.table] ?? one.table}` })),
      el("p", { class: "how", text: howItEnded(one) }),
      el("time", { class: "at", datetime: one.opened_at, text: moment(one.opened_at) }),
      el("p", { class: "who", text: one.patrons.join(", ") || word("nobody_bet") }),
      el("p", { class: "sums" }, one.staked ? [el("span", {}, `${word("stake")} `, el("b", { text: money(one.staked) })), el("span", {}, `${word("returned_sum")} `, el("b", { text: money(one.returned) }))] : null),
      el("ul", { class: "marks" }, marks(one, bets)),
    ];
  });
}

const mark = (kind, text) => el("li", { class: kind, text });

function marks(one, bets) {
  return [
    one.outcome && one.ending !== "settled" ? mark("odd", endingWords(one.ending)) : null,
    one.decisions.map(({ type, by }) => mark("ruled", [deedWords(type), by].filter(Boolean).join(" · "))),
    one.irregularities.map((kind) => mark("odd", oddWords(kind))),
    one.refused ? mark("refusal", refusals(one.refused)) : null,
    one.pays.map((bet) => mark("pays", bets[bet] ?? bet)),
  ];
}

// --- what was tried --------------------------------------------------------------------------------

export function drawAttempts(list, found) {
  grow(list, found, (item, one) => {
    item.className = one.refused ? "attempt is-refused" : "attempt";
    return [
      el("time", { class: "at", datetime: one.at, text: moment(one.at) }),
      el("p", { class: "who" }, el("b", { text: one.who || one.about.patron || word("by_itself") }), one.role ? ` ${placeWords(one.role)}` : null),
      el("p", { class: "what" }, el("b", { text: deedWords(one.type) }), el("span", { text: about(one.about) })),
      one.refused
        ? el("p", { class: "outcome" }, el("b", { text: `✕ ${word("was_refused")}` }), " ", el("span", { lang: "en", text: one.refused.message }), " ", cited(one.refused))
        : el("p", { class: "outcome" }, `✓ ${one.events.map(deedWords).join(", ") || word("done")}`),
      el("p", { class: "chained" }, `${word("position")} ${one.position} · `, el("code", { title: one.hash, text: one.hash.slice(0, 10) })),
    ];
  });
}

const MONEY = ["stake", "amount", "total"];
// Said already, or of no use to a reader: the number of a bet stands with its round.
const LEFT_OUT = ["id", "at"];
const CHINESE = {
  patron: "客人", box: "門", bet: "投注", stake: "注碼", table: "賭桌", name: "姓名", role: "職位", side: "方", card: "牌", kind: "種類", note: "備註",
  reason: "理由", effect: "效力", amount: "金額", practice: "練習", grants: "職位", number: "張", cards: "牌", text: "內容", person: "職員", order: "次序",
  late: "逾時", drawn: "已抽出", wagers: "注碼", cancel: "取消", power: "停電", choice: "選擇", possible: "可復原",
};

// The particulars of an attempt, as they were given.
function about(given) {
  return Object.entries(given)
    .filter(([key, value]) => !LEFT_OUT.includes(key) && !(Array.isArray(value) && !value.length))
    .map(([key, value]) => `${lang() === "zh" ? (CHINESE[key] ?? key) : key.replaceAll("_", " ")} ${particular(key, value)}`)
    .join(" · ");
}

function particular(key, value) {
  if (MONEY.includes(key) && Number.isInteger(value)) return money(value);
  if (key === "kind") return oddWords(value);
  return ["player", "banker", "tie"].includes(value) ? word(value) : plain(value);
}

function plain(value) {
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (value === true) return "✓";
  if (value === false) return "✕";
  if (value === null) return "–";
  if (typeof value !== "object") return String(value).replaceAll("_", " ");
  if (value.suit) return `${value.rank}${value.suit}`;
  if (value.role) return `${placeWords(value.role)} ${(value.tables ?? []).join(" ")}`;
  return Object.entries(value).filter(([, one]) => one !== null).map(([key, one]) => `${key.replaceAll("_", " ")} ${plain(one)}`).join(" ");
}
