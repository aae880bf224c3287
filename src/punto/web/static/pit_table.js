// One table closely: what is to be decided, what the bets may cost, and everything the pit does there.

import { updateBoxes, updateTotals } from "./bets.js";
import { both, roleAtLeast, takes, whyNot, actWords } from "./console_words.js";
import { updateDecision } from "./deciding.js";
import { byId, el, keyed, rebuild, setAttribute, setText } from "./dom.js";
import { cents } from "./floor_acts.js";
import { Refusal, command, once, tablePath } from "./net.js";
import { WINNERS, knownEdges, percent, phaseWords, roomWords, signed } from "./pit_tile.js";
import { field, makeMenu } from "./trouble.js";
import { lang, money, refusalWords, word } from "./words.js";

const SIMPLE = ["LoadCards", "AcknowledgeExposedCard", "Resume", "CloseTable"];
const PLACES = ["chosen-decision", "chosen-exposure", "chosen-known", "chosen-acts", "chosen-forms", "menu", "counter-form", "chosen-notices"];
let shown = null; // the table that the panel is about
let house = null; // what the page gives: `changed` after money moved, `say`

export function startChosen(given) {
  house = given;
  const dialog = byId("trouble");
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
}

const path = () => tablePath(shown.summary.id);

const doing = {
  act: (body) => attempt(() => command(shown.summary.id, body)),
  dismiss: (reason) => attempt(() => once(`${path()}/interruption`, { reason })),
  say: (text) => problem(text),
  view: () => shown.view,
  bets: () => shown.bets,
};

function problem(text) {
  setText(byId("chosen-problem"), text);
}

// Return nothing when it is done, else what was said against it.
async function attempt(work) {
  try {
    await work();
    problem("");
    return null;
  } catch (error) {
    const words = error instanceof Refusal ? refusalWords(error.problem) : error.message || word("not_reached");
    problem(words);
    return words;
  }
}

export function drawChosen(at) {
  byId("chosen").hidden = !at?.view;
  byId("none-chosen").hidden = Boolean(at?.view);
  if (!at?.view) return;
  if (at !== shown) {
    for (const id of PLACES) delete byId(id).dataset.shown;
    problem("");
    shown = at;
  }
  const { view } = at;
  const known = at.known ?? { role: "", menu: [], authority: {} };
  setText(byId("chosen-title"), at.summary.name);
  setText(byId("chosen-phase"), phaseWords(view));
  byId("chosen-phase").dataset.phase = view.phase;
  setText(byId("chosen-rules"), [at.summary.rules, at.summary.layout, view.setup && `${view.setup.decks} ${word("decks").toLowerCase()}`, view.setup && `${view.cards_left} ${word("cards_left")}`].filter(Boolean).join(" · "));
  for (const link of byId("chosen-ways").children) setAttribute(link, "href", `/t/${at.summary.id}${link.dataset.path}`);
  updateDecision(byId("chosen-decision"), view, known, doing);
  drawExposure(at);
  drawKnown(at);
  updateTotals(byId("chosen-totals"), view, at.bets);
  updateBoxes(byId("chosen-boxes"), view, at.bets);
  setAttribute(byId("chosen-work"), "hidden", !known.role);
  if (!known.role) return;
  drawActs(view);
  drawForms(at, known);
  if (known.menu.length) makeMenu(byId("menu"), known, doing);
  drawCounter(known);
  drawNotices(view, known);
}

// --- exposure ----------------------------------------------------------------------------------------

// One in so many: what stands in a list of rare results.
const oneIn = (chance) => (chance >= 0.01 ? `${(chance * 100).toFixed(1)} %` : `1 : ${Math.round(1 / chance).toLocaleString("en-SG")}`);

// What is an average needs no cents.
const whole = (amount_) => Math.round(amount_ / 100) * 100;

function classWords(one) {
  const cards = (side) => `${one[`${side}_total`]} (${one[`${side}_cards`]})`;
  const pairs = ["player", "banker"].filter((side) => one[`${side}_pair`]).map((side) => word(`${side}_pair`));
  return [`${word("player")} ${cards("player")} – ${word("banker")} ${cards("banker")}`, ...pairs].join(" · ");
}

