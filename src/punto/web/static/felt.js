// One box of the table's own layout, drawn from rule data: the bets that it carries and no others.

import { svg } from "./dom.js";
import { lang, money, odds, word } from "./words.js";

const WIDTH = 600;
const GAP = 8;
const MAIN = { banker: 104, player: 104, tie: 92 };
const SIDE_HEIGHT = 84;
const CHIPS = [
  [100000, "black"],
  [50000, "purple"],
  [10000, "ink"],
  [5000, "green"],
  [2500, "blue"],
  [1000, "red"],
  [500, "brown"],
  [100, "grey"],
];

// The three bets of the main rows, then the side bets in rows of three.
export function regions(bets) {
  const placed = [];
  let y = 0;
  for (const id of ["tie", "banker", "player"]) {
    const bet = bets.find((candidate) => candidate.id === id);
    if (!bet) continue;
    placed.push({ bet, x: 0, y, width: WIDTH, height: MAIN[id] });
    y += MAIN[id] + GAP;
  }
  const side = bets.filter((bet) => !(bet.id in MAIN));
  const columns = side.length > 4 ? 3 : Math.max(1, Math.min(2, side.length));
  const width = (WIDTH - GAP * (columns - 1)) / columns;
  side.forEach((bet, index) => {
    const column = index % columns;
    const row = Math.floor(index / columns);
    placed.push({
      bet,
      x: column * (width + GAP),
      y: y + row * (SIDE_HEIGHT + GAP),
      width,
      height: SIDE_HEIGHT,
    });
  });
  const rows = Math.ceil(side.length / columns);
  return { placed, height: y + rows * (SIDE_HEIGHT + GAP) - GAP };
}

export function drawBox(bets, { stakes, others, results, enabled, onBet }) {
  const { placed, height } = regions(bets);
  return svg(
    "svg",
    { viewBox: `-2 -2 ${WIDTH + 4} ${height + 4}`, class: "box", role: "group", "aria-label": word("place_bets") },
    placed.map((region) => drawBet(region, { stakes, others, results, enabled, onBet })),
  );
}

function drawBet({ bet, x, y, width, height }, { stakes, others, results, enabled, onBet }) {
  const stake = stakes[bet.id] ?? 0;
  const result = results[bet.id];
  const big = bet.id in MAIN;
  const names = lang() === "zh" ? [bet.name_zh, bet.name] : [bet.name, bet.name_zh];
  const pays = bet.pays.map((row) => odds(row.odds)).join(" · ");
  const label = `${bet.name}, ${bet.name_zh}, ${pays}` + (stake ? `, ${money(stake)}` : "");
  const act = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (enabled) onBet(bet.id);
  };
  return svg(
    "g",
    {
      class: ["bet", bet.id, big ? "main" : "side", result ? `is-${result}` : "", enabled ? "open" : ""].join(" "),
      transform: `translate(${x} ${y})`,
      role: "button",
      tabindex: enabled ? 0 : -1,
      "aria-label": label,
      "aria-disabled": enabled ? null : "true",
      onclick: act,
      onkeydown: act,
    },
    svg("rect", { width, height, rx: 14, class: "area" }),
    big
      ? [
          svg("text", { x: 22, y: height / 2 + 4, class: "name", text: names[0] }),
          svg("text", { x: 22, y: height / 2 + 30, class: "name-2", text: `${names[1]}  ${pays}` }),
        ]
      : [
          svg("text", { x: width / 2, y: 30, class: "name", "text-anchor": "middle", text: names[0] }),
          svg("text", { x: width / 2, y: 50, class: "name-2", "text-anchor": "middle", text: names[1] }),
          svg("text", { x: width / 2, y: 71, class: "pays", "text-anchor": "middle", text: pays }),
        ],
    others[bet.id] ? drawStack(big ? width - 150 : 26, height - 22, 100, others[bet.id], "other") : null,
    stake ? drawStack(big ? width - 62 : width - 34, height - 26, stake, null, "mine") : null,
  );
}

// A stack shows its chips from below and its worth on top.
function drawStack(x, y, amount, count, kind) {
  const chips = kind === "other" ? Array.from({ length: Math.min(count, 3) }, () => "grey") : chipsFor(amount);
  return svg(
    "g",
    { class: `stack ${kind}`, transform: `translate(${x} ${y})`, "aria-hidden": "true" },
    chips.map((colour, index) =>
      svg("ellipse", { cx: 0, cy: -index * 6, rx: 25, ry: 15, class: `chip ${colour}` }),
    ),
    kind === "mine"
      ? svg("text", { x: 0, y: -chips.length * 6 + 11, class: "worth", "text-anchor": "middle", text: money(amount) })
      : null,
  );
}

export function chipsFor(amount) {
  const found = [];
  let left = amount;
  for (const [worth, colour] of CHIPS) {
    while (left >= worth && found.length < 6) {
      found.push(colour);
      left -= worth;
    }
  }
  return found.length ? found : ["grey"];
}

export const chipColour = (worth) => (CHIPS.find(([value]) => value <= worth) ?? CHIPS.at(-1))[1];
