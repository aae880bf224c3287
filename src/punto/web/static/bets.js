// What lies on the table, box by box, and what is taken, returned and paid.

import { el, keyed, rebuild, setAttribute, setText } from "./dom.js";
import { lang, money, odds, word } from "./words.js";

const names = (bets) => Object.fromEntries(bets.map((bet) => [bet.id, lang() === "zh" ? bet.name_zh : bet.name]));

export function updateBoxes(parent, view, bets) {
  const live = (view.round?.wagers ?? []).filter((wager) => wager.live && !view.round.paid);
  const called = names(bets);
  keyed(
    parent,
    view.setup?.boxes ?? [],
    (box) => box,
    () => el("article", { class: "at-box" }, el("h3", {}, el("b", {}), el("span", {})), el("ul", {})),
    (article, box) => {
      setText(article.querySelector("b"), box);
      setText(article.querySelector("h3 span"), view.seats[box] ?? "–");
      const here = live.filter((wager) => wager.box === box);
      rebuild(article.querySelector("ul"), [here, lang()], () =>
        here.map((wager) =>
          el(
            "li",
            { class: wager.bet },
            el("span", { text: called[wager.bet] ?? wager.bet }),
            el("b", { text: money(wager.stake ?? 0) }),
            el("small", { text: (wager.shares ?? []).map((share) => share.patron).filter((name) => name !== view.seats[box]).join(", ") }),
          ),
        ),
      );
      article.classList.toggle("empty", !here.length);
    },
  );
}

export function updateTotals(parent, view, bets) {
  const live = (view.round?.wagers ?? []).filter((wager) => wager.live && !view.round.paid);
  const sums = bets
    .map((bet) => [bet, live.filter((wager) => wager.bet === bet.id).reduce((sum, wager) => sum + (wager.stake ?? 0), 0)])
    .filter(([, sum]) => sum);
  const insured = (view.round?.insurances ?? [])
    .filter((item) => item.live && !view.round.paid)
    .map((item) => [`${word("insurance")} ${word(item.side)} ${item.patron}`, item.stake]);
  rebuild(parent, [sums.map(([bet, sum]) => [bet.id, sum]), insured, lang()], () =>
    sums.length
      ? [...sums.map(([bet, sum]) => el("span", {}, `${lang() === "zh" ? bet.name_zh : bet.name} `, el("b", { text: money(sum) }))), ...insured.map(([text, sum]) => el("span", {}, `${text} `, el("b", { text: money(sum) })))]
      : [el("span", { text: word("no_bets") })],
  );
}

// The Differential as a beam: how far it leans, and how much it bears.
export function updateBeam(parent, view) {
  const found = view.differential;
  setAttribute(parent, "hidden", !found || !found.maximum);
  if (!found?.maximum) return;
  const lean = (found.banker ?? 0) - (found.player ?? 0);
  rebuild(parent, [lean, found.maximum, lang()], () => [
    el("span", { text: `${word("differential")} ${money(Math.abs(lean))} / ${money(found.maximum)}` }),
    el("meter", {
      min: 0, max: found.maximum, value: Math.abs(lean), high: found.maximum * 0.9,
      "aria-label": `${word("differential")} ${money(Math.abs(lean))}`,
    }),
    el("span", { text: lean ? `→ ${word(lean > 0 ? "banker" : "player")}` : "" }),
  ]);
}

const ORDER = { lose: 0, push: 1, win: 2 };

// A dealer takes the losing bets first, gives back the pushes, and then pays, box by box.
export function updatePayouts(parent, title, view, bets) {
  const lines = view.round?.lines ?? [];
  const boxes = view.setup?.boxes ?? [];
  const where = Object.fromEntries([...(view.round?.wagers ?? []), ...(view.round?.insurances ?? [])].map((item) => [item.id, item.box]));
  setAttribute(parent, "hidden", !lines.length);
  setAttribute(title, "hidden", !lines.length);
  const called = names(bets);
  const sorted = [...lines].sort((a, b) => ORDER[a.result] - ORDER[b.result] || boxes.indexOf(where[a.id]) - boxes.indexOf(where[b.id]));
  rebuild(parent, [sorted, lang()], () =>
    sorted.map((line) =>
      el(
        "li",
        { class: `is-${line.result}` },
        el("span", { text: `${where[line.id] ?? ""} ${line.patron} · ${called[line.bet] ?? word("insurance")}` }),
        el("b", { text: due(line) }),
        el("small", { text: line.clauses.join(", ") }),
      ),
    ),
  );
}

function due(line) {
  if (line.result === "win") return `${word("pay")} ${money(line.profit)}${line.odds ? ` (${odds(line.odds)})` : ""}`;
  return line.result === "push" ? `${word("give_back")} ${money(line.returned)}` : `${word("take")} ${money(line.stake)}`;
}

export function fill(select, options) {
  rebuild(select, options, () => options.map(([value, text]) => el("option", { value, text })));
}

