// Both Hands on the felt: cards, totals, and who holds them. Kept up to date, never rebuilt.

import { makeCard, updateCard } from "./cards.js";
import { el, keyed, setAttribute, setText } from "./dom.js";
import { word } from "./words.js";

const SIDES = ["player", "banker"];
const MARK = { player: "閒", banker: "庄" };
const EMPTY = { cards: [], total: null, handler: null };

export function makeHands(parent) {
  parent.classList.add("hands");
  for (const side of SIDES)
    parent.append(
      el(
        "section",
        { class: `hand ${side}`, "data-side": side },
        el(
          "h2",
          {},
          el("span", { class: "side-name" }),
          el("span", { class: "side-mark", lang: "zh-Hant", "aria-hidden": "true", text: MARK[side] }),
          el("span", { class: "handler" }),
          el("span", { class: "total", "aria-hidden": "true" }),
        ),
        el("div", { class: "cards" }),
      ),
    );
}

export function updateHands(parent, round, { me = null, onPeel = null } = {}) {
  for (const section of parent.children) {
    const side = section.dataset.side;
    const hand = round?.hands[side] ?? EMPTY;
    const winner = round?.outcome?.winner;
    section.classList.toggle("winner", winner === side || winner === "tie");
    setAttribute(section, "aria-label", hand.total === null ? word(side) : `${word(side)}, ${hand.total}`);
    setText(section.querySelector(".side-name"), word(side));
    setText(section.querySelector(".total"), hand.total ?? "");
    const mine = me !== null && hand.handler === me;
    keyed(
      section.querySelector(".cards"),
      places(hand, round?.number),
      (shown) => shown.key,
      (shown) => (shown.place ? el("div", { class: "place" }) : makeCard(shown)),
      (holder, shown) => {
        if (shown.place) holder.classList.toggle("third", shown.third);
        else
          updateCard(holder, shown, {
            third: shown.third,
            peel: mine && shown.card === null && onPeel ? () => onPeel(shown.number) : null,
          });
      },
    );
    const handler = section.querySelector(".handler");
    setText(handler, hand.handler ? `⇡ ${hand.handler}` : "");
    setAttribute(handler, "title", hand.handler ? `${hand.handler} ${word("squeezes")}` : null);
  }
}

// Three places for each Hand, so that nothing moves when a card comes.
function places(hand, round) {
  const cards = hand.cards.map((shown, index) => ({
    ...shown,
    third: index === 2,
    key: `${round}-${shown.number}`,
  }));
  for (let index = cards.length; index < 3; index += 1)
    cards.push({ place: true, third: index === 2, key: `place-${index}` });
  return cards;
}
