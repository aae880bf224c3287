// Who works where, in which shift: accounts, their roles, and ending what somebody may do at once.

import { both, roleWords } from "./console_words.js";
import { byId, el, keyed, replace, setText } from "./dom.js";
import { Refusal, answered, get, post } from "./net.js";
import { field } from "./trouble.js";
import { refusalWords, word } from "./words.js";

let page = null; // what the page gives: `say`, `me` (a name, or nothing), `tables`
let accounts = [];
let why = () => ""; // why somebody may not keep them

export async function startStaff(given) {
  page = given;
  byId("hire").addEventListener("submit", hire);
  if (!page.me) return closed(() => word("sign_in_pit"));
  byId("own").hidden = false;
  byId("own").addEventListener("submit", choosePassword);
  await list();
}

// A password that somebody else chose is known to two; with it nobody agrees to a correction.
async function choosePassword(event) {
  event.preventDefault();
  const { current, password } = Object.fromEntries(new FormData(event.target));
  try {
    await post(`/api/staff/${encodeURIComponent(page.me)}`, { current, password });
    location.assign("/sign-in?next=/pit");
  } catch (error) {
    page.say(error instanceof Refusal ? refusalWords(error.problem) : word("not_reached"));
  }
}

// Who may not keep the accounts is told so where they would stand.
function closed(words) {
  byId("hire").hidden = true;
  why = words;
  drawStaff();
}

async function list() {
  try {
    accounts = (await answered(() => get("/api/staff"))).staff;
    drawStaff();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    closed(() => (error.problem.status === 403 ? word("staff_needs") : refusalWords(error.problem)));
  }
}

const day = (moment) => new Date(moment).toLocaleString("en-SG", { dateStyle: "short", timeStyle: "short", hour12: false });

function grantWords({ role, tables, since, until }) {
  const where = tables.includes("*") ? both("all tables", "全部賭桌") : tables.join(", ");
  const when = [since && `${word("shift_from").toLowerCase()} ${day(since)}`, until && `${word("shift_until").toLowerCase()} ${day(until)}`].filter(Boolean).join(" ");
  return `${roleWords(role)} (${[where, when].filter(Boolean).join("; ")})`;
}

// In the language of the page, whenever that changes, too.
export function drawStaff() {
  setText(byId("staff-why"), why());
  keyed(byId("staff"), accounts, (one) => one.name,
    () => el("li", {}, el("b", {}), el("small", {}), el("button", { type: "button" })),
    (row, one) => {
      const state = [one.disabled && both("disabled", "已停用"), one.locked && both("locked", "已鎖")].filter(Boolean);
      setText(row.children[0], one.name);
      setText(row.children[1], [...one.grants.map(grantWords), ...state].join("; ") || both("no role", "無職位"));
      row.classList.toggle("off", one.disabled);
      setText(row.children[2], word("change"));
      row.children[2].setAttribute("aria-label", `${word("change")}: ${one.name}`);
      row.children[2].onclick = () => edit(one);
    });
}

// A time of the reader's own clock, with its offset, as the server wants it.
const moment = (text) => (text ? new Date(text).toISOString() : null);
const local = (text) => {
  if (!text) return "";
  const at = new Date(text);
  return new Date(at - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
const tablesFrom = (text) => text.split(/[\s,]+/).filter(Boolean);

function grantFields(grant) {
  const role = byId("role").cloneNode(true);
  role.removeAttribute("id");
  role.value = grant.role;
  const tables = el("input", { value: grant.tables.join(" "), list: "table-names", required: true });
  const since = el("input", { type: "datetime-local", value: local(grant.since) });
  const until = el("input", { type: "datetime-local", value: local(grant.until) });
  const row = el("fieldset", { class: "form" }, el("legend", { class: "aloud", text: word("role") }), field(word("role"), role), field(word("at_tables"), tables), field(word("shift_from"), since), field(word("shift_until"), until),
    el("button", { type: "button", onclick: () => row.remove() }, word("remove")));
  row.read = () => ({ role: role.value, tables: tablesFrom(tables.value), since: moment(since.value), until: moment(until.value) });
  return row;
}

function edit(one) {
  const problem = el("p", { class: "problem", role: "alert" });
  const grants = el("div", { class: "grants" }, one.grants.map(grantFields));
  const password = el("input", { type: "password", minlength: 10, autocomplete: "new-password", required: true });
  const send = async (body) => {
    try {
      await post(`/api/staff/${encodeURIComponent(one.name)}`, body);
      byId("trouble").close();
      await list();
    } catch (error) {
      setText(problem, error instanceof Refusal ? refusalWords(error.problem) : word("not_reached"));
    }
  };
  const sending = (body) => (event) => {
    event.preventDefault();
    return send(body());
  };
  setText(byId("trouble-title"), one.name);
  replace(byId("trouble-form"), problem,
    el("form", { onsubmit: sending(() => ({ grants: [...grants.children].map((row) => row.read()) })) },
      el("h3", { text: word("roles") }), grants,
      el("div", { class: "choices" },
        el("button", { type: "button", onclick: () => grants.append(grantFields({ role: "dealer", tables: ["*"] })) }, word("another_role")),
        el("button", { class: "yes" }, word("save")))),
    el("form", { onsubmit: sending(() => ({ password: password.value })) }, field(word("new_password"), password), el("button", {}, word("save"))),
    el("div", { class: "choices" },
      el("button", { type: "button", onclick: () => send({ revoke: true }) }, word("sign_out_everywhere")),
      el("button", { type: "button", onclick: () => send({ disabled: !one.disabled }) }, word(one.disabled ? "enable" : "disable")),
      el("button", { type: "button", "data-close": true }, word("close"))));
  replace(byId("table-names"), ["*", ...page.tables()].map((value) => el("option", { value })));
  byId("trouble").showModal();
}

async function hire(event) {
  event.preventDefault();
  const form = event.target;
  const { name, password, role, tables, until } = Object.fromEntries(new FormData(form));
  try {
    await post("/api/staff", { name, password, grants: [{ role, tables: tablesFrom(tables), until: moment(until) }] });
    form.reset();
    page.say("");
    await list();
  } catch (error) {
    page.say(error instanceof Refusal ? refusalWords(error.problem) : word("not_reached"));
  }
}
