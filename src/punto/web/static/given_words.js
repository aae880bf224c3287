// What somebody gave with a command, as the log has it, in the language of the page.

import { effectWords } from "./console_words.js";
import { placeWords } from "./deed_words.js";
import { oddWords } from "./desk_words.js";
import { lang, money, word } from "./words.js";

const zh = () => lang() === "zh";

// The server itself acts under these names.
const ITSELF = { "first start": "首次啟動", host: "伺服器", "the House": "場方" };
export const whoWords = (one) => (zh() && ITSELF[one.who]) || one.who || one.about.patron || word("by_itself");

const MONEY = ["stake", "amount", "total", "minimum", "maximum", "differential", "unit"];
// Said already, or of no use to a reader: the number of a bet stands with its round.
const LEFT_OUT = ["id", "at"];
const TYPED = ["note", "reason", "text"];
const NAMES = {
  agreed: "同意者", amount: "金額", behind: "起因", bet: "投注", betting_seconds: "下注秒數", box: "門", boxes: "門", cancel: "取消", card: "牌", cards: "牌",
  choice: "選擇", config: "賭桌", dealer: "發牌", decks: "副數", differential: "差額", drawn: "已抽出", effect: "效力", exposed: "已翻開", face: "牌面",
  first: "先翻", game: "遊戲", grants: "職位", hlga: "高限額區", id: "代號", insurance_seconds: "保險秒數", interpretation: "解讀", kind: "種類", late: "逾時",
  layout: "佈局", limits: "限額", limits_by_bet: "個別限額", maximum: "最高", method: "發牌法", minimum: "最低", name: "姓名", note: "備註", number: "張",
  offered: "提供", operator: "場方", order: "次序", pace_seconds: "發牌秒數", patron: "客人", patrons: "客人", person: "職員", possible: "可復原", power: "停電",
  practice: "練習", private: "私人賭枱", reading_device: "讀牌器", reason: "理由", repairable: "可復原", role: "職位", set_aside: "預留", setup: "設置",
  shoe: "牌源", side: "方", sorted_cards: "已整理的牌", staff: "職員", stake: "注碼", table: "賭桌", text: "內容", to: "往", unit: "單位", wagers: "注碼",
  winner: "勝方",
};
const VALUES = {
  automatic: "自動", buy_in: "買入", cash_out: "兌現", continue: "繼續", correction: "更正", dealer: "莊荷", down: "向下", person: "真人", reader: "讀牌器",
  return: "取回注碼", standard: "標準", transfer: "轉枱", up: "向上",
};
export const hasName = (field) => field in NAMES;

const named = (key) => (zh() ? (NAMES[key] ?? key) : key.replaceAll("_", " "));

// The particulars of an attempt, as they were given.
export function about(given, bets) {
  return Object.entries(given)
    .filter(([key, value]) => !LEFT_OUT.includes(key) && value !== "" && !(Array.isArray(value) && !value.length))
    .map(([key, value]) => `${named(key)} ${particular(key, value, bets)}`)
    .join(" · ");
}

function particular(key, value, bets) {
  if (MONEY.includes(key) && Number.isInteger(value)) return money(value);
  if (key === "bet" && value in bets) return bets[value];
  if (key === "operator") return value.toUpperCase();
  if (key === "effect") return zh() ? effectWords(value) : plain(value);
  if (key === "role") return placeWords(value);
  if (key === "kind" && !(value in VALUES)) return oddWords(value);
  if (TYPED.includes(key)) return zh() ? `「${value}」` : value;
  return ["player", "banker", "tie"].includes(value) ? word(value) : plain(value, bets);
}

function plain(value, bets) {
  if (Array.isArray(value)) return value.map((one) => plain(one, bets)).join(", ");
  if (value === true) return "✓";
  if (value === false) return "✕";
  if (value === null) return "–";
  if (typeof value !== "object") return zh() ? (VALUES[value] ?? String(value)) : String(value).replaceAll("_", " ");
  if (value.suit) return `${value.rank}${value.suit}`;
  if (value.role) return `${placeWords(value.role)} ${(value.tables ?? []).join(" ")}`;
  const parts = Object.entries(value).filter(([, one]) => one !== null && !(Array.isArray(one) && !one.length));
  return parts.map(([key, one]) => `${named(key)} ${particular(key, one, bets)}`).join(zh() ? "，" : " ");
}
