// What somebody typed stands between marks; where it is not Chinese, it says so to whoever reads aloud.

import { el } from "./dom.js";

const QUOTED = /(「[^」]*」)/;
export const marked = (text) =>
  text.split(QUOTED).filter(Boolean).map((part) => (QUOTED.test(part) && !/[\u4e00-\u9fff]/.test(part) ? el("span", { lang: "en", text: part }) : part));
