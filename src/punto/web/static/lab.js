// The odds lab: a question in the address, answers from the server, odds weighed again in place.
//
// The server counts ways; odds only weigh them, so changed odds are priced here, in whole numbers.

import { byId, el, replace, setAttribute, setText } from "./dom.js";
import { Refusal, get, tablePath } from "./net.js";
import { shell } from "./shell.js";
import { lang, word } from "./words.js";
import { leftWords, wrongWords } from "./lab_words.js";
import { drawBets, drawChanges, drawInsurance, drawResult, keepInStep } from "./lab_bets.js";
import { drawEffects, drawEdges, drawOne, listBets } from "./lab_tables.js";
import { readOdds } from "./lab_sums.js";

const FIELDS = ["layout", "decks", "composition", "seen", "player", "banker"];
const TYPED = ["decks", "seen", "player", "banker"];
const WAIT = 350;
const LATER = 1500;

const form = byId("ask");
const counts = [...byId("counts").querySelectorAll("input")];
const usual = byId("decks").dataset.usual;

// What is asked. `composition` is null while decks and seen cards say which cards there are;
// `pay` holds the changed odds by place, as [profit, stake].
const state = { game: "", layout: "", decks: usual, seen: "", composition: null, player: "", banker: "", pay: new Map(), bet: "" };
const found = { odds: null, removal: null, decks: null };

// --- the question, as an address --------------------------------------------------------------

function query() {
  const asked = new URLSearchParams({ game: state.game });
  const byRank = state.composition !== null;
  for (const name of FIELDS) {
    if (byRank ? ["decks", "seen"].includes(name) : name === "composition") continue;
    if (state[name] || name === "decks" || name === "composition") asked.set(name, state[name]);
  }
  if (state.pay.size) asked.set("pay", [...state.pay].map(([place, odds]) => `${place}.${odds.join("-")}`).join(","));
  return asked;
}

const written = (asked) => String(asked).replaceAll("%2C", ",").replaceAll("%3F", "?");

function readAddress() {
  const asked = new URLSearchParams(location.search);
  const game = [...byId("game").options].find((one) => [one.value, one.dataset.id].includes(asked.get("game")));
  state.game = game?.value ?? (asked.get("game") || byId("game").options[0].value);
  for (const name of FIELDS) state[name] = asked.get(name) ?? (name === "decks" ? usual : name === "composition" ? null : "");
  state.bet = asked.get("bet") ?? "";
  state.pay = new Map();
  for (const part of (asked.get("pay") ?? "").split(",").filter(Boolean)) {
    const cut = part.lastIndexOf(".");
    state.pay.set(part.slice(0, cut), part.slice(cut + 1).split("-").map(Number));
  }
  return asked.get("table");
}

function showAddress() {
  const asked = query();
  byId("draft").href = `/api/odds/draft?${written(asked)}`;
  if (state.bet) asked.set("bet", state.bet);
  history.replaceState(null, "", `?${written(asked)}`);
}

// --- the form ---------------------------------------------------------------------------------

function showForm() {
  byId("game").value = state.game;
  const game = byId("game").selectedOptions[0];
  document.body.classList.toggle("operator-mbs", game?.dataset.operator === "mbs");
  const letters = game?.dataset.layouts.split(" ") ?? [];
  replace(byId("layout"), [
    el("option", { value: "", text: word("all_layouts") }),
    letters.map((letter) => el("option", { value: letter, text: letter })),
    letters.includes(state.layout) || !state.layout ? null : el("option", { value: state.layout, text: state.layout }),
  ]);
  byId("layout").value = state.layout;
  for (const name of TYPED) byId(name).value = state[name];
  showCards();
}

function showCards() {
  const cards = state.composition ?? found.odds?.composition.join(",") ?? "";
  if (document.activeElement !== byId("composition")) byId("composition").value = cards;
  const numbers = cards.split(/[\s,;]+/);
  counts.forEach((input, place) => {
    if (document.activeElement !== input) input.value = numbers[place] ?? "";
  });
  byId("counts").classList.toggle("typed", state.composition !== null);
}

function nameGames() {
  for (const option of byId("game").options)
    setText(option, `${option.value} · ${lang() === "zh" ? option.dataset.titleZh : option.dataset.title}`);
}

function readForm(input) {
  if (input === byId("game")) {
    Object.assign(state, { game: input.value, layout: "", pay: new Map() });
    showForm();
  } else if (input === byId("composition")) {
    state.composition = input.value;
    showCards();
  } else if (counts.includes(input)) {
    state.composition = counts.map((one) => one.value.trim() || "0").join(",");
    showCards();
  } else if (input.name in state) {
    state[input.name] = input.value;
    if (["decks", "seen"].includes(input.name)) state.composition = null;
  }
}

// Thirteen numbers pasted into one of the small fields are meant for all of them.
function paste(event) {
  const text = event.clipboardData.getData("text");
  if ((text.match(/\d+/g) ?? []).length < 2) return;
  event.preventDefault();
  state.composition = text.trim();
  event.target.blur();
  showCards();
  askSoon();
}

async function take() {
  const table = byId("table").value;
  clearWrong();
  try {
    const [live, shown] = await Promise.all([get(`${tablePath(table)}/odds`), get(tablePath(table))]);
    const game = [...byId("game").options].find((one) => one.dataset.id === live.game);
    if (game.value !== state.game) state.pay = new Map();
    Object.assign(state, {
      game: game.value,
      layout: shown.table.layout ?? "",
      composition: live.composition.join(","),
      player: live.shown?.player.join(" ") ?? "",
      banker: live.shown?.banker.join(" ") ?? "",
    });
    showForm();
    ask();
    setText(byId("taken"), `${shown.table.name}: ${leftWords(live.composition.reduce((a, b) => a + b))}`);
  } catch (error) {
    sayWrong(error, "table");
  }
}

