// Does it hold? What can be computed is computed here, in this browser, and not taken on trust.

import { el, rebuild } from "./dom.js";
import { wrongList } from "./proving.js";
import { lang, word } from "./words.js";

export const pending = () => ({ chain: { how: "checking" }, anew: { how: "checking" }, record: { how: "checking" }, shoe: { how: "checking" } });

const encoder = new TextEncoder();
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

// A page that does not come over HTTPS or from this machine has no hashes.
const computes = () => globalThis.crypto?.subtle !== undefined;

async function sha256(...parts) {
  const whole = new Uint8Array(await new Blob(parts).arrayBuffer());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

export async function checkChain(full, steps) {
  if (!computes()) return { how: "unknown", words: "chain_none" };
  let before = unhex(full.hash_before);
  for (const one of steps) {
    before = await sha256(before, encoder.encode(one.text));
    if (hex(before) !== one.hash) return { how: "bad", words: "chain_bad", more: ` ${one.position}` };
  }
  const good = hex(before) === full.hash_after;
  return good ? { how: "good", words: "chain_good", count: [steps.length, "deeds"] } : { how: "bad", words: "chain_bad", more: ` ${full.positions[1]}` };
}

export function checkAnew({ log, record }) {
  return {
    anew: log.good ? { how: "good", words: "anew_good", count: [log.deeds, "deeds"] } : { how: "bad", words: "anew_bad", report: log },
    record:
      record.same === null
        ? { how: "unknown", words: "record_none", said: record.what }
        : record.same
          ? { how: "good", words: "record_good" }
          : { how: "bad", words: "record_bad", said: record.what },
  };
}

export async function checkShoe(shoe) {
  const { promised, revealed, report, dealt } = shoe;
  if (!report.good) return { how: "bad", words: "shoe_bad", report };
  if (!promised) return { how: "unknown", words: "shoe_none" };
  if (!revealed) return { how: "unknown", words: "shoe_waits", seal: promised.commitment };
  if (computes()) {
    revealed.here = hex(await sha256(`${revealed.nonce}:${revealed.order.join(" ")}`));
    if (revealed.here !== promised.commitment) return { how: "bad", words: "shoe_bad" };
  }
  return { how: "good", words: "shoe_good", count: [dealt.length, "cards_dealt"], seal: promised.commitment };
}

const SIGN = { good: "✓", bad: "✕", unknown: "–", checking: "…" };
const TITLES = { chain: "holds_chain", anew: "holds_anew", record: "holds_record", shoe: "holds_shoe" };

export function drawChecks(list, checks) {
  rebuild(list, [checks, lang()], () =>
    Object.entries(TITLES).map(([name, title]) => {
      const one = checks[name];
      return el("li", { class: `check ${one.how}`, "data-check": name, "data-how": one.how },
        el("span", { class: "sign", "aria-hidden": "true", text: SIGN[one.how] }),
        el("h3", { text: word(title) }),
        el("p", {}, one.how === "checking" ? word("checking") : one.words ? word(one.words) + (one.more ?? "") : null, one.said ? [" ", el("span", { lang: "en", text: one.said })] : null),
        one.count ? el("p", { class: "count", text: `${one.count[0]} ${word(one.count[1])}` }) : null,
        one.report ? wrongList(one.report) : null,
        one.seal ? el("p", { class: "count" }, `${word("seal")} `, el("code", { title: one.seal, text: one.seal.slice(0, 16) })) : null,
      );
    }),
  );
}

// --- the order of the shoe -------------------------------------------------------------------------

export function drawOrder(details, parent, shoe, number) {
  details.hidden = !shoe?.revealed;
  if (details.hidden) return;
  const { promised, revealed, dealt } = shoe;
  const rounds = new Map(dealt.map((one) => [one.place, one.round]));
  rebuild(parent, [lang()], () => [
    el("p", { class: "hint", text: word("shoe_how") }),
    el("dl", { class: "stored" },
      el("dt", { text: word("seal") }), el("dd", {}, el("code", { text: promised.commitment })),
      el("dt", { text: word("computed_here") }), el("dd", {}, el("code", { text: revealed.here ?? revealed.computed })),
      el("dt", { text: word("nonce") }), el("dd", {}, el("code", { text: revealed.nonce }))),
    el("ol", { class: "order" }, revealed.order.map((card, index) => {
      const round = rounds.get(index + 1);
      return el("li", { class: round === number ? "mine" : round === undefined ? "" : "dealt", title: round === undefined ? null : `${index + 1} · ${round}` }, card);
    })),
  ]);
}

