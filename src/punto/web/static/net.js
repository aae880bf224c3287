// Talking to the server: JSON in and out, problem details as errors, one live connection per table.

export class Refusal extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || "refused");
    this.problem = problem;
  }
}

// No word from the server came through: nothing is known for or against it.
export class NotReached extends Error {}

async function send(path, options) {
  try {
    const response = await fetch(path, options);
    const text = await response.text();
    return { response, value: text ? JSON.parse(text) : null };
  } catch {
    throw new NotReached();
  }
}

export async function call(method, path, body, headers = {}) {
  const { response, value } = await send(path, {
    method,
    headers: {
      Accept: "application/json",
      "X-Punto": "1",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "same-origin",
  });
  if (!response.ok) throw new Refusal(value ?? { title: response.statusText, status: response.status });
  return value;
}

export const get = (path) => call("GET", path);
export const post = (path, body, headers) => call("POST", path, body, headers);

export const tablePath = (tableId) => `/api/tables/${tableId}`;

// The felt of a table: its bets with the odds that pay, pushes left out.
export async function layoutOf(tableId) {
  const layout = await get(`${tablePath(tableId)}/layout`);
  const bets = layout.bets.map((bet) => ({
    ...bet,
    id: bet.bet,
    pays: bet.pays.filter((row) => row.odds !== null),
  }));
  return { ...layout, bets };
}

const newKey = () => crypto.randomUUID();
const ATTEMPTS = 7;
const FIRST_WAIT = 250; // milliseconds
const LONGEST_WAIT = 1000; // milliseconds, and as much again by chance, so that not all come at once
const AWAY = 503;
const TOO_OFTEN = 429;
const CROWDED = 4429; // a close: so many views from one address that there is no place for another
const CROWDED_WAIT = 10_000; // milliseconds
const isAway = (error) => error instanceof NotReached || error.problem?.status === AWAY;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// What changes something keeps its key when it is sent again, so that it takes effect once
// whatever the line does, and whether or not the first answer was lost.
export async function once(path, value, key = newKey()) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call("POST", path, value, { "Idempotency-Key": key });
    } catch (error) {
      if (!isAway(error) || attempt >= ATTEMPTS) throw error;
      await pause(Math.min(FIRST_WAIT * 2 ** attempt, 4000));
    }
  }
}

// What a page cannot do without is asked for until the server answers, yes or no.
export async function answered(ask) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error) && error.problem?.status !== TOO_OFTEN) throw error;
      await pause(wait + Math.random() * wait);
    }
  }
}

// The same for what only some may read: nothing when the server says no.
export async function granted(ask) {
  try {
    return await answered(ask);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return null;
  }
}

export const command = (tableId, value) => once(`${tablePath(tableId)}/commands`, value);

// Follow a table: `onView(view, events, position)` for each deed, `onLine(up)` when the line changes.
export function follow(tableId, onView, onLine) {
  let position = 0;
  const hear = (told) => {
    position = told.position;
    onView(told.view, told.events ?? [], position);
  };
  return holdLine(() => `${tablePath(tableId)}/live?after=${position}`, hear, onLine);
}

// Follow every table over one line: `onView(tableId, view, events)`.
export function followFloor(onView, onLine) {
  const positions = new Map();
  const hear = (told) => {
    positions.set(told.table, told.position);
    onView(told.table, told.view, told.events ?? []);
  };
  return holdLine(() => `/api/live?after=${[...positions].map((pair) => pair.join(":")).join(",")}`, hear, onLine);
}

// Keep a connection open for as long as the page lives; `path()` says from where it goes on.
function holdLine(path, hear, onLine) {
  let socket = null;
  let wait = FIRST_WAIT;
  let again = null;
  let ended = false;

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}${path()}`);
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT;
      onLine(true);
    });
    socket.addEventListener("message", (message) => {
      const told = JSON.parse(message.data);
      if (told.view) hear(told);
    });
    socket.addEventListener("close", ({ code }) => {
      if (ended) return;
      onLine(false);
      if (code === CROWDED) wait = CROWDED_WAIT;
      again = setTimeout(open, wait + Math.random() * wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
  }

  open();
  // The device says that it is back in the net: no reason to wait any longer.
  addEventListener("online", () => {
    if (socket.readyState !== WebSocket.CLOSED || ended) return;
    clearTimeout(again);
    open();
  });
  // A new session (somebody sat down) is told to the server by a new connection.
  return {
    again: () => socket?.close(),
    end: () => {
      ended = true;
      socket?.close();
    },
  };
}
