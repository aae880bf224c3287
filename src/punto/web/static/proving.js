// A proof of a table or of the whole store: told as it goes on, stopped at any time.

import { byId, el, replace, setText } from "./dom.js";
import { Refusal } from "./net.js";
import { isStranger } from "./patience.js";
import { refusalWords, word } from "./words.js";

export function makeProof({ form, onStranger }) {
  const progress = byId("proof-progress");
  const state = { stop: null, report: null, said: "" };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (state.stop === null) prove(new FormData(form).get("table"));
  });
  byId("prove-stop").addEventListener("click", () => state.stop?.abort());

  async function prove(table) {
    state.stop = new AbortController();
    state.report = null;
    say("");
    running(true);
    setText(byId("announce"), word("proving"));
    try {
      await follow(table ? `?table=${encodeURIComponent(table)}` : "", state.stop.signal);
      if (state.report === null) say("proof_cut");
    } catch (error) {
      if (isStranger(error)) onStranger(error);
      else if (error instanceof Refusal) say(error.problem.code === "proving" ? "proof_busy" : refusalWords(error.problem));
      else say(state.stop.signal.aborted ? "proof_stopped" : "proof_cut");
    }
    state.stop = null;
    running(false);
    show();
    if (state.report) byId("verdict").focus();
  }

  async function follow(query, signal) {
    const response = await fetch(`/api/audit/proof${query}`, { headers: { Accept: "application/x-ndjson", "X-Punto": "1" }, credentials: "same-origin", signal });
    if (!response.ok) throw new Refusal(await response.json());
    let rest = "";
    const read = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await read.read(); !piece.done; piece = await read.read()) {
      const lines = (rest + piece.value).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean)) hear(JSON.parse(line));
    }
  }

  function hear(told) {
    if (told.report) {
      state.report = told.report;
      return;
    }
    progress.max = Math.max(1, told.total);
    progress.value = told.done;
    setText(byId("proof-place"), told.total ? `${told.done.toLocaleString("en-SG")} / ${told.total.toLocaleString("en-SG")} ${word("deeds")} · ${told.stream}` : word("proving"));
  }

  function running(now) {
    byId("prove-go").disabled = now;
    byId("prove-stop").hidden = !now;
    byId("verdict").hidden = true;
    byId("verdict").dataset.report = "";
    progress.classList.toggle("running", now);
    if (now) {
      progress.value = 0;
      setText(byId("proof-place"), word("proving"));
    }
  }

  function say(name) {
    state.said = name;
    setText(byId("proof-problem"), name ? word(name) : "");
  }

  function show() {
    say(state.said);
    byId("verdict").hidden = state.report === null;
    if (state.report) drawReport(byId("verdict"), state.report);
    else if (!state.stop) setText(byId("proof-place"), "");
  }

  return { show, ask: () => {} };
}

export const COUNTS = [["deeds", "deeds"], ["events", "events_n"], ["rounds", "rounds_n"], ["refusals", "refusals_n"], ["shoes", "shoes_n"], ["streams", "streams_n"]];

export const wrongList = (report) =>
  el("ul", { class: "wrongs" }, report.wrong.map((one) =>
    el("li", {}, el("b", { text: `${one.stream}${one.position ? `, ${word("wrong_at")} ${one.position}` : ""}` }), ` · ${word(`proof_${one.proof}`)} · `, el("span", { lang: "en", text: one.what })),
  ));

function drawReport(parent, report) {
  parent.className = `verdict ${report.good ? "good" : "bad"}`;
  replace(
    parent,
    el("h3", {}, el("span", { "aria-hidden": "true", text: report.good ? "✓" : "✕" }), ` ${word(report.good ? "proof_good" : "proof_bad")}`),
    report.good ? null : wrongList(report),
    el("dl", { class: "particulars" }, COUNTS.map(([name, label]) => el("div", {}, el("dt", { text: word(label) }), el("dd", { text: report[name].toLocaleString("en-SG") })))),
    el("details", {},
      el("summary", { text: word("heads") }),
      el("p", { class: "hint", text: word("heads_how") }),
      el("ul", { class: "heads" }, Object.entries(report.heads).map(([stream, [position, hash]]) => el("li", {}, el("b", { text: `${stream} · ${position}` }), el("code", { text: hash })))),
    ),
  );
}
