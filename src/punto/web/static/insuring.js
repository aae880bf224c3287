// Insurance as the dealer offers it: the lines on offer, who may insure, who has, who has said no.

import { both } from "./console_words.js";
import { el, rebuild, setAttribute } from "./dom.js";
import { lang, money, odds, word } from "./words.js";

// Made once for each offer, so that an amount half written survives what others do at the table.
export function updateInsuring(box, view, doing) {
  const offers = [view.round?.offer, view.round?.late_offer].filter(Boolean);
  const bets = (view.round?.wagers ?? []).filter((one) => one.live);
  setAttribute(box, "hidden", !offers.length);
  rebuild(box, [offers, lang()], () => offers.map((offer) => shown(offer, bets, doing)));
  const taken = (view.round?.insurances ?? []).filter((item) => item.live);
  for (const place of box.querySelectorAll("[data-patron]")) {
    const { patron, stage } = place.dataset;
    const mine = taken.filter((item) => item.patron === patron && item.stage === stage);
    const gone = (view.round?.forgone ?? []).includes(patron);
    rebuild(place.querySelector(".status"), [mine, gone], () =>
      gone ? el("span", { text: `✗ ${word("decline")}` }) : mine.map((item) => el("span", { text: `✓ ${word(item.side)} ${item.box}: ${money(item.stake)} (${odds(item.odds)})` })));
    setAttribute(place.querySelector("form"), "hidden", gone);
  }
}

function shown(offer, bets, doing) {
  const lines = offer.rows.map((row) => el("li", { class: row.side },
    el("b", { text: word(row.side) }),
    el("strong", { text: odds(row.odds) }),
    el("small", { text: `${row.pays_on_tie ? both("on a Tie only", "只賠和局") : word("on_tie")} · ${row.clauses.join(", ")}` })));
  return [
    el("h2", { text: offer.late ? both("Insurance, offered late", "補提保險") : both("Insurance is offered", "提供保險") }),
    el("ul", { class: "offered" }, lines),
    el("ul", { class: "choosers" }, offer.patrons.map((patron) => el("li", { "data-patron": patron, "data-stage": offer.stage },
      el("b", { text: patron }), el("span", { class: "status", role: "status" }), answer(patron, offer, bets, doing)))),
  ];
}

// Here the dealer lays it for a patron who says it to him; others insure at their own seats.
function answer(patron, offer, bets, doing) {
  const stake = el("input", { type: "number", min: 0, step: "any", "aria-label": `${patron}: ${word("amount")}`, placeholder: word("amount") });
  const give = (text, body) => el("button", { type: "button", text, "aria-label": `${patron}: ${text}`, onclick: () => doing.act({ patron, ...body() }) });
  const places = offer.rows.flatMap((row) =>
    bets.filter((one) => one.bet === row.side && (one.shares ?? []).some((share) => share.patron === patron)).map((one) => [row.side, one.box]));
  const form = el("form", {}, stake,
    places.map(([side, box]) => give(`${word("insure")} ${word(side)} ${box}`, () => ({ type: "PlaceInsurance", box, side, stake: Math.round(Number(stake.value) * 100), late: offer.late }))),
    give(word("decline"), () => ({ type: "DeclineInsurance" })));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    form.querySelector("button").click();
  });
  return form;
}
