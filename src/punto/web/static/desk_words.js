// The words of the auditor's desk.

import { kindWords } from "./console_words.js";
import { WORDS } from "./dictionary.js";
import { lang, money, word } from "./words.js";

Object.assign(WORDS, {
  desk: ["The auditor's desk", "稽核枱"],
  desk_is: [
    "Here those who look back find any round ever dealt: by table, time, patron, outcome or ruling. They replay it card by card, see every act with its clause, prove that nothing was changed, and take the evidence away.",
    "稽核人員在此查找任何牌局：按賭桌、時間、客人、結果或裁定；逐張牌重播，查看每個操作及其條文，證明紀錄未經更改，並帶走證據。",
  ],
  desk_whose: [
    "It is for auditors, and for pit supervisors and above at their tables. It only reads: nothing here changes anything.",
    "供稽核、賭區主任及以上職員使用。此處只供查閱，不會更改任何紀錄。",
  ],
  sign_in_to_desk: ["Sign in to look back", "登入以查閱"],
  signed_in_as: ["You are signed in, but not as somebody who reads the books.", "你已登入，但無權查閱紀錄。"],
  to_tables: ["To the tables", "返回賭桌"],
  rounds_view: ["Rounds", "牌局"],
  attempts: ["Attempts", "操作紀錄"],
  proof: ["Proof", "證明"],
  // asking
  search: ["What to look for", "查找條件"],
  usual: ["Usual questions", "常用查詢"],
  usual_all: ["Latest rounds", "最近牌局"],
  usual_void: ["Voids this week", "本週作廢"],
  usual_ruled: ["Decisions this week", "本週裁定"],
  usual_odd: ["Irregularities this week", "本週異常"],
  usual_refused: ["With refusals", "曾有拒絕"],
  where_when: ["Where and when", "地點與時間"],
  table: ["Table", "賭桌"],
  all_tables: ["all tables", "全部賭桌"],
  since: ["From", "由"],
  until: ["Until", "至"],
  singapore: ["Singapore time", "新加坡時間"],
  outcome: ["Outcome", "結果"],
  winner: ["Winner", "勝方"],
  any: ["any", "不限"],
  player_total: ["Player's total", "閒點數"],
  banker_total: ["Banker's total", "庄點數"],
  natural_only: ["A Natural", "例牌"],
  pair: ["Pair", "對子"],
  pair_player: ["Player's", "閒對"],
  pair_banker: ["Banker's", "庄對"],
  pair_both: ["both", "雙方成對"],
  pair_any: ["at least one", "至少一方"],
  side_bet: ["It pays", "派彩的邊注"],
  ending: ["Ending", "結束方式"],
  what_happened: ["What happened", "經過"],
  decision: ["Decision", "裁定"],
  any_decision: ["any decision", "任何裁定"],
  decided_by: ["Decided by", "裁定者"],
  irregularity: ["Irregularity", "異常"],
  any_irregularity: ["any irregularity", "任何異常"],
  with_refusals: ["Something was refused", "曾有操作被拒"],
  find: ["Find", "查找"],
  clear_all: ["Clear", "清除"],
  // answers
  rounds_found: ["Rounds found", "查得牌局"],
  looking: ["Looking…", "查找中…"],
  looked_all: ["everything has been looked at", "已全部查閱"],
  looked_to: ["looked back to", "已查至"],
  stopped_at: ["stopped at", "停於"],
  none_found: ["No round answers to this.", "沒有符合的牌局。"],
  none_tried: ["Nothing answers to this.", "沒有符合的紀錄。"],
  further: ["Look further back", "繼續往前查"],
  stop: ["Stop", "停止"],
  returned_sum: ["returned", "退還"],
  nobody_bet: ["no bets", "沒有下注"],
  refusals_1: ["1 refusal", "1 次拒絕"],
  refusals_n: ["refusals", "次拒絕"],
  settled: ["Settled", "已結算"],
  "without result": ["No result", "沒有結果"],
  open: ["Under way", "進行中"],
  voided: ["Void", "作廢"],
  restart: ["The server restarted", "伺服器重啟"],
  interruption: ["Play was interrupted", "牌局中斷"],
  places_round: ["Other rounds", "其他牌局"],
  back_to_found: ["What was found", "查得牌局"],
  // a round
  opened: ["Bets called for", "開始下注"],
  ended: ["Ended", "結束"],
  rules: ["Rules", "規則"],
  positions: ["Deeds on record", "紀錄位置"],
  round_open: [
    "This round is not over: some of its cards may lie face down, so nobody looks into it yet.",
    "此局尚未結束，可能有牌仍未翻開，現時不可查閱。",
  ],
  look_again: ["Look again", "再次查閱"],
  reading_back: ["Reading back to this round…", "正讀取此局…"],
  felt_then: ["The felt as it stood", "當時枱面"],
  first: ["First step", "第一步"],
  step_back: ["One step back", "上一步"],
  forward: ["One step on", "下一步"],
  last: ["Last step", "最後一步"],
  keys_how: ["Arrow keys step; Home and End go to the ends.", "方向鍵逐步移動，Home／End 至首尾。"],
  step_of: ["Step", "步驟"],
  steps_title: ["Every deed", "每項操作"],
  by_itself: ["the server itself", "伺服器"],
  nothing_followed: ["Nothing changed.", "沒有變更。"],
  was_refused: ["Refused", "被拒絕"],
  what_is_right: ["What would be right", "正確做法"],
  entries: ["Money moved", "資金變動"],
  position: ["Position", "位置"],
  hash: ["Hash", "雜湊"],
  key: ["Key", "鍵"],
  stored_text: ["As it is stored", "原始紀錄"],
  money_patron: ["chips of", "籌碼："],
  money_risk: ["bets at risk", "枱面注碼"],
  money_house: ["the house", "場方"],
  money_cage: ["the cage", "帳房"],
  bets_then: ["Bets as they lay then", "當時注碼"],
  not_yet: ["not yet", "未下注"],
  lies: ["in play", "在枱"],
  taken_back: ["taken back", "已取回"],
  no_bets_round: ["Nobody bet in this round.", "此局沒有下注。"],
  // money and why
  settlement: ["What was paid, and why", "派彩與理據"],
  stake: ["Stake", "注碼"],
  paid_back: ["Back", "退還"],
  noted: ["Rulings, irregularities and refusals", "裁定、異常與拒絕"],
  nothing_noted: ["Nothing out of the ordinary.", "沒有異常。"],
  see_step: ["See this step", "查看此步"],
  // does it hold
  holds: ["Does it hold?", "是否屬實？"],
  checking: ["Checking…", "核對中…"],
  holds_chain: ["The chain", "雜湊鏈"],
  chain_good: ["Computed in this browser, deed by deed: every hash follows from the one before it.", "由此瀏覽器逐項計算：每個雜湊均承接前一項。"],
  chain_bad: ["Computed in this browser, the hash differs at position", "由此瀏覽器計算，雜湊不符於位置"],
  chain_none: ["This browser computes no hashes on this address; the server did.", "此瀏覽器在此網址不能計算雜湊，由伺服器計算。"],
  holds_anew: ["Decided anew", "重新裁決"],
  anew_good: ["Every command was decided again by the rules: the same events, the same money.", "每項指令均按規則重新裁決：事件與金額相同。"],
  anew_bad: ["Decided again, it is not what is on record.", "重新裁決後與紀錄不符。"],
  holds_record: ["The record", "牌局紀錄"],
  record_good: ["Written out as a text and replayed, it ends as the log does.", "寫成文字並重播，結果與日誌相同。"],
  record_bad: ["Replayed from its text, the round differs in", "按文字重播，此局不同之處："],
  record_none: ["It cannot be replayed from its text alone; the log above stands by itself.", "單憑文字不能重播，以上日誌自足為證。"],
  holds_shoe: ["The shoe's promise", "牌靴承諾"],
  shoe_good: ["The order was sealed before the first card and shown after the last. Both seals are equal, and every card came in this order.", "牌序於首牌前封存，末牌後公開。兩者封印相同，每張牌均依此序。"],
  shoe_bad: ["The shoe does not hold to what was promised.", "牌靴與承諾不符。"],
  shoe_waits: ["The order is sealed. It is shown when these cards are changed.", "牌序已封存，換牌時公開。"],
  shoe_none: ["A person or a reader named these cards, so no order was promised.", "此靴由人手或讀牌器輸入，並無承諾牌序。"],
  shoe_order: ["The order, card by card", "逐張牌序"],
  shoe_how: [
    "SHA-256 of the nonce, a colon, and the order with spaces between must give the seal. Cards of this round are framed, cards of other rounds underlined.",
    "隨機數、冒號及以空格分隔的牌序，其 SHA-256 須等於封印。本局的牌加框，其他局的牌加底線。",
  ],
  seal: ["Seal", "封印"],
  nonce: ["Nonce", "隨機數"],
  computed_here: ["Computed here", "在此計算"],
  deeds: ["deeds", "項操作"],
  cards_dealt: ["cards dealt", "張已發的牌"],
  wrong_at: ["Position", "位置"],
  // taking away
  take_away: ["Take it away", "帶走"],
  take_how: ["Anybody proves a bundle without a server: punto verify FILE. A record is read by punto replay FILE.", "任何人均可離線驗證：punto verify 檔案；紀錄以 punto replay 檔案讀取。"],
  take_round: ["Bundle of the round", "本局證明"],
  take_shoe: ["Bundle of the shoe", "牌靴證明"],
  take_record: ["Record as a text", "文字紀錄"],
  told: ["The whole round in words", "全局文字"],
  record_text: ["The record", "紀錄原文"],
  // attempts
  log: ["Where", "地點"],
  doors: ["at the doors of the house", "場館出入"],
  who: ["Who, or whom it concerned", "操作者或相關者"],
  kind: ["What", "操作"],
  anything: ["anything", "不限"],
  refused_only: ["Refused only", "只看被拒"],
  done: ["Done", "已執行"],
  // proof
  proof_lead: [
    "Every deed is decided again from the first on: chain, events, money, shoes. Dealing goes on meanwhile; the proof looks at one moment.",
    "由首項起重新裁決每項操作：雜湊鏈、事件、資金、牌靴。其間照常發牌，證明以某一刻為準。",
  ],
  prove_what: ["What to prove", "證明範圍"],
  whole_store: ["the whole store", "整個紀錄庫"],
  prove: ["Prove", "證明"],
  proving: ["Proving…", "證明中…"],
  proof_stopped: ["Stopped. Nothing is said about the rest.", "已停止，其餘未作判斷。"],
  proof_good: ["Everything holds", "全部屬實"],
  proof_bad: ["Something does not hold", "有不符之處"],
  proof_busy: ["A proof is being made already; one at a time.", "已有證明進行中，每次只限一項。"],
  proof_cut: ["The line was cut before the end. Nothing is said about the rest.", "連線中斷，其餘未作判斷。"],
  events_n: ["events", "事件"],
  rounds_n: ["rounds", "局"],
  shoes_n: ["shoes", "牌靴"],
  streams_n: ["logs", "日誌"],
  heads: ["Heads of the chains", "鏈首"],
  heads_how: ["Note them down elsewhere: whoever changes the past changes these.", "請另行記錄：更改歷史必改變此值。"],
  proof_chain: ["chain", "雜湊鏈"],
  proof_money: ["money", "資金"],
  proof_play: ["play", "牌局"],
  proof_shoe: ["shoe", "牌靴"],
  proof_snapshot: ["snapshot", "快照"],
  // cited
  same_as: ["The same in effect", "效力相同"],
  about: ["It is about", "關於"],
  bearing: ["How it is read", "解讀"],
  readings: ["Readings", "各種解讀"],
  who_decides: ["Who may rule otherwise", "有權另作裁定者"],
  our_words: ["In our own words; the document's own are the law.", "此為撮要，以規則原文為準。"],
  unreached_now: ["The server was not reached.", "未能連線。"],
  wrong_moment: ["Write a day and a time.", "請輸入日期及時間。"],
});

