// The acts of the dealer, one key each, in the order in which they come. What cannot be done now
// is grey and says why; the space bar does what comes next.

import { actWords, whyNot } from "./console_words.js";
import { byId, el, keyed, setAttribute, setText } from "./dom.js";
import { lang, refusalWords } from "./words.js";

// The first of these that is possible is what comes next; the rest are for the dealer to choose.
const IN_ORDER = ["Settle", "Declare", "OpenInsurance", "DrawCard", "ExposeCard", "CloseBets", "LoadCards", "AcknowledgeExposedCard", "CallForBets", "Resume"];
// What every round has stands large; what comes now and then stands small below it.
const OF_EVERY_ROUND = ["CallForBets", "CloseBets", "DrawCard", "ExposeCard", "OpenInsurance", "Declare", "Settle"];

export function nextAct(acts, view) {
  if (view.phase === "held" || view.phase === "choosing" || view.interrupted) return null;
  return IN_ORDER.map((type) => acts.find((one) => one.type === type)).find((one) => one && can(one) && due(one, view)) ?? null;
}

// A card that nobody has named yet is turned up by naming it: the act leads to the entry.
const can = (act) => act.possible || act.refused.code === "exposed_but_unknown";

// Cards are loaded when they are called for, not before every round.
const due = (act, view) => act.type !== "LoadCards" || !view.cards_ready || view.cutting_card;

// An act that the game does not know is none: Insurance where the rules have none.
const known = (act) => act.refused?.code !== "not_in_this_game";

export function makeActs(parents, { perform, say }) {
  for (const parent of parents)
    parent.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      press(button.act, { perform, say });
      // Whoever uses the mouse goes on with the space bar, which must not press this one again.
      if (event.detail) button.blur();
    });
}

function press(act, { perform, say }) {
  if (can(act)) perform(act);
  else say(lang() === "zh" ? whyNot(act.refused) : refusalWords(act.refused));
}

export function updateActs(view, acts) {
  const next = nextAct(acts, view);
  const shown = acts.filter(known);
  const seldom = (act) => !OF_EVERY_ROUND.includes(act.type) || (act.type === "ExposeCard" && view.setup?.face === "up");
  const large = (act) => act === next || !seldom(act);
  draw(byId("acts"), shown.filter(large).sort(byOrder), next);
  draw(byId("seldom"), shown.filter((act) => !large(act)), next);
}

const byOrder = (a, b) => OF_EVERY_ROUND.indexOf(a.type) - OF_EVERY_ROUND.indexOf(b.type);

function draw(parent, acts, next) {
  keyed(
    parent,
    acts,
    (act) => act.type,
    () => el("button", { type: "button" }, el("kbd", {}), el("span", {}), el("small", {})),
    (button, act) => {
      button.act = act;
      setText(button.children[0], act === next ? "␣" : act.key.toUpperCase());
      setText(button.children[1], actWords(act));
      setText(button.children[2], can(act) ? "" : whyNot(act.refused));
      setAttribute(button, "aria-disabled", can(act) ? null : "true");
      setAttribute(button, "aria-keyshortcuts", [act === next ? "Space" : "", act.key].filter(Boolean).join(" ") || null);
      button.classList.toggle("is-next", act === next);
    },
  );
}

// Keys work wherever the focus is, except where something is being written; an empty card entry
// is not being written in.
const busy = (target) =>
  target.closest("input, textarea, select, dialog") && !(target.id === "card" && target.value === "");

export function listenForActs(state, { perform, say, card, places }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !state.view) return;
    if (event.key === "Escape" && event.target.closest("input, textarea, select")) return event.target.blur();
    if (busy(event.target)) return;
    const key = event.key.toLowerCase();
    const taken = card(event.key);
    if (taken === "begun") event.preventDefault();
    if (taken) return;
    if (key === " " && !event.target.closest("button, a, summary")) {
      const next = nextAct(state.acts, state.view);
      if (next) perform(next);
      return event.preventDefault();
    }
    if (places(key)) return event.preventDefault();
    const act = state.acts.find((one) => one.key && one.key === key && known(one));
    if (!act) return;
    event.preventDefault();
    press(act, { perform, say });
  });
}
