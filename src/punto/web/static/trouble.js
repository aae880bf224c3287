// When something goes wrong: report it in the words of the floor, then answer what it waits for.

import { both, kindWords, needWords, particularsOf } from "./console_words.js";
import { byId, el, rebuild, replace, setAttribute, setText } from "./dom.js";
import { cardFrom, cardsFrom } from "./entry.js";
import { lang, word } from "./words.js";

const ERRORS = ["card_in_excess", "wrong_area", "drawn_together", "other_dealing_error"];

export function makeMenu(parent, { menu, doing }) {
  rebuild(parent, [menu, lang()], () => [
    menu.map((item) => el("button", { type: "button", "data-kind": item.kind, onclick: () => ask(item, doing) }, kindWords(item.kind))),
    el("button", { type: "button", "data-kind": "power", onclick: () => doing.act({ type: "ReportInterruption", power: true }) }, both("Power failure", "停電")),
    el("button", { type: "button", "data-kind": "technical", onclick: () => doing.act({ type: "ReportInterruption", power: false }) }, both("Other technical interruption", "其他技術中斷")),
  ]);
}

const field = (label, control) => el("label", { class: "field" }, el("span", { text: label }), control);

// The dialog asks for what this kind has, and for nothing else.
function ask(item, doing) {
  const dialog = byId("trouble");
  const wants = particularsOf(item.kind);
  const round = doing.view().round;
  const onRecord = ["player", "banker"].flatMap((side) => (round?.hands[side].cards ?? []).map((one) => ({ ...one, side })));
  const note = el("input", { name: "note", maxlength: 200 });
  const drawn = el("input", { name: "drawn", placeholder: "10H ? KD" });
  const face = el("input", { type: "checkbox", name: "face" });
  const behind = el("select", { name: "behind" }, el("option", { value: "", text: "–" }), ERRORS.map((kind) => el("option", { value: kind, text: kindWords(kind) })));
  const marks = onRecord.sort((a, b) => a.number - b.number).map((one) => {
    const box = el("input", { type: "checkbox", value: one.number });
    return el("label", { class: "mark-card" }, box, `${one.number}. ${word(one.side)} ${one.card ?? "–"}`);
  });
  const form = el(
    "form",
    {},
    wants.includes("cards") && marks.length
      ? el("fieldset", {}, el("legend", { text: both("Cards concerned", "涉及的牌") }), marks)
      : null,
    wants.includes("drawn")
      ? [
          field(both("Cards drawn and not on record (? where nobody has seen it)", "已抽出而未記錄的牌（未見者寫 ?）"), drawn),
          el("label", { class: "mark-card" }, face, both("They lie face up", "已翻開")),
        ]
      : null,
    item.kind === "wrong_number_of_cards" ? field(both("The error behind it", "起因"), behind) : null,
    field(both("Note", "備註"), note),
    el("p", { class: "problem", role: "alert" }),
    el("div", { class: "choices" }, el("button", { class: "yes", text: word("report") }), el("button", { type: "button", "data-close": true, text: word("cancel") })),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const body = { type: "ReportIrregularity", kind: item.kind, note: note.value };
      const cards = marks.map((mark) => mark.firstChild).filter((box) => box.checked).map((box) => Number(box.value));
      if (cards.length) body.cards = cards;
      if (drawn.value.trim()) body.drawn = seen(drawn.value, face.checked);
      if (behind.value) body.behind = behind.value;
      const refused = await doing.act(body);
      if (refused) setText(form.querySelector(".problem"), refused);
      else dialog.close();
    } catch (error) {
      setText(form.querySelector(".problem"), error.message);
    }
  });
  setText(byId("trouble-title"), kindWords(item.kind));
  setText(byId("trouble-clauses"), `${item.clauses.join(", ")} · ${both("open", "未定")}: ${item.open.replaceAll("_", " ")} · ${both("established", "已定")}: ${item.established.replaceAll("_", " ")}`);
  replace(byId("trouble-form"), form);
  dialog.showModal();
}

function seen(text, faceUp) {
  return text.split(/[\s,;]+/).filter(Boolean).map((one) => {
    const card = cardFrom(one);
    if (!card && !/^\?+$/.test(one)) throw new Error(both(`${one} is not a card`, `${one} 不是牌`));
    return card ? { card, exposed: faceUp } : { card: null, exposed: false };
  });
}

