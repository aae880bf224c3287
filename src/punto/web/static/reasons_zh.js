// What the rules themselves give as a reason or a note, in Chinese. What a person typed is quoted.

import { kindWords, roleWords } from "./console_words.js";
import { money } from "./words.js";

const insured = (one) => one.replace(/ on (player|banker)$/, (_, side) => `（${side === "player" ? "閒家" : "庄家"}）`);
const dollars = (cents) => money(Number(cents));

const REASONS = {
  "above the maximum Differential": "超過差額上限",
  "a side bet needs a bet on a Hand": "邊注須有閒或庄的注",
  interruption: "技術中斷",
  "given up": "交出牌靴",
  "his wager lost": "其注碼已輸",
  "laid after bets were closed": "停止下注後才下",
  "missed Insurance offer": "漏提保險",
  "taken back under the options": "按選擇取回",
  "the cards are played out": "此靴牌已用完",
  "the Dealer keeps the device under this method": "此發牌法由莊荷持牌靴",
  "the Player left": "閒家離枱",
};
const CARRIED = /^the layout does not carry (\w+)$/;

export function becauseInChinese(text) {
  if (text in REASONS) return REASONS[text];
  if (CARRIED.test(text)) return "佈局沒有這種投注";
  // A round that is void by the rules gives the irregularity as its reason.
  const kind = text.replaceAll(" ", "_");
  const known = kindWords(kind);
  return known === kind ? `「${text}」` : known;
}

const NOTES = [
  [/^fewer than six cards are left; /, () => "剩牌不足六張，此局或不能完成"],
  [/^(\d+) cents are left in \S+, under the minimum of (\d+)$/, (_, left, least) => `所餘 ${dollars(left)} 低於最低注碼 ${dollars(least)}`],
  [/^Insurance was not offered and would have won for (.+): (.+) or above returns /, (_, owed, role) => `漏提的保險本可贏：${owed.split(", ").map(insured).join("、")}；凡有意買保險者，由${roleWords(role.replace(/^an? /, "").replaceAll(" ", "_"))}或以上退回原注`],
  [/^the Hands are not complete; /, () => "兩家牌未齊，請按所需的牌更正結果"],
  [/^(\d+) cents on (\w+) at box (\S+) are over the maximum of (\d+) and play in full$/, (bets, stake, bet, box, most) => `${box} 門${bets(bet)} ${dollars(stake)} 超過最高注碼 ${dollars(most)}，全數有效`],
  [/^(.+) has (\d+) cents on (\w+) at box (\S+), under the minimum of (\d+): it (goes back|plays)(, this one time)?/, (bets, who, stake, bet, box, least, then, once) =>
    `${who} 的 ${box} 門${bets(bet)} ${dollars(stake)} 低於最低注碼 ${dollars(least)}：${then === "plays" ? (once ? "只此一次有效" : "有效") : "不論結果均退回"}`],
  [/^the Differential stays (\d+) cents above /, (_, excess) => `差額仍超過上限 ${dollars(excess)}，已無注碼可再減`],
  [/^the Differential is above its maximum and plays in full$/, () => "差額超過上限，注碼全數有效"],
  [/^no round is open: /, () => "沒有進行中的牌局：除規則及當值經理另有裁定外，已結算的一局維持原狀"],
];

// The note of a rule is on record as a sentence and nothing else; its figures are taken out of it.
export function noteInChinese(text, bets) {
  for (const [sentence, said] of NOTES) {
    const found = sentence.exec(text);
    if (found) return said(bets, ...found.slice(1));
  }
  return `「${text}」`;
}
