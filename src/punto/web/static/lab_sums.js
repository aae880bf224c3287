// Exact sums over whole numbers: the ways come from the server as text, the odds from the page.
// A fraction is [numerator, denominator] of BigInt, in lowest terms, denominator above 0.

const gcd = (a, b) => {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y) [x, y] = [y, x % y];
  return x;
};

export function fraction(numerator, denominator) {
  const common = gcd(numerator, denominator) || 1n;
  return [numerator / common, denominator / common];
}

export function parse(text) {
  const [numerator, denominator] = text.split("/");
  return fraction(BigInt(numerator), BigInt(denominator ?? 1));
}

export const exact = ([numerator, denominator]) => `${numerator}/${denominator}`;
export const minus = (a, b) => fraction(a[0] * b[1] - b[0] * a[1], a[1] * b[1]);
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

// To so many places, the half away from nothing; a thin space stays out of it.
export function decimal([numerator, denominator], places) {
  const scale = 10n ** BigInt(places);
  const negative = numerator < 0n;
  const twice = 2n * (negative ? -numerator : numerator) * scale;
  const rounded = (twice + denominator) / (2n * denominator);
  const digits = String(rounded).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const sign = negative && rounded ? "\u2212" : "";
  return sign + (places ? `${whole}.${digits.slice(-places)}` : whole);
}

export const percent = ([numerator, denominator], places = 4) =>
  decimal([100n * numerator, denominator], places);

export function toNumber([numerator, denominator]) {
  return Number(numerator) / Number(denominator);
}

// What a unit is expected to cost, its variance and how often it is paid, from ways and odds.
export function price(bet) {
  const rows = bet.rows.map((row) => ({
    ways: BigInt(row.ways),
    num: row.odds ? BigInt(row.odds[0]) : 0n,
    den: row.odds ? BigInt(row.odds[1]) : 1n,
  }));
  const lose = BigInt(bet.lose);
  const scale = rows.reduce((all, { den }) => (all / gcd(all, den)) * den, 1n);
  let total = lose;
  let mean = -lose * scale;
  let square = lose * scale * scale;
  let paid = 0n;
  rows.forEach(({ ways, num, den }) => {
    const profit = num * (scale / den);
    total += ways;
    mean += ways * profit;
    square += ways * profit * profit;
    if (profit) paid += ways;
  });
  return {
    edge: fraction(-mean, total * scale),
    variance: fraction(square * total - mean * mean, total * total * scale * scale),
    hit: fraction(paid, total),
  };
}

// An Insurance is priced over the rounds in which it is offered.
export function insured(line) {
  const [win, push, lose] = [line.win, line.push, line.lose].map(BigInt);
  const [num, den] = line.odds.map(BigInt);
  const offered = win + push + lose;
  return {
    offered,
    edge: fraction(lose * den - win * num, den * offered),
    arises: fraction(offered, BigInt(line.orderings)),
    win: fraction(win, offered),
    push: fraction(push, offered),
    lose: fraction(lose, offered),
  };
}

// `20`, `20:1`, `1 to 2`, `3/2` and `0.95` are odds; anything else is null.
const MOST = 999999;
export function readOdds(text) {
  const plain = text.trim().toLowerCase();
  const whole = /^(\d{1,6})(?:\s*(?::|\/|-|to)\s*(\d{1,6}))?$/.exec(plain);
  const point = /^(\d{1,4})\.(\d{1,4})$/.exec(plain);
  let pair = null;
  if (whole) pair = [Number(whole[1]), Number(whole[2] ?? 1)];
  if (point) {
    const den = 10n ** BigInt(point[2].length);
    pair = fraction(BigInt(point[1] + point[2]), den).map(Number);
  }
  return pair && pair[0] > 0 && pair[1] > 0 && Math.max(...pair) <= MOST ? pair : null;
}