// What an irregularity waits for, put as the question that it is. Built once for each question,
// so that a reason half written survives what others do at the table.
export function updateDecision(box, view, doing) {
  const incident = view.round?.incident ?? null;
  const question = view.interrupted ? { stopped: true } : incident && { ...incident, choosing: view.phase === "choosing" };
  setAttribute(box, "hidden", !question);
  rebuild(box, [question, lang()], () => (!question ? [] : view.interrupted ? stopped(doing) : decision(question, doing)));
}

function stopped(doing) {
  const reason = el("input", {});
  return [
    el("h2", { text: both("The server stopped in the middle of this round", "伺服器在本局中停止") }),
    el("div", { class: "choices" },
      el("button", { type: "button", onclick: () => doing.act({ type: "ReportInterruption", power: true }) }, both("It was a power failure", "停電")),
      el("button", { type: "button", onclick: () => doing.act({ type: "ReportInterruption", power: false }) }, both("It was another interruption", "其他中斷")),
    ),
    field(both("or play goes on, because", "或繼續牌局，理由"), reason),
    el("button", { type: "button", onclick: () => doing.dismiss(reason.value) }, both("Play goes on", "繼續牌局")),
  ];
}

function decision(incident, doing) {
  const needs = incident.choosing && incident.needs !== "order" ? "choosing" : incident.needs;
  const cited = [...incident.clauses, ...incident.by].join(", ");
  return [
    el("h2", { text: kindWords(incident.kind) }),
    el("p", {}, `${needWords(needs)} `, el("small", { text: `${(incident.ruling ?? "").replaceAll("_", " ")} ${cited}` })),
    Object.entries(incident.choices).map(([patron, choice]) => el("p", { text: `${patron}: ${word(choice)}` })),
    (QUESTIONS[incident.needs] ?? (() => null))(incident, doing),
    needs === "choosing" || incident.needs === "nothing"
      ? el("button", { type: "button", class: "yes", onclick: () => doing.act({ type: "Resume" }) }, both("Resume", "繼續"), el("kbd", { text: "G" }))
      : null,
  ];
}

const button = (text, onclick) => el("button", { type: "button", onclick }, text);

const QUESTIONS = {
  judgement: (_, doing) => {
    const reason = el("input", { id: "reason" });
    const judge = (repairable) => doing.act({ type: "JudgeReconstruction", repairable, reason: reason.value });
    return [
      field(word("reason"), reason),
      el("div", { class: "choices" },
        button(both("They can be put in order", "可以復原"), () => judge(true)),
        button(both("They cannot", "不可復原"), () => judge(false)),
      ),
    ];
  },
  order: (incident, doing) =>
    el("div", { class: "choices" }, orders(incident.cards).map((order) => button(order.join(" → "), () => doing.act({ type: "AssignOrder", order })))),
  ruling: (_, doing) => {
    const reason = el("input", { id: "reason" });
    const effects = {
      continue: ["Play goes on", "繼續"], void: ["The round is void", "本局作廢"],
      options: ["Players choose", "由閒家選擇"], replace_cards: ["Other cards", "更換牌"],
    };
    return [
      field(word("reason"), reason),
      el("div", { class: "choices" },
        Object.entries(effects).map(([effect, words]) => button(both(...words), () => doing.act({ type: "Rule", effect, reason: reason.value })))),
    ];
  },
  missing_card: (_, doing) => {
    const aside = el("input", { placeholder: "10H KD" });
    const rest = el("textarea", { rows: 4 });
    const order = el("input", {});
    const send = () => {
      try {
        return doing.act({
          type: "EnterMissingCard", set_aside: cardsFrom(aside.value), sorted_cards: cardsFrom(rest.value), cards: cardsFrom(order.value),
        });
      } catch (error) {
        return doing.say(error.message);
      }
    };
    return [
      field(both("The two cards set aside", "抽出的兩張牌"), aside),
      field(both("The rest, sorted", "其餘的牌（已整理）"), rest),
      field(both("Order in which the missing cards lay, if several", "所缺多張時其先後"), order),
      button(both("Find what is missing", "找出所缺"), send),
    ];
  },
};

function orders(cards) {
  if (cards.length <= 1) return [cards];
  return cards.flatMap((first) => orders(cards.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}
