// Both Hands on the felt: cards, totals, and who holds them.

import { card } from "./cards.js";
import { el } from "./dom.js";
import { word } from "./words.js";

export function drawHands(round, { me = null, onPeel = null } = {}) {
  return el(
    "div",
    { class: "hands" },
    ["player", "banker"].map((side) => drawHand(side, round, me, onPeel)),
  );
}

function drawHand(side, round, me, onPeel) {
  const hand = round?.hands[side] ?? { cards: [], total: null, handler: null };
  const winner = round?.outcome?.winner;
  const mine = me !== null && hand.handler === me;
  return el(
    "section",
    { class: `hand ${side}${winner === side ? " winner" : ""}`, "aria-label": word(side) },
    el(
      "h2",
      {},
      el("span", { text: word(side) }),
      el("output", { class: "total", text: hand.total ?? "" }),
    ),
    el(
      "div",
      { class: "cards" },
      hand.cards.map((shown, index) =>
        card(shown.card, {
          third: index === 2,
          peel: mine && shown.card === null && onPeel ? () => onPeel(shown.number) : null,
        }),
      ),
      Array.from({ length: Math.max(0, 2 - hand.cards.length) }, () => el("div", { class: "place" })),
      hand.cards.length < 3 ? el("div", { class: "place third" }) : null,
    ),
    hand.handler ? el("p", { class: "handler", text: `${hand.handler} · ${word("peel")}` }) : null,
  );
}
