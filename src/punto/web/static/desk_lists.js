// What was found: rounds, and what was tried.

import { cited } from "./citations.js";
import { deedWords, placeWords } from "./deed_words.js";
import { endingWords, moment, oddWords, refusals } from "./desk_words.js";
import { el, rebuild } from "./dom.js";
import { about, whoWords } from "./given_words.js";
import { marked } from "./typed.js";
import { lang, money, refusalInChinese, resultWords, roundWords, word } from "./words.js";

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

export function drawAttempts(list, found, known) {
  const bets = Object.fromEntries(known.bets.map((bet) => [bet.bet, lang() === "zh" ? bet.name_zh : bet.name]));
  grow(list, found, (item, one) => {
    item.className = one.refused ? "attempt is-refused" : "attempt";
    return [
      el("time", { class: "at", datetime: one.at, text: moment(one.at) }),
      el("p", { class: "who" }, el("b", { text: whoWords(one) }), one.role ? ` ${placeWords(one.role)}` : null),
      el("p", { class: "what" }, el("b", { text: deedWords(one.type) }), el("span", {}, marked(about(one.about, bets)))),
      one.refused
        ? el("p", { class: "outcome" }, el("b", { text: `✕ ${word("was_refused")}` }), " ", (lang() === "zh" && refusalInChinese(one.refused)) || one.refused.message, " ", cited(one.refused))
        : el("p", { class: "outcome" }, `✓ ${one.events.map(deedWords).join(", ") || word("done")}`),
      el("p", { class: "chained" }, `${word("position")} ${one.position} · `, el("code", { title: one.hash, text: one.hash.slice(0, 10) })),
    ];
  });
}
