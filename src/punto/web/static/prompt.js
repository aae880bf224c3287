// One question at a time, in the place of the chips: Insurance, or the option after an error.

import { byId, el, rebuild, setAttribute } from "./dom.js";
import { lang, money, odds, word } from "./words.js";

// Show what the patron is asked, if he is asked anything; tell whether he is.
export function updatePrompt(box, view, doing) {
  const asked = view.me ? insuranceAsked(view) ?? optionAsked(view) : null;
  const held = box.contains(document.activeElement);
  setAttribute(box, "hidden", asked === null);
  rebuild(box, [asked, lang()], () => (asked === null ? [] : asked.rows ? insurance(asked, doing) : option(asked, doing)));
  // Whoever pressed a button that is gone is not left nowhere.
  if (held && !box.contains(document.activeElement)) byId("main").focus({ preventScroll: true });
  return asked !== null;
}

function insuranceAsked(view) {
  const offer = view.round?.offer ?? view.round?.late_offer;
  const patron = view.me.patron;
  if (!offer || !offer.patrons.includes(patron) || view.round.forgone.includes(patron)) return null;
  const bought = view.round.insurances.filter((item) => item.patron === patron && item.stage === offer.stage);
  const rows = offer.rows.filter((row) => row.cap > 0 && !bought.some((item) => item.side === row.side));
  if (!rows.length) return null;
  return { rows, patron, late: offer.late, unit: view.setup.limits.unit ?? 1 };
}

function optionAsked(view) {
  const incident = view.round?.incident;
  if (!incident?.may_choose) return null;
  return { patron: view.me.patron, kind: incident.kind, clauses: [...incident.clauses, ...incident.by] };
}

function insurance({ rows, patron, late, unit }, { myBox, attempt, act }) {
  const buy = (row, stake) =>
    attempt(() => act({ type: "PlaceInsurance", patron, box: myBox(), side: row.side, stake, ...(late ? { late } : {}) }));
  return [
    rows.map((row, index) => {
      const half = Math.floor(row.cap / 2 / unit) * unit;
      const input = el("input", {
        type: "number", inputmode: "decimal", min: unit / 100, max: row.cap / 100, step: unit / 100,
        value: row.cap / 100, "aria-label": `${word("insurance")} ${word(row.side)}: ${word("other_amount")}`,
      });
      return el(
        "div",
        { class: "offer" },
        el("h2", {}, el("span", { text: `${word("insurance")} · ${word(row.side)}` }), el("b", { text: odds(row.odds) }), el("span", { class: "left", "aria-hidden": "true" })),
        el("p", {}, insuranceWords(row), el("small", { text: ` ${row.clauses.join(", ")}` })),
        el(
          "div",
          { class: "choices" },
          amount(row, row.cap, buy, "yes"),
          half > 0 && half < row.cap ? amount(row, half, buy) : null,
          el(
            "form",
            {
              class: "other",
              onsubmit: (event) => {
                event.preventDefault();
                buy(row, Math.round(Number(input.value) * 100));
              },
            },
            input,
            el("button", {}, word("insure")),
          ),
          index === rows.length - 1
            ? el("button", { type: "button", class: "no", onclick: () => attempt(() => act({ type: "DeclineInsurance", patron })) }, word("decline"))
            : null,
        ),
      );
    }),
  ];
}

function amount(row, stake, buy, kind = null) {
  const [num, den] = row.odds;
  const gain = `${word("wins_it")} ${money(Math.ceil((stake * num) / den))}`; // I-23
  return el("button", { type: "button", class: kind, onclick: () => buy(row, stake) }, `${word("insure")} ${money(stake)}`, el("small", { text: gain }));
}

// What it is for, for whoever has never heard of it.
function insuranceWords(row) {
  const pays = odds(row.odds);
  const most = money(row.cap);
  if (lang() === "zh")
    return row.pays_on_tie ? `只在和局時賠 ${pays}。最多 ${most}。` : `若${word(other(row.side))}贏，賠 ${pays}；和局退回。最多 ${most}。`;
  return row.pays_on_tie
    ? `It pays ${pays} on a Tie and on nothing else. Up to ${most}.`
    : `Should ${word(other(row.side))} win, it pays ${pays}; a Tie returns it. Up to ${most}.`;
}
const other = (side) => (side === "player" ? "banker" : "player");

function option({ patron, kind, clauses }, { attempt, act }) {
  const choose = (choice) => attempt(() => act({ type: "ChooseOption", patron, choice }));
  return [
    el("h2", { text: word("choosing") }),
    el("p", {}, (kind ?? "").replaceAll("_", " "), el("small", { text: ` ${clauses.join(", ")}` })),
    el(
      "div",
      { class: "choices" },
      ["continue", "return"].map((choice) => el("button", { type: "button", onclick: () => choose(choice) }, word(choice))),
    ),
  ];
}
