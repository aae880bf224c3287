// Refusals that a patron meets at the seat, in Chinese, with the amounts in what the server says and
// in what it advises, in the order in which they stand there.
export const WITH_AMOUNTS = {
  differential_exceeded: ([would, most], [room]) => `差額將為 ${would}，超過上限 ${most}${room ? `；尚可下 ${room}` : ""}`,
  insurance_above_cap: ([stake], [most]) => `保險 ${stake} 超過上限；最多再買 ${most ?? 0}`,
  not_enough_chips: ([chips]) => `你只有 ${chips} 籌碼，請減少注碼或先買籌碼`,
  not_payable: ([stake, unit]) => `${stake} 不能以 ${unit} 的籌碼組成，請下其倍數`,
  over_maximum: ([stake, most], [room]) => `${stake} 超過最高注碼 ${most}；尚可下 ${room ?? 0}`,
  under_minimum: ([stake, least]) => `${stake} 低於最低注碼 ${least}`,
};
