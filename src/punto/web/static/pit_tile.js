// One table at a glance: what it does, how far the Differential leans, what the bets may cost, what warns.

import { updateBeam } from "./bets.js";
import { both, kindWords, needWords, takes } from "./console_words.js";
import { el, rebuild, setAttribute, setText } from "./dom.js";
import { ANSWERED_BY } from "./pit_words.js";
import { lang, money, resultWords, roundWords, step, word } from "./words.js";

export const WINNERS = ["player", "banker", "tie"];
const PHASES = { betting: "place_bets", closed: "no_more_bets", dealing: "dealing", idle: "between", choosing: "players_choose", held: "held", complete: "complete", shut: "shut" };

// A bet of which the layout has none is nobody's gain.
export const knownEdges = ({ risk, bets }) => Object.entries(risk?.known?.edges ?? {}).filter(([bet]) => bets.some((one) => one.id === bet)).sort((a, b) => a[1] - b[1]);

// The Differential of a round that is over leans no more.
const leaning = (view) => (view.round && !view.round.paid && !view.round.void && view.phase !== "idle" ? view : { ...view, differential: null });

const percent = (share) => `${share > 0 ? "+" : ""}${(share * 100).toFixed(1)} %`;

export function phaseWords(view) {
  if (view.round?.void) return word("board_void");
  if (view.round?.outcome && !["betting", "shut"].includes(view.phase)) return resultWords(view.round.outcome);
  return word(PHASES[view.phase] ?? view.phase);
}

// What waits for a word of somebody: the question, and who may answer it.
export function decisionOf(at) {
  const { view, known } = at;
  if (view.interrupted) return asked(both("Why did the server stop?", "伺服器為何停止？"), "ReportInterruption", known);
  const incident = view.round?.incident;
  if (incident) {
    const needs = view.phase === "choosing" && incident.needs !== "order" ? "choosing" : incident.needs;
    return asked(needWords(needs), ANSWERED_BY[needs], known, kindWords(incident.kind), [...incident.clauses, ...incident.by]);
  }
  if (view.acts?.some((one) => one.type === "CallForBets" && one.refused?.code === "exposed_card_first"))
    return asked(both("The first card is known: who acknowledges it?", "首牌已知，須確認"), "AcknowledgeExposedCard", known);
  return null;
}

function asked(question, type, known, about = "", clauses = []) {
  const authority = known?.authority?.[type];
  return { question, about, clauses, who: authority ? takes(authority.role) : "", by: authority?.clauses ?? [] };
}

export function warningsOf(at) {
  const { view } = at;
  const found = [];
  const carried = (view.carried ?? []).filter(Boolean);
  const [best] = knownEdges(at);
  if (carried.length && best) {
    const [bet, edge] = best;
    found.push(`${both("Known before the bets", "下注前已知")}: ${carried.join(" ")} · ${at.betWords(bet)} ${percent(-edge)} ${both("to the Player", "對客")}`);
  } else if (carried.length) found.push(`${both("Known before the bets", "下注前已知")}: ${carried.join(" ")}`);
  for (const offer of at.offers)
    if (offer.edge_float < 0) found.push(`${both("Insurance is worth taking", "保險對客有利")}: ${word(offer.side)} ${percent(-offer.edge_float)}`);
  const room = view.differential?.room;
  if (room && view.phase === "betting" && WINNERS.some((side) => room[side] === 0)) found.push(both("The Differential is full", "差額已滿"));
  if (view.cutting_card) found.push(both("The cutting card has come: last round", "切牌已現：最後一局"));
  if (view.insurance_off) found.push(word("no_insurance"));
  return found;
}

export function makeTile({ summary }, choose) {
  const figure = (name) => el("div", {}, el("dt", { "data-word": name, text: word(name) }), el("dd", { class: name }));
  const way = (path, key) => el("a", { href: `/t/${summary.id}${path}`, "data-word": key, text: word(key), "aria-label": `${summary.name}: ${word(key)}` });
  return el(
    "article",
    { class: `at-table operator-${summary.operator}${summary.practice ? " practice" : ""}`, "aria-label": summary.name },
    el("h2", {}, el("span", { text: summary.name }), el("small", {}, `${summary.rules} ${summary.layout ?? ""} `, summary.practice ? el("span", { "data-word": "practice", text: word("practice") }) : null), el("span", { class: "phase" })),
    el("p", { class: "next" }),
    el("ul", { class: "warnings" }),
    el("div", { class: "beam" }),
    el("p", { class: "room" }),
    el("dl", { class: "figures" }, ["rounds", "drop", "win", "at_risk"].map(figure)),
    el("dl", { class: "if-wins" }, WINNERS.map((winner) => el("div", { class: winner }, el("dt", {}), el("dd", {})))),
    el("p", { class: "ways" }, el("button", { type: "button", class: "closer", onclick: () => choose(summary.id) }, el("span", { "data-word": "look_closer", text: word("look_closer") }), el("span", { class: "aloud", text: ` ${summary.name}` })), way("/dealer", "console"), way("/board", "board")),
  );
}

export function drawTile(article, at, chosen) {
  const { view, takings, risk } = at;
  if (!view) return;
  const decision = decisionOf(at);
  const phase = article.querySelector(".phase");
  setText(phase, phaseWords(view));
  phase.dataset.phase = view.phase;
  article.classList.toggle("held", decision !== null);
  article.classList.toggle("chosen", chosen);
  setAttribute(article.querySelector(".closer"), "aria-pressed", String(chosen));
  const next = article.querySelector(".next");
  next.classList.toggle("asks", decision !== null);
  // What waits for a word takes the place of what comes next: nothing below it moves.
  setText(next, decision
    ? `⚠ ${[decision.about, decision.question].filter(Boolean).join(": ")} · ${decision.who}`
    : [roundWords(view.rounds), step(view.next.words), view.next.clauses.join(", ")].filter(Boolean).join(" · "));
  const said = warningsOf(at);
  rebuild(article.querySelector(".warnings"), said, () => said.map((text) => el("li", { text: `⚠ ${text}` })));
  updateBeam(article.querySelector(".beam"), leaning(view));
  setText(article.querySelector(".room"), roomWords(view));
  setText(article.querySelector("dd.rounds"), view.rounds);
  for (const name of ["drop", "win", "at_risk"]) setText(article.querySelector(`dd.${name}`), takings ? (name === "win" ? signed : money)(takings[name]) : "–");
  article.querySelector(".if-wins").classList.toggle("away", !risk?.staked); // its room is kept
  if (risk?.staked)
    for (const winner of WINNERS) {
      const [label, value] = article.querySelector(`.if-wins .${winner}`).children;
      setText(label, `${word(winner)} ${lang() === "zh" ? "" : " "}${word("wins")}`);
      setText(value, risk.outcomes[winner] ? signed(risk.outcomes[winner].worst) : "–");
      value.classList.toggle("loss", (risk.outcomes[winner]?.worst ?? 0) < 0);
    }
}

// How much of the Differential is left for each Hand.
export function roomWords(view) {
  const found = leaning(view).differential;
  if (!found?.maximum) return "";
  return `${word("left_for")} ${word("player")} ${money(found.room.player)} · ${word("banker")} ${money(found.room.banker)}`;
}

export const signed = (cents) => `${cents > 0 ? "+" : cents < 0 ? "−" : ""}${money(Math.abs(cents))}`;
export { percent };
