// The acts of the dealer, one key each, in the order in which they come. What cannot be done now
// is grey and says why; the space bar does what comes next.

import { actWords } from "./console_words.js";
import { el, keyed, setAttribute, setText } from "./dom.js";
import { refusalWords } from "./words.js";

// The first of these that is possible is what comes next; the rest are for the dealer to choose.
const IN_ORDER = ["Settle", "Declare", "OpenInsurance", "DrawCard", "CloseBets", "LoadCards", "AcknowledgeExposedCard", "CallForBets", "Resume"];

export function nextAct(acts, view) {
  if (view.phase === "held" || view.phase === "choosing" || view.interrupted) return null;
  return IN_ORDER.map((type) => acts.find((one) => one.type === type)).find((one) => one?.possible && due(one, view)) ?? null;
}

// Cards are loaded when they are called for, not before every round.
const due = (act, view) => act.type !== "LoadCards" || !view.cards_ready || view.cutting_card;

export function makeActs(parent, { perform, say }) {
  parent.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) press(button.act, { perform, say });
  });
}

function press(act, { perform, say }) {
  if (act.possible) perform(act.type);
  else say(refusalWords(act.refused));
}

export function updateActs(parent, acts, view) {
  const next = nextAct(acts, view);
  keyed(
    parent,
    acts,
    (act) => act.type,
    () => el("button", { type: "button" }, el("kbd", {}), el("span", {}), el("small", {})),
    (button, act) => {
      button.act = act;
      setText(button.children[0], act === next ? "␣" : act.key.toUpperCase());
      setText(button.children[1], actWords(act));
      setText(button.children[2], act.possible ? "" : act.refused.reason);
      setAttribute(button, "aria-disabled", act.possible ? null : "true");
      setAttribute(button, "aria-keyshortcuts", [act === next ? "Space" : "", act.key].filter(Boolean).join(" ") || null);
      button.classList.toggle("is-next", act === next);
    },
  );
}

// Keys work wherever the focus is, except where something is being written; an empty card entry
// is not being written in.
const busy = (target) =>
  target.closest("input, textarea, select, dialog") && !(target.id === "card" && target.value === "");

export function listenForActs(state, { perform, say, card }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !state.view) return;
    if (busy(event.target)) return;
    const key = event.key.toLowerCase();
    const taken = card(event.key);
    if (taken === "begun") event.preventDefault();
    if (taken) return;
    if (key === " " && !event.target.closest("button, a, summary")) {
      const next = nextAct(state.acts, state.view);
      if (next) perform(next.type);
      return event.preventDefault();
    }
    const act = state.acts.find((one) => one.key && one.key === key);
    if (!act) return;
    event.preventDefault();
    press(act, { perform, say });
  });
}
