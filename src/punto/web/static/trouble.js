// When something goes wrong: report it in the words of the floor, with what follows from it.

import { KINDS_IN_ORDER, both, kindWords, needWords, ofTheDevice, particularsOf, roleAtLeast, rulingWords, takes } from "./console_words.js";
import { byId, el, rebuild, replace, setText } from "./dom.js";
import { cardFrom } from "./entry.js";
import { FLOOR_ACTS, fieldsOf } from "./floor_acts.js";
import { lang, word } from "./words.js";

const ERRORS = ["card_in_excess", "wrong_area", "drawn_together", "other_dealing_error"];

// `known` is what /acts told: the menu, who may give which command, and the caller's role.
export function makeMenu(parent, known, doing) {
  rebuild(parent, [known, lang()], () => {
    const items = [...known.menu].sort((a, b) => KINDS_IN_ORDER.indexOf(a.kind) - KINDS_IN_ORDER.indexOf(b.kind));
    const report = (item) => el("button", { type: "button", "data-kind": item.kind, onclick: () => ask(item, known, doing) }, kindWords(item.kind));
    const stopped = (kind, power, words) => el("button", { type: "button", "data-kind": kind, onclick: () => doing.act({ type: "ReportInterruption", power }) }, words);
    return [
      group(both("In the deal", "發牌時"), items.filter((item) => !ofTheDevice(item.kind)).map(report)),
      group(both("Cards and device", "牌與牌靴"), items.filter((item) => ofTheDevice(item.kind)).map(report)),
      group(both("Interruption", "中斷"), [stopped("power", true, both("Power failure", "停電")), stopped("technical", false, both("Other technical interruption", "其他技術中斷"))]),
      group(both("To put right", "更正"), FLOOR_ACTS.filter((one) => known.authority[one.type]).map((one) => floorAct(one, known, doing))),
    ];
  });
}

const group = (title, buttons) => [el("h3", { text: title }), el("div", { class: "menu-group" }, buttons)];

function floorAct(one, known, doing) {
  const { role } = known.authority[one.type];
  const may = roleAtLeast(known.role, role);
  return el(
    "button",
    { type: "button", "data-type": one.type, "aria-disabled": may ? null : "true", onclick: () => (may ? askFor(one, known, doing) : doing.say(takes(role))) },
    el("span", { text: both(...one.words) }),
    may ? null : el("small", { text: takes(role) }),
  );
}

export const field = (label, control) => el("label", { class: "field" }, el("span", { text: label }), control);

const buttons = (text) =>
  el("div", { class: "choices" }, el("button", { class: "yes", text }), el("button", { type: "button", "data-close": true, text: word("cancel") }));
const problem = () => el("p", { class: "problem", role: "alert" });
const fact = (term, text) => el("div", {}, el("dt", { text: term }), el("dd", { text }));

// Send what a form says; what is wrong with it is said in it.
function sending(form, body, doing) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const refused = await doing.act(body());
      if (refused) setText(form.querySelector(".problem"), refused);
      else byId("trouble").close();
    } catch (error) {
      setText(form.querySelector(".problem"), error.message);
    }
  });
}

function show(title, ...content) {
  setText(byId("trouble-title"), title);
  replace(byId("trouble-form"), ...content);
  byId("trouble").showModal();
}

function askFor(one, known, doing) {
  const fields = fieldsOf(one, doing.view(), doing.bets());
  const { role, clauses } = known.authority[one.type];
  const form = el("form", {}, fields.map(({ label, control }) => field(label, control)), problem(), buttons(word("do_it")));
  sending(form, () => ({ type: one.type, ...one.fixed, ...Object.fromEntries(fields.map(({ name, read }) => [name, read()])) }), doing);
  show(both(...one.words), el("dl", { class: "facts" }, fact(both("Who may", "誰可"), takes(role)), fact(both("Clauses", "條文"), clauses.join(", "))), form);
}

// The dialog tells what follows, and asks for what this kind has and for nothing else.
function ask(item, known, doing) {
  const wants = particularsOf(item.kind);
  const round = doing.view().round;
  const onRecord = ["player", "banker"].flatMap((side) => (round?.hands[side].cards ?? []).map((one) => ({ ...one, side })));
  const note = el("input", { name: "note", maxlength: 200 });
  const drawn = el("input", { name: "drawn", placeholder: "10H ? KD", autocomplete: "off" });
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
    problem(),
    buttons(word("report")),
  );
  const body = () => {
    const found = { type: "ReportIrregularity", kind: item.kind, note: note.value };
    const cards = marks.map((mark) => mark.firstChild).filter((box) => box.checked).map((box) => Number(box.value));
    if (cards.length) found.cards = cards;
    if (drawn.value.trim()) found.drawn = seen(drawn.value, face.checked);
    if (behind.value) found.behind = behind.value;
    return found;
  };
  sending(form, body, doing);
  show(kindWords(item.kind), consequences(item), form);
}

function consequences(item) {
  const first = both("While no outcome is established", "結果未定時");
  const then = both("Once an outcome is established", "結果已定時");
  const whatever = both("Whatever the cards show", "不論牌面");
  const rows = item.open === item.established ? [[whatever, item.open]] : [[first, item.open], [then, item.established]];
  return el(
    "dl",
    { class: "facts" },
    rows.map(([term, ruling]) => fact(term, rulingWords(ruling))),
    item.needs === "nothing" ? null : fact(both("It waits for", "等候"), needWords(item.needs)),
    fact(both("Decided by", "裁定者"), takes(item.decided_by)),
    fact(both("Clauses", "條文"), item.clauses.join(", ")),
  );
}

function seen(text, faceUp) {
  return text.split(/[\s,;]+/).filter(Boolean).map((one) => {
    const card = cardFrom(one);
    if (!card && !/^\?+$/.test(one)) throw new Error(both(`${one} is not a card`, `${one} 不是牌`));
    return card ? { card, exposed: faceUp } : { card: null, exposed: false };
  });
}
