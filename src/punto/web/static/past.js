// A round of the past: replayed step by step, held to its record, its chain and its shoe.

import { cited, listenForCitations } from "./citations.js";
import { bead, howItEnded } from "./desk_lists.js";
import { deedWords, placeWords } from "./deed_words.js";
import { clock, moment, signed } from "./desk_words.js";
import { byId, el, replace, setText } from "./dom.js";
import { paid } from "./history.js";
import { Refusal, get, tablePath } from "./net.js";
import { checkAnew, checkChain, checkShoe, drawChecks, drawOrder, pending } from "./past_checks.js";
import { makeReplay } from "./past_replay.js";
import { isStranger, patiently } from "./patience.js";
import { betNames, refusedWords, saidWords } from "./said.js";
import { shell } from "./shell.js";
import { marked } from "./typed.js";
import { lang, learned, money, refusalWords, roundWords, word } from "./words.js";

const PIECE = 100;
const page = document.querySelector("main");
const { table, name } = page.dataset;
const number = Number(page.dataset.number);
const path = `${tablePath(table)}/rounds/${number}`;
const state = { full: null, newest: number, replay: null, shoe: null, waiting: null, checks: pending() };

async function start() {
  setText(byId("title"), roundWords(number));
  shell(() => draw());
  listenForCitations();
  const kept = sessionStorage.getItem("punto.desk");
  if (kept?.startsWith("/desk")) byId("back-to-found").href = kept;
  wait("looking");
  try {
    await learned();
    state.full = await patiently(`${path}/full`, () => true, () => wait("reading_back"));
    state.replay = makeReplay({ steps: await allSteps(), full: state.full, asked: new URLSearchParams(location.search).get("step") });
  } catch (error) {
    return cannot(error);
  }
  wait(null);
  byId("books").hidden = false;
  takeRecord();
  draw();
  byId("noted").addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) state.replay.goTo(Number(button.dataset.step));
  });
  listNewest();
  await check();
}

async function allSteps() {
  const steps = [];
  let next = 0;
  while (next !== null) {
    const piece = await patiently(`${path}/steps?limit=${PIECE}&after=${next}`);
    steps.push(...piece.steps);
    next = piece.next;
  }
  return steps;
}

function wait(name, ...more) {
  state.waiting = name;
  replace(byId("waiting"), name && el("p", { text: word(name) }), more);
}

function cannot(error) {
  byId("trail").hidden = true;
  wait(null);
  if (isStranger(error)) {
    byId("stranger-why").hidden = error.problem.status === 401;
    byId("stranger").hidden = false;
    return;
  }
  byId("trail").hidden = false;
  drawTrail();
  const again = el("button", { type: "button", text: word("look_again"), onclick: () => location.reload() });
  if (error instanceof Refusal && error.problem.code === "round_open") wait("round_open", again);
  else replace(byId("waiting"), el("p", { class: "problem", text: error instanceof Refusal ? refusalWords(error.problem) : word("unreached_now") }), again);
}

// --- whether it holds ------------------------------------------------------------------------------

async function check() {
  const { full, checks, replay } = state;
  const tell = (name, found) => {
    checks[name] = found;
    drawChecks(byId("holds"), checks);
  };
  tell("chain", await checkChain(full, replay.steps));
  try {
    const { anew, record } = checkAnew(await patiently(`${path}/comparison`));
    tell("anew", anew);
    tell("record", record);
    state.shoe = await patiently(`${path}/shoe`);
    tell("shoe", await checkShoe(state.shoe));
  } catch (error) {
    const said = error instanceof Refusal ? refusalWords(error.problem) : word("unreached_now");
    for (const name of ["anew", "record", "shoe"]) if (checks[name].how === "checking") tell(name, { how: "unknown", said });
  }
  drawOrder(byId("order-details"), byId("order"), state.shoe, number);
  const bad = Object.values(checks).some((one) => one.how === "bad");
  setText(byId("announce"), `${word("holds")} ${word(bad ? "proof_bad" : "proof_good")}`);
}

// --- drawing ---------------------------------------------------------------------------------------

function draw() {
  setText(byId("title"), roundWords(number));
  drawTrail();
  if (state.waiting) wait(state.waiting);
  if (state.replay === null) return;
  byId("trail").hidden = false;
  drawHeadline();
  state.replay.draw();
  drawChecks(byId("holds"), state.checks);
  drawOrder(byId("order-details"), byId("order"), state.shoe, number);
  drawMoney();
  drawNoted();
  drawTold();
}

