// The dealer's console: one key for each act, in the order in which they come.

import { byId, el, replace } from "./dom.js";
import { drawHands } from "./hands.js";
import { Refusal, command, follow, get, layoutOf } from "./net.js";
import { lang, money, odds, setLanguage, word } from "./words.js";

const tableId = document.querySelector("main").dataset.table;
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["S", "H", "D", "C"];
const state = { view: null, layout: null, acts: [], menu: [] };

async function start() {
  setLanguage(lang());
  byId("language").addEventListener("click", () => {
    setLanguage(lang() === "zh" ? "en" : "zh");
    draw();
  });
  state.layout = await layoutOf(tableId);
  state.menu = (await get(`/api/tables/${tableId}/acts`)).menu;
  byId("entry").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("card").value.trim().toUpperCase();
    byId("card").value = "";
    drawCard(text || null);
  });
  replace(
    byId("picker"),
    SUITS.map((suit) =>
      RANKS.map((rank) =>
        el("button", {
          type: "button",
          class: suit === "H" || suit === "D" ? "red" : "black",
          text: rank + { S: "♠", H: "♥", D: "♦", C: "♣" }[suit],
          "aria-label": `Draw ${rank}${suit}`,
          onclick: () => drawCard(rank + suit),
        }),
      ),
    ),
  );
  document.addEventListener("keydown", onKey);
  follow(tableId, onView, (up) => {
    byId("line").hidden = up;
    if (!up) byId("line").textContent = word("reconnecting");
  });
}

function parseCard(text) {
  const match = /^(A|[2-9]|10|T|J|Q|K)([SHDC])$/.exec(text);
  return match ? { rank: match[1] === "T" ? "10" : match[1], suit: match[2] } : null;
}

function drawCard(text) {
  const card = text === null ? null : parseCard(text);
  if (text !== null && card === null) return say(`${text} is not a card: a rank and a suit, for example 10H`);
  const hidden = hiddenCard();
  if (hidden !== null && card) return act({ type: "ExposeCard", number: hidden, card });
  return act({ type: "DrawCard", card });
}

// A card that lies face down and must be named before anything else can be drawn.
function hiddenCard() {
  const waiting = state.view.next.words.includes("face up");
  if (!waiting) return null;
  const cards = ["player", "banker"].flatMap((side) => state.view.round.hands[side].cards);
  return cards.filter((card) => card.card === null).map((card) => card.number).sort((a, b) => a - b)[0] ?? null;
}

function onKey(event) {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const found = state.acts.find((candidate) => candidate.key && candidate.key === event.key.toLowerCase());
  if (!found) return;
  event.preventDefault();
  if (found.possible) perform(found.type);
  else say(`${found.refused.message} (${found.refused.clauses.join(", ")})`);
}

function perform(type) {
  const body = { type };
  if (type === "CallForBets" || type === "CloseBets") body.at = new Date().toISOString();
  return act(body);
}

async function act(body) {
  try {
    await command(tableId, body);
    say("");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say([error.problem.detail, (error.problem.clauses ?? []).join(", ")].filter(Boolean).join(" · "));
  }
}

function say(text) {
  byId("refusal").textContent = text;
  byId("refusal").hidden = !text;
}

function onView(view) {
  state.view = view;
  state.acts = view.acts ?? [];
  draw();
}

function draw() {
  const { view } = state;
  if (!view) return;
  byId("language").textContent = lang() === "zh" ? "EN" : "中文";
  byId("phase").textContent = view.phase.replaceAll("_", " ");
  byId("phase").dataset.phase = view.phase;
  byId("next").textContent = `${view.next.words} · ${view.next.clauses.join(", ")}`;
  const limits = view.setup?.limits ?? {};
  replace(
    byId("limits"),
    limits.minimum ? el("span", { text: `${word("minimum")} ${money(limits.minimum)}` }) : null,
    view.differential
      ? el("span", { text: `${word("differential")} ${money(Math.abs((view.differential.banker ?? 0) - (view.differential.player ?? 0)))} / ${money(view.differential.maximum ?? 0)}` })
      : null,
    el("span", { text: `${view.cards_left} ${word("left")}` }),
  );
  replace(byId("felt"), drawHands(view.round));
  drawActs();
  drawDecision(view);
  drawBoxes(view);
  drawPayouts(view);
  drawMenu();
}

