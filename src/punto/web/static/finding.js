// A search that goes back piece by piece: each answer is shown as it comes, and it can be stopped.

import { byId, setText } from "./dom.js";
import { Refusal } from "./net.js";
import { moment } from "./desk_words.js";
import { patiently } from "./patience.js";
import { refusalWords, word } from "./words.js";

const PIECE = 20;
const ENOUGH = 40; // found at once; then one asks for more

// `after` is the word that an answer's `next` is given back as; `draw` shows what was found.
export function makeFinding({ name, path, after, draw, onWrong, onStranger }) {
  const part = (id) => byId(`${name}-${id}`);
  const state = { run: 0, query: "", found: [], next: null, reached: null, goal: 0, how: "idle" };

  part("more").addEventListener("click", () => {
    state.goal = state.found.length + ENOUGH;
    look();
  });
  part("stop").addEventListener("click", () => {
    state.run += 1;
    state.how = "stopped";
    show();
    tell();
    part("more").focus();
  });

  function ask(query) {
    Object.assign(state, { query, found: [], next: null, reached: null, goal: ENOUGH });
    look();
  }

  async function look() {
    state.run += 1;
    const mine = state.run;
    const wanted = () => state.run === mine;
    state.how = "looking";
    onWrong(null);
    show();
    try {
      do {
        const asked = new URLSearchParams(state.query);
        asked.set("limit", PIECE);
        if (state.next !== null) asked.set(after, state.next);
        const answer = await patiently(`${path}?${asked}`, wanted);
        if (!wanted()) return;
        state.found.push(...answer[name]);
        Object.assign(state, { next: answer.next, reached: answer.reached });
        show();
      } while (state.next !== null && state.found.length < state.goal);
      state.how = state.next === null ? "all" : "enough";
    } catch (error) {
      if (!wanted()) return;
      state.how = "failed";
      if (error instanceof Refusal && error.problem.status === 401) onStranger(error);
      else onWrong(error instanceof Refusal ? error.problem : { detail: word("unreached_now") });
    }
    show();
    if (state.how !== "failed") tell();
  }

  const words = () => {
    const upto = state.reached === null ? "" : moment(state.reached);
    const how = {
      idle: "",
      looking: upto ? `${word("looking")} ${word("looked_to")} ${upto}` : word("looking"),
      enough: `${word("looked_to")} ${upto}`,
      stopped: `${word("stopped_at")} ${upto}`,
      all: word("looked_all"),
      failed: "",
    }[state.how];
    return [state.how === "idle" ? "" : String(state.found.length), how].filter(Boolean).join(" · ");
  };

  function show() {
    const looking = state.how === "looking";
    setText(part("reached"), words());
    part("bar").classList.toggle("looking", looking);
    part("stop").hidden = !looking;
    part("more").hidden = looking || state.next === null || state.how === "idle";
    part("none").hidden = looking || state.how === "failed" || state.found.length > 0;
    byId(name).setAttribute("aria-busy", String(looking));
    draw(byId(name), state.found);
  }

  // A piece more is seen; only the end is said aloud.
  const tell = () => setText(byId("announce"), `${byId(`${name}-title`).textContent}: ${words()}`);

  return { ask, show };
}

export function wrongField(form, problem) {
  for (const place of form.querySelectorAll("[data-wrong]")) setText(place, "");
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  if (problem === null) return true;
  const place = form.querySelector(`[data-wrong="${CSS.escape(problem.where ?? "")}"]`);
  if (!place) return false;
  form.elements[problem.where].setAttribute("aria-invalid", "true");
  setText(place, word("wrong_moment"));
  return true;
}

export const wrongWords = (problem) => (problem === null ? "" : refusalWords(problem));
