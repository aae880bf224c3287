// The seat: bet, insure, squeeze, choose, and see what was paid and why.

import { makeTray, trayFor, updateTray } from "./chips.js";
import { makeClock } from "./clock.js";
import { byId, keyed, el, setAttribute, setText } from "./dom.js";
import { makeFelt, updateFelt } from "./felt.js";
import { makeHands, updateHands } from "./hands.js";
import { makeHistory } from "./history.js";
import { Refusal, answered, command, follow, layoutOf, post, tablePath } from "./net.js";
import { updatePrompt } from "./prompt.js";
import { onLine, shell } from "./shell.js";
import { lang, money, playWords, refusalWords, resultWords, step, word } from "./words.js";

const tableId = document.querySelector("main").dataset.table;
const state = { view: null, position: 0, layout: null, chip: null, laid: [], said: null };
const kept = `punto.last.${tableId}`; // the bets to repeat, for this browser tab
const PHASES = {
  betting: "place_bets", closed: "no_more_bets", dealing: "dealing", idle: "between",
  choosing: "choosing", held: "held", complete: "complete", shut: "shut",
};
const ENDED = /^(RoundSettled|RoundVoided|RoundWithoutResult|ResultCorrected)$/;

const isOver = (round) => Boolean(round?.paid || round?.void || round?.without_result);

let line = null;
let clock = null;
let history = null;

async function start() {
  shell(() => draw());
  clock = makeClock(byId("clock"));
  history = makeHistory({ tableId, bets: () => state.layout.bets });
  makeHands(byId("hands"));
  state.layout = await answered(() => layoutOf(tableId));
  makeFelt(byId("areas"), state.layout.bets, (bet) => attempt(() => lay(bet)));
  makeTray(byId("chips"), {
    onChoose: (worth) => {
      state.chip = worth;
      draw();
    },
    onDrop: (bet, worth) => attempt(() => lay(bet, worth)),
  });
  byId("sit").addEventListener("submit", sit);
  for (const [id, act] of Object.entries({ undo, clear, repeat, double, ask, "give-back": giveBack }))
    byId(id).addEventListener("click", () => attempt(act));
  for (const button of document.querySelectorAll("[data-dealer]"))
    button.addEventListener("click", () => attempt(() => steer(button.dataset.dealer)));
  line = follow(tableId, (view, events, position) => onView(view, position, events), onLine);
}

function onView(view, position, events = []) {
  if (position < state.position) return; // an answer that came after a newer view
  const before = state.view;
  state.view = view;
  state.position = position;
  if (view.phase === "betting" && before?.phase !== "betting") {
    state.laid = [];
    state.asked = false;
  }
  if (before && before.phase !== view.phase) say(null);
  if (before?.phase === "betting" && view.phase !== "betting") keepBets(view);
  const over = events.some((event) => ENDED.test(event.type)) || (isOver(view.round) && history.behind(view.round.number));
  if (over || before === null || (before.me === null) !== (view.me === null)) history.refresh();
  draw();
  if (before !== null) announce(view, before);
}

// --- what lies on the table ------------------------------------------------------------------------

const mine = (view = state.view) => (view.round?.wagers ?? []).filter((wager) => wager.mine && wager.live);
const me = () => state.view.me.patron;

function myBox() {
  const { seats, setup } = state.view;
  return Object.keys(seats).find((box) => seats[box] === me()) ?? setup.boxes[0];
}

function keepBets(view) {
  const bets = mine(view).map(({ bet, stake }) => ({ bet, stake }));
  if (bets.length) sessionStorage.setItem(kept, JSON.stringify(bets));
}
const lastBets = () => JSON.parse(sessionStorage.getItem(kept) ?? "[]");

// What a bet can still take, and whether the Differential bounds it.
function leftFor(bet) {
  const { view } = state;
  if (!view.me) return { left: null, reason: false };
  const limits = bet.limits ?? view.setup?.limits ?? {};
  const lying = mine().filter((wager) => wager.bet === bet.id).reduce((sum, wager) => sum + wager.stake, 0);
  const room = view.differential?.room?.[bet.id] ?? null;
  const bounds = [view.me.balance ?? 0];
  if (limits.maximum !== null && limits.maximum !== undefined) bounds.push(limits.maximum - lying);
  if (room !== null) bounds.push(room);
  return { left: Math.max(0, Math.min(...bounds)), reason: room !== null };
}

// --- acting ----------------------------------------------------------------------------------------

// One command after the other: a second tap builds on what the first one left.
let queue = Promise.resolve();

async function act(value) {
  const told = await command(tableId, value);
  onView(told.view, told.position, []);
}

