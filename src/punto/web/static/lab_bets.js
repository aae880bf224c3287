// The bets and the Insurance of the lab: their figures, and their odds to be changed in place.

import { byId, el, keyed, replace, setAttribute, setText } from "./dom.js";
import { lang, odds as oddsWords, word } from "./words.js";
import { decimal, exact, fraction, insured, minus, parse, percent, price, same, toNumber } from "./lab_sums.js";
import { endWords, leftWords, lineWords, stageWords } from "./lab_words.js";
import { rowWords } from "./row_words.js";

const WINNERS = ["player", "banker", "tie"];

// Everything that shows a figure which odds decide, by the place of the odds.
const shown = new Map();

export function drawResult(odds) {
  delete byId("left").dataset.word; // from now on it says how many cards are left
  setText(byId("left"), leftWords(odds.cards_left));
  replace(
    byId("winners"),
    WINNERS.map((winner) => {
      const { ways, chance } = odds.result[winner];
      return el("p", { class: winner },
        el("span", { text: word(winner) }),
        el("b", { text: `${percent(parse(chance), 4)} %` }),
        el("small", { text: grouped(ways) }),
      );
    }),
    el("p", { class: "all" }, el("span", { text: word("of_ways") }), el("small", { text: grouped(odds.ways) })),
  );
}

const grouped = (digits) => digits.replaceAll(/\B(?=(\d{3})+$)/g, "\u2009");
const chanceOf = (ways, all) => `${percent(fraction(BigInt(ways), BigInt(all)), 4)} %`;

// --- bets -------------------------------------------------------------------------------------

export function drawBets(list, bets) {
  shown.clear();
  replace(list, bets.map(betCard));
}

function betCard(bet) {
  const all = String(bet.rows.reduce((sum, row) => sum + BigInt(row.ways), BigInt(bet.lose)));
  const figures = figuresOf();
  const update = () => figures.show(price(bet), parse(bet.printed_edge));
  const card = el("li", { class: `bet-card${bet.main ? ` ${bet.bet}` : ""}` },
    el("header", {}, el("h3", {}, bothNames(bet)), figures.edge),
    el("ul", { class: "rows" },
      bet.rows.map((row) =>
        el("li", {},
          el("span", { class: "what", text: rowWords(row.when) }),
          row.odds ? oddsField(bet.bet, row.row, row, `${lang() === "zh" ? bet.name_zh : bet.name}: ${rowWords(row.when)}`, update) : el("span", { class: "back", text: word("stake_back") }),
          chanceCell(row.ways, all),
          el("small", { class: "cited", text: [...row.clauses, ...row.by].join(", ") }),
        ),
      ),
      el("li", {},
        el("span", { class: "what", text: word("loses") }),
        el("span", { class: "back", text: word("lost_stake") }),
        chanceCell(bet.lose, all),
        el("small", { class: "cited", text: [...bet.clauses, ...bet.by].join(", ") }),
      ),
    ),
    figures.more,
  );
  update();
  return card;
}

// The own language first; the felt has both.
function bothNames(bet) {
  const [english, chinese] = [el("span", { lang: "en", text: bet.name }), el("span", { lang: "zh-Hant", text: bet.name_zh })];
  return lang() === "zh" ? [chinese, " ", english] : [english, " ", chinese];
}

const chanceCell = (ways, all) =>
  el("span", { class: "chance" }, el("b", { text: chanceOf(ways, all) }), el("small", { text: grouped(ways) }));

let fields = 0;

// A field for odds; what it says is priced again by `update` whenever it is right.
function oddsField(group, name, row, label, update) {
  const place = `${group}.${name}`;
  fields += 1;
  const help = `odds-help-${fields}`;
  const input = el("input", {
    value: oddsWords(row.odds), "aria-label": `${word("odds")}: ${label}`, "aria-describedby": help,
    "data-place": place, "data-printed": row.printed.join("-"), autocomplete: "off", size: 6, maxlength: 15,
  });
  const before = el("small", { class: "printed" });
  const show = () => {
    const differs = row.odds.join("-") !== row.printed.join("-");
    setText(before, differs ? `${word("printed")} ${oddsWords(row.printed)}` : "");
    input.classList.toggle("differs", differs);
  };
  const meant = { row, update: () => [show(), update()] };
  shown.set(place, [...(shown.get(place) ?? []), meant]);
  show();
  return el("span", { class: "odds" }, input, before, el("small", { class: "problem", id: help, hidden: true, text: word("bad_odds") }));
}

// The same odds may stand in more than one place: an Insurance that is on offer.
export function keepInStep(odds, place, pair) {
  for (const { row, update } of shown.get(place) ?? []) {
    row.odds = pair;
    update();
  }
}

// --- figures ----------------------------------------------------------------------------------

