// What an irregularity waits for, put as the question that it is, with who may answer it.

import { EFFECTS, both, effectWords, kindWords, needWords, roleAtLeast, rulingWords, takes } from "./console_words.js";
import { el, rebuild, setAttribute } from "./dom.js";
import { cardsFrom } from "./entry.js";
import { field } from "./trouble.js";
import { lang, money, word } from "./words.js";

// Built once for each question, so that a reason half written survives what others do at the table.
export function updateDecision(box, view, known, doing) {
  const incident = view.round?.incident ?? null;
  const question = view.interrupted ? { stopped: true } : incident && { ...incident, choosing: view.phase === "choosing" };
  setAttribute(box, "hidden", !question || !known.role); // who only watches decides nothing
  rebuild(box, [question, known.role, lang()], () => {
    if (!question) return [];
    const ask = asking(known, doing);
    return view.interrupted ? stopped(ask) : decision(question, view, ask);
  });
}

// Buttons that give a command, grey where the role does not reach.
function asking(known, doing) {
  const may = (type) => !known.authority?.[type] || roleAtLeast(known.role, known.authority[type].role);
  const give = (text, body, attributes = {}) => {
    const able = may(body().type);
    return el("button", {
      type: "button", ...attributes, "aria-disabled": able ? null : "true",
      onclick: () => {
        if (!able) return doing.say(takes(known.authority[body().type].role));
        try {
          return doing.act(body());
        } catch (error) {
          return doing.say(error.message);
        }
      },
    }, text);
  };
  const who = (type) => (known.authority?.[type] ? el("small", { class: "who", text: `${takes(known.authority[type].role)} (${known.authority[type].clauses.join(", ")})` }) : null);
  return { doing, give, known, who };
}

// Who finds that a restart did not touch the round (I-99).
const DISMISSES = "pit_supervisor";

function stopped({ doing, give, known, who }) {
  const reason = el("input", {});
  const able = roleAtLeast(known.role, DISMISSES);
  return [
    el("h2", { text: both("The server stopped in the middle of this round", "伺服器在本局中停止") }),
    el("div", { class: "choices" },
      give(both("It was a power failure", "停電"), () => ({ type: "ReportInterruption", power: true })),
      give(both("It was another interruption", "其他中斷"), () => ({ type: "ReportInterruption", power: false })),
    ),
    who("ReportInterruption"),
    field(both("or play goes on, because", "或繼續牌局，理由"), reason),
    el("button", {
      type: "button", "aria-disabled": able ? null : "true",
      onclick: () => (able ? doing.dismiss(reason.value) : doing.say(takes(DISMISSES))),
    }, both("Play goes on", "繼續牌局")),
    el("small", { class: "who", text: `${takes(DISMISSES)} (I-99)` }),
  ];
}

function decision(incident, view, ask) {
  const needs = incident.choosing && incident.needs !== "order" ? "choosing" : incident.needs;
  const cited = [...incident.clauses, ...incident.by].join(", ");
  return [
    el("h2", { text: kindWords(incident.kind) }),
    el("p", {}, el("b", { text: needWords(needs) })),
    incident.ruling ? el("p", { text: rulingWords(incident.ruling) }) : null,
    el("p", { class: "soft", text: cited }),
    incident.choosing ? choosing(incident, ask) : null,
    QUESTIONS[incident.needs]?.(incident, view, ask),
    needs === "choosing" || incident.needs === "nothing"
      ? ask.give(el("span", {}, both("Resume ", "繼續 "), el("kbd", { text: "G" })), () => ({ type: "Resume" }), { class: "yes" })
      : null,
  ];
}

// Every Player's choice; the Dealer speaks for those who say it to him.
function choosing(incident, ask) {
  const choice = (patron, chosen) => ask.give(word(chosen), () => ({ type: "ChooseOption", patron, choice: chosen }), { "aria-label": `${patron}: ${word(chosen)}` });
  return el("ul", { class: "choosers" },
    Object.entries(incident.choices).map(([patron, chosen]) => el("li", {}, el("b", { text: patron }), el("span", { text: `✓ ${word(chosen)}` }))),
    incident.undecided.map((patron) => el("li", {}, el("b", { text: patron }), el("span", { class: "choices" }, choice(patron, "continue"), choice(patron, "return")))),
  );
}

const QUESTIONS = {
  judgement: (_, view, { give, who }) => {
    const reason = el("input", {});
    const judge = (repairable) => () => ({ type: "JudgeReconstruction", repairable, reason: reason.value });
    return [
      field(word("reason"), reason),
      el("div", { class: "choices" },
        give(both("They can be put in order", "可以復原"), judge(true)),
        give(both("They cannot", "不可復原"), judge(false)),
      ),
      who("JudgeReconstruction"),
    ];
  },
  order: (incident, _, { give, who }) => {
    const faces = Object.fromEntries(incident.cards.map((number, place) => [number, incident.faces[place]]));
    const said = (number) => (faces[number] ? `${number}. ${faces[number]}` : `${number}.`);
    return [
      el("div", { class: "choices" }, orders(incident.cards).map((order) => give(order.map(said).join(" → "), () => ({ type: "AssignOrder", order })))),
      who("AssignOrder"),
    ];
  },
  ruling: (_, view, { give, who }) => {
    const reason = el("input", {});
    const wagers = (view.round?.wagers ?? []).filter((one) => one.live && one.id).map((one) => {
      const box = el("input", { type: "checkbox", value: one.id });
      return el("label", { class: "mark-card" }, box, `${one.box} ${word(one.bet)} ${money(one.stake ?? 0)}`);
    });
    const marked = () => wagers.map((one) => one.firstChild).filter((box) => box.checked).map((box) => box.value);
    return [
      field(word("reason"), reason),
      wagers.length ? el("fieldset", {}, el("legend", { text: both("Bets to return, if any", "擬退回之注") }), wagers) : null,
      el("div", { class: "choices" },
        Object.keys(EFFECTS).filter((effect) => effect !== "return" || wagers.length).map((effect) =>
          give(effectWords(effect), () => ({ type: "Rule", effect, reason: reason.value, ...(effect === "return" ? { wagers: marked() } : {}) })))),
      who("Rule"),
    ];
  },
  missing_card: (_, view, { give, who }) => {
    const aside = el("input", { placeholder: "10H KD" });
    const rest = el("textarea", { rows: 4 });
    const order = el("input", {});
    return [
      field(both("The two cards set aside", "抽出的兩張牌"), aside),
      field(both("The rest, sorted", "其餘的牌（已整理）"), rest),
      field(both("Order in which the missing cards lay, if several", "所缺多張時其先後"), order),
      give(both("Find what is missing", "找出所缺"), () => ({
        type: "EnterMissingCard", set_aside: cardsFrom(aside.value), sorted_cards: cardsFrom(rest.value), cards: cardsFrom(order.value),
      })),
      who("EnterMissingCard"),
    ];
  },
};

function orders(cards) {
  if (cards.length <= 1) return [cards];
  return cards.flatMap((first) => orders(cards.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}