function drawActs() {
  replace(
    byId("acts"),
    state.acts.map((candidate) =>
      el(
        "button",
        {
          type: "button",
          "aria-disabled": candidate.possible ? null : "true",
          title: candidate.possible ? null : candidate.refused.message,
          onclick: () =>
            candidate.possible
              ? perform(candidate.type)
              : say(`${candidate.refused.message} (${candidate.refused.clauses.join(", ")})`),
        },
        el("kbd", { text: candidate.key.toUpperCase() }),
        el("span", { text: candidate.words }),
      ),
    ),
  );
}

// What an irregularity waits for, put as the question that it is.
function drawDecision(view) {
  const incident = view.round?.incident;
  const box = byId("decision");
  box.hidden = !incident;
  if (!incident) return replace(box);
  const reason = el("input", { id: "reason", "aria-label": "Reason", placeholder: "Reason" });
  const button = (text, body) =>
    el("button", { type: "button", text, onclick: () => act({ ...body(), ...(reason.value ? { reason: reason.value } : {}) }) });
  const questions = {
    judgement: [
      reason,
      button("Cards can be put in order", () => ({ type: "JudgeReconstruction", repairable: true, reason: "" })),
      button("They cannot", () => ({ type: "JudgeReconstruction", repairable: false, reason: "" })),
    ],
    order: [button(`Order ${incident.cards.join(" ")}`, () => ({ type: "AssignOrder", order: incident.cards }))],
    ruling: [
      reason,
      ...["continue", "void", "options", "replace_cards"].map((effect) =>
        button(effect.replaceAll("_", " "), () => ({ type: "Rule", effect, reason: "" })),
      ),
    ],
    nothing: [button("Resume", () => ({ type: "Resume" }))],
    missing_card: [el("p", { text: "Set two cards aside, sort the rest, and enter it with punto table." })],
  };
  replace(
    box,
    el("h2", { text: `${(incident.kind ?? "interruption").replaceAll("_", " ")} · ${incident.ruling ?? incident.needs}` }),
    el("p", { text: incident.clauses.join(", ") }),
    questions[incident.needs],
    Object.entries(incident.choices).map(([patron, choice]) => el("p", { text: `${patron}: ${word(choice)}` })),
  );
}

function drawBoxes(view) {
  const names = Object.fromEntries(state.layout.bets.map((bet) => [bet.id, bet.name]));
  const live = (view.round?.wagers ?? []).filter((wager) => wager.live);
  replace(
    byId("boxes"),
    (view.setup?.boxes ?? []).map((box) => {
      const here = live.filter((wager) => wager.box === box);
      return el(
        "article",
        { class: "at-box" },
        el("h3", { text: `${box}${view.seats[box] ? ` · ${view.seats[box]}` : ""}` }),
        el(
          "ul",
          {},
          here.map((wager) =>
            el("li", { text: `${names[wager.bet] ?? wager.bet} ${money(wager.stake ?? 0)} · ${(wager.shares ?? []).map((s) => s.patron).join(", ")}` }),
          ),
        ),
      );
    }),
  );
}

// A dealer takes the losing bets first and then pays, box by box.
function drawPayouts(view) {
  const lines = view.round?.lines ?? [];
  byId("payouts").hidden = !lines.length;
  byId("pay-title").hidden = !lines.length;
  const order = { lose: 0, push: 1, win: 2 };
  replace(
    byId("payouts"),
    [...lines]
      .sort((a, b) => order[a.result] - order[b.result])
      .map((line) =>
        el(
          "li",
          { class: `is-${line.result}` },
          el("span", { text: `${line.patron} · ${line.bet.replaceAll("_", " ")}` }),
          el("span", { text: line.result === "win" ? `pay ${money(line.profit)} (${odds(line.odds)})` : line.result === "lose" ? `take ${money(line.stake)}` : `return ${money(line.returned)}` }),
        ),
      ),
  );
}

function drawMenu() {
  if (byId("menu").childElementCount) return;
  replace(
    byId("menu"),
    state.menu.map((item) =>
      el("button", {
        type: "button",
        text: item.words,
        title: `${item.open} / ${item.established} · ${item.clauses.join(", ")}`,
        onclick: () => act({ type: "ReportIrregularity", kind: item.kind }),
      }),
    ),
    el("button", { type: "button", text: "power failure", onclick: () => act({ type: "ReportInterruption", power: true }) }),
  );
}

start();
