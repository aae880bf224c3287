// The display on the wall: the cards, the roads, the limits; readable from across the room.

import { byId, el, replace } from "./dom.js";
import { drawHands } from "./hands.js";
import { follow, get } from "./net.js";
import { lang, money, setLanguage, word } from "./words.js";

const tableId = document.querySelector("main").dataset.table;
let round = 0;
let view = null;

byId("language").addEventListener("click", () => {
  setLanguage(lang() === "zh" ? "en" : "zh");
  draw();
});
setLanguage(lang());
follow(
  tableId,
  (next, events) => {
    const settled = events.some((event) => /Settled|Voided|Corrected/.test(event.type));
    view = next;
    draw();
    if (settled || round !== next.rounds) {
      round = next.rounds;
      drawRoads();
    }
  },
  (up) => {
    byId("line").hidden = up;
    if (!up) byId("line").textContent = word("reconnecting");
  },
);

function draw() {
  if (!view) return;
  const limits = view.setup?.limits ?? {};
  const outcome = view.round?.outcome;
  byId("phase").textContent = outcome
    ? outcome.winner === "tie"
      ? word("tie")
      : `${word(outcome.winner)} ${word("wins")}`
    : word({ betting: "place_bets", closed: "no_more_bets", dealing: "dealing" }[view.phase] ?? "between");
  replace(
    byId("limits"),
    limits.minimum ? el("span", { text: `${word("minimum")} ${money(limits.minimum)}` }) : null,
    limits.differential ? el("span", { text: `${word("differential")} ${money(limits.differential)}` }) : null,
  );
  replace(byId("felt"), drawHands(view.round));
}

async function drawRoads() {
  const roads = await get(`/api/tables/${tableId}/roads`);
  const box = byId("roads");
  replace(
    box,
    Object.entries(roads.svg).map(([name, picture]) => {
      const holder = el("figure", { class: `road ${name}` }, el("figcaption", { text: name.replaceAll("_", " ") }));
      const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
      holder.append(document.importNode(parsed, true));
      return holder;
    }),
  );
  replace(
    byId("statistics"),
    Object.entries(roads.counts ?? {}).map(([name, count]) =>
      el("div", { class: name }, el("dt", { text: word(name) }), el("dd", { text: count })),
    ),
  );
}
