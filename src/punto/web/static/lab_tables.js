// Effects of removal and edges by decks: the tables of all bets, and the plots of one.

import { byId, el, replace, setText } from "./dom.js";
import { drawBars, drawLines } from "./lab_plots.js";
import { decimal, parse, percent } from "./lab_sums.js";
import { stageWords } from "./lab_words.js";
import { lang, word } from "./words.js";

const TENS = 9;
const SHADES = 4;

function nameOf(id, odds) {
  const bet = odds.bets.find((one) => one.bet === id);
  if (bet) return lang() === "zh" ? bet.name_zh : bet.name;
  const line = odds.insurance.find((one) => `insurance.${one.line}` === id);
  return line ? stageWords(line) : null;
}

// List the bets to choose from; return which one is chosen.
export function listBets(select, odds, chosen) {
  const options = (ids) => ids.map((id) => el("option", { value: id, text: nameOf(id, odds) }));
  const bets = odds.bets.map((bet) => bet.bet);
  const lines = odds.insurance.map((line) => `insurance.${line.line}`);
  replace(select, options(bets), lines.length ? el("optgroup", { label: word("insurance") }, options(lines)) : null);
  const now = [...bets, ...lines].includes(chosen) ? chosen : bets.includes("small_tiger") ? "small_tiger" : bets[0];
  select.value = now;
  return now;
}

// Ten, J, Q and K mostly do the same; then they share a column.
function ranksOf(removal, names) {
  const alike = names.every((name) => new Set(removal.effects[name].slice(TENS)).size === 1);
  return alike ? [...removal.ranks.slice(0, TENS), word("tens")] : removal.ranks;
}

const millionths = (text) => {
  const [numerator, denominator] = parse(text);
  return decimal([numerator * 1000000n, denominator], 0);
};

export function drawEffects(table, removal, odds) {
  const names = Object.keys(removal.effects).filter((name) => nameOf(name, odds));
  const ranks = ranksOf(removal, names);
  replace(
    table,
    el("thead", {}, el("tr", {}, el("th", { scope: "col", text: word("bet") }), ranks.map((rank) => el("th", { scope: "col", text: rank })))),
    el("tbody", {}, names.map((name) => {
      const values = removal.effects_float[name].slice(0, ranks.length);
      const most = Math.max(...values.map(Math.abs)) || 1;
      return el("tr", {},
        el("th", { scope: "row", text: nameOf(name, odds) }),
        values.map((value, place) => {
          const shade = Math.ceil((Math.abs(value) / most) * SHADES);
          return el("td", { class: value ? `${value < 0 ? "down" : "up"}-${shade}` : "", text: signed(millionths(removal.effects[name][place])) });
        }),
      );
    })),
  );
}

const signed = (digits) => (digits === "0" || digits.startsWith("\u2212") ? digits : `+${digits}`);

export function drawEdges(table, decks, odds) {
  replace(
    table,
    el("thead", {}, el("tr", {}, el("th", { scope: "col", text: word("decks") }), decks.decks.map((number) => el("th", { scope: "col", text: number })))),
    el("tbody", {}, Object.entries(decks.bets).map(([name, { edges }]) =>
      el("tr", {},
        el("th", { scope: "row", text: nameOf(name, odds) ?? name }),
        edges.map((edge) => el("td", { text: `${percent(parse(edge), 4)} %` })),
      ),
    )),
  );
}

export function drawOne(id, { odds, removal, decks }) {
  const name = nameOf(id, odds);
  if (removal?.effects[id]) drawBetRemoval(id, name, removal);
  byId("decks-figure").hidden = !decks?.bets[id];
  if (decks?.bets[id]) drawBetDecks(name, decks.decks, decks.bets[id]);
}

function drawBetRemoval(id, name, removal) {
  const ranks = ranksOf(removal, [id]);
  const bars = ranks.map((label, place) => ({
    label: label === word("tens") ? "10–K" : label,
    value: removal.effects_float[id][place],
    written: signed(millionths(removal.effects[id][place])),
  }));
  const title = `${name}: ${word("removal")}`;
  setText(byId("removal-caption"), bars.some((bar) => bar.value) ? title : `${title}. ${word("no_effect")}`);
  drawBars(byId("removal-plot"), bars, `${title}. ${bars.map((bar) => `${bar.label}: ${bar.written}`).join(", ")}`);
}

function drawBetDecks(name, numbers, { edges, edges_float: now, printed_float: printed }) {
  const written = edges.map((edge) => percent(parse(edge), 3));
  const changed = now.some((edge, place) => edge !== printed[place]);
  const lines = [{ kind: "now", values: now, written }];
  if (changed) lines.push({ kind: "before", values: printed });
  const title = `${name}: ${word("by_decks")}`;
  setText(byId("decks-caption"), changed ? `${title} (—● ${word("solid_now")}, – –○ ${word("dashed_printed")})` : title);
  drawLines(byId("decks-plot"), numbers, lines, `${title}. ${numbers.map((number, place) => `${number}: ${written[place]} %`).join(", ")}`);
}
