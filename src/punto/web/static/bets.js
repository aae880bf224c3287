// What lies on the table, box by box, and what is taken, returned and paid.

import { el, keyed, rebuild, setAttribute, setText } from "./dom.js";
import { lang, money, odds, word } from "./words.js";

const names = (bets) => Object.fromEntries(bets.map((bet) => [bet.id, lang() === "zh" ? bet.name_zh : bet.name]));

export function updateBoxes(parent, view, bets) {
  const open = view.round && !view.round.paid;
  const live = open ? view.round.wagers.filter((wager) => wager.live) : [];
  const insured = open ? view.round.insurances.filter((item) => item.live) : [];
  const called = names(bets);
  keyed(
    parent,
    view.setup?.boxes ?? [],
    (box) => box,
    () => el("article", { class: "at-box" }, el("h3", {}, el("b", {}), el("span", {}), el("em", {})), el("ul", {})),
    (article, box) => {
      const here = live.filter((wager) => wager.box === box);
      const plus = insured.filter((item) => item.box === box);
      const sum = [...here, ...plus].reduce((all, one) => all + (one.stake ?? 0), 0);
      setText(article.querySelector("b"), box);
      setText(article.querySelector("h3 span"), view.seats[box] ?? "–");
      setText(article.querySelector("em"), sum ? money(sum) : "");
      rebuild(article.querySelector("ul"), [here, plus, called], () => [
        here.map((wager) => row(wager.bet, called[wager.bet] ?? wager.bet, wager.stake, others(wager, view.seats[box]))),
        plus.map((item) => row("insured", `${word("insurance")} ${word(item.side)}`, item.stake, item.patron === view.seats[box] ? "" : item.patron)),
      ]);
      article.classList.toggle("empty", !here.length);
    },
  );
}

const row = (kind, name, stake, who) => el("li", { class: kind }, el("span", { text: name }), el("b", { text: stake === undefined ? "●" : money(stake) }), el("small", { text: who }));
const others = (wager, seated) => (wager.shares ?? []).map((share) => share.patron).filter((name) => name !== seated).join(", ");

export function updateTotals(parent, view, bets) {
  const live = (view.round?.wagers ?? []).filter((wager) => wager.live && !view.round.paid);
  const sums = bets
    .map((bet) => [bet, live.filter((wager) => wager.bet === bet.id).reduce((sum, wager) => sum + (wager.stake ?? 0), 0)])
    .filter(([, sum]) => sum);
  const insured = (view.round?.insurances ?? [])
    .filter((item) => item.live && !view.round.paid)
    .map((item) => [`${word("insurance")} ${word(item.side)} ${item.patron}`, item.stake]);
  rebuild(parent, [sums.map(([bet, sum]) => [bet.id, sum]), insured, live.length, lang()], () =>
    sums.length || live.length
      ? [...sums.map(([bet, sum]) => el("span", {}, `${lang() === "zh" ? bet.name_zh : bet.name} `, el("b", { text: money(sum) }))), ...insured.map(([text, sum]) => el("span", {}, `${text} `, el("b", { text: money(sum) })))]
      : [el("span", { text: word("no_bets") })],
  );
}

// The Differential as a beam: how far it leans, and how much it bears.
export function updateBeam(parent, view) {
  const found = view.differential;
  parent.classList.toggle("away", !found?.maximum); // its room is kept: nothing moves when it comes
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

const STEPS = [["lose", "to_take"], ["push", "to_return"], ["win", "to_pay_out"]];

// A dealer takes the losing bets first, gives back the pushes, and then pays, box by box.
export function updatePayouts(section, parent, view, bets) {
  const lines = view.round?.lines ?? [];
  const boxes = view.setup?.boxes ?? [];
  const laid = Object.fromEntries([...(view.round?.wagers ?? []), ...(view.round?.insurances ?? [])].map((item) => [item.id, item]));
  const called = names(bets);
  const place = (line) => boxes.indexOf(laid[line.id]?.box);
  setAttribute(section, "hidden", !lines.length);
  rebuild(parent, [lines, lang()], () =>
    STEPS.map(([result, title]) => {
      const mine = lines.filter((line) => line.result === result).sort((a, b) => place(a) - place(b));
      return el("section", { class: `payout is-${result}` },
        el("h3", {}, el("span", { text: word(title) }), el("b", { text: money(mine.reduce((sum, line) => sum + due(line), 0)) })),
        el("ol", {}, mine.map((line) => el("li", {},
          el("span", { class: "at", text: laid[line.id]?.box ?? "" }),
          el("span", {}, `${called[line.bet] ?? `${word("insurance")} ${word(laid[line.id]?.side ?? "")}`}`, el("small", { text: `${line.patron} · ${how(line)}${line.clauses.join(", ")}` })),
          el("b", { text: money(due(line)) })))));
    }),
  );
}

const due = (line) => (line.result === "win" ? line.profit : line.result === "push" ? line.returned : line.stake);
const how = (line) => (line.result === "win" && line.odds ? `${money(line.stake)} × ${odds(line.odds)} · ` : "");

export function fill(select, options) {
  rebuild(select, options, () => options.map(([value, text]) => el("option", { value, text })));
}

