// The areas of one box, from rule data: the bets that the layout carries and no others.
//
// Each is a button with the name in both languages, what it pays, what lies on it and what more
// may be laid: so that a bet that would be refused is seen before it is tried.

import { drawPile } from "./chips.js";
import { el, keyed, setAttribute, setText } from "./dom.js";
import { allOdds, lang, money, odds, word } from "./words.js";

const ROW = { player: 0, tie: 1, banker: 2 }; // as the Hands lie above them

export function makeFelt(parent, bets, onBet) {
  const main = bets.filter((bet) => bet.id in ROW).sort((a, b) => ROW[a.id] - ROW[b.id]);
  const side = bets.filter((bet) => !(bet.id in ROW));
  parent.append(
    el("div", { class: "mains" }, main.map(makeArea)),
    side.length ? el("div", { class: `sides of-${side.length}` }, side.map(makeArea)) : null,
  );
  parent.addEventListener("click", (event) => {
    const area = event.target.closest("[data-bet]");
    if (area && area.getAttribute("aria-disabled") !== "true") onBet(area.dataset.bet);
  });
}

function makeArea(bet) {
  return el(
    "button",
    { type: "button", class: `area ${bet.id}`, "data-bet": bet.id },
    el("span", { class: "names" }, el("b", {}), el("i", {})),
    el("span", { class: "pays", text: paysOf(bet) }),
    el("span", { class: "foot", "aria-hidden": "true" }, el("span", { class: "others" }), el("span", { class: "room" })),
    el("span", { class: "lies" }),
    el("span", { class: "badge", "aria-hidden": "true" }),
    el("span", { class: "aloud" }),
  );
}

// Banker pays by how it wins; the exception is named on the felt as on the cloth.
const paysOf = (bet) => (bet.id in ROW ? bet.pays.map((row) => odds(row.odds) + when(row.row)).reverse().join(" · ") : allOdds(bet.pays));
const when = (row) => (/_on_6$/.test(row) ? " (6)" : "");

export function updateFelt(parent, bets, state) {
  for (const bet of bets) {
    const area = parent.querySelector(`[data-bet="${bet.id}"]`);
    const stake = state.stakes[bet.id] ?? 0;
    const { left, reason } = state.leftFor(bet);
    const result = state.results[bet.id];
    const names = lang() === "zh" ? [bet.name_zh, bet.name] : [bet.name, bet.name_zh];
    const [first, second] = area.querySelector(".names").children;
    setText(first, names[0]);
    setText(second, names[1]);
    second.lang = lang() === "zh" ? "en" : "zh-Hant";
    setAttribute(area, "aria-disabled", state.open ? null : "true");
    area.classList.toggle("open", state.open);
    area.classList.toggle("too-much", state.open && left !== null && left < state.chip);
    for (const kind of ["win", "lose", "push"]) area.classList.toggle(`is-${kind}`, result?.kind === kind);
    setText(area.querySelector(".others"), state.others[bet.id] ? `●${state.others[bet.id]}` : "");
    const room = state.open && reason ? (left > 0 ? `≤ ${money(left)}` : word("full")) : "";
    setText(area.querySelector(".room"), room);
    setText(area.querySelector(".badge"), badge(result));
    lay(area.querySelector(".lies"), result?.kind === "lose" ? 0 : stake);
    setText(area.querySelector(".aloud"), aloud(bet, stake, state, left, result));
  }
}

// What it paid, and at which of its odds where there are several.
function badge(result) {
  if (result?.kind !== "win") return result?.kind === "push" ? "↩" : "";
  return `+${money(result.profit)}${result.odds ? ` · ${odds(result.odds)}` : ""}`;
}

function lay(place, amount) {
  keyed(place, amount ? [amount] : [], (sum) => sum, drawPile);
}

// What the eye reads off the chips and the colours, in words after the name and the odds.
function aloud(bet, stake, state, left, result) {
  const said = [""];
  if (stake) said.push(`${word("your_bet")} ${money(stake)}`);
  if (state.others[bet.id]) said.push(`${word("bets_of_others")}: ${state.others[bet.id]}`);
  if (state.open && left !== null) said.push(`${word("most_now")} ${money(Math.max(0, left))}`);
  if (result?.kind === "win") said.push(`${word("won")} ${money(result.profit)}`);
  if (result?.kind === "push") said.push(word("push"));
  if (result?.kind === "lose") said.push(word("lost"));
  return said.join(", ");
}
