// The last rounds: a strip of results, what was paid in the latest, and any of them explained.

import { byId, el, keyed, replace, setText } from "./dom.js";
import { get, granted, tablePath } from "./net.js";
import { cardName } from "./cards.js";
import { lang, learned, money, odds, resultWords, roundWords, word } from "./words.js";

const SHOWN = 18;
const LETTER = { player: "閒", banker: "庄", tie: "和" };

export function makeHistory({ tableId, bets }) {
  const dialog = byId("round");
  const strip = byId("strip");
  const rounds = new Map(); // as long as the page is open none goes away, so that none moves
  let last = null;
  let shownLast = null;

  strip.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) explain(Number(button.dataset.key));
  });
  byId("why").addEventListener("click", () => last && explain(last.number));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });

  const name = (id) => {
    const bet = bets().find((one) => one.id === id);
    return bet ? (lang() === "zh" ? bet.name_zh : bet.name) : word("insurance");
  };

  // What a round was is asked for by the state, not by an event alone: events may come too late.
  const behind = (number) => (last?.number ?? 0) < number;
  let asked = 0;

  const wholeOf = (number) => granted(() => get(`${tablePath(tableId)}/rounds/${number}`));

  async function refresh() {
    asked += 1;
    const mine = asked;
    const found = await granted(() => get(`${tablePath(tableId)}/rounds?limit=${SHOWN}`));
    const over = (found?.rounds ?? []).filter((one) => one.ending !== "open");
    const newest = over.length ? await wholeOf(over[0].number) : null;
    if (mine !== asked) return; // a later question has the later answer
    last = newest;
    for (const one of over) rounds.set(one.number, one);
    draw();
  }

  function draw() {
    keyed(
      strip,
      [...rounds.values()].sort((a, b) => a.number - b.number),
      (one) => one.number,
      () => el("button", { type: "button" }, el("b", { "aria-hidden": "true" }), el("small", { "aria-hidden": "true" }), el("span", { class: "aloud" })),
      (button, one) => {
        const winner = one.outcome?.winner ?? "none";
        button.className = `bead ${winner}`;
        setText(button.firstChild, LETTER[winner] ?? "–");
        setText(button.children[1], one.outcome ? points(one.outcome) : "");
        setText(button.lastChild, `${roundWords(one.number)}: ${ending(one)}`);
      },
    );
    const newest = strip.lastElementChild;
    if (newest && newest !== shownLast) strip.scrollLeft = strip.scrollWidth;
    shownLast = newest;
    byId("why").hidden = last === null;
    setText(byId("last-title"), last === null ? word("no_rounds") : `${roundWords(last.number)} · ${ending(last)}`);
    drawLines(byId("lines"), last?.lines ?? []);
  }

  const points = (outcome) => Math.max(outcome.player_total, outcome.banker_total);
  const ending = (one) =>
    one.ending === "void" ? word("void") : one.outcome ? resultWords(one.outcome) : word("without_result");

  function drawLines(list, lines) {
    replace(
      list,
      lines.map((line) =>
        el(
          "li",
          { class: `is-${line.result}` },
          el("span", { text: name(line.bet) }),
          el("b", { text: paid(line) }),
          el("small", { text: [...line.clauses, ...line.interpretations].join(", ") }),
        ),
      ),
    );
  }

  async function explain(number) {
    const round = last?.number === number ? last : await wholeOf(number);
    if (!round) return;
    setText(byId("round-title"), `${roundWords(round.number)} · ${ending(round)}`);
    setText(byId("round-cards"), round.cards.map((one) => `${one.hand ? word(one.hand) : "?"} ${one.card ? cardName(one.card) : "–"}`).join(", "));
    drawLines(byId("round-lines"), round.lines);
    const told = lang() === "zh" ? await inChinese(round) : unwrapped(round.explanation).map((text) => withoutIds(text, round.lines));
    replace(
      byId("round-told"),
      told.length ? told.map((text) => el("p", { text })) : el("p", { text: word("nothing_staked") }),
    );
    byId("round-told").lang = lang() === "zh" ? "zh-Hant" : "en";
    dialog.showModal();
    dialog.scrollTop = 0; // the button at its end has the focus
  }

  // The server explains in English; in Chinese the same is told from what it tells as data.
  async function inChinese(round) {
    if (round.told === null) return [];
    const [{ toldInChinese }] = await Promise.all([import("./told_zh.js"), learned()]);
    return toldInChinese(round, name).filter(Boolean).map((text) => text.trim());
  }

  return { refresh, draw, behind };
}

// Bets have names here; how the store calls them helps nobody.
const withoutIds = (text, lines) => lines.reduce((shorter, { id }) => shorter.replace(` (${id})`, ""), text);

const WRAPPED_AT = 100;

// The server wraps for a terminal: a line that stands further in, and whose first word had no
// room on the one before, goes on from it.
function unwrapped(lines) {
  const whole = [];
  let before = "";
  let going = false;
  for (const text of lines.filter((one) => one.trim())) {
    const [first] = text.trim().split(" ");
    const deeper = text.search(/\S/) > before.search(/\S/) || going;
    const goesOn = whole.length && deeper && before.length + 1 + first.length > WRAPPED_AT;
    if (goesOn) whole.push(`${whole.pop()} ${text.trim()}`);
    else whole.push(text.trim());
    going = goesOn;
    before = text;
  }
  return whole.slice(2); // the heading and the number are said above
}

export function paid(line) {
  if (line.result === "win") return `${word("won")} ${money(line.profit)}${line.odds ? ` (${odds(line.odds)})` : ""}`;
  return line.result === "push" ? `${word("push")} ${money(line.returned)}` : `${word("lost")} ${money(line.stake)}`;
}
