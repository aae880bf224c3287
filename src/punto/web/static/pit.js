// The pit: every table at a glance, what waits for a word, what happens, and one table closely.

import { byId, el, keyed, rebuild, setText } from "./dom.js";
import { eventWords, ordinary } from "./event_words.js";
import { cents } from "./floor_acts.js";
import { Refusal, answered, followFloor, get, granted, layoutOf, post, tablePath } from "./net.js";
import { drawStaff, startStaff } from "./pit_staff.js";
import { drawChosen, startChosen } from "./pit_table.js";
import { decisionOf, drawTile, makeTile, signed } from "./pit_tile.js";
import { onLine, shell } from "./shell.js";
import { marked } from "./typed.js";
import { lang, learned, money, refusalWords, word } from "./words.js";

const FEED = 80;
const PAUSE = 700; // between two questions about the risk of one table
const KEPT = "punto.feed";
const ENDED = /^(RoundSettled|RoundVoided|RoundWithoutResult|ResultCorrected|WagerPlaced|WagerChanged|WagerRejected|InsurancePlaced|BetsReturned|BetsClosed|Ruled)$/;
const STAKES = /^(Wager|Stakes|Bets|Round|Card|Cards|Hands|Exposed|Insurance|Original|Ruled|Result|Play|TableOpened)/;
const tables = new Map(); // id -> what is known of a table
const early = new Map(); // id -> the view of a table that is not listed yet
let chosen = "";
let toFocus = false; // the title of the table that was chosen, as soon as it is there
let staffMember = false;

async function start() {
  shell(() => {
    drawAll();
    drawStaff();
    fillChoices();
  });
  startTabs();
  startChosen({ changed: refresh, say });
  byId("open").addEventListener("submit", openTable);
  byId("open-game").addEventListener("change", fillChoices);
  byId("matters").addEventListener("click", () => {
    localStorage.setItem(KEPT, onlyWhatMatters() ? "all" : "matters");
    drawFeed();
  });
  fillChoices();
  const me = await answered(() => get("/api/me"));
  staffMember = me.kind === "staff";
  document.body.classList.toggle("watching", !staffMember);
  if (staffMember) {
    delete byId("me").dataset.word;
    setText(byId("me"), me.name);
  } else say(word("sign_in_pit"));
  await startStaff({ say, me: staffMember ? me.name : "", tables: () => [...tables.keys()] });
  await listTables();
  await learned();
  followFloor(onFloor, onLine);
}

function say(text) {
  setText(byId("refusal"), text);
  if (text) byId("refusal").scrollIntoView({ block: "nearest" });
}

async function attempt(work) {
  try {
    await work();
    say("");
  } catch (error) {
    say(error instanceof Refusal ? refusalWords(error.problem) : word("not_reached"));
  }
}

// List the tables that are not known yet; whoever opens one, here or elsewhere, it is heard of.
let listing = Promise.resolve();

function listTables() {
  listing = listing.catch(() => null).then(list);
  return listing;
}

async function list() {
  let next = "";
  do {
    const after = encodeURIComponent(next);
    const found = await answered(() => get(`/api/tables?after=${after}`));
    for (const summary of found.tables) {
      if (tables.has(summary.id)) continue;
      const at = { summary, view: null, takings: null, risk: null, offers: [], known: null, bets: [], betWords: (id) => id.replaceAll("_", " ") };
      tables.set(summary.id, at);
      if (early.has(summary.id)) onView(at, early.get(summary.id), []);
      early.delete(summary.id);
    }
    next = found.next;
  } while (next);
  drawAll();
}

function onFloor(id, view, events) {
  const at = tables.get(id);
  if (at) return onView(at, view, events);
  const asked = early.has(id);
  early.set(id, view);
  if (!asked) listTables();
}

function onView(at, view, events) {
  const first = at.view === null;
  at.view = view;
  if (!first) for (const event of events) tell(at, event);
  if (first || !at.bets.length) learn(at);
  if (staffMember) {
    if (first || events.some((event) => ENDED.test(event.type))) refresh(at);
    if (first || events.some((event) => STAKES.test(event.type))) weighSoon(at);
  }
  drawAll();
}

