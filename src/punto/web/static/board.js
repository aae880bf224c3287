// The display on the wall: the cards, the roads, the limits; readable from across the room.

import { byId, el, keyed, rebuild, setAttribute, setText } from "./dom.js";
import { makeHands, updateHands } from "./hands.js";
import { follow, get, tablePath } from "./net.js";
import { onLine, shell } from "./shell.js";
import { lang, money, resultWords, word } from "./words.js";

const tableId = document.querySelector("main").dataset.table;
const ROADS = ["bead", "big", "big_eye", "small", "cockroach"];
const COUNTS = ["rounds", "banker", "player", "tie", "banker_pair", "player_pair", "natural"];
const CHANGES = /^(RoundSettled|RoundVoided|RoundWithoutResult|ResultCorrected|CardsLoaded|ResultDeclared)$/;
const KEPT = "punto.hints";
const PHASES = { betting: "place_bets", closed: "no_more_bets", dealing: "dealing", choosing: "held", held: "held", complete: "complete", shut: "shut" };

let view = null;
let roads = null;
let asked = 0;

shell(() => draw());
makeHands(byId("hands"));
byId("hints").addEventListener("click", () => {
  localStorage.setItem(KEPT, hinting() ? "off" : "on");
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
  try {
    const found = await get(`${tablePath(tableId)}/roads`);
    if (mine === asked) {
      roads = found;
      draw();
    }
  } catch {
    // The line is down; the next deed asks again.
  }
}

function draw() {
  if (!view) return;
  setText(byId("phase"), call());
  byId("phase").dataset.phase = view.phase;
  byId("phase").dataset.winner = view.round?.outcome?.winner ?? "";
  updateHands(byId("hands"), view.round);
  drawLimits();
  setText(byId("notices"), view.notices.join(" · "));
  byId("notices").hidden = !view.notices.length;
  setAttribute(byId("hints"), "aria-pressed", hinting());
  if (!roads) return;
  keyed(byId("statistics"), COUNTS, (name) => name, makeCount, (pair, name) => {
    setText(pair.firstChild, word(name));
    setText(pair.lastChild, roads.counts[name]);
  });
  keyed(byId("roads"), ROADS, (name) => name, makeRoad, drawRoad);
  drawHint();
}

function call() {
  const { round, phase } = view;
  if (round?.void) return word("void");
  return round?.outcome ? resultWords(round.outcome) : word(PHASES[phase] ?? "between");
}

function drawLimits() {
  const limits = view.setup?.limits ?? {};
  const shown = ["minimum", "maximum", "differential"].filter((name) => limits[name] !== null && limits[name] !== undefined);
  keyed(byId("limits"), shown, (name) => name, makeCount, (pair, name) => {
    setText(pair.firstChild, word(name));
    setText(pair.lastChild, money(limits[name]));
  });
}

const makeCount = (name) => el("div", { class: name }, el("dt", {}), el("dd", {}));
const makeRoad = (name) => el("figure", { class: `road ${name}` }, el("figcaption", {}), el("div", { class: "picture", tabindex: 0, role: "group" }));

function drawRoad(figure, name) {
  setText(figure.firstChild, word(name));
  const place = figure.lastChild;
  setAttribute(place, "aria-label", word(name));
  rebuild(place, roads.svg[name], () => document.importNode(new DOMParser().parseFromString(roads.svg[name], "image/svg+xml").documentElement, true));
  place.scrollLeft = place.scrollWidth; // the newest is at the end
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

const colour = (mark) => (mark === null ? "–" : mark);
