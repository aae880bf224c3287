// Words that only staff meets: acts, why not, irregularities, what a decision waits for.

import { WORDS } from "./dictionary.js";
import { lang, refusedInChinese } from "./words.js";

export const both = (english, chinese) => (lang() === "zh" ? chinese : english);
const pick = (pair) => pair?.[lang() === "zh" ? 1 : 0];

Object.assign(WORDS, {
  dealers_console: ["The dealer's console", "莊荷操作台"],
  dealers_console_is: [
    "Here the one who deals this table calls for bets, enters the cards, offers Insurance, declares and pays: one key for each act.",
    "發牌者在此宣佈下注、輸入牌、提供保險、宣佈結果及派彩：每個操作一鍵。",
  ],
  sign_in_is: ["For those who run a table. Patrons need no account: they sit down at a table.", "供經營賭桌者登入。客人無需帳戶，入座即可。"],
  take_a_seat: ["Take a seat instead", "改為入座"],
  players_choose: ["Players choose", "閒家選擇"],
  do_it: ["Do it", "執行"],
  to_take: ["Take", "收"],
  to_return: ["Return", "退"],
  to_pay_out: ["Pay", "賠"],
});

const ACTS = {
  LoadCards: "裝牌", AcknowledgeExposedCard: "確認已現的首牌", CallForBets: "請下注", CloseBets: "停止下注",
  DrawCard: "發牌", ExposeCard: "翻牌", OpenInsurance: "提供保險", CuttingCard: "切牌", Declare: "宣佈結果", Settle: "派彩",
  Resume: "繼續", CloseTable: "關枱",
};
export const actWords = (act) => (lang() === "zh" ? ACTS[act.type] ?? act.words : act.words);

// --- why something cannot be done -------------------------------------------------------------------

const ROLES = {
  dealer: ["dealer", "莊荷"],
  pit_supervisor: ["pit supervisor", "賭區主任"],
  pit_manager: ["pit manager", "賭區經理"],
  shift_manager: ["shift manager", "當值經理"],
  assistant_casino_manager: ["assistant casino manager", "副賭場經理"],
  auditor: ["auditor", "稽核"],
};
export const roleWords = (role) => pick(ROLES[role]) ?? role.replaceAll("_", " ");
const RANKS = Object.keys(ROLES);
export const roleAtLeast = (role, least) => least === "patron" || RANKS.indexOf(role) >= RANKS.indexOf(least);
export const takes = (role) => both(`${roleWords(role).replace(/^./, (first) => first.toUpperCase())} or above`, `須${roleWords(role)}或以上`);

const NOT_WHILE = {
  shut: ["the table is closed", "賭桌未開"], idle: ["between rounds", "未開局"], betting: ["bets are open", "下注中"],
  closed: ["bets are closed", "已停止下注"], dealing: ["cards are being dealt", "發牌中"], complete: ["both Hands are complete", "兩家牌已齊"],
  declared: ["the result is declared", "結果已宣佈"], held: ["play is held", "牌局暫停"], choosing: ["Players are choosing", "閒家選擇中"],
};
const REASONS = {
  not_authorised: (refused) => {
    const role = RANKS.find((one) => refused.remedy.includes(one.replaceAll("_", " ")));
    return role ? takes(role) : refused.reason;
  },
  wrong_phase: (refused) => {
    const phase = /^the table is (\w+);/.exec(refused.reason)?.[1];
    return phase in NOT_WHILE ? both(`Not now: ${NOT_WHILE[phase][0]}`, `現時不可：${NOT_WHILE[phase][1]}`) : refused.reason;
  },
};
const CODES = {
  interrupted: ["Say first why the server stopped", "請先說明伺服器為何停止"],
  cards_not_ready: ["No cards are loaded", "未裝牌"],
  last_round_played: ["The cutting card has come: load cards", "切牌已現，須換牌"],
  exposed_card_first: ["The first card is known: a pit supervisor acknowledges it", "首牌已知，須由賭區主任確認"],
  nothing_to_acknowledge: ["No card is known", "沒有已知的牌"],
  too_few_cards: ["Too few cards are left", "剩牌不足"],
  differential_exceeded: ["The Differential is above its maximum", "差額超過上限"],
  no_card_due: ["No card is due", "無須再發牌"],
  expose_first: ["Cards lie face down: turn them up", "牌仍蓋着，先翻牌"],
  device_exhausted: ["No card is left", "牌靴已空"],
  device_held: ["A Player holds the device", "閒家持牌靴"],
  unknown_card: ["No card lies face down", "沒有蓋着的牌"],
  already_exposed: ["No card lies face down", "沒有蓋着的牌"],
  other_hand_first: ["The other Hand is turned up first", "先翻另一家"],
  seen_already: ["It has come", "已現"],
  nothing_to_offer: ["No Insurance is due", "現時沒有保險"],
  insurance_off: ["No Insurance at this table", "本枱不設保險"],
  not_resolved: ["Something is still to be decided", "尚待裁定"],
};
export const whyNot = (refused) => REASONS[refused.code]?.(refused) ?? pick(CODES[refused.code]) ?? refusedInChinese(refused.code) ?? refused.reason;

