// Words in the language that this browser prefers; the switch is kept in it.

import { setText } from "./dom.js";
import { WORDS, stepInChinese } from "./dictionary.js";

const KEPT = "punto.language";
let language = localStorage.getItem(KEPT) ?? (navigator.language.startsWith("zh") ? "zh" : "en");

export const lang = () => language;

// What is said in Chinese alone is fetched by those who read it, and by nobody else: why something is
// refused, and whatever else a module asks for.
let refusals = {};
let withAmounts = {};

const lessons = [learnRefusals];
let learning = null;

// Resolves when everything can be said in the language of the page.
export const learned = () => (language === "zh" ? (learning ??= Promise.all(lessons.map((learn) => learn()))) : Promise.resolve());

export function learnToo(lesson) {
  lessons.push(lesson);
  if (learning) learning = Promise.all([learning, lesson()]);
}

async function learnRefusals() {
  [{ REFUSALS: refusals }, { WITH_AMOUNTS: withAmounts }] = await Promise.all([import("./refusals_zh.js"), import("./refused_amounts_zh.js")]);
}

learned();

export function setLanguage(next) {
  language = next;
  localStorage.setItem(KEPT, next);
  learned();
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

// The server counts in cents; people are told in dollars.
const CENTS = /\b(\d+) cents\b|\b((?:minimum|maximum) of|chips of) (\d+)\b/g;
const inDollars = (text) => text.replace(CENTS, (_, plain, before, after) => (before ? `${before} ${money(Number(after))}` : money(Number(plain))));
const amounts = (text) => [...text.matchAll(CENTS)].map((found) => money(Number(found[1] ?? found[3])));

// A refusal says why and which clause. The server's sentence is in English and has the figures: in
// Chinese they stand in what the refusal means, or follow it.
export function refusalWords(problem) {
  const detail = problem.detail ?? problem.reason ?? problem.title ?? "";
  const remedy = problem.remedy ?? "";
  const cited = [...(problem.clauses ?? []), ...(problem.by ?? [])].join(", ");
  const said = inChinese(problem.code, detail, remedy) ?? inDollars([detail, remedy].filter(Boolean).join("; "));
  return said + (cited ? ` (${cited})` : "");
}

function inChinese(code, detail, remedy) {
  if (language !== "zh") return null;
  if (!refusals[code]) return null;
  // What was not understood is named in the server's own words and nowhere else.
  if (UNREAD.test(code)) return `${refusals[code]}（${inDollars(detail)}）`;
  return exactly(code, detail, remedy) ?? refusalInChinese({ code, reason: detail, remedy });
}

const UNREAD = /^(bad_(?!password|seat_token)|not_found$)/;

const exactly = (code, detail, remedy) => withAmounts[code]?.(amounts(detail), amounts(remedy));

// What a refusal on record means, without the sentence that stands on record; nothing while the words
// for it are on their way.
export function refusalInChinese({ code, reason, remedy }) {
  if (!refusals[code]) return undefined;
  const exact = exactly(code, reason, remedy);
  if (exact) return `${exact}。`;
  const figures = amounts(reason);
  return figures.length ? `${refusals[code]}（${figures.join("、")}）` : refusals[code];
}

// One step of the Table of Play: who draws, on what and against what.
export function playWords(step) {
  const { act, hand, total, against } = step;
  const draws = act === "draws";
  if (language === "zh") {
    if (act === "natural") return `例牌：閒 ${step.player} 點，庄 ${step.banker} 點，不再補牌`;
    if (hand === "player") return `閒家 ${total} 點，${draws ? "補第三張牌" : "不補牌"}`;
    return `庄家 ${total} 點，閒家${against === null ? "不補牌" : `第三張牌 ${against} 點`}：庄家${draws ? "補牌" : "不補牌"}`;
  }
  if (act === "natural") return `A Natural, Player ${step.player} and Banker ${step.banker}: no more cards`;
  if (hand === "player") return draws ? `Player has ${total} and draws a third card` : `Player stands on ${total}`;
  return `Banker has ${total} and ${against === null ? "Player stands" : `Player's third card counts ${against}`}: Banker ${act}`;
}

export const roundWords = (number) => (language === "zh" ? `第 ${number} 局` : `Round ${number}`);