function drawExposure({ risk, view }) {
  setText(byId("chosen-room"), roomWords(view));
  rebuild(byId("chosen-exposure"), [risk, lang()], () => {
    if (!risk?.staked) return [el("p", { class: "soft", text: word("no_exposure") })];
    const head = ["if_wins", "chance", "worst", "mean", "best"].map((name) => el("th", { scope: "col", text: word(name) }));
    const row = (winner) => {
      const one = risk.outcomes[winner];
      const cell = (amount_) => el("td", { class: amount_ < 0 ? "loss" : "", text: signed(amount_) });
      return el("tr", { class: winner }, el("th", { scope: "row", text: word(winner) }),
        one ? [el("td", { text: oneIn(one.chance) }), cell(one.worst), cell(whole(one.mean)), cell(one.best)] : el("td", { colspan: 4, text: "–" }));
    };
    const fact = (name, text) => el("div", {}, el("dt", { text: word(name) }), el("dd", { text }));
    return [
      el("table", { class: "exposure" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, WINNERS.map(row))),
      el("dl", { class: "figures" }, fact("on_the_table", money(risk.staked)), fact("expected", signed(whole(risk.expected))), fact("deviation", money(whole(risk.deviation))), fact("losing", oneIn(risk.losing))),
      risk.classes.length
        ? el("details", { open: byId("chosen-exposure").querySelector("details")?.open }, el("summary", {}, word("by_class")),
            el("ol", { class: "classes" }, risk.classes.map((one) => el("li", { class: one.winner }, el("span", { text: classWords(one) }), el("small", { text: oneIn(one.chance) }), el("b", { text: signed(one.house) })))))
        : null,
    ];
  });
}

// What a card that was seen too early makes of every bet (I-90).
function drawKnown(at) {
  const { risk, betWords } = at;
  const edges = knownEdges(at);
  setAttribute(byId("chosen-known"), "hidden", !edges.length);
  rebuild(byId("chosen-known"), [edges, lang()], () => edges.length ? [
    el("h3", { text: `${word("what_is_worth")}: ${risk.known.cards.map((card) => card ?? "?").join(" ")}` }),
    el("ul", { class: "edges" }, edges.map(([bet, edge]) => el("li", { class: edge < 0 ? "loss" : "" }, el("span", { text: betWords(bet) }), el("b", { text: percent(-edge) })))),
  ] : []);
}

// --- acts ---------------------------------------------------------------------------------------------

function drawActs(view) {
  const acts = (view.acts ?? []).filter((act) => SIMPLE.includes(act.type));
  keyed(byId("chosen-acts"), acts, (act) => act.type, (act) => el("button", { type: "button", onclick: (event) => press(event.currentTarget.act), "data-type": act.type }, el("span", {}), el("small", {})), (button, act) => {
    button.act = act;
    setText(button.firstChild, actWords(act));
    setText(button.lastChild, act.possible ? "" : whyNot(act.refused));
    setAttribute(button, "aria-disabled", act.possible ? null : "true");
  });
}

const press = (act) => (act.possible ? doing.act({ type: act.type }) : problem(lang() === "zh" ? whyNot(act.refused) : refusalWords(act.refused)));

// A form with its button; grey, with the reason, where the role does not reach.
function form(known, type, title, fields, body, button = word("set_it")) {
  const authority = known.authority[type];
  if (!authority) return null; // this game does not know the act
  const able = roleAtLeast(known.role, authority.role);
  return el("form", {
    class: "form", "data-type": type,
    onsubmit: async (event) => {
      event.preventDefault();
      if (!able) return problem(takes(authority.role));
      await attempt(() => command(shown.summary.id, { type, ...body() }));
    },
  }, title ? el("h3", { text: title }) : null, fields, el("button", { "aria-disabled": able ? null : "true" }, button), el("small", { class: "who", text: `${takes(authority.role)} (${authority.clauses.join(", ")})` }));
}

const input = (attributes) => el("input", attributes);
const amount = (value) => input({ type: "number", min: 0, step: "any", value: value === null || value === undefined ? "" : value / 100 });
const select = (pairs, value) => {
  const made = el("select", {}, pairs.map(([each, text]) => el("option", { value: each, text })));
  if (value) made.value = value;
  return made;
};

function drawForms(at, known) {
  const { view } = at;
  const { setup } = view;
  const game = at.summary.rules.split("@")[0];
  const choice = [...byId("open-game").options].find((one) => one.value === game);
  rebuild(byId("chosen-forms"), [setup, view.insurance_off, known.role, lang()], () => {
    if (!setup) return [openAgain(at, known, choice)];
    const [minimum, maximum, differential] = ["minimum", "maximum", "differential"].map((name) => amount(setup.limits[name]));
    const face = select([["up", word("face_up")], ["down", word("face_down_short")]], setup.face);
    const methods = (choice?.dataset.methods ?? "").split(" ");
    const method = select(methods.map((one) => [one, one]), setup.method);
    const areas = input({ type: "number", min: 1, required: true });
    return [
      form(known, "SetLimits", word("new_limits"), [field(word("minimum"), minimum), field(word("maximum"), maximum), field(word("most_differential"), differential)], () => ({
        limits: { minimum: cents(minimum.value), maximum: cents(maximum.value), differential: cents(differential.value), unit: setup.limits.unit },
      })),
      form(known, "SetFace", word("deal_otherwise"), [field(word("dealt"), face)], () => ({ face: face.value })),
      methods.length > 1 ? form(known, "SetMethod", "", [field(word("method"), method)], () => ({ method: method.value })) : null,
      form(known, "RestrictWagers", "", [field(both("Wagers for each area, at most", "每區注數上限"), areas)], () => ({ number: Number(areas.value) })),
      setup.private
        ? form(known, "SwitchInsurance", word("insurance"), [], () => ({ offered: view.insurance_off }), view.insurance_off ? both("Offer it again", "恢復保險") : both("Put the notice up: no Insurance", "張貼公告：不設保險"))
        : null,
    ];
  });
}

