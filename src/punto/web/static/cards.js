// Cards as SVG, readable at any size: a face, a back over it, and an edge that peels.
//
// The back is clipped away from below by `--peel` (0 covered, 1 open). A card that turns runs it
// from 0 to 1; a card that is squeezed follows the finger. The server keeps the face to itself
// until the card is exposed, so the first pull exposes it and the rest of the pull shows it.

import { el, setAttribute, svg } from "./dom.js";
import { word } from "./words.js";

const PATHS = {
  S: "M0-46C-8-30-38-12-38 12-38 30-16 34-6 22-8 36-14 44-20 48H20C14 44 8 36 6 22 16 34 38 30 38 12 38-12 8-30 0-46Z",
  H: "M0 44C-10 30-44 8-44-16-44-40-12-46 0-22 12-46 44-40 44-16 44 8 10 30 0 44Z",
  D: "M0-48L34 0 0 48-34 0Z",
  C: "M-6 20C-16 34-42 30-42 8-42-10-24-18-14-12-26-28-16-48 0-48 16-48 26-28 14-12 24-18 42-10 42 8 42 30 16 34 6 20 8 36 14 44 20 48H-20C-14 44-8 36-6 20Z",
};
const SUITS = { S: ["spades", "黑桃"], H: ["hearts", "紅心"], D: ["diamonds", "方塊"], C: ["clubs", "梅花"] };
const RANKS = { A: "Ace", J: "Jack", Q: "Queen", K: "King" };

// Where the pips of a card stand, as a squeezing patron reads them from the edge.
const COLUMNS = { left: -42, middle: 0, right: 42 };
const PIPS = {
  A: [["middle", 0]],
  2: [["middle", -84], ["middle", 84]],
  3: [["middle", -84], ["middle", 0], ["middle", 84]],
  4: both([-84, 84]),
  5: [...both([-84, 84]), ["middle", 0]],
  6: both([-84, 0, 84]),
  7: [...both([-84, 0, 84]), ["middle", -42]],
  8: [...both([-84, 0, 84]), ["middle", -42], ["middle", 42]],
  9: [...both([-84, -28, 28, 84]), ["middle", 0]],
  10: [...both([-84, -28, 28, 84]), ["middle", -56], ["middle", 56]],
};

function both(rows) {
  return rows.flatMap((y) => [["left", y], ["right", y]]);
}

const rankOf = (text) => text.slice(0, -1);
const suitOf = (text) => text.slice(-1);
const red = (text) => suitOf(text) === "H" || suitOf(text) === "D";

export function cardName(text) {
  const [english, chinese] = SUITS[suitOf(text)];
  const rank = rankOf(text);
  return document.documentElement.lang === "en" ? `${RANKS[rank] ?? rank} of ${english}` : `${chinese}${rank}`;
}

function face(text) {
  const [rank, suit] = [rankOf(text), suitOf(text)];
  const pip = (x, y, size, turned = false) =>
    svg("path", {
      d: PATHS[suit],
      transform: `translate(${x} ${y}) scale(${size})${turned ? " rotate(180)" : ""}`,
    });
  const corner = (turned) =>
    svg(
      "g",
      { transform: turned ? "rotate(180)" : null },
      svg("text", { x: -76, y: -98, class: "index", text: rank, ...(rank === "10" ? { textLength: 42, lengthAdjust: "spacingAndGlyphs" } : {}) }),
      pip(-76, -72, 0.28),
    );
  const middle = PIPS[rank]
    ? PIPS[rank].map(([column, y]) => pip(COLUMNS[column], y, rank === "A" ? 1 : 0.42, y > 0))
    : [
        svg("rect", { x: -56, y: -104, width: 112, height: 208, rx: 10, class: "court" }),
        svg("text", { x: 0, y: 40, class: "court-letter", text: rank }),
        pip(-32, -78, 0.3),
        pip(32, 78, 0.3, true),
      ];
  return svg(
    "svg",
    { viewBox: "-104 -144 208 288", class: `face ${red(text) ? "red" : "black"}`, "aria-hidden": "true" },
    svg("rect", { x: -100, y: -140, width: 200, height: 280, rx: 16, class: "paper" }),
    corner(false),
    corner(true),
    middle,
  );
}

