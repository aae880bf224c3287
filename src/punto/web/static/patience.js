// Asking again where the server has said that it goes on from there, or that one asks too often.

import { Refusal, get } from "./net.js";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const SOON = 100;
const LATER = 1500;

export async function patiently(path, wanted = () => true, onWait = () => {}) {
  for (;;) {
    try {
      return await get(path);
    } catch (error) {
      const { code, status } = error instanceof Refusal ? error.problem : {};
      if (!wanted() || !(code === "reading_back" || status === 429)) throw error;
      onWait(error.problem);
      await pause(code === "reading_back" ? SOON : LATER);
    }
  }
}

// Whoever may not look back is told what the desk is for, and where to sign in.
export function isStranger(error) {
  return error instanceof Refusal && (error.problem.status === 401 || error.problem.status === 403);
}