// --- sums and endings --------------------------------------------------------------------------------

export const oddWords = (kind) => (kind === "restart" || kind === "interruption" ? word(kind) : kindWords(kind));
export const endingWords = (ending) => word(ending === "void" ? "voided" : ending);
export const refusals = (count) => (count === 1 ? word("refusals_1") : lang() === "zh" ? `${count} ${word("refusals_n")}` : `${count} ${word("refusals_n")}`);

export function accountWords(account) {
  const [kind, name] = [account.split(":")[0], account.split(":").slice(1).join(":")];
  const known = word(`money_${kind}`);
  return kind === "patron" ? `${known} ${name}` : `money_${kind}` in WORDS ? known : account;
}

export const signed = (cents) => `${cents < 0 ? "−" : cents > 0 ? "+" : ""}${money(Math.abs(cents))}`;

// --- time, as it is in Singapore ---------------------------------------------------------------------

const ZONE = "Asia/Singapore";
const FULL = { timeZone: ZONE, year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
const locale = () => (lang() === "zh" ? "zh-Hant-HK" : "en-SG");

export const moment = (text) => new Date(text).toLocaleString(locale(), FULL);
export const clock = (text) =>
  new Date(text).toLocaleTimeString("en-SG", { timeZone: ZONE, hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23" });

// A week before a moment, as a field for a day and a time has it.
export function weekBefore(text) {
  const then = new Date(Date.parse(text) - 7 * 24 * 3600 * 1000);
  return `${then.toLocaleDateString("sv-SE", { timeZone: ZONE })}T00:00`;
}