function figuresOf() {
  const edge = el("p", { class: "edge" }, el("span"), el("b"), el("small"));
  const list = el("dl", {}, ["hit", "variance", "deviation"].map((name) => el("div", {}, el("dt", { text: word(name) }), el("dd"))));
  const digits = el("p", { class: "digits" });
  const more = el("div", { class: "more" }, list, el("details", {}, el("summary", { text: word("exactly") }), digits));
  const [hit, variance, deviation] = list.querySelectorAll("dd");
  return {
    edge,
    more,
    show(now, printed) {
      showEdge(edge, now.edge, printed);
      setText(hit, `${percent(now.hit, 4)} %`);
      setText(variance, decimal(now.variance, 4));
      setText(deviation, Math.sqrt(toNumber(now.variance)).toFixed(4));
      setText(digits, `${word("edge")} ${exact(now.edge)} · ${word("variance")} ${exact(now.variance)}`);
      setAttribute(digits, "data-edge", exact(now.edge));
      setAttribute(digits, "data-variance", exact(now.variance));
    },
  };
}

function showEdge(place, edge, printed) {
  const [label, figure, change] = place.children;
  const gains = edge[0] < 0n;
  place.classList.toggle("gains", gains);
  setText(label, word(gains ? "gain" : "edge"));
  setText(figure, `${percent(gains ? [-edge[0], edge[1]] : edge)} %`);
  if (same(edge, printed)) return setText(change, "");
  const by = minus(edge, printed);
  return setText(change, `${word("printed")} ${percent(printed)} % · ${by[0] > 0n ? "▲ +" : "▼ "}${percent(by)}`);
}

// --- Insurance --------------------------------------------------------------------------------

const STAGES = ["after_four_cards", "after_player_third_card"];

export function drawInsurance(odds) {
  const offers = byId("offers");
  const insures = odds.shown !== null && byId("game").selectedOptions[0]?.dataset.insures !== undefined;
  offers.hidden = odds.shown === null || !(odds.offers.length || insures);
  replace(offers.querySelector("ul"), odds.offers.map(lineCard));
  setText(offers.querySelector(".hint"), odds.offers.length ? "" : word("no_offers"));
  byId("insurance").hidden = !odds.insurance.length;
  replace(
    byId("insurance").querySelector(".stages"),
    STAGES.map((stage) => {
      const lines = odds.insurance.filter((line) => line.stage === stage);
      return lines.length && [el("h3", { text: word(stage) }), el("ul", { class: "bets" }, lines.map(lineCard))];
    }),
  );
}

function lineCard(line) {
  const edge = el("p", { class: "edge" }, el("span"), el("b"), el("small"));
  const digits = el("p", { class: "digits" });
  const now = insured(line);
  const update = () => {
    const found = insured(line).edge;
    showEdge(edge, found, parse(line.printed_edge));
    setText(digits, `${word("edge")} ${exact(found)}`);
    setAttribute(digits, "data-edge", exact(found));
  };
  const shares = [["arises", now.arises], ["win", now.win], ["push", now.push], ["lost", now.lose]];
  const card = el("li", { class: `bet-card line ${line.side}` },
    el("header", {}, el("h3", { text: lineWords(line) }), edge),
    el("ul", { class: "rows" }, el("li", {},
      el("span", { class: "what", text: endWords(line) }),
      oddsField("insurance", line.line, line, lineWords(line), update),
      el("small", { class: "cited", text: [...line.clauses, ...line.by].join(", ") }),
    )),
    el("dl", {}, shares.map(([name, share]) => el("div", {}, el("dt", { text: word(name) }), el("dd", { text: `${percent(share, 3)} %` })))),
    el("details", {}, el("summary", { text: word("exactly") }), digits),
  );
  update();
  return card;
}

// --- what differs -----------------------------------------------------------------------------

export function drawChanges(odds, pay) {
  const names = new Map(odds.bets.map((bet) => [bet.bet, bet]));
  const lines = new Map([...odds.insurance, ...odds.offers].map((line) => [String(line.line), line]));
  byId("changed").hidden = pay.size === 0;
  keyed(
    byId("changes"),
    [...pay],
    ([place]) => place,
    () => el("li", {}, el("span"), el("b"), el("small")),
    (item, [place, pair]) => {
      const [group, name] = [place.slice(0, place.indexOf(".")), place.slice(place.indexOf(".") + 1)];
      const bet = names.get(group);
      const row = bet?.rows.find((one) => one.row === name) ?? (group === "insurance" ? lines.get(name) : null);
      const title = bet ? `${lang() === "zh" ? bet.name_zh : bet.name}: ${row ? rowWords(row.when) : name}` : null;
      setText(item.children[0], title ?? (row ? stageWords(row) : place));
      setText(item.children[1], `${row ? `${oddsWords(row.printed)} → ` : ""}${oddsWords(pair)}`);
      if (!row) return setText(item.children[2], "");
      const printed = parse((bet ?? row).printed_edge);
      const edge = bet ? price(bet).edge : insured(row).edge;
      return setText(item.children[2], `${word("edge")} ${percent(printed)} % → ${percent(edge)} %`);
    },
  );
}