function attempt(work) {
  const done = queue.then(async () => {
    try {
      await work();
      say(null);
      return true;
    } catch (error) {
      say(error instanceof Refusal ? () => refusalWords(error.problem) : () => word("not_reached"));
      return false;
    }
  });
  queue = done;
  return done;
}

async function lay(bet, stake = state.chip) {
  const lying = mine().find((wager) => wager.bet === bet);
  const patron = me();
  if (lying) await act({ type: "RaiseWager", id: lying.id, patron, stake: lying.stake + stake });
  else await act({ type: "PlaceWager", patron, box: myBox(), bet, stake });
  state.laid.push({ bet, stake });
  draw();
}

async function undo() {
  const last = state.laid.at(-1);
  const lying = last && mine().find((wager) => wager.bet === last.bet);
  if (!lying) return;
  const stake = lying.stake - last.stake;
  const patron = me();
  await act(
    stake > 0
      ? { type: "LowerWager", id: lying.id, patron, stake }
      : { type: "WithdrawWager", id: lying.id, patron },
  );
  state.laid.pop();
  draw();
}

async function clear() {
  for (const wager of mine()) await act({ type: "WithdrawWager", id: wager.id, patron: me() });
  state.laid = [];
  draw();
}

async function repeat() {
  for (const { bet, stake } of lastBets()) await lay(bet, stake);
}

async function double() {
  for (const { bet, stake } of mine()) await lay(bet, stake);
}

const steer = async (action) => {
  const told = await post(`${tablePath(tableId)}/dealer`, { action });
  onView(told.view, told.position, []);
};

async function sit(event) {
  event.preventDefault();
  const wish = Object.fromEntries([...new FormData(event.target)].map(([name, value]) => [name, value.trim()]));
  if (Object.values(wish).some((value) => !value)) return;
  await attempt(async () => {
    const told = await post(`${tablePath(tableId)}/seat`, wish);
    onView(told.view, told.position, []);
    line.again(); // so that the live view is that of the patron
    byId("areas").querySelector("button")?.focus({ preventScroll: true });
  });
}

// --- squeezing -------------------------------------------------------------------------------------

const SIDES = ["player", "banker"];
const hidden = (view, side) => view.round?.hands[side].cards.some((one) => one.card === null);
const mineToPeel = (view = state.view) => SIDES.find((side) => view.me && view.round?.hands[side].handler === me() && hidden(view, side)) ?? null;

// The Hand that a patron would squeeze: the one that his larger bet is on.
function wished(view) {
  const stakes = SIDES.map((side) => mine(view).filter((one) => one.bet === side).reduce((sum, one) => sum + one.stake, 0));
  return Math.max(...stakes) ? SIDES[stakes[1] > stakes[0] ? 1 : 0] : null;
}

function mayAsk(view) {
  if (!view.me || view.setup?.face !== "down" || state.asked || view.dealer) return false;
  const side = wished(view);
  if (!side || !["betting", "closed", "dealing"].includes(view.phase)) return false;
  const { cards, handler } = view.round.hands[side];
  return handler === null && (!cards.length || hidden(view, side));
}

async function ask() {
  await act({ type: "RequestSqueeze", patron: me(), side: wished(state.view) });
  state.asked = true;
  setText(byId("announce"), word("asked_to_squeeze"));
  draw();
}

const giveBack = () => act({ type: "DeclineCards", patron: me(), side: mineToPeel() });

// --- saying ----------------------------------------------------------------------------------------

// What is refused says why, where the patron looks, in his language, and is read aloud; it stands
// until the next act, or until the round has moved on.
function say(words) {
  state.said = words;
  const text = (words?.() ?? "").replace(/^./, (first) => first.toUpperCase());
  setText(byId("refusal"), text);
  byId("say").classList.toggle("refused", Boolean(text));
}

function announce(view, before) {
  const texts = [];
  if (view.phase !== before.phase) texts.push(phaseWords(view));
  if (view.round?.offer && !before.round?.offer) texts.push(word("insurance"));
  const sum = ownResult(view);
  if (sum !== null && ownResult(before) === null) texts.push(sumWords(sum));
  if (texts.length) setText(byId("announce"), texts.join(". "));
}

function ownResult(view) {
  const lines = (view.round?.lines ?? []).filter((one) => one.patron === view.me?.patron);
  return lines.length ? lines.reduce((sum, one) => sum + one.returned - one.stake, 0) : null;
}

const sumWords = (sum) => (sum === 0 ? "±0" : `${word(sum > 0 ? "won" : "lost")} ${money(Math.abs(sum))}`);

function phaseWords(view) {
  const { phase, round } = view;
  if (view.interrupted) return word("interrupted");
  if (round?.void && phase === "idle") return word("void");
  if (round?.outcome && (phase === "declared" || phase === "idle")) return resultWords(round.outcome);
  return word(PHASES[phase] ?? phase);
}

