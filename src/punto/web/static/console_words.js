// Words that only staff meets: acts, irregularities, what a decision waits for.

import { lang } from "./words.js";

const ACTS = {
  LoadCards: "裝牌", AcknowledgeExposedCard: "確認已現的首牌", CallForBets: "請下注", CloseBets: "停止下注",
  DrawCard: "發牌", OpenInsurance: "提供保險", CuttingCard: "切牌", Declare: "宣佈結果", Settle: "派彩",
  Resume: "繼續", CloseTable: "關枱",
};
export const actWords = (act) => (lang() === "zh" ? ACTS[act.type] ?? act.words : act.words);

// Irregularity: English, Chinese, and which particulars it has: cards on record, cards drawn since.
const KINDS = {
  foreign_card: ["A foreign card", "混入外來牌"],
  wrong_card_count: ["Wrong number of cards in the set", "牌數不符"],
  unshuffled: ["The cards were not shuffled", "牌未經洗牌"],
  device_exhausted: ["The device has run out of cards", "牌靴用盡"],
  wrong_number_of_cards: ["A Hand has the wrong number of cards", "手牌張數錯誤", "cards", "drawn"],
  card_in_excess: ["A card drawn in excess", "多發牌", "drawn"],
  card_exposed: ["A card exposed in error", "誤翻牌", "drawn", "cards"],
  wrong_area: ["A card on the wrong area", "牌放錯區", "cards"],
  wrong_person: ["Cards passed to the wrong person", "牌交錯人", "cards"],
  dealt_face_up: ["Dealt face up, should be down", "應蓋而翻", "cards"],
  drawn_together: ["Two cards drawn together", "兩牌同出", "drawn"],
  drawn_together_order_unknown: ["Drawn together, order unknown", "同出而先後不明", "drawn"],
  other_dealing_error: ["Another dealing error", "其他發牌錯誤", "cards", "drawn"],
  order_disturbed: ["The order of the cards was disturbed", "牌序被擾", "cards"],
  device_reset: ["The device had to be reset", "牌靴須重設"],
  card_found_face_up: ["A card found face up in the device", "牌靴內有翻開的牌", "drawn"],
  cards_not_passed: ["Cards were not passed", "牌未傳遞", "cards"],
  player_gone_with_card: ["A Player left with a card", "閒家帶走牌", "cards"],
  device_moved: ["The device was moved", "牌靴被移動"],
  not_covered: ["Something the rules do not cover", "規則未載之事", "cards", "drawn"],
};
export const kindWords = (kind) => (kind === null ? NEEDS.interruption : KINDS[kind])?.[lang() === "zh" ? 1 : 0] ?? kind;
export const particularsOf = (kind) => KINDS[kind]?.slice(2) ?? ["cards", "drawn"];

const NEEDS = {
  interruption: ["Technical interruption", "技術中斷"],
  judgement: ["Can the cards be put in order?", "牌可否復原？"],
  order: ["Which card comes first?", "哪張牌在先？"],
  ruling: ["The rules leave it to a shift manager", "由當值經理裁決"],
  nothing: ["Resume when play can go on", "可繼續時恢復"],
  missing_card: ["Which card is missing?", "缺哪張牌？"],
  choosing: ["Players choose: play on, or take bets back", "閒家選擇繼續或取回注碼"],
};
export const needWords = (need) => NEEDS[need]?.[lang() === "zh" ? 1 : 0] ?? need;

export const both = (english, chinese) => (lang() === "zh" ? chinese : english);
