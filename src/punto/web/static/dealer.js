// The dealer's console: one key for each act, in the order in which they come.

import { listenForActs, makeActs, updateActs } from "./acts.js";
import { fill, updateBeam, updateBoxes, updatePayouts, updateTotals } from "./bets.js";
import { both } from "./console_words.js";
import { byId, setAttribute, setText } from "./dom.js";
import { beginsCard, makeEntry, tellWhich } from "./entry.js";
import { makeHands, updateHands } from "./hands.js";
import { Refusal, command, follow, get, layoutOf, once, post, tablePath } from "./net.js";
import { onLine, shell } from "./shell.js";
import { makeMenu, updateDecision } from "./trouble.js";
import { lang, money, refusalWords, resultWords, step, word } from "./words.js";

const page = document.querySelector("main");
const tableId = page.dataset.table;
const automaticShoe = page.dataset.shoe === "automatic";
const state = { view: null, position: 0, layout: null, acts: [], menu: [] };

const doing = { act, dismiss, say, view: () => state.view };

async function start() {
  shell(() => draw());
  state.layout = await layoutOf(tableId);
  makeHands(byId("hands"));
  makeActs(byId("acts"), { perform, say });
  makeEntry({ form: byId("entry"), input: byId("card"), picker: byId("picker"), give: giveCard });
  listenForActs(state, { perform, say, card: openEntry });
  for (const dialog of document.querySelectorAll("dialog"))
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
  byId("lay").addEventListener("submit", submit(layForPatron));
  byId("invite").addEventListener("submit", submit(invite));
  byId("buy-in").addEventListener("submit", submit(buyIn));
  byId("hand-on").addEventListener("click", (event) => handOn(event.target.closest("button")));
  try {
    state.menu = (await get(`${tablePath(tableId)}/acts`)).menu;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    byId("sign-in").hidden = false;
    say(refusalWords(error.problem));
  }
  follow(tableId, (view, _, position) => onView(view, position), onLine);
}

function onView(view, position) {
  if (position < state.position) return;
  const before = state.view;
  state.view = view;
  state.position = position;
  state.acts = view.acts ?? [];
  draw();
  if (before && before.next.words !== view.next.words) setText(byId("announce"), step(view.next.words));
}

// --- acting ----------------------------------------------------------------------------------------

// Return nothing when it is done, else what was said against it.
async function tell(work) {
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

// Without an automatic shoe a card is named when it is drawn; face down nobody has seen it.
function perform(type) {
  if (type === "DrawCard" && !automaticShoe && state.view.setup?.face === "up") return byId("card").focus();
  return act({ type });
}

function giveCard(card) {
  const hidden = hiddenCard();
  if (hidden !== null && card) return act({ type: "ExposeCard", number: hidden, card });
  return act({ type: "DrawCard", ...(card ? { card } : {}) });
}

// The card that lies face down and must be named before anything else can be drawn.
function hiddenCard() {
  const { view } = state;
  if (!/face up/.test(view?.next.words ?? "") || !view.round) return null;
  const cards = ["player", "banker"].flatMap((side) => view.round.hands[side].cards);
  const hidden = cards.filter((one) => one.card === null).map((one) => one.number);
  return hidden.length ? Math.min(...hidden) : null;
}

const wantsCard = () => !automaticShoe && /^(Draw |The four|Player's third)/.test(state.view.next.words);

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
  setText(byId("next-clauses"), view.next.clauses.join(", "));
  setText(byId("left"), `${view.cards_left} ${word("cards_left")}`);
  updateBeam(byId("beam"), view);
  updateHands(byId("hands"), round);
  updateActs(byId("acts"), state.acts, view);
  setAttribute(byId("entry-section"), "hidden", automaticShoe);
  tellWhich(byId("card-label"), hiddenCard());
  updateDecision(byId("decision"), view, doing);
  updateTotals(byId("totals"), view, state.layout.bets);
  updateBoxes(byId("boxes"), view, state.layout.bets);
  updatePayouts(byId("payouts"), byId("pay-title"), view, state.layout.bets);
  if (state.menu.length) makeMenu(byId("menu"), { menu: state.menu, doing });
  drawForms(view);
}

function phase(view) {
  const words = { betting: "place_bets", closed: "no_more_bets", dealing: "dealing", idle: "between", choosing: "choosing", held: "held", complete: "complete", shut: "shut" };
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
