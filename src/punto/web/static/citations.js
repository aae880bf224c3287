// Clauses and interpretations: wherever one is cited it is a button that says what it asks for.

import { byId, el, replace, setText } from "./dom.js";
import { get } from "./net.js";
import { word } from "./words.js";

export const cite = (...refs) =>
  refs.flat().map((ref) => el("button", { type: "button", class: "cite", "data-ref": ref, text: ref }));

export const cited = (item) => el("span", { class: "cites" }, cite(item.clauses ?? [], item.interpretations ?? item.by ?? []));

export function listenForCitations() {
  const dialog = byId("cited");
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-ref]");
    if (button) show(dialog, button.dataset.ref);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
}

async function show(dialog, ref) {
  let found;
  try {
    found = await get(`/api/clauses/${encodeURIComponent(ref)}`);
  } catch {
    found = { id: ref, title: word("unreached_now"), text: "", clauses: [], interpretations: [] };
  }
  setText(byId("cited-title"), found.id);
  replace(
    byId("cited-body"),
    el("p", { class: "cited-name", lang: "en", text: found.title }),
    found.readings && [el("h3", { text: word("readings") }), el("p", { lang: "en", text: found.readings })],
    el("p", { class: "cited-text", lang: "en", text: found.text }),
    found.decides && [el("h3", { text: word("who_decides") }), el("p", { lang: "en", text: found.decides })],
    found.clauses.length > 0 && [el("h3", { text: word(found.readings ? "about" : "same_as") }), el("p", {}, cite(found.clauses))],
    found.interpretations.length > 0 && [
      el("h3", { text: word("bearing") }),
      el("ul", { class: "bearing" }, found.interpretations.map((one) => el("li", {}, cite(one.id), el("span", { lang: "en", text: one.title })))),
    ],
    el("p", { class: "hint", text: word("our_words") }),
  );
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
