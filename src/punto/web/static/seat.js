// The seat: bet, insure, squeeze, choose, and see what was paid and why.

import { byId, el, replace } from "./dom.js";
import { drawHands } from "./hands.js";
import { chipColour, drawBox } from "./layout.js";
import { Refusal, command, follow, layoutOf, newKey, post } from "./net.js";
import { lang, money, odds, setLanguage, word } from "./words.js";

const page = document.querySelector("main");
const tableId = page.dataset.table;
const CHIPS = [1000, 2500, 5000, 10000, 50000, 100000];

const state = { view: null, layout: null, chip: 2500, last: [], laid: [], lines: [], line: null };

async function start() {
  state.layout = await layoutOf(tableId);
  byId("language").addEventListener("click", () => {
    setLanguage(lang() === "zh" ? "en" : "zh");
    draw();
  });
  byId("sit").addEventListener("submit", sit);
  for (const [id, act] of [["undo", undo], ["clear", clear], ["repeat", repeat], ["double", double]])
    byId(id).addEventListener("click", () => attempt(act));
  for (const button of document.querySelectorAll("[data-dealer]"))
    button.addEventListener("click", () => attempt(() => steer(button.dataset.dealer)));
  setLanguage(lang());
  follow(tableId, onView, onLine);
}

function onLine(up) {
  byId("line").hidden = up;
  if (!up) byId("line").textContent = word("reconnecting");
}

function onView(view, events) {
  const before = state.view;
  state.view = view;
  if (view.phase === "betting" && before?.phase !== "betting") state.laid = [];
  const over = view.round?.lines.length && view.phase === "idle";
  if (over) {
    state.lines = view.round.lines.filter((line) => line.patron === view.me?.patron);
    state.last = mine(view).map(bare);
  }
  if (events.length && over && !before?.round?.lines.length) announce(summary(view));
  draw();
}

const bare = ({ bet, stake }) => ({ bet, stake });
const mine = (view) => (view?.round?.wagers ?? []).filter((wager) => wager.mine && wager.live);

async function sit(event) {
  event.preventDefault();
  const name = byId("name").value.trim();
  if (!name) return;
  await attempt(async () => {
    await post(`/api/tables/${tableId}/seat`, { name });
    location.reload();
  });
}

// --- betting --------------------------------------------------------------------------------------

async function bet(id, stake = state.chip) {
  const lying = mine(state.view).find((wager) => wager.bet === id);
  const patron = state.view.me.patron;
  if (lying) {
    await command(tableId, { type: "RaiseWager", id: lying.id, patron, stake: lying.stake + stake });
  } else {
    await command(tableId, {
      type: "PlaceWager",
      id: `${patron}-${newKey().slice(0, 8)}`,
      patron,
      box: myBox(),
      bet: id,
      stake,
    });
  }
  state.laid.push({ bet: id, stake });
}

function myBox() {
  const { seats, me, setup } = state.view;
  return Object.keys(seats).find((box) => seats[box] === me.patron) ?? setup.boxes[0];
}

async function undo() {
  const last = state.laid.pop();
  const lying = last && mine(state.view).find((wager) => wager.bet === last.bet);
  if (!lying) return;
  const patron = state.view.me.patron;
  const stake = lying.stake - last.stake;
  await command(
    tableId,
    stake > 0
      ? { type: "LowerWager", id: lying.id, patron, stake }
      : { type: "WithdrawWager", id: lying.id, patron },
  );
}

async function clear() {
  state.laid = [];
  for (const wager of mine(state.view))
    await command(tableId, { type: "WithdrawWager", id: wager.id, patron: state.view.me.patron });
}

async function repeat() {
  for (const wager of state.last) await bet(wager.bet, wager.stake);
}

async function double() {
  for (const wager of mine(state.view)) await bet(wager.bet, wager.stake);
}

const steer = (action) => post(`/api/tables/${tableId}/dealer`, { action });

