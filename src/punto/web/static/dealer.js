// The dealer's console: one key for each act, in the order in which they come.

import { listenForActs, makeActs, updateActs } from "./acts.js";
import { fill, updateBeam, updateBoxes, updatePayouts, updateTotals } from "./bets.js";
import { both } from "./console_words.js";
import { updateDecision } from "./deciding.js";
import { byId, setAttribute, setText } from "./dom.js";
import { beginsCard, makeEntry, tellWhich } from "./entry.js";
import { makeHands, updateHands } from "./hands.js";
import { updateInsuring } from "./insuring.js";
import { Refusal, answered, command, follow, get, layoutOf, once, post, tablePath } from "./net.js";
import { onLine, shell } from "./shell.js";
import { makeMenu } from "./trouble.js";
import { lang, money, refusalWords, resultWords, step, word } from "./words.js";

const page = document.querySelector("main");
const tableId = page.dataset.table;
const automaticShoe = page.dataset.shoe === "automatic";
const state = { view: null, position: 0, layout: null, acts: [], known: { role: "", menu: [], authority: {} } };

// A round that the server was stopped in waits for a word before anything else (I-99).
const STOPPED = { code: "interrupted", reason: "the server stopped in this round", clauses: [], by: ["I-99"] };

const doing = { act, dismiss, say, view: () => state.view, bets: () => state.layout.bets };

async function start() {
  shell(() => draw());
  state.layout = await answered(() => layoutOf(tableId));
  makeHands(byId("hands"));
  makeActs([byId("acts"), byId("seldom")], { perform, say });
  makeEntry({ form: byId("entry"), input: byId("card"), picker: byId("picker"), give: giveCard });
  listenForActs(state, { perform, say, card: openEntry, places: openPlace });
  for (const dialog of document.querySelectorAll("dialog"))
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
  byId("lay").addEventListener("submit", submit(layForPatron));
  byId("invite").addEventListener("submit", submit(invite));
  byId("buy-in").addEventListener("submit", submit(buyIn));
  byId("hand-on").addEventListener("click", (event) => handOn(event.target.closest("button")));
  try {
    state.known = await answered(() => get(`${tablePath(tableId)}/acts`));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    stranger(error.problem);
  }
  follow(tableId, (view, events, position) => {
    hear(events);
    onView(view, position);
  }, onLine);
}

// Whoever has no part in dealing here sees what the page is for, and the table as everybody does.
function stranger(problem) {
  byId("stranger").hidden = false;
  document.body.classList.add("watching");
  if (problem.status !== 401) setText(byId("stranger-why"), refusalWords(problem));
}

// A patron who asks to squeeze is heard, and stands ready in the form that grants it.
function hear(events) {
  const asked = events.findLast((event) => event.type === "SqueezeRequested");
  if (asked) state.asked = asked;
  if (events.some((event) => /^(SqueezePermitted|RoundOpened|RoundSettled|RoundVoided)$/.test(event.type))) state.asked = null;
}

function onView(view, position) {
  if (position < state.position) return;
  const before = state.view;
  state.view = view;
  state.position = position;
  state.acts = (view.acts ?? []).map((one) => (view.interrupted ? { ...one, possible: false, refused: STOPPED } : one));
  draw();
  if (before && before.next.words !== view.next.words) setText(byId("announce"), step(view.next.words));
}

// --- acting ----------------------------------------------------------------------------------------

// One act after another, each decided on the table that the one before it has left: so a dealer
// may type the next card before the last one is on record.
let turn = Promise.resolve();
let pending = 0;
let sent = ""; // where the round stood then; bets do not move it

const stage = () => JSON.stringify([state.view.phase, state.view.rounds, state.view.round?.hands, state.view.round?.offer, state.view.round?.incident]);

function tell(work) {
  pending += 1;
  sent = stage();
  const mine = turn.then(() => attempt(work)).finally(() => (pending -= 1));
  turn = mine;
  return mine;
}

// Return nothing when it is done, else what was said against it.
async function attempt(work) {
  try {
    const told = await work();
    if (told.view) onView(told.view, told.position);
    say("");
    return null;
  } catch (error) {
    const words = error instanceof Refusal ? refusalWords(error.problem) : word("not_reached");
    say(words);
    return words;
  }
}

function act(body) {
  return tell(() => command(tableId, body));
}

function dismiss(reason) {
  return tell(() => once(`${tablePath(tableId)}/interruption`, { reason }));
}

// Without an automatic shoe a card is named when it is drawn; face down nobody has seen it, and
// it is named when it is turned up.
function perform({ type, number, possible }) {
  if (pending && stage() === sent) return null; // pressed twice: what comes next is not known yet
  const named = type === "DrawCard" ? !automaticShoe && state.view.setup?.face === "up" : type === "ExposeCard" && !possible;
  if (named) return byId("card").focus();
  return act({ type, ...(type === "ExposeCard" ? { number } : {}) });
}

function giveCard(card) {
  return tell(() => {
    const hidden = hiddenCard();
    const named = card ? { card } : {};
    return command(tableId, hidden !== null && card ? { type: "ExposeCard", number: hidden, card } : { type: "DrawCard", ...named });
  });
}

const actOf = (type) => state.acts.find((one) => one.type === type);

