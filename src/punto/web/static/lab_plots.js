// Plots drawn in the page, at the size that they are shown in: bars to both sides of nothing, and
// lines over the number of decks. Position and label say everything; colour only helps.

import { replace, svg } from "./dom.js";

const unit = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
const round = (number) => Math.round(number * 100) / 100;

function canvas(holder, height, title) {
  const width = Math.max(holder.clientWidth, 200);
  return {
    width,
    draw: (children) =>
      replace(holder, [
        svg("svg", { viewBox: `0 0 ${round(width)} ${round(height)}`, width: round(width), height: round(height), role: "img", "aria-label": title }, children.flat(Infinity)),
      ]),
  };
}

const text = (x, y, label, kind, anchor = "start") =>
  svg("text", { x: round(x), y: round(y), class: kind, "text-anchor": anchor, text: label });

// `bars`: a label, a number and how the number is written, each; `title` says it all in words.
export function drawBars(holder, bars, title) {
  const u = unit();
  const step = 1.55 * u;
  const { width, draw } = canvas(holder, bars.length * step + 0.4 * u, title);
  const room = 0.58 * u * Math.max(...bars.map((bar) => bar.written.length)) + 0.5 * u;
  const left = 0.62 * u * Math.max(...bars.map((bar) => bar.label.length)) + 0.6 * u;
  const lowest = Math.min(0, ...bars.map((bar) => bar.value));
  const highest = Math.max(0, ...bars.map((bar) => bar.value));
  const span = highest - lowest || 1;
  const from = left + (lowest < 0 ? room : 0.2 * u);
  const to = width - (highest > 0 ? room : 0.2 * u);
  const at = (value) => from + ((value - lowest) / span) * (to - from);
  draw([
    svg("line", { x1: round(at(0)), x2: round(at(0)), y1: 0, y2: round(bars.length * step + 0.2 * u), class: "axis" }),
    bars.map((bar, place) => {
      const y = place * step + 0.2 * u;
      const [a, b] = [at(Math.min(0, bar.value)), at(Math.max(0, bar.value))];
      const negative = bar.value < 0;
      return [
        text(0, y + 1.02 * u, bar.label, "rank"),
        svg("rect", { x: round(a), y: round(y + 0.15 * u), width: round(Math.max(b - a, bar.value ? 1 : 0)), height: round(step - 0.5 * u), rx: 2, class: negative ? "down" : "up" }),
        text(negative ? a - 0.3 * u : b + 0.3 * u, y + 1.02 * u, bar.written, "value", negative ? "end" : "start"),
      ];
    }),
  ]);
}

// `lines`: a kind (a class), a number for each x, and how the numbers are written; the first is
// the one whose numbers are labelled.
export function drawLines(holder, xs, lines, title) {
  const u = unit();
  const height = 14 * u;
  const { width, draw } = canvas(holder, height, title);
  const every = lines.flatMap((line) => line.values);
  const [low, high] = [Math.min(...every), Math.max(...every)];
  const margin = (high - low || Math.abs(high) || 1) * 0.25;
  const [bottom, top] = [height - 1.8 * u, 1.4 * u];
  const [from, to] = [1.7 * u, width - 1.7 * u];
  const x = (place) => from + (place / Math.max(xs.length - 1, 1)) * (to - from);
  const y = (value) => bottom - ((value - low + margin) / (high - low + 2 * margin)) * (bottom - top);
  const close = (to - from) / xs.length < 3.1 * u;
  draw([
    svg("line", { x1: 0, x2: round(width), y1: round(bottom + 0.4 * u), y2: round(bottom + 0.4 * u), class: "axis" }),
    xs.map((each, place) => text(x(place), height - 0.2 * u, each, "rank", "middle")),
    lines.toReversed().map((line) => [
      svg("polyline", { points: line.values.map((value, place) => `${round(x(place))},${round(y(value))}`).join(" "), class: line.kind }),
      line.values.map((value, place) => svg("circle", { cx: round(x(place)), cy: round(y(value)), r: round(0.25 * u), class: line.kind })),
    ]),
    lines[0].written.map((label, place) =>
      close && place % 2 ? [] : text(x(place), y(lines[0].values[place]) - 0.55 * u, label, "value", "middle"),
    ),
  ]);
}