// What is refused says why, where the patron looks, and is read aloud.
async function attempt(act) {
  try {
    await act();
    say("");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { detail, clauses = [] } = error.problem;
    say([detail, clauses.length ? `(${clauses.join(", ")})` : ""].join(" "));
  }
}

function say(text) {
  byId("refusal").textContent = text;
  byId("refusal").hidden = !text;
}

const announce = (text) => {
  byId("announce").textContent = text;
};

// --- drawing --------------------------------------------------------------------------------------

function draw() {
  const { view } = state;
  if (!view) return;
  const seated = view.me !== null;
  byId("sit").hidden = seated;
  byId("seat").hidden = !seated;
  byId("language").textContent = lang() === "zh" ? "EN" : "中文";
  drawStatus(view);
  replace(
    byId("felt"),
    drawHands(view.round, { me: view.me?.patron ?? null, onPeel: (number) => attempt(() => peel(number)) }),
  );
  drawPrompt(view);
  if (seated) drawSeat(view);
  drawLines(view);
}

function phaseWord(view) {
  const { phase, round } = view;
  if (round?.outcome && (phase === "declared" || phase === "idle")) return resultWord(round.outcome);
  return word(
    { betting: "place_bets", closed: "no_more_bets", dealing: "dealing", idle: "between", choosing: "choosing", held: "held", complete: "complete" }[phase] ?? phase,
  );
}

const resultWord = (outcome) =>
  outcome.winner === "tie"
    ? `${word("tie")} ${outcome.player_total}–${outcome.banker_total}`
    : `${word(outcome.winner)} ${word("wins")} ${outcome.player_total}–${outcome.banker_total}`;

function drawStatus(view) {
  const limits = view.setup?.limits ?? {};
  byId("phase").textContent = view.round?.void && view.phase === "idle" ? word("void") : phaseWord(view);
  byId("phase").dataset.phase = view.phase;
  replace(
    byId("limits"),
    limits.minimum ? el("span", { text: `${word("minimum")} ${money(limits.minimum)}` }) : null,
    limits.differential ? el("span", { text: `${word("differential")} ${money(limits.differential)}` }) : null,
  );
  byId("next").textContent = `${word("next")}: ${view.next.words} · ${view.next.clauses.join(", ")}`;
}

function drawSeat(view) {
  const wagers = mine(view);
  const open = view.phase === "betting";
  const stakes = {};
  const others = {};
  for (const wager of view.round?.wagers ?? []) {
    if (!wager.live) continue;
    if (wager.mine) stakes[wager.bet] = (stakes[wager.bet] ?? 0) + wager.stake;
    else others[wager.bet] = (others[wager.bet] ?? 0) + 1;
  }
  const results = {};
  for (const line of view.round?.lines ?? []) results[line.bet] = line.result;
  const focused = document.activeElement?.closest?.(".bet")?.getAttribute("aria-label")?.split(",")[0];
  replace(
    byId("layout"),
    drawBox(state.layout.bets, { stakes, others, results, enabled: open, onBet: (id) => attempt(() => bet(id)) }),
  );
  if (focused)
    [...document.querySelectorAll(".bet")].find((g) => g.getAttribute("aria-label").startsWith(`${focused},`))?.focus();
  byId("balance").textContent = money(view.me.balance ?? 0);
  byId("staked").textContent = money(wagers.reduce((sum, wager) => sum + wager.stake, 0));
  const room = view.differential?.room ?? {};
  byId("room").textContent = ["player", "banker"]
    .filter((side) => room[side] !== null && room[side] !== undefined)
    .map((side) => `${word(side)} ${money(room[side])}`)
    .join(" · ");
  replace(
    byId("chips"),
    CHIPS.map((worth) =>
      el(
        "button",
        {
          type: "button",
          class: `chip ${chipColour(worth)}`,
          "aria-pressed": String(worth === state.chip),
          "aria-label": money(worth),
          onclick: () => {
            state.chip = worth;
            drawSeat(state.view);
          },
        },
        el("span", { text: money(worth) }),
      ),
    ),
  );
  for (const id of ["undo", "clear", "double"]) byId(id).disabled = !open || !wagers.length;
  byId("repeat").disabled = !open || !state.last.length || wagers.length > 0;
  for (const id of ["undo", "clear", "repeat", "double"]) byId(id).textContent = word(id);
}

