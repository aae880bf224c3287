// The pit: every table at a glance, what warns, who works, what happens.

import { updateBeam } from "./bets.js";
import { both } from "./console_words.js";
import { byId, el, keyed, rebuild, setAttribute, setText } from "./dom.js";
import { Refusal, command, follow, get, once, post, tablePath } from "./net.js";
import { onLine, shell } from "./shell.js";
import { money, refusalWords, resultWords, roundWords, step, word } from "./words.js";

const FEED = 60;
const ENDED = /^(RoundSettled|RoundVoided|RoundWithoutResult|ResultCorrected|ChipsMoved)$/;
const PHASES = { betting: "place_bets", closed: "no_more_bets", dealing: "dealing", idle: "between", choosing: "choosing", held: "held", complete: "complete", shut: "shut" };
const tables = new Map(); // id -> {summary, view, takings, offers}
const lines = new Map(); // id -> whether its line is up

async function start() {
  shell(() => drawAll());
  byId("open").addEventListener("submit", openTable);
  byId("hire").addEventListener("submit", hire);
  byId("open-game").addEventListener("change", fillLayouts);
  byId("staff").addEventListener("click", (event) => revoke(event.target.closest("button")));
  fillLayouts();
  const me = await get("/api/me");
  if (me.kind === "staff") {
    delete byId("me").dataset.word;
    setText(byId("me"), me.name);
    await attempt(listStaff);
  } else {
    setText(byId("refusal"), word("sign_in_pit"));
  }
  await listTables();
}

async function attempt(work) {
  try {
    await work();
    setText(byId("refusal"), "");
    return true;
  } catch (error) {
    setText(byId("refusal"), error instanceof Refusal ? refusalWords(error.problem) : word("not_reached"));
    return false;
  }
}

async function listTables() {
  for (const summary of (await get("/api/tables")).tables) {
    if (tables.has(summary.id)) continue;
    tables.set(summary.id, { summary, view: null, takings: null, offers: [] });
    follow(summary.id, (view, events) => onView(summary.id, view, events), (up) => onTableLine(summary.id, up));
  }
  drawAll();
}

function onTableLine(id, up) {
  lines.set(id, up);
  onLine([...lines.values()].every(Boolean));
}

function onView(id, view, events) {
  const at = tables.get(id);
  const first = at.view === null;
  const offered = view.round?.offer && !at.view?.round?.offer;
  at.view = view;
  if (!first) for (const event of events) tell(at, event);
  if (view.acts && (first || events.some((event) => ENDED.test(event.type)))) refresh(at);
  if (offered) weigh(at);
  if (!view.round?.offer) at.offers = [];
  drawAll();
}