// --- asking -----------------------------------------------------------------------------------

let waiting = null;
let asking = 0;

function askSoon(wait = WAIT) {
  clearTimeout(waiting);
  waiting = setTimeout(ask, wait);
}

async function ask() {
  clearTimeout(waiting);
  const mine = (asking += 1);
  const latest = () => mine === asking;
  const asked = written(query());
  showAddress();
  byId("answers").setAttribute("aria-busy", "true");
  try {
    const odds = await get(`/api/odds?${asked}`);
    if (!latest()) return;
    clearWrong();
    found.odds = odds;
    byId("answers").classList.remove("empty");
    showCards();
    draw();
    setText(byId("announce"), `${word("counted")}: ${leftWords(odds.cards_left)}`);
    byId("answers").setAttribute("aria-busy", "false");
    found.removal = await get(`/api/odds/removal?${asked}`);
    if (latest()) drawRemoval();
    found.decks = await get(`/api/odds/decks?${asked}`);
    if (latest()) drawDecks();
  } catch (error) {
    if (latest()) failed(error);
  }
}

function failed(error) {
  if (error instanceof Refusal && error.problem.status === 429) {
    setText(byId("said"), word("too_often"));
    askSoon(LATER);
    return;
  }
  clearWrong();
  sayWrong(error);
}

function sayWrong(error, where) {
  if (!(error instanceof Refusal)) {
    setText(byId("said"), word("unreached"));
    return;
  }
  const field = where ?? error.problem.where;
  const place = document.querySelector(`[data-wrong="${field}"]`) ?? document.querySelector('[data-wrong="pay"]');
  setText(place, wrongWords(error.problem, place.dataset.wrong));
  for (const input of field === "composition" ? [byId("composition"), ...counts] : [byId(field)].filter(Boolean))
    input.setAttribute("aria-invalid", "true");
  setText(byId("announce"), `${word("not_counted")} ${place.textContent}`);
  if (!found.odds) setText(byId("left"), word("not_counted"));
}

function clearWrong() {
  for (const place of document.querySelectorAll("[data-wrong]")) setText(place, "");
  for (const input of form.querySelectorAll("[aria-invalid]")) setAttribute(input, "aria-invalid", null);
  setText(byId("said"), "");
  setText(byId("taken"), "");
}

// --- drawing ----------------------------------------------------------------------------------

function draw() {
  const odds = found.odds;
  drawResult(odds);
  drawBets(byId("bets"), odds.bets);
  drawInsurance(odds);
  drawChanges(odds, state.pay);
  state.bet = listBets(byId("one"), odds, state.bet);
}

function drawRemoval() {
  drawEffects(byId("removal"), found.removal, found.odds);
  drawOne(state.bet, found);
}

function drawDecks() {
  drawEdges(byId("by-decks"), found.decks, found.odds);
  drawOne(state.bet, found);
}

function drawAll() {
  nameGames();
  showForm();
  if (!found.odds) return;
  draw();
  if (found.removal) drawRemoval();
  if (found.decks) drawDecks();
}

// --- changed odds -----------------------------------------------------------------------------

// Priced here at once; the server is asked again for what one card gone does under them.
function changeOdds(input) {
  const odds = readOdds(input.value);
  setAttribute(input, "aria-invalid", odds ? null : "true");
  byId(input.getAttribute("aria-describedby")).hidden = odds !== null;
  if (!odds) return;
  const { place } = input.dataset;
  if (odds.join("-") === input.dataset.printed) state.pay.delete(place);
  else state.pay.set(place, odds);
  keepInStep(found.odds, place, odds);
  drawChanges(found.odds, state.pay);
  showAddress();
  askSoon(2 * WAIT);
}

byId("answers").addEventListener("input", (event) => {
  if (event.target.dataset.place) changeOdds(event.target);
});
byId("answers").addEventListener("change", (event) => {
  if (event.target !== byId("one")) return;
  state.bet = event.target.value;
  showAddress();
  drawOne(state.bet, found);
});
byId("printed").addEventListener("click", () => {
  state.pay = new Map();
  byId("bets-title").scrollIntoView({ block: "nearest" });
  ask();
});

form.addEventListener("input", (event) => {
  if (event.target === byId("table")) return;
  readForm(event.target);
  askSoon(event.target.tagName === "SELECT" ? 0 : WAIT);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
for (const input of counts) input.addEventListener("paste", paste);
byId("take").addEventListener("click", take);
byId("afresh").addEventListener("click", () => {
  const { game } = state;
  Object.assign(state, { game, layout: "", decks: usual, seen: "", composition: null, player: "", banker: "", pay: new Map() });
  clearWrong();
  showForm();
  ask();
});
byId("link").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    setText(byId("said"), word("link_copied"));
  } catch {
    setText(byId("said"), word("link_here")); // without TLS a browser keeps the clipboard shut
  }
});

// A plot is drawn at the size that it has.
let width = 0;
new ResizeObserver(() => {
  const now = byId("removal-plot").clientWidth;
  if (now === width) return;
  width = now;
  if (found.odds) drawOne(state.bet, found);
}).observe(byId("answers"));

shell(drawAll);
const table = readAddress();
nameGames();
showForm();
if (table) {
  byId("table").value = table;
  take();
} else ask();
