// Cards as SVG: readable at any size, with a back, and a corner that peels under the finger.

import { svg, el } from "./dom.js";

const PATHS = {
  S: "M0-46C-8-30-38-12-38 12-38 30-16 34-6 22-8 36-14 44-20 48H20C14 44 8 36 6 22 16 34 38 30 38 12 38-12 8-30 0-46Z",
  H: "M0 44C-10 30-44 8-44-16-44-40-12-46 0-22 12-46 44-40 44-16 44 8 10 30 0 44Z",
  D: "M0-48L34 0 0 48-34 0Z",
  C: "M-6 20C-16 34-42 30-42 8-42-10-24-18-14-12-26-28-16-48 0-48 16-48 26-28 14-12 24-18 42-10 42 8 42 30 16 34 6 20 8 36 14 44 20 48H-20C-14 44-8 36-6 20Z",
};
const NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANKS = { A: "Ace", J: "Jack", Q: "Queen", K: "King" };

// Where the pips of a card stand, as a squeezing patron reads them from the edge.
const COLUMNS = { left: -48, middle: 0, right: 48 };
const PIPS = {
  A: [["middle", 0]],
  2: [["middle", -72], ["middle", 72]],
  3: [["middle", -72], ["middle", 0], ["middle", 72]],
  4: both([-72, 72]),
  5: [...both([-72, 72]), ["middle", 0]],
  6: both([-72, 0, 72]),
  7: [...both([-72, 0, 72]), ["middle", -36]],
  8: [...both([-72, 0, 72]), ["middle", -36], ["middle", 36]],
  9: [...both([-72, -24, 24, 72]), ["middle", 0]],
  10: [...both([-72, -24, 24, 72]), ["middle", -48], ["middle", 48]],
};

function both(rows) {
  return rows.flatMap((y) => [["left", y], ["right", y]]);
}

export function cardName(text) {
  const suit = text.slice(-1);
  const rank = text.slice(0, -1);
  return `${RANKS[rank] ?? rank} of ${NAMES[suit]}`;
}

function face(text) {
  const suit = text.slice(-1);
  const rank = text.slice(0, -1);
  const pip = (x, y, size) =>
    svg("path", { d: PATHS[suit], transform: `translate(${x} ${y}) scale(${size})` });
  const index = (turned) =>
    svg(
      "g",
      { transform: turned ? "rotate(180)" : null },
      svg("text", { x: -82, y: -98, class: "index", text: rank }),
      pip(-82, -76, 0.26),
    );
  const middle = PIPS[rank]
    ? PIPS[rank].map(([column, y]) => pip(COLUMNS[column], y, rank === "A" ? 0.8 : 0.34))
    : [
        svg("rect", { x: -58, y: -92, width: 116, height: 184, rx: 10, class: "court" }),
        svg("text", { x: 0, y: 34, class: "court-letter", text: rank }),
        pip(-34, -66, 0.26),
        pip(34, 66, 0.26),
      ];
  return svg(
    "g",
    { class: suit === "H" || suit === "D" ? "red" : "black" },
    svg("rect", { x: -100, y: -140, width: 200, height: 280, rx: 16, class: "paper" }),
    index(false),
    index(true),
    ...middle,
  );
}

function back() {
  return svg(
    "g",
    {},
    svg("rect", { x: -100, y: -140, width: 200, height: 280, rx: 16, class: "paper" }),
    svg("rect", { x: -90, y: -130, width: 180, height: 260, rx: 10, class: "back" }),
    svg("path", { d: "M-90-130L90 130M90-130L-90 130M0-130V130M-90 0H90", class: "back-lines" }),
    svg("circle", { r: 34, class: "back-mark" }),
  );
}

export function card(text, { third = false, peel = null } = {}) {
  const label = text ? cardName(text) : "a card face down";
  const picture = svg(
    "svg",
    { viewBox: "-104 -144 208 288", class: `card${third ? " third" : ""}`, role: "img", "aria-label": label },
    text ? face(text) : back(),
  );
  if (!peel) return picture;
  const button = el("button", { class: "peel", type: "button", "aria-label": `Peel ${label}` }, picture);
  squeeze(button, picture, peel);
  return button;
}

// The card bends up from the edge that is pulled; let go past the middle and it turns.
function squeeze(button, picture, done) {
  let from = null;
  const reach = (event) => {
    const box = button.getBoundingClientRect();
    return Math.max(0, Math.min(1, (from - event.clientY) / (box.height * 0.9)));
  };
  const bend = (amount) => picture.style.setProperty("--peel", amount.toFixed(3));
  button.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener("pointermove", (event) => {
    if (from !== null) bend(reach(event));
  });
  button.addEventListener("pointerup", (event) => {
    const far = from !== null && reach(event) > 0.5;
    from = null;
    bend(0);
    if (far) done();
  });
  button.addEventListener("click", (event) => {
    if (event.detail === 0) done();
  });
}
