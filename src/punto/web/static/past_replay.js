// Stepping through a round: the felt as it stood, what lay on it, who did what, and what followed.

import { cited } from "./citations.js";
import { deedWords, placeWords } from "./deed_words.js";
import { accountWords, clock, signed } from "./desk_words.js";
import { byId, el, keyed, rebuild, replace, setAttribute, setText } from "./dom.js";
import { makeHands, updateHands } from "./hands.js";
import { paid } from "./history.js";
import { betNames, refusedWords, saidWords } from "./said.js";
import { marked } from "./typed.js";
import { lang, money, step as nextWords, word } from "./words.js";

export function makeReplay({ steps, full, asked }) {
  const scrub = byId("scrub");
  const laid = everythingLaid(steps);
  const named = betNames(full);
  let at = Math.max(0, steps.findIndex((one) => String(one.position) === asked));
  if (!asked) at = lastOfRound(steps);

  makeHands(byId("hands"));
  scrub.max = steps.length;
  scrub.addEventListener("input", () => show(Number(scrub.value) - 1));
  byId("steps").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) show(Number(button.dataset.at));
  });
  const ways = { first: () => 0, back: () => at - 1, forward: () => at + 1, last: () => steps.length - 1 };
  document.querySelector(".controls").addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button && button.getAttribute("aria-disabled") !== "true") show(ways[button.dataset.go]());
  });
  const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    const place = event.target;
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (place.matches("input, select, textarea, pre") || place.closest("dialog")) return;
    // Home and End belong to the page, except at the felt.
    if (event.key.length < 5 && !place.closest(".replay")) return;
    event.preventDefault();
    show(ways[way]());
  });

  function show(to) {
    const wanted = Math.min(Math.max(to, 0), steps.length - 1);
    if (wanted === at) return;
    at = wanted;
    const address = new URL(location.href);
    address.searchParams.set("step", steps[at].position);
    history.replaceState(null, "", address);
    draw();
    setText(byId("announce"), aloud(steps[at]));
  }

  function goTo(position) {
    show(steps.findIndex((one) => one.position === position));
    byId("felt-title").parentElement.scrollIntoView({ block: "start" });
    document.querySelector('[data-go="forward"]').focus({ preventScroll: true });
  }

  const title = (one) => `${at + 1} / ${steps.length} · ${deedWords(one.command)}`;
  const aloud = (one) =>
    [title(one), one.actor?.name, one.refused ? `${word("was_refused")}: ${refusedWords(one.refused)}` : one.events.map((event) => sentence(saidWords(event, named))).join(" ")].filter(Boolean).join(": ");

  function draw() {
    const one = steps[at];
    scrub.value = at + 1;
    setAttribute(scrub, "aria-valuetext", title(one));
    for (const button of document.querySelectorAll("[data-go]")) {
      const ends = ["first", "back"].includes(button.dataset.go) ? at === 0 : at === steps.length - 1;
      setAttribute(button, "aria-disabled", ends ? "true" : null);
    }
    updateHands(byId("hands"), one.view.round);
    drawLaid(byId("laid"), laid, one.view.round, full.bets);
    setText(byId("deed-title"), title(one));
    byId("deed").classList.toggle("is-refused", one.refused !== null);
    replace(byId("deed-body"), deed(one, named));
    drawSteps();
  }

  function drawSteps() {
    rebuild(byId("steps"), [lang()], () => steps.map((one, index) => el("li", {}, stepButton(one, index, full.bets))));
    const buttons = byId("steps").querySelectorAll("button");
    buttons.forEach((button, index) => setAttribute(button, "aria-current", index === at ? "step" : null));
    keepInSight(buttons[at]);
  }

  return { draw, goTo, steps };
}

// Only the list scrolls, never the page.
function keepInSight(button) {
  const box = button.closest(".steps");
  const [above, below] = [button.offsetTop, button.offsetTop + button.offsetHeight];
  if (above < box.scrollTop) box.scrollTop = above - 8;
  else if (below > box.scrollTop + box.clientHeight) box.scrollTop = below - box.clientHeight + 8;
}

// Where the round came to its end: what is done after it, until the next one, is left for later.
function lastOfRound(steps) {
  const rounds = steps.map((one) => JSON.stringify(one.view.round));
  return Math.max(0, rounds.findLastIndex((one, index) => one !== rounds[index - 1]));
}

// The order of a whole shoe stands below; here its beginning is enough.
const LONG = 400;
const sentence = (said) => (/[.。?!]$/.test(said) ? said : said + (lang() === "zh" ? "。" : ""));
const short = (said) => (said.length > LONG ? `${said.slice(0, LONG / 2)}…` : said);

const by = (one) => (one.actor ? one.actor.name : word("by_itself"));