// Insurance, options after an error: one question at a time, above everything else.
function drawPrompt(view) {
  const offer = view.round?.offer;
  const incident = view.round?.incident;
  const box = byId("prompt");
  const patron = view.me?.patron;
  if (offer && patron && offer.patrons.includes(patron) && !insured(view, offer)) {
    box.hidden = false;
    replace(box, offer.rows.filter((row) => row.original > 0).map((row) => insurancePrompt(row, patron)));
  } else if (incident?.may_choose) {
    box.hidden = false;
    replace(
      box,
      el("h2", { text: word("choosing") }),
      el("p", { text: `${(incident.kind ?? "").replaceAll("_", " ")} · ${incident.clauses.join(", ")}` }),
      ["continue", "return"].map((choice) =>
        el("button", {
          type: "button",
          text: word(choice),
          onclick: () => attempt(() => command(tableId, { type: "ChooseOption", patron, choice })),
        }),
      ),
    );
  } else {
    box.hidden = true;
    replace(box);
  }
}

const insured = (view, offer) =>
  view.round.insurances.some((item) => item.stage === offer.stage) ||
  view.round.forgone.includes(view.me.patron);

function insurancePrompt(row, patron) {
  const amounts = [...new Set([row.cap, Math.floor(row.cap / 200) * 100])].filter((amount) => amount > 0);
  return [
    el("h2", { text: `${word("insurance")} · ${word(row.side)} · ${odds(row.odds)}` }),
    el("p", { text: `${word("up_to")} ${money(row.cap)} · ${row.clauses.join(", ")}` }),
    amounts.map((amount) =>
      el("button", {
        type: "button",
        class: "yes",
        text: `${word("insure")} ${money(amount)}`,
        onclick: () =>
          attempt(() =>
            command(tableId, {
              type: "PlaceInsurance",
              id: `ins-${newKey().slice(0, 8)}`,
              patron,
              box: myBox(),
              side: row.side,
              stake: amount,
            }),
          ),
      }),
    ),
    el("button", {
      type: "button",
      text: word("decline"),
      onclick: () => attempt(() => command(tableId, { type: "DeclineInsurance", patron })),
    }),
  ];
}

const peel = (number) => command(tableId, { type: "ExposeCard", number });

function drawLines(view) {
  const lines = view.me ? state.lines : [];
  const bets = Object.fromEntries(state.layout.bets.map((bet) => [bet.id, lang() === "zh" ? bet.name_zh : bet.name]));
  byId("lines").hidden = !lines.length;
  byId("lines").classList.toggle("past", view.phase !== "idle");
  replace(
    byId("lines"),
    lines.map((line) =>
      el(
        "li",
        { class: `is-${line.result}` },
        el("span", { text: bets[line.bet] ?? word("insurance") }),
        el("span", { text: lineWords(line) }),
        el("small", { text: [...line.clauses, ...line.interpretations].join(", ") }),
      ),
    ),
  );
}

const lineWords = (line) =>
  line.result === "win"
    ? `${word("won")} ${money(line.profit)} (${odds(line.odds)})`
    : line.result === "push"
      ? `${word("push")} ${money(line.returned)}`
      : `${word("lost")} ${money(line.stake)}`;

function summary(view) {
  const lines = view.round.lines.filter((line) => line.patron === view.me?.patron);
  const sum = lines.reduce((total, line) => total + line.returned - line.stake, 0);
  const result = view.round.outcome ? resultWord(view.round.outcome) : word("void");
  return lines.length ? `${result}. ${sum >= 0 ? word("won") : word("lost")} ${money(Math.abs(sum))}.` : result;
}

start();