async function drawTold() {
  const place = byId("told");
  const chinese = lang() === "zh" && state.full.told !== null;
  const { toldInChinese } = chinese ? await import("./told_zh.js") : {};
  setText(place, (chinese ? toldInChinese(state.full, betNames(state.full)) : state.full.explanation).join("\n"));
  place.lang = chinese ? "zh-Hant" : "en";
}

function drawTrail() {
  for (const [id, to, arrow] of [["older", number - 1, "‹ "], ["newer", number + 1, " ›"]]) {
    const link = byId(id);
    link.hidden = to < 1 || (to > number && to > state.newest);
    link.href = `/desk/${encodeURIComponent(table)}/${to}`;
    setText(link, to < number ? arrow + roundWords(to) : roundWords(to) + arrow);
  }
}

async function listNewest() {
  const { rounds } = await get(`${tablePath(table)}/rounds?limit=1`);
  state.newest = rounds[0]?.number ?? number;
  drawTrail();
}

function drawHeadline() {
  const { full } = state;
  bead(byId("bead"), full.outcome);
  setText(byId("ending-title"), howItEnded(full));
  const seconds = (text) => el("time", { datetime: text, text: moment(text) });
  const facts = [
    ["table", name],
    ["opened", seconds(full.opened_at)],
    full.ended_at && ["ended", seconds(full.ended_at)],
    ["rules", full.rules],
    full.setup && ["layout", full.setup.layout],
    ["positions", full.positions.join("–")],
    ["hash", el("code", { title: full.hash_after, text: full.hash_after.slice(0, 16) })],
  ];
  replace(byId("facts"), facts.filter(Boolean).map(([term, value]) => el("div", {}, el("dt", { text: word(term) }), el("dd", {}, value))));
}

const betName = (id, side) => {
  const bet = state.full.bets.find((one) => one.bet === id);
  if (bet) return lang() === "zh" ? bet.name_zh : bet.name;
  return `${word("insurance")} ${side ? word(side) : ""}`;
};

function drawMoney() {
  const { lines } = state.full;
  const patrons = [...new Set(lines.map((line) => line.patron))];
  replace(
    byId("money"),
    lines.length === 0 && el("p", { class: "none", text: word("no_bets_round") }),
    patrons.map((patron) => {
      const mine = lines.filter((line) => line.patron === patron);
      const [staked, back] = ["stake", "returned"].map((what) => mine.reduce((sum, line) => sum + line[what], 0));
      return el("section", { class: "purse-of" },
        el("h3", {}, el("span", { text: patron }), el("b", { text: signed(back - staked) })),
        el("ul", { class: "lines" }, mine.map((line) =>
          el("li", { class: `is-${line.result}` },
            el("span", {}, el("em", { class: "box", text: line.box ?? "–" }), ` ${betName(line.bet, line.bet.split("_")[0])} · ${money(line.stake)}`),
            el("b", { text: paid(line) }),
            el("small", {}, cited(line)),
          ))),
        el("p", { class: "sums" }, el("span", {}, `${word("stake")} `, el("b", { text: money(staked) })), el("span", {}, `${word("paid_back")} `, el("b", { text: money(back) }))),
      );
    }),
  );
}

function drawNoted() {
  const { noted } = state.full;
  const bets = betNames(state.full);
  replace(
    byId("noted"),
    noted.length === 0 && el("li", { class: "none", text: word("nothing_noted") }),
    noted.map((one) =>
      el("li", { class: one.refused ? "is-refused" : one.decision ? "is-ruling" : "" },
        el("p", { class: "at" }, el("time", { datetime: one.at, text: clock(one.at) }), ` ${one.actor ? `${one.actor.name}, ${placeWords(one.actor.role)}` : word("by_itself")}`),
        one.refused
          ? el("p", {}, el("b", { text: `✕ ${word("was_refused")}: ${deedWords(one.type)}` }), " ", refusedWords(one.refusal))
          : el("p", {}, marked(saidWords(one, bets))),
        el("p", { class: "cites-row" }, cited(one), el("button", { type: "button", class: "quiet", "data-step": one.position }, `${word("see_step")} ${one.position}`)),
      )),
  );
}

function takeRecord() {
  const { record } = state.full;
  byId("take-record").hidden = byId("record-details").hidden = record === null;
  if (record === null) return;
  setText(byId("record"), record);
  byId("take-record").href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
}

start();