function openAgain(at, known, choice) {
  const layout = select((choice?.dataset.layouts ?? "").split(" ").map((one) => [one, one]), at.summary.layout);
  const method = select((choice?.dataset.methods ?? "").split(" ").map((one) => [one, one]));
  const boxes = input({ value: "1 2 3 5 6", required: true });
  const [minimum, maximum, differential] = [amount(2_500), amount(null), amount(1_000_000)];
  const face = select([["up", word("face_up")], ["down", word("face_down_short")]]);
  return form(known, "OpenTable", word("open_again"), [
    field(word("layout"), layout), field(word("method"), method), field(word("boxes"), boxes), field(word("minimum"), minimum), field(word("maximum"), maximum), field(word("most_differential"), differential), field(word("dealt"), face),
  ], () => ({
    setup: {
      layout: layout.value, method: method.value, face: face.value, decks: 8, reading_device: at.summary.shoe === "reader",
      boxes: boxes.value.split(/[\s,]+/).filter(Boolean),
      limits: { minimum: cents(minimum.value), maximum: cents(maximum.value), differential: cents(differential.value) },
    },
  }), word("open_it"));
}

// --- the counter, and notices ---------------------------------------------------------------------------

const KINDS = { buy_in: "dealer", cash_out: "dealer", transfer: "pit_supervisor", correction: "pit_manager" };

function drawCounter(known) {
  rebuild(byId("counter-form"), [known.role, lang()], () => {
    const kind = select(Object.keys(KINDS).map((one) => [one, word(one === "buy_in" ? "buy_in_kind" : one)]));
    const patron = input({ required: true, maxlength: 64, autocomplete: "off" });
    const sum = input({ type: "number", step: "any", required: true });
    const reason = input({ maxlength: 200 });
    const second = input({ autocomplete: "off", maxlength: 64 });
    const password = input({ type: "password", autocomplete: "off" });
    const two = el("fieldset", { class: "form" }, el("legend", { text: word("correction") }), field(word("reason"), reason), field(word("second_name"), second), field(word("second_password"), password));
    const who = el("small", { class: "who" });
    const told = el("output", {});
    const choose = () => {
      two.hidden = kind.value !== "correction";
      for (const each of [reason, second, password]) each.required = !two.hidden;
      setText(who, takes(KINDS[kind.value]));
    };
    kind.addEventListener("change", choose);
    choose();
    return el("form", {
      class: "form", id: "money",
      onsubmit: async (event) => {
        event.preventDefault();
        setText(told, "");
        const body = { kind: kind.value, patron: patron.value.trim(), amount: cents(sum.value) };
        if (kind.value === "correction") Object.assign(body, { reason: reason.value, second: { name: second.value, password: password.value } });
        await attempt(async () => {
          const at = shown;
          const moved = await once(`${path()}/money`, body);
          event.target.reset();
          choose();
          setText(told, `${body.patron}: ${money(moved.balance)}`);
          house.changed(at);
        });
      },
    }, field(word("what_moves"), kind), field(word("patron"), patron), field(word("amount"), sum), two, el("button", {}, word("move_it")), who, told);
  });
}

function drawNotices(view, known) {
  rebuild(byId("chosen-notices"), [known.role, lang(), Boolean(view.setup)], () => {
    const text = input({ name: "text", maxlength: 200, required: true });
    return [
      el("ul", { class: "lines" }),
      view.setup ? form(known, "PostNotice", "", [field(word("notice"), text)], () => ({ text: text.value }), word("post_notice")) : null,
    ];
  });
  const before = (text, place) => view.notices.slice(0, place).filter((one) => one === text).length;
  const hanging = view.notices.map((text, place) => ({ text, key: `${before(text, place)} ${text}` }));
  keyed(byId("chosen-notices").firstElementChild, hanging, (one) => one.key, (one) => notice(one.text, known));
}

// A notice, with the button that takes it down; grey, with the reason, where the role does not reach.
function notice(text, known) {
  const { role } = known.authority.TakeNoticeDown;
  const able = roleAtLeast(known.role, role);
  return el("li", {}, el("span", { text }), el("button", {
    type: "button", "data-type": "TakeNoticeDown", "aria-label": `${word("take_down")}: ${text}`, "aria-disabled": able ? null : "true",
    onclick: async () => {
      if (!able) return problem(takes(role));
      const left = await attempt(() => command(shown.summary.id, { type: "TakeNoticeDown", text }));
      if (!left) byId("posted").querySelector("summary").focus(); // the button is gone
    },
  }, word("take_down")));
}
