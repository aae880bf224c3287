// The auditor's desk: what is asked stands in the address, what is found comes piece by piece.

import { listenForCitations } from "./citations.js";
import { drawAttempts, drawRounds } from "./desk_lists.js";
import { ACTS, deedWords } from "./deed_words.js";
import { endingWords, moment, oddWords, weekBefore } from "./desk_words.js";
import { byId, el, replace, setAttribute, setText } from "./dom.js";
import { makeFinding, wrongField, wrongWords } from "./finding.js";
import { answered, get } from "./net.js";
import { isStranger } from "./patience.js";
import { makeProof } from "./proving.js";
import { shell } from "./shell.js";
import { lang, learned, word } from "./words.js";

const ENDINGS = ["settled", "void", "without result", "open"];
const KEPT = "punto.desk";
const asking = { rounds: byId("ask"), attempts: byId("ask-attempts"), proof: byId("prove") };
const state = { known: null, view: "rounds", queries: { rounds: "", attempts: "", proof: "" }, asked: new Set() };
let findings = null;

async function start() {
  shell(() => drawAll());
  try {
    state.known = await answered(() => get("/api/audit"));
  } catch (error) {
    return stranger(error);
  }
  await learned();
  listenForCitations();
  findings = {
    rounds: makeFinding({ name: "rounds", path: "/api/audit/rounds", after: "after", draw: (list, found) => drawRounds(list, found, state.known), ...hearing("rounds") }),
    attempts: makeFinding({ name: "attempts", path: "/api/audit/attempts", after: "before", draw: (list, found) => drawAttempts(list, found, state.known), ...hearing("attempts") }),
    proof: makeProof({ form: asking.proof, onStranger: stranger }),
  };
  for (const view of ["rounds", "attempts"]) listen(view, asking[view]);
  for (const link of document.querySelectorAll("[data-view]")) link.addEventListener("click", turn);
  byId("usual").addEventListener("click", askUsual);
  byId("show-search").addEventListener("click", () => openSearch(byId("show-search").getAttribute("aria-expanded") !== "true"));
  addEventListener("popstate", readAddress);
  drawForms();
  byId("books").hidden = false;
  readAddress();
}

