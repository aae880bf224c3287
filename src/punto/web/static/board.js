// The display on the wall: the cards, the roads, the limits; readable from across the room.

import { byId, el, keyed, rebuild, setAttribute, setText, svg } from "./dom.js";
import { makeHands, updateHands } from "./hands.js";
import { answered, follow, get, layoutOf, tablePath } from "./net.js";
import { onLine, shell } from "./shell.js";
import { lang, money, odds, resultWords, word } from "./words.js";

const tableId = document.querySelector("main").dataset.table;
const ROADS = ["bead", "big", "big_eye", "small", "cockroach"];
const COUNTS = ["rounds", "banker", "player", "tie", "banker_pair", "player_pair", "natural"];
const BEASTS = ["tiger", "buffalo"];
const CHANGES = /^(RoundSettled|RoundVoided|RoundWithoutResult|ResultCorrected|CardsLoaded|ResultDeclared)$/;
const KEPT = "punto.hints";
const PHASES = { betting: "place_bets", closed: "no_more_bets", dealing: "dealing", choosing: "held", held: "held", complete: "complete", shut: "shut" };

let view = null;
let roads = null;
let asked = 0;
let beasts = null; // those that this layout has bets on

shell(() => draw());
makeHands(byId("hands"));
byId("hints").addEventListener("click", () => {
  localStorage.setItem(KEPT, hinting() ? "off" : "on");
  draw();
});
answered(() => layoutOf(tableId)).then(({ bets }) => {
  beasts = BEASTS.filter((beast) => bets.some((bet) => bet.id.includes(beast)));
  draw();
});
follow(
  tableId,
  (next, events) => {
    const first = view === null;
    view = next;
    draw();
    if (first || events.some((event) => CHANGES.test(event.type))) fetchRoads();
  },
  onLine,
);

const hinting = () => localStorage.getItem(KEPT) === "on";

// Every change is asked for anew, and only the newest answer counts: a round that was voided
// goes from the roads, because they are counted from the shoe and not added up here.
async function fetchRoads() {
  asked += 1;
  const mine = asked;
  const found = await answered(() => get(`${tablePath(tableId)}/roads`));
  if (mine !== asked) return;
  roads = found;
  draw();
}

function draw() {
  if (!view) return;
  drawCall();
  updateHands(byId("hands"), view.round);
  drawLimits();
  const said = [view.cutting_card && word("last_round"), view.insurance_off && word("no_insurance"), ...view.notices].filter(Boolean);
  setText(byId("notices"), said.join(" · "));
  fits(byId("notices"));
  byId("notices").hidden = !said.length;
  setAttribute(byId("hints"), "aria-pressed", hinting());
  if (!roads || !beasts) return;
  keyed(byId("statistics"), [...COUNTS, ...beasts], (name) => name, makeCount, (pair, name) => {
    setText(pair.firstChild, word(name));
    setText(pair.lastChild, roads.counts[name]);
  });
  keyed(byId("roads"), ROADS, (name) => name, makeRoad, drawRoad);
  drawHint();
  rebuild(byId("legend"), [lang(), beasts], () => LEGEND.filter(([name]) => !BEASTS.includes(name) || beasts.includes(name)).map(([name, ...shapes]) =>
    el("li", {}, svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, shapes.map(([shape, attributes]) => svg(shape, attributes))), word(name))));
}

// What a mark on the roads says; the shapes are those of the roads.
const LEGEND = [
  ["natural", ["circle", { cx: 10, cy: 10, r: 8, fill: "none", stroke: "currentColor", "stroke-width": 2.6 }], ["circle", { cx: 10, cy: 10, r: 3, fill: "currentColor" }]],
  ["tie", ["circle", { cx: 10, cy: 10, r: 8, fill: "none", stroke: "currentColor", "stroke-width": 2 }], ["path", { d: "M3 17L17 3", stroke: "#3fa56c", "stroke-width": 3 }]],
  ["banker_pair", ["circle", { cx: 6, cy: 6, r: 5, fill: "#c8102e", stroke: "#fff", "stroke-width": 1.6 }]],
  ["player_pair", ["circle", { cx: 14, cy: 14, r: 5, fill: "#1257a8", stroke: "#fff", "stroke-width": 1.6 }]],
  ["tiger", ["path", { d: "M19 1h-13l13 13z", fill: "#f0a800", stroke: "#fff" }]],
  ["buffalo", ["path", { d: "M1 19h13l-13 -13z", fill: "#8a5424", stroke: "#fff" }]],
];

