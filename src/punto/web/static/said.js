// What a deed of the past led to, and why one was refused, in the language of the page. In English
// they are the sentences of the record; in Chinese the same is told from what the server tells.

import { deedWords } from "./deed_words.js";
import { eventInChinese } from "./events_zh.js";
import { lang, refusalInChinese } from "./words.js";

export const betNames = (full) => {
  const names = new Map(full.bets.map((one) => [one.bet, one]));
  return (id) => (lang() === "zh" ? names.get(id)?.name_zh : names.get(id)?.name) ?? id;
};

export function saidWords(event, bets) {
  const said = lang() === "zh" ? eventInChinese(event.type, event.facts, bets) : event.said;
  return said || deedWords(event.type);
}

export const refusedWords = (refused) => (lang() === "zh" && refusalInChinese(refused)) || refused.message;
