// The words of the odds lab.

import { WORDS } from "./dictionary.js";
import { LETTERS, NAMES, spans } from "./row_words.js";
import { lang, word } from "./words.js";

Object.assign(WORDS, {
  lab_lead: [
    "Exact odds of every bet for any cards and any odds. Nothing is simulated: every deal is counted.",
    "任何牌、任何賠率下各注的精確勝算。並非模擬：每一種發牌都逐一計算。",
  ],
  bets_of_layout: ["Bets of layout", "佈局"],
  all_layouts: ["all bets of the game", "全部投注"],
  cards_of_shoe: ["Cards in the shoe", "牌靴內的牌"],
  decks: ["Decks", "副數"],
  seen: ["without these, seen before", "扣除已見的牌"],
  cards_by_rank: ["Cards left of each rank", "各點數剩餘張數"],
  paste: ["or paste 13 numbers, A to K", "或貼上 13 個數字（A 至 K）"],
  live_shoe: ["or take a live shoe", "或取用進行中的牌靴"],
  no_table_open: ["no table is open", "沒有賭桌開放"],
  take_it: ["Take", "取用"],
  shown_cards: ["Cards shown in the round", "本局已現的牌"],
  shown_how: [
    "In the order drawn; ? lies face down. They are still counted in the shoe above.",
    "按發牌次序；? 為蓋着的牌。上列張數仍包括這些牌。",
  ],
  afresh: ["Start afresh", "重新開始"],
  copy_link: ["Copy the link", "複製連結"],
  link_copied: ["The link shows exactly this to whoever opens it.", "已複製，開啟連結即見相同內容。"],
  link_here: ["The address of this page shows exactly this.", "本頁網址即顯示相同內容。"],
  offers_now: ["Insurance on offer now", "現可購買的保險"],
  no_offers: [
    "No Insurance is on offer now: no card is to come, a card lies face down, or no line fits (I-57, I-58, I-67).",
    "現無保險：沒有牌可補、有牌未翻開或點數不合（I-57、I-58、I-67）。",
  ],
  bets: ["Bets", "投注"],
  bets_how: [
    "change any odds: edge and variance follow at once",
    "可更改任何賠率，優勢與方差即時更新",
  ],
  differs: ["What differs from the printed rules", "與原規則的差異"],
  download_draft: ["Download the draft rulebook", "下載規則草稿"],
  back_to_print: ["Back to the printed odds", "還原原有賠率"],
  draft_how: [
    "punto odds --rules and punto diff read it. Nobody has approved it.",
    "可由 punto odds --rules 及 punto diff 讀取。草稿未經任何人批准。",
  ],
  look_closer: ["One bet, closer", "細看一注"],
  removal: ["Effects of removal", "去牌效應"],
  removal_how: [
    "What one card gone, of each rank, changes of what a unit staked brings, in millionths, before the round. Weighed by the cards left they sum to nothing (I-05).",
    "開局前少了一張某點數的牌，每注一單位的期望值改變多少（百萬分之一）。按剩餘張數加權，總和為零（I-05）。",
  ],
  by_decks: ["Edge by number of decks", "不同副數的賭場優勢"],
  edge: ["House edge", "賭場優勢"],
  gain: ["The bettor gains", "投注者有利"],
  hit: ["Hit rate", "中獎率"],
  variance: ["Variance", "方差"],
  deviation: ["Deviation", "標準差"],
  odds: ["Odds", "賠率"],
  printed: ["printed", "原為"],
  loses: ["any other result", "其他結果"],
  lost_stake: ["lost", "輸"],
  stake_back: ["returned", "退回"],
  exactly: ["Exactly", "精確值"],
  of_ways: ["Deals counted", "發牌總數"],
  bad_odds: ["Write odds as 20, 20:1, 1:2 or 0.95.", "請輸入賠率，例如 20、20:1、1:2 或 0.95。"],
  arises: ["arises", "出現率"],
  after_four_cards: ["After four cards", "發四張牌後"],
  after_player_third_card: ["After Player's third card", "閒家補牌後"],
  wins_on_tie: ["wins on a Tie only", "只在和局時贏"],
  wins_on_player_loss: ["wins if Player loses", "閒輸即贏"],
  wins_on_banker_loss: ["wins if Banker loses", "庄輸即贏"],
  tens: ["10 J Q K", "10 J Q K"],
  solid_now: ["with these odds", "現有賠率"],
  dashed_printed: ["as printed", "原有賠率"],
  no_effect: ["No single card changes this bet.", "單張牌對此注沒有影響。"],
  counting: ["Counting…", "計算中…"],
  counted: ["Counted", "已計算"],
  not_counted: ["Not counted: see what is marked.", "未能計算，請查看標示之處。"],
  unreached: ["The server was not reached. Change anything to try again.", "未能連線，請更改任何一項以重試。"],
  too_often: ["Too many questions at once; trying again in a moment…", "提問太頻密，稍後重試…"],
});

// What would be right, by field. The server's own sentence is in English.
const RIGHT = {
  game: "請選擇遊戲。",
  layout: "請選擇此遊戲的佈局。",
  decks: "請輸入規則准許的副數（整數）；其他牌數請按點數輸入。",
  composition: "請輸入 13 個整數（A 2 3 4 5 6 7 8 9 10 J Q K），合共不少於六張。",
  seen: "請列出已離開牌靴的牌，例如 A 2 10 K 或 AS 10H；不可多於牌靴所有。",
  player: "請按次序列出最多三張牌，蓋着的牌以 ? 表示；須符合補牌規則及牌靴所有。",
  banker: "請按次序列出最多三張牌，蓋着的牌以 ? 表示；須符合補牌規則及牌靴所有。",
  pay: "賠率須為正數，並屬此遊戲的投注。",
  table: "此賭桌現時沒有可計算的牌。",
};

export function wrongWords(problem, field) {
  const cited = problem.clauses?.length ? ` (${problem.clauses.join(", ")})` : "";
  if (lang() === "zh") return RIGHT[field] + cited;
  const said = [problem.detail, problem.remedy].filter(Boolean).join("; ");
  return `${said[0].toUpperCase()}${said.slice(1)}${cited}.`;
}

// A line of the Insurance pay table: the insured Hand's points against the other's.
export function lineWords(line) {
  const zh = lang() === "zh";
  const other = line.side === "player" ? "banker" : "player";
  return zh
    ? `${LETTERS[line.side]} ${spans(line.own)} 點對${LETTERS[other]} ${spans(line.other)} 點`
    : `${NAMES[line.side]} ${spans(line.own)} against ${NAMES[other]} ${spans(line.other)}`;
}

// How a line ends, and with its stage which line it is.
export const endWords = (line) => word(line.pays_on_tie ? "wins_on_tie" : `wins_on_${line.side}_loss`);
export const stageWords = (line) => `${word(line.stage)}: ${lineWords(line)}`;

export const leftWords = (cards) => `${cards.toLocaleString("en-SG")} ${word("cards_left")}`;
