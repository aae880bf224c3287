// The names of everything that can be on record: commands, events, and what is done at the doors.

import { both, roleWords } from "./console_words.js";
import { lang } from "./words.js";

// In English a name is read as it is written: PlaceWager is "Place wager".
const ON_RECORD = {
  // commands
  OpenTable: "開枱", CloseTable: "關枱", AssignStaff: "委派職員", LoadCards: "裝牌", BurnCard: "燒牌", SetLimits: "設定限額",
  SetMethod: "設定發牌方式", SetFace: "設定牌面", PostNotice: "張貼公告", TakeNoticeDown: "取下公告", RestrictWagers: "限制投注", SwitchInsurance: "開關保險",
  SeatPatron: "安排入座", UnseatPatron: "取消座位", PatronLeaves: "客人離枱", CallForBets: "請下注",
  AcknowledgeExposedCard: "確認已現的首牌", PlaceWager: "下注", AcceptUnchecked: "接受未核實之注", JoinWager: "合注",
  RaiseWager: "加注", LowerWager: "減注", WithdrawWager: "取回注碼", RemoveWager: "退注", CloseBets: "停止下注", DrawCard: "發牌",
  ExposeCard: "翻牌", CuttingCard: "切牌", AllowWithdrawal: "容許取回", ChooseRevealOrder: "選擇開牌次序", RequestSqueeze: "要求咪牌",
  PermitSqueeze: "准許咪牌", PassCards: "遞牌", DeclineCards: "不接牌", DesignateHandler: "指定持牌者", TakeDevice: "接過牌靴",
  GiveUpDevice: "交回牌靴", NoteAbsence: "記錄離開", OpenInsurance: "提供保險", PlaceInsurance: "買保險", DeclineInsurance: "不買保險",
  ConsentEarlySqueeze: "同意提早咪牌", ReopenInsurance: "重新提供保險", RefundMissedInsurance: "補償漏提的保險", Declare: "宣佈結果",
  Settle: "派彩", ReportIrregularity: "報告異常", JudgeReconstruction: "判斷可否復原", AssignOrder: "指定牌序", ChooseOption: "選擇處理方式",
  Resume: "繼續", ReportInterruption: "報告中斷", EnterMissingCard: "輸入缺牌", Rule: "裁定", CorrectResult: "更正結果",
  // events
  TableOpened: "賭桌開啟", TableClosed: "賭桌關閉", StaffAssigned: "職員到任", CardsLoaded: "牌已裝入", ShoeCommitted: "牌序封存",
  ShoeRevealed: "牌序公開", CardBurnt: "牌已燒去", LimitsSet: "限額已定", MethodSet: "發牌方式已定", FaceSet: "牌面已定",
  NoticePosted: "公告已張貼", NoticeTakenDown: "公告已取下", WagersRestricted: "投注受限", InsuranceSwitched: "保險已開關", PatronSeated: "客人入座",
  PatronUnseated: "座位取消", PatronLeft: "客人離去", RoundOpened: "開局", ExposedCardAcknowledged: "首牌已確認", WagerPlaced: "注碼已下",
  WagerJoined: "合注已下", WagerChanged: "注碼已改", WagerRejected: "注碼被退", DifferentialExceeded: "超過差額上限",
  BetsClosed: "下注已停", LateChangeIgnored: "逾時更改無效", StakesReduced: "注碼已減", Flagged: "已標記", CardDrawn: "牌已發出",
  HandsCompleted: "兩家牌齊", CardsCollected: "收牌", CardExposed: "牌已翻開", CardsReconstructed: "牌局復原", CuttingCardSeen: "切牌已現",
  RevealOrderChosen: "開牌次序已定", SqueezeRequested: "已要求咪牌", SqueezePermitted: "已准許咪牌", CardsPassed: "牌已遞交",
  CardsDeclined: "牌未接受", DeviceTaken: "牌靴已接過", DeviceReturned: "牌靴已交回", AbsenceNoted: "已記離開", InsuranceOffered: "已提供保險",
  InsurancePlaced: "保險已買", InsuranceDeclined: "保險不買", InsuranceLapsed: "保險逾時", InsuranceMissed: "漏提保險",
  SecondOfferWaived: "放棄再次提供", OriginalBetsRefunded: "原注已退", ResultDeclared: "結果已宣佈", RoundSettled: "已結算",
  RoundVoided: "本局作廢", RoundWithoutResult: "沒有結果", IrregularityReported: "異常", IncidentHeld: "牌局暫停",
  ReconstructionJudged: "已判斷可否復原", OrderAssigned: "已指定牌序", OptionChosen: "已選處理方式", BetsReturned: "注碼已退",
  PlayResumed: "牌局繼續", Interrupted: "牌局中斷", MissingCardsReplaced: "缺牌已補", CardsMustBeReplaced: "須換牌", Ruled: "已裁定",
  ResultCorrected: "結果已更正", Recovered: "伺服器重啟", InterruptionDismissed: "中斷不影響牌局",
  // what the service itself does
  CreateTable: "建立賭桌", Recover: "伺服器重啟", DismissInterruption: "判定中斷無礙", MoveChips: "轉移籌碼",
  // the doors of the house
  LogIn: "登入", LogOut: "登出", GiveSeat: "給予座位", IssueSeatToken: "發出入座碼", CreateAccount: "建立帳戶",
  SetGrants: "更改職權", SetPassword: "更改密碼", Revoke: "撤銷登入", Disable: "停用帳戶", Enable: "啟用帳戶",
};

export const hasWords = (name) => name in ON_RECORD;

export function deedWords(name) {
  if (lang() === "zh" && name in ON_RECORD) return ON_RECORD[name];
  const spaced = name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return spaced[0].toUpperCase() + spaced.slice(1);
}

export const placeWords = (role) => (role === "patron" ? both("patron", "客人") : roleWords(role));

export const ACTS = Object.keys(ON_RECORD);
