import { byId } from "./dom.js";
import { lang, setLanguage } from "./words.js";

setLanguage(lang());
byId("language").addEventListener("click", () => setLanguage(lang() === "zh" ? "en" : "zh"));
