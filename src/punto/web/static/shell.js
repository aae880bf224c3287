// What every page has: the language switch, and the banner that tells when the line is down.

import { byId, setText } from "./dom.js";
import { lang, learned, setLanguage, word } from "./words.js";

export function shell(draw = () => {}) {
  const button = byId("language");
  const show = (language) => {
    setLanguage(language);
    setText(button, language === "zh" ? "English" : "中文");
    button.lang = language === "zh" ? "en" : "zh-Hant";
  };
  button.addEventListener("click", () => {
    show(lang() === "zh" ? "en" : "zh");
    draw();
    // What is refused has its Chinese words a moment later, the first time.
    learned().then(() => draw());
  });
  show(lang());
  if (lang() === "zh") learned().then(() => draw());
}

let wasDown = false;

// The banner comes late, so that a moment without a line does not alarm anybody.
let alarm = null;

export function onLine(up) {
  const line = byId("line");
  clearTimeout(alarm);
  if (!up) {
    alarm = setTimeout(() => {
      wasDown = true;
      setText(line, word("reconnecting"));
      line.hidden = false;
    }, 400);
    return;
  }
  line.hidden = true;
  if (wasDown && byId("announce")) setText(byId("announce"), word("back"));
  wasDown = false;
}
