// What staff puts right on the floor: each a command with the few things that it has to be told.

import { EFFECTS, both, effectWords } from "./console_words.js";
import { el } from "./dom.js";
import { cardsFrom } from "./entry.js";
import { lang, money, word } from "./words.js";

const SIDES = ["player", "banker"];

export const FLOOR_ACTS = [
  { type: "ReopenInsurance", words: ["Insurance was not offered: offer it now", "漏提保險：現在補提"], asks: [] },
  { type: "RefundMissedInsurance", words: ["Insurance was missed for good: return bets", "保險已無法補提：退回注碼"], asks: ["patrons"] },
  { type: "RemoveWager", words: ["Take a bet off the layout", "移去一注"], asks: ["wager", "reason"] },
  { type: "AcceptUnchecked", words: ["A bet lies there that nobody checked", "有未經核對之注"], asks: ["patron", "box", "bet", "stake"] },
  { type: "NoteAbsence", words: ["Whoever holds the cards has gone", "持牌者已離開"], asks: ["patron"] },
  { type: "PatronLeaves", words: ["A patron leaves; his bets stay", "客人離枱，注碼保留"], asks: ["patron"] },
  { type: "DesignateHandler", words: ["Say who handles a Hand", "指定持牌者"], asks: ["side", "handler"] },
  { type: "ChooseRevealOrder", words: ["Say which Hand is turned up first", "決定先翻哪家"], asks: ["first"] },
  { type: "AllowWithdrawal", words: ["Cutting card came first: let bets be taken back", "切牌先現：准取回注碼"], asks: [] },
  { type: "BurnCard", words: ["Take a card out of play", "棄一張牌"], asks: ["card"] },
  { type: "Rule", words: ["A ruling that the rules leave open", "規則未載：作出裁決"], asks: ["effect", "reason", "wagers"] },
  { type: "CorrectResult", words: ["The result was recorded wrongly", "結果記錄有誤"], asks: ["cards", "reason"] },
];

// An amount as it is written, in cents; nothing where nothing is written.
export const cents = (text) => (text === "" ? null : Math.round(Number(text) * 100));

const options = (pairs) => pairs.map(([value, text]) => el("option", { value, text }));
const select = (pairs) => el("select", { required: true }, options(pairs));

const patronsOf = (view) => [
  ...new Set([...Object.values(view.seats), ...(view.round?.wagers ?? []).flatMap((one) => (one.shares ?? []).map((share) => share.patron))]),
];

// Name of the field, its label, the control, and how it is read.
const MAKERS = {
  patron: (view) => ["patron", word("patron"), select(patronsOf(view).map((name) => [name, name])), (control) => control.value],
  handler: (view) => ["patron", word("patron"), el("select", {}, options([["", both("the dealer", "莊荷")], ...patronsOf(view).map((name) => [name, name])])), (control) => control.value || null],
  patrons: (view) => ["patrons", both("Patrons (hold Ctrl for several)", "客人（可多選）"), el("select", { multiple: true, required: true }, options(patronsOf(view).map((name) => [name, name]))), (control) => [...control.selectedOptions].map((one) => one.value)],
  box: (view) => ["box", word("box"), select((view.setup?.boxes ?? []).map((box) => [box, box])), (control) => control.value],
  bet: (_, bets) => ["bet", word("bet"), select(bets.map((bet) => [bet.id, lang() === "zh" ? bet.name_zh : bet.name])), (control) => control.value],
  stake: () => ["stake", word("amount"), el("input", { type: "number", min: 1, step: "any", required: true }), (control) => cents(control.value)],
  wager: (view, bets) => ["id", word("bet"), select(wagersOf(view, bets)), (control) => control.value],
  wagers: (view, bets) => ["wagers", both("Bets to return, if any (hold Ctrl for several)", "擬退回之注（可多選）"), el("select", { multiple: true }, options(wagersOf(view, bets))), (control) => [...control.selectedOptions].map((one) => one.value)],
  effect: () => ["effect", both("What it does", "效果"), select(Object.keys(EFFECTS).map((effect) => [effect, effectWords(effect)])), (control) => control.value],
  side: () => ["side", both("Hand", "手牌"), select(SIDES.map((side) => [side, word(side)])), (control) => control.value],
  first: () => ["first", both("Hand", "手牌"), select(SIDES.map((side) => [side, word(side)])), (control) => control.value],
  reason: () => ["reason", word("reason"), el("input", { maxlength: 200, required: true }), (control) => control.value],
  card: () => ["card", both("The card, if it was seen, as 10H", "牌（如有看見），如 10H"), el("input", { maxlength: 3 }), (control) => (control.value.trim() ? cardsFrom(control.value)[0] : null)],
  cards: () => ["cards", both("All cards of the round in the order drawn", "本局各牌，按發牌先後"), el("input", { placeholder: "9H KD 4C 3S", required: true }), (control) => cardsFrom(control.value)],
};

function wagersOf(view, bets) {
  const called = Object.fromEntries(bets.map((bet) => [bet.id, lang() === "zh" ? bet.name_zh : bet.name]));
  return (view.round?.wagers ?? []).filter((one) => one.live && one.id).map((one) => [one.id, `${one.box} · ${called[one.bet] ?? one.bet} ${money(one.stake ?? 0)}`]);
}

export const fieldsOf = (one, view, bets) =>
  one.asks.map((asked) => {
    const [name, label, control, read] = MAKERS[asked](view, bets);
    return { name, label, control, read: () => read(control) };
  });