// --- drawing ---------------------------------------------------------------------------------------

function draw() {
  const { view } = state;
  if (!view) return;
  say(state.said);
  drawStatus(view);
  clock(view);
  updateHands(byId("hands"), view.round, {
    me: view.me?.patron ?? null,
    onPeel: (number) => attempt(() => act({ type: "ExposeCard", number })),
  });
  drawFelt(view);
  drawDock(view);
  setText(byId("next"), nextWords(view));
  setAttribute(byId("ask"), "hidden", !mayAsk(view));
  setAttribute(byId("give-back"), "hidden", !mineToPeel(view));
  history.draw();
}

function nextWords(view) {
  if (mineToPeel(view)) return word("peel_yours");
  const because = view.phase === "complete" || view.phase === "dealing" ? (view.round?.play ?? []).slice(-1).map(playWords) : [];
  const cited = view.next.clauses.length ? ` · ${view.next.clauses.join(", ")}` : "";
  const paused = view.dealer?.paused ? `${word("paused")} · ` : "";
  if (view.phase === "betting" && view.me && !mine().length) return `${paused}${word("tap_hint")}`;
  const next = `${paused}${because.length ? "" : `${word("next")}: `}${step(view.next.words)}${cited}`;
  return [...because, next].join(lang() === "zh" ? "。" : ". ");
}

function drawStatus(view) {
  setText(byId("phase"), phaseWords(view));
  byId("phase").dataset.phase = view.phase;
  const sum = ownResult(view);
  setText(byId("sum"), sum === null ? "" : sum >= 0 ? `+${money(sum)}` : `−${money(-sum)}`);
  byId("sum").classList.toggle("good", sum > 0);
  const limits = view.setup?.limits ?? {};
  const shown = ["minimum", "maximum", "differential"].filter((name) => limits[name] !== null && limits[name] !== undefined);
  keyed(
    byId("limits"),
    shown,
    (name) => name,
    () => el("span", {}),
    (span, name) => setText(span, `${word(name)} ${money(limits[name])}`),
  );
  const notices = view.notices ?? [];
  setText(byId("notices"), notices.join(" · "));
  byId("notices").hidden = !notices.length;
  if (byId("face")) drawPace(view.dealer);
}

// Only a practice table has these.
function drawPace(dealer) {
  const down = dealer?.face === "down";
  setAttribute(byId("pause"), "hidden", dealer?.paused);
  setAttribute(byId("run"), "hidden", !dealer?.paused);
  setAttribute(byId("face"), "aria-pressed", down);
  byId("face").dataset.dealer = down ? "face_up" : "face_down";
}

function drawFelt(view) {
  const stakes = {};
  const others = {};
  for (const wager of view.round?.wagers ?? []) {
    if (wager.mine && (wager.live || view.phase === "idle")) stakes[wager.bet] = (stakes[wager.bet] ?? 0) + wager.stake;
    else if (wager.live && !wager.mine) others[wager.bet] = (others[wager.bet] ?? 0) + 1;
  }
  const results = {};
  for (const one of view.round?.lines ?? []) {
    if (one.patron !== view.me?.patron) continue;
    results[one.bet] = { kind: one.result, odds: one.odds, profit: (results[one.bet]?.profit ?? 0) + one.profit };
  }
  state.chip ??= trayFor(view.setup?.limits)[1];
  const open = view.phase === "betting" && view.me !== null;
  updateFelt(byId("areas"), state.layout.bets, { stakes, others, results, open, leftFor, chip: state.chip });
}

function drawDock(view) {
  const seated = view.me !== null;
  byId("sit").hidden = seated;
  byId("tray").hidden = !seated;
  const asking = updatePrompt(byId("prompt"), view, { myBox, attempt, act });
  byId("tray").classList.toggle("covered", asking);
  byId("tray").inert = asking;
  if (!seated) return;
  const open = view.phase === "betting";
  const wagers = mine();
  updateTray(byId("chips"), trayFor(view.setup?.limits), state.chip);
  setText(byId("balance"), money(view.me.balance ?? 0));
  const insured = (view.round?.insurances ?? []).filter((item) => item.live && item.patron === me());
  const lying = isOver(view.round) ? [] : [...wagers, ...insured];
  setText(byId("staked"), money(lying.reduce((sum, item) => sum + item.stake, 0)));
  byId("undo").disabled = !open || !state.laid.length;
  byId("clear").disabled = !open || !wagers.length;
  byId("double").disabled = !open || !wagers.length;
  byId("repeat").disabled = !open || wagers.length > 0 || !lastBets().length;
}

start();