// --- irregularities ---------------------------------------------------------------------------------

// English, Chinese, and which particulars it has: cards on record, cards drawn since.
const KINDS = {
  card_in_excess: ["A card drawn in excess", "多發牌", "drawn"],
  card_exposed: ["A card exposed in error", "誤翻牌", "drawn", "cards"],
  wrong_area: ["A card on the wrong area", "牌放錯區", "cards"],
  wrong_person: ["Cards passed to the wrong person", "牌交錯人", "cards"],
  dealt_face_up: ["Dealt face up, should be down", "應蓋而翻", "cards"],
  drawn_together: ["Two cards drawn together", "兩牌同出", "drawn"],
  drawn_together_order_unknown: ["Drawn together, order unknown", "同出而先後不明", "drawn"],
  wrong_number_of_cards: ["A Hand has the wrong number of cards", "手牌張數錯誤", "cards", "drawn"],
  other_dealing_error: ["Another dealing error", "其他發牌錯誤", "cards", "drawn"],
  order_disturbed: ["The order of the cards was disturbed", "牌序被擾", "cards"],
  cards_not_passed: ["Cards were not passed", "牌未傳遞", "cards"],
  player_gone_with_card: ["A Player left with a card", "閒家帶走牌", "cards"],
  foreign_card: ["A foreign card", "混入外來牌"],
  wrong_card_count: ["Wrong number of cards in the set", "牌數不符"],
  unshuffled: ["The cards were not shuffled", "牌未經洗牌"],
  device_exhausted: ["The device has run out of cards", "牌靴用盡"],
  card_found_face_up: ["A card found face up in the device", "牌靴內有翻開的牌", "drawn"],
  device_reset: ["The device had to be reset", "牌靴須重設"],
  device_moved: ["The device was moved", "牌靴被移動"],
  not_covered: ["Something the rules do not cover", "規則未載之事", "cards", "drawn"],
};
const DEVICE = ["foreign_card", "wrong_card_count", "unshuffled", "device_exhausted", "card_found_face_up", "device_reset", "device_moved"];
export const KINDS_IN_ORDER = Object.keys(KINDS);
export const ofTheDevice = (kind) => DEVICE.includes(kind);
export const kindWords = (kind) => (kind === null ? pick(NEEDS.interruption) : pick(KINDS[kind]) ?? kind);
export const particularsOf = (kind) => KINDS[kind]?.slice(2) ?? ["cards", "drawn"];

// What table T6 asks for, as it is told to a dealer.
const RULINGS = {
  void: ["the round is void: every bet goes back", "本局作廢，注碼全數退還"],
  options: ["each Player chooses: play on, or take undecided bets back", "各閒家選擇：繼續，或取回未定之注"],
  stand: ["the cards are put in order and the round stands", "牌歸位，本局有效"],
  withdraw: ["each Player may take undecided bets back, then play goes on", "各閒家可取回未定之注，然後繼續"],
  house: ["the House rules on the cards; no choice is offered", "由場方裁定牌，不設選擇"],
  play_on: ["play goes on", "繼續牌局"],
  by_error: ["as for the error behind it", "依起因之錯誤處理"],
  replace: ["the missing card is replaced and the round finished", "補回所缺之牌，完成本局"],
  refer: ["a shift manager rules", "由當值經理裁決"],
};
export const rulingWords = (ruling) => pick(RULINGS[ruling]) ?? ruling.replaceAll("_", " ");

// What a ruling may do (tb4:5.18, mbs5:6.1).
export const EFFECTS = {
  continue: ["Play goes on", "繼續"],
  void: ["The round is void", "本局作廢"],
  options: ["Players choose", "由閒家選擇"],
  replace_cards: ["Stop and use other cards", "更換牌"],
  return: ["Return the bets marked", "退回所選之注"],
};
export const effectWords = (effect) => pick(EFFECTS[effect]) ?? effect;

const NEEDS = {
  interruption: ["Technical interruption", "技術中斷"],
  judgement: ["Can the cards be put in order?", "牌可否復原？"],
  order: ["Which card comes first?", "哪張牌在先？"],
  ruling: ["The rules leave it to a shift manager", "由當值經理裁決"],
  nothing: ["Resume when play can go on", "可繼續時恢復"],
  missing_card: ["Which card is missing?", "缺哪張牌？"],
  choosing: ["Players choose: play on, or take bets back", "閒家選擇繼續或取回注碼"],
};
export const needWords = (need) => pick(NEEDS[need]) ?? need;
