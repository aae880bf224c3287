// Words in the language that this browser prefers; the switch is kept in it.

import { setText } from "./dom.js";
import { WORDS, stepInChinese } from "./dictionary.js";

const KEPT = "punto.language";
let language = localStorage.getItem(KEPT) ?? (navigator.language.startsWith("zh") ? "zh" : "en");

export const lang = () => language;

// Why something is refused, in Chinese: fetched by those who read it, and by nobody else.
let refusals = {};

async function learnRefusals() {
  ({ REFUSALS: refusals } = await import("./refusals_zh.js"));
}

if (language === "zh") learnRefusals();

export function setLanguage(next) {
  language = next;
  localStorage.setItem(KEPT, next);
  if (next === "zh") learnRefusals();
  document.documentElement.lang = next === "zh" ? "zh-Hant" : "en";
  translate(document);
}

export function word(key, tongue = language) {
  const pair = WORDS[key];
  return pair ? pair[tongue === "zh" ? 1 : 0] : key.replaceAll("_", " ");
}

// Text that stands in the page itself names its word: <span data-word="balance">.
export function translate(root) {
  for (const element of root.querySelectorAll("[data-word]")) setText(element, word(element.dataset.word));
  for (const element of root.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", word(element.dataset.label));
}

export const step = (words) => (language === "zh" ? stepInChinese(words) : words);

export const money = (cents) =>
  (cents / 100).toLocaleString("en-SG", {
    minimumFractionDigits: cents % 100 ? 2 : 0,
    maximumFractionDigits: 2,
  });

// 10000 on a chip is 10k: there is no room for more.
export const short = (cents) => {
  const dollars = cents / 100;
  if (dollars >= 1e6) return `${trim(dollars / 1e6)}M`;
  return dollars >= 1000 ? `${trim(dollars / 1000)}k` : trim(dollars);
};
const trim = (number) => String(Math.round(number * 100) / 100);

export const odds = ([num, den]) => `${num}:${den}`;

// 10:1, 15:1 and 50:1 are 10·15·50:1 where there is little room.
export function allOdds(rows) {
  const ones = rows.length > 1 && rows.every((row) => row.odds[1] === 1);
  if (ones) return `${rows.map((row) => row.odds[0]).join("·")}:1`;
  return rows.map((row) => odds(row.odds)).join(" · ");
}

export function resultWords(outcome, tongue = language) {
  // The joiners keep both totals on one line.
  const points = `${outcome.player_total}\u2060–\u2060${outcome.banker_total}`;
  return outcome.winner === "tie"
    ? `${word("tie", tongue)} ${points}`
    : `${word(outcome.winner, tongue)}${tongue === "zh" ? "" : " "}${word("wins", tongue)} ${points}`;
}

export const refusedInChinese = (code) => (language === "zh" ? refusals[code] : undefined);

// A refusal says why and which clause. The server's sentence is in English and has the figures: in
// Chinese it follows what the refusal means.
export function refusalWords(problem) {
  const cited = [...(problem.clauses ?? []), ...(problem.by ?? [])].join(", ");
  const detail = problem.detail ?? problem.reason ?? problem.title;
  const means = refusedInChinese(problem.code);
  const said = means ? `${means}（${detail}）` : [detail, problem.remedy].filter(Boolean).join("; ");
  return said + (cited ? ` (${cited})` : "");
}

export const roundWords = (number) => (language === "zh" ? `第 ${number} 局` : `Round ${number}`);