function stranger(error) {
  if (!isStranger(error)) {
    byId("stranger-why").textContent = word("unreached_now");
    delete byId("stranger-why").dataset.word;
  }
  byId("stranger-why").hidden = isStranger(error) && error.problem.status === 401;
  byId("to-sign-in").href = `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
  byId("books").hidden = true;
  byId("stranger").hidden = false;
}

const hearing = (view) => ({
  onStranger: stranger,
  onWrong: (problem) => setText(byId(`${view}-problem`), wrongField(asking[view], problem) ? "" : wrongWords(problem)),
});

// --- the address -----------------------------------------------------------------------------------

function readAddress() {
  const asked = new URLSearchParams(location.search);
  const view = asked.get("view");
  state.view = view in asking ? view : "rounds";
  asked.delete("view");
  fillForm(asking[state.view], asked);
  state.queries[state.view] = state.view === "proof" ? "" : String(asked);
  show();
  if (state.view !== "proof") findings[state.view].ask(state.queries[state.view]);
  state.asked.add(state.view);
}

function addressOf(view) {
  const asked = new URLSearchParams(state.queries[view]);
  if (view !== "rounds") asked.set("view", view);
  const written = String(asked).replaceAll("%3A", ":");
  return written ? `/desk?${written}` : "/desk";
}

function go(view, query) {
  state.view = view;
  state.queries[view] = query;
  const address = addressOf(view);
  if (address !== location.pathname + location.search) history.pushState(null, "", address);
  show();
  if (view !== "proof") findings[view].ask(query);
  state.asked.add(view);
}

function turn(event) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const { view } = event.currentTarget.dataset;
  if (!state.asked.has(view)) return go(view, state.queries[view]);
  state.view = view;
  history.pushState(null, "", addressOf(view));
  show();
}

function show() {
  for (const view of Object.keys(asking)) byId(`view-${view}`).hidden = view !== state.view;
  for (const link of document.querySelectorAll("[data-view]")) {
    setAttribute(link, "aria-current", link.dataset.view === state.view ? "page" : null);
    link.href = addressOf(link.dataset.view);
  }
  sessionStorage.setItem(KEPT, addressOf("rounds"));
  drawUsual();
  setText(byId("asked"), inWords(asking.rounds));
}

// --- the forms -------------------------------------------------------------------------------------

function listen(view, form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const bad = [...form.elements].find((input) => input.validity?.badInput);
    if (bad) {
      wrongField(form, { where: bad.name });
      return bad.focus();
    }
    openSearch(false);
    go(view, written(form));
    byId(`${view}-title`).scrollIntoView({ block: "nearest" });
  });
  form.querySelector("[data-clear]").addEventListener("click", () => {
    fillForm(form, new URLSearchParams());
    go(view, "");
  });
}

function written(form) {
  const asked = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value.trim()) asked.set(name, value.trim());
  return String(asked);
}

function fillForm(form, asked) {
  for (const input of form.elements) {
    if (!input.name) continue;
    const wanted = asked.get(input.name) ?? "";
    if (input.type === "checkbox") input.checked = wanted === "1";
    else {
      // What the address asks for and nobody knows is shown: the server says what is wrong with it.
      if (input.tagName === "SELECT" && ![...input.options].some((one) => one.value === wanted)) input.append(el("option", { value: wanted, text: wanted }));
      input.value = wanted;
    }
  }
}

function openSearch(open) {
  byId("show-search").setAttribute("aria-expanded", String(open));
  asking.rounds.classList.toggle("open", open);
}

// The question in a few words, where the form itself is folded away.
function inWords(form) {
  const said = [];
  for (const input of form.elements) {
    if (!input.name || !input.value || (input.type === "checkbox" && !input.checked)) continue;
    if (input.type === "checkbox") said.push(input.parentElement.textContent.trim());
    else if (input.type === "datetime-local") said.push(`${word(input.name)} ${moment(`${input.value}+08:00`)}`);
    else said.push(input.tagName === "SELECT" ? input.selectedOptions[0].textContent : input.value);
  }
  return said.join(" · ");
}

const named = (one) => (lang() === "zh" ? one.name_zh : one.name);
const points = () => Array.from({ length: 10 }, (_, total) => [String(total), String(total)]);

function options(select, rows, none) {
  const now = select.value;
  const kept = [...rows.map(([value]) => value), ""].includes(now) ? [] : [[now, now]];
  replace(select, [["", none], ...rows, ...kept].map(([value, text]) => el("option", { value, text })));
  select.value = now;
}

function drawForms() {
  const { tables, bets, decisions, irregularities, house } = state.known;
  const field = asking.rounds.elements;
  const listed = tables.map((one) => [one.id, one.name === one.id ? one.name : `${one.name} · ${one.id}`]);
  options(field.table, listed, word("all_tables"));
  options(field.winner, ["player", "banker", "tie"].map((side) => [side, word(side)]), word("any"));
  options(field.player_total, points(), word("any"));
  options(field.banker_total, points(), word("any"));
  options(field.pair, ["player", "banker", "both", "any"].map((one) => [one, word(`pair_${one}`)]), word("any"));
  options(field.pays, bets.map((bet) => [bet.bet, named(bet)]), word("any"));
  options(field.ending, ENDINGS.map((one) => [one, endingWords(one)]), word("any"));
  options(field.decision, [["any", word("any_decision")], ...decisions.map((one) => [one, deedWords(one)])], "–");
  options(field.irregularity, [["any", word("any_irregularity")], ...irregularities.map((one) => [one, oddWords(one)])], "–");
  const where = asking.attempts.elements.table;
  if (house) options(where, listed, word("doors"));
  else replace(where, listed.map(([value, text]) => el("option", { value, text })));
  options(asking.attempts.elements.kind, ACTS.map((one) => [one, deedWords(one)]), word("anything"));
  const what = asking.proof.elements.table;
  if (house) options(what, listed, word("whole_store"));
  else replace(what, listed.map(([value, text]) => el("option", { value, text })));
}

// --- usual questions -------------------------------------------------------------------------------

function usual() {
  const week = weekBefore(state.known.now);
  return [
    ["usual_all", ""],
    ["usual_void", `since=${week}&ending=void`],
    ["usual_ruled", `since=${week}&decision=any`],
    ["usual_odd", `since=${week}&irregularity=any`],
    ["usual_refused", "refused=1"],
  ];
}

const alike = (one, other) => {
  const sorted = (text) => String([...new URLSearchParams(text)].sort());
  return sorted(one) === sorted(other);
};

function drawUsual() {
  replace(
    byId("usual"),
    usual().map(([name, query]) =>
      el("a", { href: query ? `/desk?${query}` : "/desk", "data-query": query, "aria-current": alike(query, state.queries.rounds) ? "true" : null, text: word(name) }),
    ),
  );
}

function askUsual(event) {
  const link = event.target.closest("a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const { query } = link.dataset;
  fillForm(asking.rounds, new URLSearchParams(query));
  go("rounds", query);
  byId("usual").querySelector(`[data-query="${CSS.escape(query)}"]`)?.focus();
}

function drawAll() {
  if (findings === null) return;
  drawForms();
  show();
  for (const finding of Object.values(findings)) finding.show();
}

start();
