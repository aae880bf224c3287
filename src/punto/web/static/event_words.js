// What happens at a table as somebody on the floor would say it, in few words; in Chinese the sentence
// that the desk has.

import { effectWords, kindWords, needWords } from "./console_words.js";
import { lang, learnToo, money, resultWords, word } from "./words.js";

let inChinese = () => null;
learnToo(async () => {
  ({ eventInChinese: inChinese } = await import("./events_zh.js"));
});

const amount = (found) => money(found.stake ?? 0);
const side = (found) => (found.side ? word(found.side) : "");
const REASON = (found) => (found.reason ? `: ${found.reason}` : "");

const IN_ENGLISH = {
  TableOpened: () => "The table is open",
  TableClosed: () => "The table is closed",
  CardsLoaded: ({ decks, reason }) => `${decks} decks loaded${reason ? `: ${reason}` : ""}`,
  ShoeCommitted: () => "The order of the shoe is fixed and promised",
  ShoeRevealed: () => "The order of the old shoe is shown",
  CardBurnt: () => "A card is burnt",
  LimitsSet: () => "Other limits are shown",
  MethodSet: ({ method }) => `Dealing method ${method}`,
  FaceSet: ({ face }) => `Dealt face ${face}`,
  NoticePosted: ({ text }) => `Notice: ${text}`,
  NoticeTakenDown: ({ text }) => `Notice taken down: ${text}`,
  WagersRestricted: () => "Fewer wagers for each area",
  InsuranceSwitched: ({ offered }) => (offered ? "Insurance is offered again" : "No Insurance from now on"),
  PatronSeated: ({ patron, box }) => `${patron} sits down at ${box}`,
  PatronUnseated: ({ patron }) => `${patron} gives up the seat`,
  PatronLeft: ({ patron }) => `${patron} leaves; the bets stay`,
  RoundOpened: ({ round }) => `Place your bets: round ${round}`,
  ExposedCardAcknowledged: () => "The known first card is acknowledged",
  WagerPlaced: (at, bets) => `${at.patron}: ${bets(at.bet)} ${amount(at)} at ${at.box}`,
  WagerJoined: (at) => `${at.patron} joins with ${amount(at)}`,
  WagerChanged: (at) => (at.stake ? `${at.patron}: now ${amount(at)}` : `${at.patron} takes a bet back`),
  WagerRejected: (at) => `A bet is rejected${REASON(at)}`,
  DifferentialExceeded: ({ maximum }) => `The Differential is above ${money(maximum)}`,
  BetsClosed: () => "No more bets",
  LateChangeIgnored: ({ patron }) => `${patron}: taken back too late, it plays`,
  StakesReduced: () => "Stakes play in part",
  Flagged: ({ text }) => `To look at: ${text}`,
  CardDrawn: (at) => (at.card ? `${side(at)} ${at.card}`.trim() : "A card, face down"),
  HandsCompleted: () => "Both Hands are complete",
  CardsCollected: () => "The cards are taken off the table",
  CardExposed: ({ card }) => `Turned up: ${card}`,
  CardsReconstructed: () => "The cards are put in order",
  CuttingCardSeen: () => "The cutting card: last round",
  RevealOrderChosen: () => "Which Hand is turned up first is settled",
  SqueezeRequested: (at) => `${at.patron} asks to squeeze ${side(at)}`,
  SqueezePermitted: (at) => `${at.patron} may squeeze ${side(at)}`,
  CardsPassed: (at) => `${side(at)}'s cards go to ${at.patron ?? "the dealer"}`,
  CardsDeclined: (at) => `${at.patron} declines ${side(at)}'s cards`,
  DeviceTaken: ({ patron }) => `${patron} takes the device`,
  DeviceReturned: () => "The device is back with the House",
  AbsenceNoted: ({ patron }) => `${patron} is not there; the dealer turns up`,
  InsuranceOffered: () => "Insurance is offered",
  InsurancePlaced: (at) => `${at.patron} insures ${side(at)} for ${amount(at)}`,
  InsuranceDeclined: ({ patron }) => `${patron}: no Insurance`,
  InsuranceLapsed: () => "The Insurance offer is over",
  InsuranceMissed: () => "An Insurance offer was missed",
  SecondOfferWaived: ({ patron }) => `${patron} lets Banker's card come early`,
  OriginalBetsRefunded: () => "Bets go back for Insurance never offered",
  ResultDeclared: (at) => resultWords(at),
  RoundSettled: ({ house }) => `Paid: the house ${house < 0 ? "loses" : "wins"} ${money(Math.abs(house ?? 0))}`,
  RoundVoided: (at) => `The round is void${REASON(at)}`,
  RoundWithoutResult: () => "No result: every bet was taken back",
  IrregularityReported: ({ kind, note }) => `Reported: ${kindWords(kind)}${note ? ` (${note})` : ""}`,
  IncidentHeld: ({ needs }) => `Play is held: ${needWords(needs)}`,
  ReconstructionJudged: (at) => `The cards can ${at.repairable ? "" : "not "}be put in order${REASON(at)}`,
  OrderAssigned: () => "The order of the cards is settled",
  OptionChosen: ({ patron, choice }) => `${patron}: ${word(choice)}`,
  BetsReturned: (at) => `Bets go back${REASON(at)}`,
  PlayResumed: () => "Play goes on",
  Interrupted: ({ power }) => (power ? "Power failure" : "Technical interruption"),
  InterruptionDismissed: (at) => `The interruption changed nothing${REASON(at)}`,
  Recovered: () => "The server is back",
  MissingCardsReplaced: () => "The missing card is replaced",
  CardsMustBeReplaced: () => "No further round from these cards",
  Ruled: (at) => `Ruling: ${effectWords(at.effect)}${REASON(at)}`,
  ResultCorrected: (at) => `The result is corrected: ${resultWords(at)}`,
  ChipsMoved: () => "Chips moved at the counter",
};

// What every round has and nobody has to look at.
const ORDINARY = /^(WagerPlaced|WagerChanged|WagerJoined|CardDrawn|CardExposed|HandsCompleted|InsuranceDeclined|InsuranceLapsed|SqueezePermitted|CardsPassed|ShoeCommitted|BetsClosed|Note)$/;
export const ordinary = (event) => ORDINARY.test(event.type);

export function eventWords(event, betWords) {
  const said = lang() === "zh" ? inChinese(event.type, event, betWords) : IN_ENGLISH[event.type]?.(event, betWords);
  const text = said ?? event.type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return event.by && event.by !== event.patron ? `${text} · ${event.by}` : text;
}