function stepButton(one, index, bets) {
  return el("button", { type: "button", "data-at": index, class: one.refused ? "is-refused" : "" },
    el("small", { class: "at", text: one.position }),
    el("span", {}, one.refused ? el("span", { text: "✕ ", "aria-label": word("was_refused"), role: "img" }) : null, deedWords(one.command), lead(one, bets)),
    el("small", { text: by(one) }));
}

// The card, or the bet: what one looks for in the list.
function lead(one, bets) {
  const { card, side: to } = one.events.find((event) => event.type === "CardDrawn")?.facts ?? {};
  if (card && to) return el("b", { class: `of-${to}`, text: ` ${card}` });
  const { bet, side, stake } = JSON.parse(one.text).command;
  if (!stake) return null;
  const named = bets.find((other) => other.bet === bet);
  const name = named ? (lang() === "zh" ? named.name_zh : named.name) : side ? word(side) : "";
  return el("small", { text: ` ${money(stake)} ${name}` });
}

function deed(one, bets) {
  return [
    el("p", { class: "at" }, el("time", { datetime: one.at, text: clock(one.at) }), ` · ${one.actor ? `${one.actor.name}, ${placeWords(one.actor.role)}` : word("by_itself")}`),
    one.refused
      ? el("div", { class: "refused" },
          el("p", {}, el("b", { text: `✕ ${word("was_refused")}: ` }), lang() === "zh" ? refusedWords(one.refused) : one.refused.reason),
          lang() === "zh" && el("p", { lang: "en", class: "on-record", text: one.refused.message }),
          lang() !== "zh" && one.refused.remedy && el("p", {}, `${word("what_is_right")}: `, one.refused.remedy),
          el("p", {}, cited(one.refused)))
      : one.events.length
        ? el("ul", { class: "happened" }, one.events.map((event) =>
            el("li", {}, marked(sentence(short(saidWords(event, bets)))), " ", cited(event))))
        : el("p", { text: word("nothing_followed") }),
    one.entries.length > 0 && el("p", { class: "entries" }, one.entries.map(([account, amount]) => el("span", {}, `${accountWords(account)} `, el("b", { text: signed(amount) })))),
    el("details", {},
      el("summary", {}, `${word("position")} ${one.position} · ${word("hash")} `, el("code", { text: one.hash.slice(0, 16) })),
      el("dl", { class: "stored" },
        el("dt", { text: word("hash") }), el("dd", {}, el("code", { text: one.hash })),
        el("dt", { text: word("key") }), el("dd", {}, el("code", { text: one.key })),
        el("dt", { text: word("stored_text") }), el("dd", {}, el("code", { text: one.text })))),
  ];
}

// --- the bets --------------------------------------------------------------------------------------

// Every bet of the round has its row from the first step on, so that nothing moves when one is laid.
function everythingLaid(steps) {
  const found = new Map();
  for (const { view } of steps) {
    for (const one of view.round?.wagers ?? []) found.set(one.id, { id: one.id, box: one.box, bet: one.bet, patrons: one.shares.map((share) => share.patron) });
    for (const one of view.round?.insurances ?? []) found.set(one.id, { id: one.id, box: one.box, side: one.side, patrons: [one.patron] });
  }
  return [...found.values()];
}

function drawLaid(list, laid, round, bets) {
  const now = new Map([...(round?.wagers ?? []), ...(round?.insurances ?? [])].map((one) => [one.id, one]));
  const named = Object.fromEntries(bets.map((bet) => [bet.bet, lang() === "zh" ? bet.name_zh : bet.name]));
  if (!laid.length) return replace(list, el("li", { class: "none", text: word("no_bets_round") }));
  keyed(
    list,
    laid,
    (one) => one.id,
    (one) => el("li", { class: one.bet ?? "insured" }, el("em", { class: "box", text: one.box || "–" }), el("span", { class: "name" }), el("span", { class: "who", text: one.patrons.join(", ") }), el("b", { class: "stake" }), el("span", { class: "how" })),
    (item, one) => {
      const lies = now.get(one.id);
      const lines = (round?.lines ?? []).filter((line) => line.id === one.id);
      setText(item.querySelector(".name"), named[one.bet] ?? `${word("insurance")} ${word(one.side)}`);
      setText(item.querySelector(".stake"), lies ? money(lies.stake) : "");
      setText(item.querySelector(".how"), how(lies, lines));
      item.classList.toggle("absent", !lies);
      for (const kind of ["win", "lose", "push"]) item.classList.toggle(`is-${kind}`, lines.some((line) => line.result === kind));
    },
  );
}

function how(lies, lines) {
  if (!lies) return word("not_yet");
  if (lines.length) return lines.map(paid).join(", ");
  return lies.live ? word("lies") : word("taken_back");
}