// The result, or what comes next, in the language chosen and below it in the other.
function drawCall() {
  const other = lang() === "zh" ? "en" : "zh";
  setText(byId("phase"), call(lang()));
  setText(byId("also"), `${call(other)}${view.round?.void ? ` · ${word("all_back")}` : ""}`);
  setAttribute(byId("also"), "lang", other === "zh" ? "zh-Hant" : "en");
  fits(byId("phase"));
  byId("phase").dataset.phase = view.round?.void ? "void" : view.phase;
  byId("phase").dataset.winner = view.round?.void ? "" : view.round?.outcome?.winner ?? "";
}

function call(tongue) {
  const { round, phase } = view;
  if (phase === "shut") return word("shut", tongue);
  if (round?.void) return word("board_void", tongue);
  if (round?.outcome) return resultWords(round.outcome, tongue);
  if (round?.without_result) return word("without_result", tongue);
  // The odds of Insurance are shown where they are offered (dhyx2:3.12, tbi1:3.12).
  if (round?.offer && phase === "dealing") return `${word("insurance", tongue)}: ${round.offer.rows.map((row) => `${word(row.side, tongue)} ${odds(row.odds)}`).join(", ")}`;
  return word(PHASES[phase] ?? "between", tongue);
}

// Text that must stay on its lines however long it is: the style sheet divides the room by this.
const WIDE = /[\u2e80-\uffef]/g;
function fits(element) {
  const text = element.textContent;
  const wide = text.match(WIDE)?.length ?? 0;
  element.style.setProperty("--long", (wide + (text.length - wide) * 0.58).toFixed(1));
}

// The minimum and the greatest Differential are shown at every table (tb4:3.4, dhyx2:3.4, tbi1:3.4),
// minimum and maximum where mbs5:3.5.1 has them; a limit that is not set says so.
function drawLimits() {
  const limits = view.setup?.limits ?? null;
  const named = { minimum: "minimum", maximum: "maximum", differential: "most_differential" };
  const shown = limits ? Object.keys(named).filter((name) => name !== "maximum" || limits.maximum !== null) : [];
  keyed(byId("limits"), shown, (name) => name, makeCount, (pair, name) => {
    setText(pair.firstChild, word(named[name]));
    setText(pair.lastChild, limits[name] === null ? "–" : money(limits[name]));
  });
  const long = shown.reduce((sum, name) => sum + Math.max(3, String(money(limits[name] ?? 0)).length), 0);
  byId("limits").style.setProperty("--long", Math.max(1, long * 0.58));
}

const makeCount = (name) => el("div", { class: name }, el("dt", {}), el("dd", {}));
const makeRoad = (name) => el("figure", { class: `road ${name}` }, el("figcaption", {}), el("div", { class: "picture", tabindex: 0, role: "group" }));

function drawRoad(figure, name) {
  setText(figure.firstChild, word(name));
  const place = figure.lastChild;
  setAttribute(place, "aria-label", word(name));
  rebuild(place, roads.svg[name], () => document.importNode(new DOMParser().parseFromString(roads.svg[name], "image/svg+xml").documentElement, true));
  setAttribute(place.firstChild, "aria-label", `${word(name)}: ${pictured(name)}`);
  place.scrollLeft = place.scrollWidth; // the newest is at the end
}

// What a road shows, for those who do not see it.
function pictured(name) {
  if (name === "bead") return [...COUNTS, ...beasts].map((one) => `${word(one)} ${roads.counts[one]}`).join(", ");
  if (name === "big") return `${roads.big.length} ${word("streaks")}`;
  return `${roads.derived[name].flat().length} ${word("marks")}`;
}

// What each derived road would show if the next round went to either side.
function drawHint() {
  byId("hint").hidden = !hinting();
  rebuild(byId("hint"), [roads.hints, lang()], () =>
    ["banker", "player"].map((side) =>
      el("p", { class: side }, el("b", { text: `${word("if_next")} ${word(side)}` }),
        ["big_eye", "small", "cockroach"].map((road) =>
          el("span", { class: `mark ${road} ${roads.hints[side][road] ?? "none"}`, role: "img", "aria-label": `${word(road)}: ${colour(roads.hints[side][road])}` }))),
    ),
  );
}

const colour = (mark) => (mark === null ? "–" : word(mark));