// The card that lies face down and must be named before anything else can be drawn.
function hiddenCard() {
  const turning = actOf("ExposeCard");
  const drawn = actOf("DrawCard")?.possible;
  return !drawn && turning?.refused?.code === "exposed_but_unknown" ? turning.number : null;
}

const cardDue = () => !automaticShoe && (hiddenCard() !== null || Boolean(actOf("DrawCard")?.possible));
// While an act is on its way what is typed belongs to the card after it.
const wantsCard = () => cardDue() || (!automaticShoe && pending > 0);

const PLACES = { w: "wrong", p: "guests" };

function openPlace(key) {
  const offered = byId("insuring");
  if (key === "i" && !offered.hidden) {
    offered.querySelector("form:not([hidden]) input")?.focus();
    return true;
  }
  const place = byId(PLACES[key] ?? "");
  if (!place || document.body.classList.contains("watching")) return false;
  place.open = !place.open;
  place.querySelector("summary").focus();
  if (place.open) place.scrollIntoView({ block: "nearest" });
  return true;
}

function openEntry(key) {
  if (!beginsCard(key, wantsCard())) return false;
  if (document.activeElement === byId("card")) return "typed"; // by the entry itself
  byId("card").focus();
  byId("card").value = key.toUpperCase();
  return "begun";
}

function handOn(button) {
  if (!button) return;
  const { side } = button.dataset;
  const patron = byId("who").value;
  if (button.dataset.act === "PermitSqueeze") act({ type: "PermitSqueeze", patron, side });
  else act({ type: "PassCards", side });
}

// --- guests ----------------------------------------------------------------------------------------

const submit = (work) => async (event) => {
  event.preventDefault();
  const form = event.target;
  const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
  if ((await work(values)) === null) form.reset();
};

const layForPatron = ({ patron, box, bet, stake }) => act({ type: "PlaceWager", patron, box, bet, stake: Math.round(Number(stake) * 100) });

const invite = ({ patron, box }) =>
  tell(async () => {
    const given = await post(`${tablePath(tableId)}/seat-tokens`, { patron, ...(box ? { box } : {}) });
    setText(byId("code"), given.token);
    return given;
  });

const buyIn = ({ patron, amount }) =>
  tell(async () => {
    const moved = await once(`${tablePath(tableId)}/money`, { kind: "buy_in", patron, amount: Math.round(Number(amount) * 100) });
    setText(byId("announce"), `${patron}: ${money(moved.balance)}`);
    setText(byId("bought"), `${patron}: ${money(moved.balance)}`);
    return {};
  });

// --- drawing ---------------------------------------------------------------------------------------

function say(text) {
  setText(byId("refusal"), text);
}

function draw() {
  const { view } = state;
  if (!view) return;
  const { round } = view;
  setText(byId("phase"), round?.outcome && !round.void ? resultWords(round.outcome) : phase(view));
  byId("phase").dataset.phase = view.phase;
  setText(byId("next-words"), view.interrupted ? word("interrupted") : step(view.next.words));
  setText(byId("next-clauses"), view.interrupted ? "" : view.next.clauses.join(", "));
  setText(byId("left"), `${view.cards_left} ${word("cards_left")}`);
  updateBeam(byId("beam"), view);
  updateHands(byId("hands"), round);
  updateActs(view, state.acts);
  // Once a round is paid its payouts take the place of the entry, and while play is held the question does.
  const waits = view.interrupted || view.phase === "held" || view.phase === "choosing";
  setAttribute(byId("entry-section"), "hidden", automaticShoe || !state.acts.length || waits || Boolean(view.round?.paid));
  byId("entry-section").classList.toggle("waiting", cardDue());
  tellWhich(byId("card-label"), hiddenCard(), page.dataset.shoe === "reader");
  updateDecision(byId("decision"), view, state.known, doing);
  updateInsuring(byId("insuring"), view, doing);
  updateTotals(byId("totals"), view, state.layout.bets);
  updateBoxes(byId("boxes"), view, state.layout.bets);
  updatePayouts(byId("pay"), byId("payouts"), view, state.layout.bets);
  if (state.known.menu.length) makeMenu(byId("menu"), state.known, doing);
  drawForms(view);
  const { asked } = state;
  if (asked && !byId("asked").textContent) byId("who").value = asked.patron;
  setText(byId("asked"), asked ? `${asked.patron}: ${word("ask_to_squeeze")} (${word(asked.side)})` : "");
}

function phase(view) {
  const words = { betting: "place_bets", closed: "no_more_bets", dealing: "dealing", idle: "between", choosing: "players_choose", held: "held", complete: "complete", shut: "shut" };
  return view.round?.void ? word("void") : word(words[view.phase] ?? view.phase);
}

function drawForms(view) {
  const boxes = view.setup?.boxes ?? [];
  const patrons = [...new Set([...Object.values(view.seats), ...(view.round?.wagers ?? []).flatMap((one) => (one.shares ?? []).map((share) => share.patron))])];
  fill(byId("lay-box"), boxes.map((box) => [box, box]));
  fill(byId("lay-bet"), state.layout.bets.map((bet) => [bet.id, lang() === "zh" ? bet.name_zh : bet.name]));
  fill(byId("invite-box"), [["", both("standing", "站立")], ...boxes.map((box) => [box, box])]);
  fill(byId("who"), patrons.map((name) => [name, name]));
  setAttribute(byId("hand-on"), "hidden", view.setup?.face !== "down" && !patrons.length);
}

start();
