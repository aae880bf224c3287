// What happened, in Chinese: a sentence for every event, from its particulars.
//
// A live view is told less than the desk, so that what may be lacking is left out of the sentence.
// `bets` names a bet.

import { effectWords, kindWords, needWords, rulingWords } from "./console_words.js";
import { placeWords } from "./deed_words.js";
import { becauseInChinese, noteInChinese } from "./reasons_zh.js";
import { money, odds, resultWords } from "./words.js";

export const HAND = { player: "閒家", banker: "庄家" };
export const STAGE = { after_four_cards: "首四張牌後", after_player_third_card: "閒家第三張牌後" };
const PAIRS = {
  player: "閒家首兩張成對", banker: "庄家首兩張成對", both: "雙方首兩張各成一對，點數不同", twin: "雙方首兩張成對，點數相同",
};

const hand = (side) => HAND[side] ?? "";
const people = (names) => names.join("、");
const cards = (list) => list.map((card) => card ?? "未見之牌").join(" ") || "沒有牌";
const lie = ({ player, banker }) => `閒家 ${cards(player)}；庄家 ${cards(banker)}`;
const clock = (at) => (at ? `（${at.slice(11, 19)}）` : "");
const because = (reason) => (reason ? `：${becauseInChinese(reason)}` : "");
const typed = (text) => (text ? `「${text}」` : "");
const area = (at, bets) => (at.bet ? `${at.box} 門${bets(at.bet)}` : "");
const shared = (at) => (at.shares?.length ? `（合注：${at.shares.map(([who, stake]) => `${who} ${money(stake)}`).join("、")}）` : "");
const wager = (at, bets) => `${at.patron} 的 ${area(at, bets)} ${money(at.share ?? at.stake)}${at.share ? "（合注中的份額）" : shared(at)}`;
const wagers = (list, bets) => list.map((one) => wager(one, bets)).join("、");
const insured = (at) => `${hand(at.side)}保險 ${money(at.stake)}`;
const insurance = (at) => `${at.patron} 的 ${at.box} 門${insured(at)}（賠 ${odds(at.odds)}）`;
const offered = (rows) => rows.map((row) => `${hand(row.side)}保險（賠 ${odds(row.odds)}${row.on_tie ? "，只賠和局" : ""}）`).join("、");

export const resultInChinese = (outcome) => [resultWords(outcome, "zh"), PAIRS[outcome.pairs]].filter(Boolean).join("；");

const LIMITS = { minimum: "最低", maximum: "最高", differential: "差額", unit: "單位" };
function limits(list, bets) {
  const shown = (own) => Object.entries(LIMITS).filter(([name]) => own[name] !== null && !(name === "unit" && own.unit === 1)).map(([name, said]) => `${said} ${money(own[name])}`).join("、") || "不設限額";
  return list.map((own) => (own.bet ? `${bets(own.bet)}：${shown(own)}` : shown(own))).join("；");
}

export function setupInChinese(setup, bets) {
  return [
    `佈局 ${setup.layout}`,
    `${setup.boxes.join(" ")} 門`,
    `${setup.decks} 副牌`,
    limits(setup.limits, bets),
    facing(setup.face),
    setup.method === "standard" ? "" : dealing(setup.method),
    setup.hlga ? "高限額區" : "",
    setup.private ? "私人賭枱" : "",
    setup.reading_device ? "設讀牌器" : "",
  ].filter(Boolean).join("；");
}
const dealing = (method) => (method === "standard" ? "標準發牌法" : `發牌法 ${method}`);
const facing = (face) => `牌面向${face === "up" ? "上" : "下"}`;

function held(at) {
  const state = at.about ? (at.established ? "結果已定" : "結果未定") : "";
  const ruled = at.ruling ? rulingWords(at.ruling) : "";
  const choosing = at.phase === "choosing";
  const waits = [choosing ? "閒家選擇" : "", choosing && at.needs === "nothing" ? "" : needWords(at.needs)].filter(Boolean).join("；");
  return `牌局暫停${state || ruled ? `：${[state, ruled].filter(Boolean).join("，")}` : ""}。等候：${waits}`;
}

function resumed({ phase, bound }) {
  if (phase === "idle") return "可開下一局";
  if (phase === "betting") return "重新接受下注";
  return `繼續牌局${bound ? `；${people(bound)} 須接受其後的牌` : ""}`;
}

function rejected(at, bets) {
  const which = at.bet ? wager({ ...at, stake: at.had }, bets) : "一注";
  return at.stake ? `${which}，場方只受 ${money(at.stake)}${because(at.reason)}` : `場方退回 ${which}${because(at.reason)}`;
}

function changed(at, bets) {
  const where = area(at, bets);
  if (!at.stake) return `${at.patron} 取回 ${at.had ? `${where} ${money(at.had)}` : "一注"}`;
  return `${at.patron}：${where} 改為 ${money(at.stake)}${at.had ? `（原為 ${money(at.had)}）` : ""}`;
}

