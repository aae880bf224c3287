// Chips: what there is to choose from, how they look, and how one is dragged to a bet.

import { el, setAttribute, setText, svg } from "./dom.js";
import { money, short, word } from "./words.js";

// Worth in cents, colour. The number on the chip says it too: nobody needs to tell the colours apart.
const KINDS = [
  [10000000, "gold"],
  [5000000, "teal"],
  [1000000, "pink"],
  [500000, "orange"],
  [100000, "black"],
  [50000, "purple"],
  [10000, "ink"],
  [5000, "green"],
  [2500, "blue"],
  [1000, "red"],
  [500, "brown"],
  [100, "grey"],
];
const ON_THE_TRAY = 6;

const colourOf = (worth) => (KINDS.find(([value]) => value <= worth) ?? KINDS.at(-1))[1];

// The chips that make sense here: the smallest reaches the minimum, and they go up from there.
export function trayFor(limits) {
  const least = limits?.minimum ?? 1000;
  const worths = KINDS.map(([worth]) => worth).reverse();
  const from = Math.max(0, worths.findLastIndex((worth) => worth <= least));
  return worths.slice(from, from + ON_THE_TRAY);
}

// A chip from above: the worth in the middle, stripes on the rim.
export function drawChip(worth, text = short(worth)) {
  return svg(
    "svg",
    { viewBox: "-50 -50 100 100", class: `disc ${colourOf(worth)}`, "aria-hidden": "true" },
    svg("circle", { r: 49, class: "rim" }),
    svg("circle", { r: 42, class: "stripes" }),
    svg("circle", { r: 34, class: "inlay" }),
    svg("circle", { r: 30, class: "ring" }),
    svg("text", { y: text.length > 4 ? 8 : 10, class: text.length > 4 ? "worth long" : "worth", text }),
  );
}

// What lies on a bet: the largest chips that make it up, one over the other, the sum on top.
export function drawPile(amount) {
  const chips = [];
  let left = amount;
  for (const [worth] of KINDS)
    while (left >= worth && chips.length < 5) {
      chips.push(worth);
      left -= worth;
    }
  if (!chips.length) chips.push(amount);
  const pile = el("span", { class: "pile", "aria-hidden": "true" });
  chips.forEach((worth, index) => {
    const disc = drawChip(worth, index === chips.length - 1 ? onChip(amount) : "");
    disc.style.translate = `0 ${-3 * index}px`;
    pile.append(disc);
  });
  return pile;
}

// A sum is exact wherever it has room.
const onChip = (amount) => (amount < 1e6 ? money(amount) : short(amount));

export function makeTray(parent, { onChoose, onDrop }) {
  parent.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) onChoose(Number(button.dataset.worth));
  });
  dragging(parent, onChoose, onDrop);
}

export function updateTray(parent, worths, chosen) {
  if (parent.dataset.worths !== worths.join()) {
    parent.dataset.worths = worths.join();
    parent.replaceChildren(
      ...worths.map((worth) => el("button", { type: "button", class: "chip", "data-worth": worth }, drawChip(worth), el("span", { class: "aloud" }))),
    );
  }
  for (const button of parent.children) {
    setAttribute(button, "aria-pressed", Number(button.dataset.worth) === chosen);
    setText(button.lastChild, `${word("chip")} ${money(Number(button.dataset.worth))}`);
  }
}

const FAR = 8; // pixels from which a press is a drag

// Drag a chip onto a bet, with finger or mouse; a tap stays a tap.
function dragging(parent, onChoose, onDrop) {
  let drag = null;
  const over = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-bet]");
  const mark = (bet) => {
    if (drag.over === bet) return;
    drag.over?.classList.remove("aimed");
    drag.over = bet;
    bet?.classList.add("aimed");
  };
  parent.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("button");
    if (!button || event.button !== 0) return;
    drag = { button, worth: Number(button.dataset.worth), x: event.clientX, y: event.clientY };
    button.setPointerCapture(event.pointerId);
  });
  parent.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      drag.ghost = el("div", { class: "ghost", "aria-hidden": "true" }, drawChip(drag.worth));
      document.body.append(drag.ghost);
      onChoose(drag.worth);
    }
    drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    mark(over(event));
  });
  const end = (event) => {
    if (!drag) return;
    const target = event.type === "pointerup" && drag.ghost ? over(event) : null;
    mark(null);
    drag.ghost?.remove();
    const { worth } = drag;
    drag = null;
    if (target) onDrop(target.dataset.bet, worth);
  };
  parent.addEventListener("pointerup", end);
  parent.addEventListener("pointercancel", end);
}

