// Entering cards: by keyboard (rank and suit, no Enter needed) or by picking from the deck.

import { el, replace, setText } from "./dom.js";
import { cardName } from "./cards.js";
import { both } from "./console_words.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const WHOLE = /^(A|[2-9]|10|J|Q|K)([SHDC])$/;

// `T`, `1` and `0` are shorter ways to begin a ten.
export function cardFrom(text) {
  const written = text.trim().toUpperCase().replace(/^(T|1|0)(?=[SHDC]$)/, "10");
  return WHOLE.test(written) ? written : null;
}

export function cardsFrom(text) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const cards = words.map(cardFrom);
  const wrong = words[cards.indexOf(null)];
  if (wrong !== undefined) throw new Error(both(`${wrong} is not a card: write rank and suit, as 10H`, `${wrong} 不是牌：請寫點數與花色，如 10H`));
  return cards;
}

export function makeEntry({ form, input, picker, give }) {
  const send = (card) => {
    input.value = "";
    give(card);
  };
  input.addEventListener("input", () => {
    const card = cardFrom(input.value);
    if (card) send(card);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!input.value) send(null);
    else input.select();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.value = "";
      input.blur();
    }
  });
  replace(
    picker,
    Object.entries(SUITS).map(([suit, sign]) =>
      RANKS.map((rank) =>
        el("button", {
          type: "button", class: suit === "H" || suit === "D" ? "red" : "black", "data-card": rank + suit,
        }, el("span", { "aria-hidden": "true", text: rank + sign }), el("span", { class: "aloud", text: cardName(rank + suit) })),
      ),
    ),
  );
  picker.addEventListener("click", (event) => {
    const button = event.target.closest("[data-card]");
    if (!button) return;
    send(button.dataset.card);
    if (event.detail) button.blur(); // the space bar must not give the same card again
  });
  // One stop for the Tab key, arrows within: fifty-two stops would be in everybody's way.
  const buttons = [...picker.children];
  buttons.forEach((button, index) => (button.tabIndex = index ? -1 : 0));
  picker.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -RANKS.length, ArrowDown: RANKS.length }[event.key];
    if (!step) return;
    event.preventDefault();
    const from = buttons.indexOf(document.activeElement);
    const to = buttons[(from + step + buttons.length) % buttons.length];
    buttons.forEach((button) => (button.tabIndex = button === to ? 0 : -1));
    to.focus();
  });
}

// A key that begins a card opens the entry with it, while a card is what comes next.
export function beginsCard(key, wanted) {
  return wanted && /^(a|[0-9]|t|j|q|k)$/i.test(key);
}

export function tellWhich(label, number, reader) {
  if (number !== null) setText(label, both(`Card ${number}, turned up: rank and suit`, `翻開第 ${number} 張：點數與花色`));
  else if (reader) setText(label, both("The reader names the cards; here by hand if it fails, as 10H", "由讀牌器報牌；失靈時可手動輸入，如 10H"));
  else setText(label, both("Card drawn: rank and suit, as 10H", "所發的牌：點數與花色，如 10H"));
}