function back() {
  const lines = Array.from({ length: 7 }, (_, n) => `M-90 ${-130 + n * 43}L90 ${-87 + n * 43}M90 ${-130 + n * 43}L-90 ${-87 + n * 43}`);
  return svg(
    "svg",
    { viewBox: "-104 -144 208 288", class: "back", "aria-hidden": "true" },
    svg("rect", { x: -100, y: -140, width: 200, height: 280, rx: 16, class: "paper" }),
    svg("rect", { x: -88, y: -128, width: 176, height: 256, rx: 10, class: "back-field" }),
    svg("path", { d: lines.join(""), class: "back-lines" }),
    svg("circle", { r: 36, class: "back-mark" }),
    svg("circle", { r: 13, class: "back-dot" }),
  );
}

export function makeCard(shown) {
  const holder = el("div", { class: "card", role: "img" });
  holder.dataset.number = shown.number ?? "";
  if (shown.card) holder.append(face(shown.card));
  else holder.append(back());
  holder.dataset.face = shown.card ?? "";
  name(holder, shown.card);
  return holder;
}

function name(holder, text) {
  setAttribute(holder, "aria-label", text ? cardName(text) : word("face_down"));
}

// Turn a card that lay face down when it has been exposed.
export function updateCard(holder, shown, { third = false, peel = null } = {}) {
  holder.classList.toggle("third", third);
  if (holder.dataset.face !== (shown.card ?? "")) {
    holder.dataset.face = shown.card ?? "";
    holder.querySelector(".face")?.remove();
    if (shown.card) {
      holder.prepend(face(shown.card));
      if (!holder.querySelector("button")?.dataset.held) open(holder);
    } else {
      // Only where somebody steps back through a round does a card lie face down again.
      holder.style.removeProperty("--peel");
      if (!holder.querySelector(".back")) holder.append(back());
    }
  }
  name(holder, shown.card);
  setHandle(holder, shown, peel);
}

function open(holder) {
  holder.style.setProperty("--peel", "1");
}

// The handle lies over the card of whoever is entitled to peel it.
function setHandle(holder, shown, peel) {
  const handle = holder.querySelector("button");
  const held = handle?.dataset.held;
  if (peel && !handle) holder.append(el("span", { class: "fold" }), makeHandle(holder, peel));
  if ((!peel || shown.card) && handle && !held) letGo(holder, handle);
  const still = holder.querySelector("button");
  setAttribute(holder, "role", still ? null : "img");
  if (still) setAttribute(still, "aria-label", `${word("peel")} ${shown.number}`);
}

// Whoever turned it with the keyboard goes on with the next card.
function letGo(holder, handle) {
  const focused = handle === document.activeElement;
  handle.remove();
  if (focused) (document.querySelector(".card .handle") ?? document.getElementById("main")).focus({ preventScroll: true });
}

const ENOUGH = 0.12; // of the card's height: from here on the pull is meant

function makeHandle(holder, peel) {
  const handle = el("button", { class: "handle", type: "button", title: word("peel_how") });
  let from = null;
  let asked = false;
  const ask = () => {
    if (asked) return;
    asked = true;
    // Refused, or the line went: the card may be tried again.
    Promise.resolve(peel()).then((done) => { if (!done) asked = false; });
  };
  const far = (event) => {
    const { height } = holder.getBoundingClientRect();
    return Math.max(0, Math.min(1, (from - event.clientY) / (height * 0.95)));
  };
  const bend = (amount) => holder.style.setProperty("--peel", amount.toFixed(3));
  const end = () => {
    from = null;
    delete handle.dataset.held;
    holder.classList.remove("held");
    if (holder.dataset.face) {
      open(holder);
      letGo(holder, handle);
      holder.setAttribute("role", "img");
    } else if (!asked) {
      bend(0);
    }
  };
  handle.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    handle.dataset.held = "yes";
    holder.classList.add("held");
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (from === null) return;
    const amount = far(event);
    bend(amount);
    if (amount > ENOUGH) ask();
  });
  handle.addEventListener("pointerup", end);
  handle.addEventListener("pointercancel", end);
  handle.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " " && event.key !== "ArrowUp") return;
    event.preventDefault();
    ask();
  });
  return handle;
}
