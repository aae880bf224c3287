// The time that is left until the dealer goes on, counted by this browser's own clock: the
// server says when and what time it is now, so that a wrong clock here does not matter.

import { setText } from "./dom.js";
import { word } from "./words.js";

const TICK = 200;

export function makeClock(element) {
  const text = element.querySelector("output");
  const bar = element.querySelector("progress");
  let until = 0;
  let whole = 0;
  let seen = "";
  let timer = null;

  // Beside the question, too, while one is asked.
  function show(seconds) {
    for (const place of [text, ...document.querySelectorAll("#prompt .left")]) setText(place, seconds);
  }

  function tick() {
    const left = Math.max(0, until - performance.now());
    show(left > 0 ? `${Math.ceil(left / 1000)}` : "");
    bar.value = whole ? left / whole : 0;
    if (left <= 0) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    element.classList.remove("running");
    show("");
    bar.value = 0;
  }

  // Shown only while somebody can use the time: bets, Insurance, a choice.
  return function update(view) {
    const dealer = view.dealer;
    const useful = view.phase === "betting" || view.phase === "choosing" || view.round?.offer;
    element.classList.toggle("paused", Boolean(dealer?.paused));
    if (!dealer || dealer.paused || !dealer.next_at || !useful) return stop();
    const left = Date.parse(dealer.next_at) - Date.parse(view.now);
    if (left <= 0) return stop();
    if (dealer.next_at !== seen) {
      seen = dealer.next_at;
      whole = left;
    }
    until = performance.now() + left;
    element.classList.add("running");
    element.setAttribute("aria-label", `${Math.ceil(left / 1000)} ${word("seconds")}`);
    timer ??= setInterval(tick, TICK);
    tick();
  };
}