// What does not change while the table is open: the names of its bets, who may do what.
async function learn(at) {
  if (at.learning) return;
  at.learning = true;
  const layout = await granted(() => layoutOf(at.summary.id));
  if (staffMember) at.known = await granted(() => get(`${tablePath(at.summary.id)}/acts`));
  at.learning = false;
  if (!layout) return; // the next view asks again
  at.bets = layout.bets;
  const found = new Map(layout.bets.map((bet) => [bet.id, bet]));
  at.betWords = (id) => (found.has(id) ? (lang() === "zh" ? found.get(id).name_zh : found.get(id).name) : id.replaceAll("_", " "));
  drawAll();
}

// The books are not for every reader; a table without figures is still shown.
async function refresh(at) {
  if (at.closed) return;
  at.asked = (at.asked ?? 0) + 1;
  const mine = at.asked;
  const takings = await granted(() => get(`${tablePath(at.summary.id)}/takings`));
  if (mine !== at.asked) return; // a later question has the later answer
  at.takings = takings;
  at.closed = takings === null;
  drawAll();
}

// The bets come quickly one after another: the risk is asked for once in a while, and at the end.
function weighSoon(at) {
  at.stale = true;
  if (at.weighing) return;
  at.weighing = true;
  (async () => {
    while (at.stale) {
      at.stale = false;
      await weigh(at);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  })().finally(() => (at.weighing = false));
}

async function weigh(at) {
  const { view } = at;
  const path = tablePath(at.summary.id);
  const carried = (view.carried ?? []).some(Boolean);
  const live = view.round && !view.round.paid && !view.round.void && view.phase !== "idle";
  at.risk = (live || carried) && !at.closed ? await granted(() => get(`${path}/risk`)) : null;
  at.offers = view.round?.offer ? ((await granted(() => get(`${path}/odds`)))?.insurance_offers ?? []) : [];
  drawAll();
}

// --- the feed --------------------------------------------------------------------------------------

const told = []; // newest first
let telling = 0;

const onlyWhatMatters = () => localStorage.getItem(KEPT) === "matters";

// Staff hears the particulars of an event; who hears only its name hears nothing of use here.
function tell(at, event) {
  if (!("by" in event)) return;
  telling += 1;
  told.unshift({ key: telling, at, event, time: new Date().toLocaleTimeString("en-SG", { hour12: false }) });
  told.length = Math.min(told.length, FEED * 3);
}

function drawFeed() {
  // What an automatic dealer does with play chips is news only where there is nothing else.
  const real = [...tables.values()].some((at) => !at.summary.practice);
  const shown = told.filter(({ at, event }) => !(real && at.summary.practice) && !(onlyWhatMatters() && ordinary(event))).slice(0, FEED);
  byId("matters").setAttribute("aria-pressed", String(onlyWhatMatters()));
  keyed(byId("feed"), shown, (one) => one.key, ({ time, event }) => el("li", { class: ordinary(event) ? "ordinary" : "" }, el("time", { text: time }), el("span", {})),
    (row, { at, event }) => {
      const said = `${at.summary.name} · ${eventWords(event, at.betWords)}`;
      rebuild(row.lastChild, said, () => marked(said));
    });
  byId("no-feed").hidden = shown.length > 0;
}

// --- drawing ---------------------------------------------------------------------------------------

let drawing = false;

// Many tables speak at once: what they say is drawn together with the next picture.
function drawAll() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    const all = [...tables.values()].sort((a, b) => a.summary.practice - b.summary.practice); // stable: by id
    keyed(byId("tables"), all, (at) => at.summary.id, (at) => makeTile(at, choose), (article, at) => drawTile(article, at, at.summary.id === chosen));
    drawFloor(all.filter((at) => at.view && !at.summary.practice)); // play chips are no takings
    drawWaiting(all.filter((at) => at.view && at.view.phase !== "shut"));
    drawChosen(tables.get(chosen));
    if (toFocus && !byId("chosen").hidden) {
      toFocus = false;
      byId("chosen-title").focus();
    }
    drawFeed();
  });
}