function returned(at, bets) {
  const all = [at.wagers?.length ? wagers(at.wagers, bets) : "", ...(at.insurances ?? []).map(insurance)].filter(Boolean);
  return `退回注碼${because(at.reason)}${all.length ? `：${all.join("、")}` : ""}`;
}

function drawn(at) {
  const to = at.side ? `${hand(at.side)} ` : "";
  const card = at.card ?? (at.down === undefined ? "一張蓋着的牌" : "一張未見的牌");
  return `${to}${card}${at.side === null ? "，未有位置" : ""}${at.down ? "，牌面向下" : ""}${at.ready ? "（預先抽出的牌）" : ""}`;
}

const carried = (at) => (at.carried?.length ? `；${cards(at.carried)} ${at.next_round ? "用於下一局之首" : "隨後發出"}` : "");

export const EVENTS = {
  TableOpened: ({ setup }, bets) => (setup ? `開枱：${setupInChinese(setup, bets)}` : "開枱"),
  TableClosed: () => "關枱",
  StaffAssigned: ({ person, role }) => (role ? `${person} 任${placeWords(role)}` : `${person} 不再於本枱任職`),
  CardsLoaded: ({ decks, reason }) => `裝入洗好的牌 ${decks} 副${because(reason)}`,
  ShoeCommitted: ({ decks, commitment }) => `牌序已定並已承諾${commitment ? `：${decks} 副，封印 ${commitment}` : ""}`,
  ShoeRevealed: ({ order, nonce, commitment }) => (order ? `公開牌序：${order}；隨機數 ${nonce}；封印 ${commitment}` : "舊靴牌序已公開"),
  CardBurnt: ({ card }) => `燒牌：${card ?? "一張未見的牌"}，不屬任何一家`,
  LimitsSet: (at, bets) => `限額已更改${at.limits ? `：${limits(at.limits, bets)}` : ""}`,
  MethodSet: ({ method }) => `改用${dealing(method)}`,
  FaceSet: ({ face }) => `由下一局起${facing(face)}發牌`,
  NoticePosted: ({ text }) => `公告${typed(text)}`,
  NoticeTakenDown: ({ text }) => `取下公告${typed(text)}`,
  WagersRestricted: ({ most }) => `每個投注區最多 ${most} 注`,
  InsuranceSwitched: ({ offered }) => (offered ? "撤下告示，由下一局起提供保險" : "張貼告示，由下一局起不設保險"),
  PatronSeated: ({ patron, box }) => `${patron} 入座 ${box} 門`,
  PatronUnseated: ({ patron }) => `${patron} 離座`,
  PatronLeft: ({ patron }) => `${patron} 離枱，注碼保留`,
  RoundOpened: (at) => `「請下注」：第 ${at.round} 局開始${clock(at.at)}${at.no_insurance ? "，本局不設保險" : ""}`,
  ExposedCardAcknowledged: () => "賭區已知下一局以眾人已見之牌開始",
  WagerPlaced: (at, bets) => `${at.patron} 下注 ${money(at.stake)}：${area(at, bets)}${shared(at)}${at.unchecked ? "，未經核實" : ""}`,
  WagerJoined: (at, bets) => `${at.patron} 合注 ${money(at.stake)}${at.bet ? `：${area(at, bets)}` : ""}`,
  WagerChanged: changed,
  WagerRejected: rejected,
  DifferentialExceeded: (at) => `差額 ${money(Math.abs(at.player - at.banker))}（閒 ${money(at.player)}，庄 ${money(at.banker)}）超過上限 ${money(at.maximum)}`,
  BetsClosed: (at) => `「停止下注」${clock(at.at)}`,
  LateChangeIgnored: (at, bets) => `太遲：${at.patron} ${area(at, bets)}的注碼按停止下注時所放者有效`,
  StakesReduced: (at, bets) => `只有部分注碼生效${at.wagers?.length ? `：${at.wagers.map((one) => `${wager(one, bets)}，其中 ${money(one.at_risk)}`).join("、")}` : ""}`,
  Flagged: ({ text }, bets) => `留意：${noteInChinese(text, bets)}`,
  CardDrawn: drawn,
  HandsCompleted: ({ hands, totals }) => `兩家牌已齊${hands ? `：閒家 ${cards(hands.player)} = ${totals.player} 點；庄家 ${cards(hands.banker)} = ${totals.banker} 點` : ""}`,
  CardsCollected: () => "收回本次所發的牌",
  CardExposed: (at) => `翻開${at.number ? `第 ${at.number} 張牌` : ""}${at.side ? `（${hand(at.side)}）` : ""}：${at.card}`,
  CardsReconstructed: (at) => `牌按抽出次序復原${at.lie ? `：${lie(at.lie)}${carried(at)}` : ""}`,
  CuttingCardSeen: ({ first_of_round }) => `切牌已現${first_of_round ? "，為本局首張" : ""}：此靴最後一局`,
  RevealOrderChosen: ({ first }) => `先翻${hand(first)}的牌`,
  SqueezeRequested: (at) => `${at.patron} 要求咪${hand(at.side)}的牌`,
  SqueezePermitted: (at) => `准 ${at.patron} 咪${hand(at.side)}的牌`,
  CardsPassed: (at) => (at.patron ? `${hand(at.side)}的牌面向下交 ${at.patron}` : `${hand(at.side)}的牌留在莊荷處`),
  CardsDeclined: (at) => `${at.patron} 不咪${hand(at.side)}的牌`,
  DeviceTaken: ({ patron }) => `${patron} 持牌靴`,
  DeviceReturned: ({ patron, reason }) => `牌靴交還場方：${[patron, reason && becauseInChinese(reason)].filter(Boolean).join("，")}`,
  AbsenceNoted: ({ patron }) => `${patron} 不在，由莊荷翻牌`,
  InsuranceOffered: (at) => `${STAGE[at.stage]}向 ${people(at.patrons)} 提供${offered(at.rows)}${at.late ? "，補回漏提者" : ""}，至抽下一張牌為止`,
  InsurancePlaced: (at) => `${at.patron} 買 ${at.box} 門${insured(at)}，賠 ${odds(at.odds)}`,
  InsuranceDeclined: ({ patron, forgone }) => `${patron} 不買保險${forgone ? "，本局不可再買" : ""}`,
  InsuranceLapsed: ({ stage, patrons }) => `${STAGE[stage]}的保險時限已過${patrons ? `；${people(patrons)} 沒有買，本局不可再買` : ""}`,
  InsuranceMissed: (at) => `漏提保險：${STAGE[at.stage]}應向 ${people(at.patrons)} 提供${offered(at.rows)}，而未有提供`,
  SecondOfferWaived: ({ patron }) => `為 ${patron}，庄家第三張牌可先於閒家第三張牌翻開前發出；本局閒家第三張牌後不再提供保險`,
  OriginalBetsRefunded: (at, bets) => `因漏提本可贏得的保險，退回 ${at.wagers?.length ? wagers(at.wagers, bets) : "原注"}`,
  ResultDeclared: resultInChinese,
  RoundSettled: ({ house }) => `本局已結算：場方${house < 0 ? "輸" : "贏"} ${money(Math.abs(house ?? 0))}`,
  RoundVoided: ({ reason }) => `本局作廢${because(reason)}，注碼全數退還`,
  RoundWithoutResult: () => "注碼全數取回，本局沒有結果",
  IrregularityReported: (at) => `異常：${kindWords(at.kind)}${typed(at.note)}${at.numbers?.length ? `，涉及第 ${at.numbers.join("、")} 張牌` : ""}`,
  IncidentHeld: held,
  ReconstructionJudged: ({ repairable, reason }) => `判斷：牌${repairable ? "可" : "不可"}復原${because(reason)}`,
  OrderAssigned: ({ order }) => `牌序已定${order ? `：${order.map(([number, card]) => `第 ${number} 張（${card ?? "未見之牌"}）`).join("，然後")}` : ""}`,
  OptionChosen: ({ patron, choice }) => `${patron} 選擇${choice === "continue" ? "繼續，接受其後的牌" : "取回未定之注"}`,
  BetsReturned: returned,
  PlayResumed: resumed,
  Interrupted: (at, bets) => `${at.power ? "停電" : "技術中斷"}${typed(at.note)}${at.established ? `：${at.established.length ? `結果已定（${at.established.map(bets).join("、")}）` : "尚無注碼已定輸贏"}` : ""}`,
  InterruptionDismissed: ({ reason }) => `中斷並無影響${because(reason)}`,
  Recovered: () => "伺服器已恢復",
  MissingCardsReplaced: (at) => `按剩餘的牌補回所缺之牌${at.found ? `：${at.found.map(([number, card]) => `第 ${number} 張為 ${card}`).join("、")}；如須補牌，依次用 ${cards(at.aside)}` : ""}`,
  CardsMustBeReplaced: () => "此靴不可再用，須換牌",
  Ruled: (at, bets) => `${at.ruler ? `${placeWords(at.ruler.role)} ${at.ruler.name} ` : ""}裁決${at.interpretation ? `（${at.interpretation}）` : ""}：${effectWords(at.effect)}${at.wagers?.length ? `（${wagers(at.wagers, bets)}）` : ""}${because(at.reason)}`,
  ResultCorrected: (at) => `更正上局結果${because(at.reason)}：${at.lie ? `${lie(at.lie)}；` : ""}${resultInChinese(at)}${at.was ? `，原為${resultInChinese(at.was)}` : ""}`,
  ChipsMoved: () => "籌碼出入",
};

export const eventInChinese = (type, at, bets) => EVENTS[type]?.(at, bets) ?? null;