// Figures come from the books, which only some may read; a table without them is still shown.
async function refresh(at) {
  try {
    at.takings = await get(`${tablePath(at.summary.id)}/takings`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  drawAll();
}

async function weigh(at) {
  try {
    at.offers = (await get(`${tablePath(at.summary.id)}/odds`)).insurance_offers ?? [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  drawAll();
}

function tell(at, event) {
  const feed = byId("feed");
  const name = event.type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  feed.prepend(
    el("li", {}, el("time", { text: new Date().toLocaleTimeString("en-SG", { hour12: false }) }), el("span", { text: `${at.summary.name}: ${name}` })),
  );
  while (feed.childElementCount > FEED) feed.lastElementChild.remove();
}

function warnings(at) {
  const { view } = at;
  const found = [];
  if (view.interrupted) found.push(both("The server stopped in this round; it waits for a word", "伺服器曾在本局中停止，待裁定"));
  if (view.phase === "held") found.push(`${both("Play is held", "牌局暫停")}: ${(view.round?.incident?.kind ?? both("interruption", "中斷")).replaceAll("_", " ")}`);
  const ready = (view.carried ?? []).filter(Boolean);
  if (ready.length) found.push(`${both("The next card is known before the bets", "下注前已知下一張牌")}: ${ready.join(" ")}`);
  for (const offer of at.offers)
    if (offer.edge_float < 0) found.push(`${both("Insurance pays the Player", "保險對客有利")}: ${word(offer.side)} ${(-offer.edge_float * 100).toFixed(2)} %`);
  if (view.cutting_card) found.push(both("The cutting card has come", "切牌已現"));
  return found;
}

function drawAll() {
  keyed(byId("tables"), [...tables.values()], (at) => at.summary.id, makeTable, drawTable);
}

function makeTable({ summary }) {
  const notice = el("input", { name: "text", maxlength: 200, required: true, "aria-label": `${word("notice")}: ${summary.name}` });
  const form = el("form", {}, notice, el("button", {}, el("span", { "data-word": "post_notice", text: word("post_notice") })));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await attempt(() => command(summary.id, { type: "PostNotice", text: notice.value }))) form.reset();
  });
  const figure = (name) => el("div", {}, el("dt", { "data-word": name, text: word(name) }), el("dd", { class: name }));
  const way = (path, key) => el("a", { href: `/t/${summary.id}${path}`, "data-word": key, text: word(key), "aria-label": `${summary.name}: ${word(key)}` });
  return el(
    "article",
    { class: `at-table operator-${summary.operator}` },
    el("h2", {}, el("span", { text: summary.name }), el("small", { text: `${summary.rules} ${summary.layout ?? ""}` }), el("span", { class: "phase" })),
    el("p", { class: "next" }),
    el("ul", { class: "warnings" }),
    el("div", { class: "beam" }),
    el("dl", { class: "figures" }, figure("rounds"), figure("drop"), figure("win"), figure("at_risk")),
    el("p", { class: "ways" }, way("/dealer", "console"), way("/board", "board"), way("", "seat")),
    form,
  );
}

function drawTable(article, at) {
  const { view, takings } = at;
  if (!view) return;
  const outcome = view.round?.outcome;
  setText(article.querySelector(".phase"), view.round?.void ? word("void") : outcome ? resultWords(outcome) : word(PHASES[view.phase] ?? view.phase));
  article.querySelector(".phase").dataset.phase = view.phase;
  article.classList.toggle("held", view.phase === "held" || view.interrupted);
  setText(article.querySelector(".next"), `${roundWords(view.rounds)} · ${step(view.next.words)} · ${view.next.clauses.join(", ")}`);
  rebuild(article.querySelector(".warnings"), warnings(at), () => warnings(at).map((text) => el("li", { text: `⚠ ${text}` })));
  updateBeam(article.querySelector(".beam"), view);
  setText(article.querySelector("dd.rounds"), view.rounds);
  for (const name of ["drop", "win", "at_risk"]) setText(article.querySelector(`dd.${name}`), takings ? money(takings[name]) : "–");
  setAttribute(article.querySelector("form"), "hidden", !view.acts);
}

// --- tables and staff ------------------------------------------------------------------------------

function fillLayouts() {
  const chosen = byId("open-game").selectedOptions[0];
  const letters = chosen ? chosen.dataset.layouts.split(" ") : [];
  rebuild(byId("open-layout"), letters, () => letters.map((letter) => el("option", { value: letter, text: letter })));
}

const cents = (text) => (text === "" ? null : Math.round(Number(text) * 100));

async function openTable(event) {
  event.preventDefault();
  const form = event.target;
  const { boxes, minimum, differential, ...rest } = Object.fromEntries(new FormData(form));
  await attempt(async () => {
    await post("/api/tables", {
      ...rest,
      boxes: boxes.split(/[\s,]+/).filter(Boolean),
      limits: { minimum: cents(minimum), differential: cents(differential) },
    });
    form.reset();
    fillLayouts();
    await listTables();
  });
}

async function listStaff() {
  const { staff } = await get("/api/staff");
  keyed(
    byId("staff"),
    staff,
    (one) => one.name,
    (one) => el("li", {}, el("b", { text: one.name }), el("small", {}), el("button", { type: "button", "data-name": one.name })),
    (row, one) => {
      const roles = one.grants.map((grant) => `${grant.role.replaceAll("_", " ")} (${grant.tables.join(", ")})`);
      if (one.disabled) roles.push(both("disabled", "已停用"));
      if (one.locked) roles.push(both("locked", "已鎖"));
      setText(row.children[1], roles.join("; "));
      setText(row.children[2], both("Sign out everywhere", "全部登出"));
      setAttribute(row.children[2], "aria-label", `${both("Sign out everywhere", "全部登出")}: ${one.name}`);
    },
  );
}

async function hire(event) {
  event.preventDefault();
  const form = event.target;
  const { name, password, role } = Object.fromEntries(new FormData(form));
  await attempt(async () => {
    await post("/api/staff", { name, password, grants: [{ role }] });
    form.reset();
    await listStaff();
  });
}

async function revoke(button) {
  if (!button) return;
  await attempt(async () => {
    await once(`/api/staff/${encodeURIComponent(button.dataset.name)}`, { revoke: true });
    await listStaff();
  });
}

start();
