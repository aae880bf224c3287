// Signing in and out; afterwards back to the page that asked for it.

import "./console_words.js";
import { byId, setText } from "./dom.js";
import { Refusal, answered, get, post } from "./net.js";
import { shell } from "./shell.js";
import { refusalWords, word } from "./words.js";

// Only to a page of this server: an address elsewhere in the query leads nowhere.
function target() {
  const wanted = new URLSearchParams(location.search).get("next") ?? "/pit";
  const url = new URL(wanted, location.origin);
  return url.origin === location.origin ? url.pathname + url.search : "/pit";
}

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    setText(byId("refusal"), error instanceof Refusal ? refusalWords(error.problem) : word("reconnecting"));
  }
}

shell();
byId("login").addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, password } = Object.fromEntries(new FormData(event.target));
  attempt(async () => {
    await post("/api/login", { name: name.trim(), password });
    location.assign(target());
  });
});
byId("logout").addEventListener("click", () =>
  attempt(async () => {
    await post("/api/logout", {});
    location.reload();
  }),
);
const me = await answered(() => get("/api/me"));
if (me.kind === "staff") {
  setText(byId("who-name"), me.name);
  byId("who").hidden = false;
}
