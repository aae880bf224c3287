// Words in English and Chinese. A page carries both languages; the switch is kept in this browser.

const WORDS = {
  place_bets: ["Place your bets", "請下注"],
  no_more_bets: ["No more bets", "停止下注"],
  dealing: ["Dealing", "發牌"],
  between: ["Between rounds", "等候下一局"],
  choosing: ["Your choice", "請選擇"],
  held: ["Play is held", "暫停"],
  complete: ["Result", "結果"],
  balance: ["Chips", "籌碼"],
  staked: ["On the table", "已下注"],
  minimum: ["Minimum", "最低"],
  differential: ["Differential", "差額"],
  room: ["Room", "餘額"],
  undo: ["Undo", "撤回"],
  clear: ["Clear", "清除"],
  repeat: ["Repeat", "重複"],
  double: ["Double", "加倍"],
  insure: ["Insure", "買保險"],
  decline: ["No insurance", "不買保險"],
  insurance: ["Insurance", "保險"],
  player: ["Player", "閒"],
  banker: ["Banker", "庄"],
  tie: ["Tie", "和"],
  wins: ["wins", "贏"],
  continue: ["Play on", "繼續"],
  return: ["Take my bets back", "取回注碼"],
  reconnecting: ["The line is down. Trying again…", "連線中斷，正在重試…"],
  sit: ["Sit down", "入座"],
  name: ["Your name", "姓名"],
  play: ["Practise", "練習"],
  pause: ["Pause", "暫停"],
  go_on: ["Go on", "繼續"],
  step: ["One step", "一步"],
  faster: ["Faster", "加快"],
  slower: ["Slower", "放慢"],
  why: ["Why?", "為什麼？"],
  history: ["Last rounds", "最近局數"],
  peel: ["Peel", "咪牌"],
  won: ["won", "贏得"],
  lost: ["lost", "輸"],
  push: ["returned", "退回"],
  void: ["The round is void; every bet goes back", "本局作廢，注碼全部退還"],
  up_to: ["up to", "最多"],
  shoe: ["Shoe", "牌靴"],
  left: ["cards left", "張剩餘"],
  next: ["Next", "下一步"],
};

let language = localStorage.getItem("punto.language") ?? (navigator.language.startsWith("zh") ? "zh" : "en");

export const lang = () => language;

export function setLanguage(next) {
  language = next;
  localStorage.setItem("punto.language", next);
  document.documentElement.lang = next === "zh" ? "zh-Hant" : "en";
}

export function word(key) {
  const pair = WORDS[key];
  return pair ? pair[language === "zh" ? 1 : 0] : key.replaceAll("_", " ");
}

export const money = (cents) =>
  (cents / 100).toLocaleString("en-SG", {
    minimumFractionDigits: cents % 100 ? 2 : 0,
    maximumFractionDigits: 2,
  });

export const odds = ([num, den]) => (den === 1 ? `${num}:1` : `${num}:${den}`);