function drawFloor(all) {
  const open = all.filter((at) => at.view.phase !== "shut");
  const sum = (list, of) => list.reduce((total, at) => total + of(at), 0);
  const worst = (at) => Math.min(0, ...Object.values(at.risk?.outcomes ?? {}).map((one) => one?.worst ?? 0));
  const figures = [
    ["open_tables", open.length],
    ["in_round", open.filter((at) => at.view.round && !at.view.round.paid && !at.view.round.void && at.view.phase !== "idle").length],
    ...(staffMember ? [["on_the_table", money(sum(open, (at) => at.takings?.at_risk ?? 0))], ["worst_case", signed(sum(open, worst))], ["win", signed(sum(open, (at) => at.takings?.win ?? 0))], ["drop", money(sum(open, (at) => at.takings?.drop ?? 0))]] : []),
  ];
  keyed(byId("figures"), figures, ([name]) => name, () => el("div", {}, el("dt", {}), el("dd", {})), (pair, [name, value]) => {
    setText(pair.firstChild, word(name));
    setText(pair.lastChild, value);
  });
}

// What is open, table by table, and who may decide it.
function drawWaiting(all) {
  const waiting = all.map((at) => ({ at, decision: decisionOf(at) })).filter(({ decision }) => decision);
  byId("waiting").hidden = !staffMember;
  setText(byId("waiting-title"), waiting.length ? `${word("waiting")} (${waiting.length})` : word("nothing_waits"));
  keyed(byId("waiting-list"), waiting, ({ at }) => at.summary.id,
    ({ at }) => el("li", {}, el("button", { type: "button", onclick: () => choose(at.summary.id) }, el("b", { text: at.summary.name }), el("span", {}), el("small", {}))),
    (row, { decision }) => {
      const [, question, who] = row.firstChild.children;
      setText(question, [decision.about, decision.question].filter(Boolean).join(": "));
      setText(who, [decision.who, [...new Set([...decision.clauses, ...decision.by])].join(", ")].filter(Boolean).join(" · "));
    });
  const said = waiting.map(({ at, decision }) => `${at.summary.name}: ${decision.question}`).join("; ");
  setText(byId("announce"), said);
}

function choose(id) {
  chosen = id;
  showTab("table");
  toFocus = true;
  drawAll();
}

// --- tabs ------------------------------------------------------------------------------------------

const tabs = () => [...document.querySelectorAll('[role="tab"]')];

function showTab(name, focus = false) {
  for (const tab of tabs()) {
    const on = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    byId(`tab-${tab.dataset.tab}`).hidden = !on;
    if (on && focus) tab.focus();
  }
}

function startTabs() {
  byId("tabs").addEventListener("click", (event) => {
    const tab = event.target.closest('[role="tab"]');
    if (tab) showTab(tab.dataset.tab);
  });
  byId("tabs").addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const all = tabs();
    const now = all.findIndex((tab) => tab.tabIndex === 0);
    showTab(all[(now + by + all.length) % all.length].dataset.tab, true);
  });
}

// --- opening a table ---------------------------------------------------------------------------------

function fillChoices() {
  const { layouts = "", methods = "", least = "", most = "" } = byId("open-game").selectedOptions[0]?.dataset ?? {};
  const fill = (select, values) => rebuild(select, values, () => values.map((value) => el("option", { value, text: value })));
  for (const option of byId("open-game").options) setText(option, lang() === "zh" ? option.dataset.zh : option.dataset.en);
  fill(byId("open-layout"), layouts.split(" "));
  fill(byId("open-method"), methods.split(" "));
  byId("open-decks").min = least;
  byId("open-decks").max = most;
}

async function openTable(event) {
  event.preventDefault();
  const form = event.target;
  const { boxes, minimum, maximum, differential, decks, id, private: secluded, hlga, ...rest } = Object.fromEntries(new FormData(form));
  await attempt(async () => {
    const made = await post("/api/tables", {
      ...rest,
      ...(id ? { id } : {}),
      decks: Number(decks),
      private: Boolean(secluded),
      hlga: Boolean(hlga),
      boxes: boxes.split(/[\s,]+/).filter(Boolean),
      limits: { minimum: cents(minimum), maximum: cents(maximum), differential: cents(differential) },
    });
    form.reset();
    fillChoices();
    await listTables();
    choose(made.table.id);
  });
}

start();
