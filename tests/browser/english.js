// What a page still says in English: every text and label that can be met, but those that say so.
(names) => {
  const known = names.toSorted((a, b) => b.length - a.length);
  const plain = (text) => {
    let left = text.replace(/\b[a-z-]+@\d+\b/g, " "); // rulebooks
    for (const name of known) left = left.replace(new RegExp(`(?<![A-Za-z])${name}(?![A-Za-z])`, "g"), " ");
    return left
      .replace(/\b(?:tb4|mbs5|dhyx2|tbi1):[\w.-]+|\bI-\d+\b/g, " ") // clauses and interpretations
      .replace(/\b(?:10|[2-9AJQK])[SHDC]\b/g, " ") // cards
      .replace(/\bpunto [a-z]+( --[a-z]+)?\b|\bpunto\b/g, " ") // the program and its commands
      .replace(/\b(?:RWS|MBS|SHA-256|Home|End)\b/g, " "); // houses, the seal, keys
  };
  const english = (text) => /[a-z]{2,}/i.test(plain(text ?? ""));
  const told = [];
  const excused = (node) => node.closest('[lang="en"], script, style, code, pre.record');
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walk.currentNode; node; node = walk.nextNode()) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (!element || excused(element)) continue;
    if (element.closest("[hidden]") || !(element.checkVisibility?.() ?? true)) continue;
    if (node.nodeType === Node.TEXT_NODE) {
      if (english(node.data)) told.push(`${element.tagName} ${element.parentElement?.id || element.parentElement?.className}: ${node.data.trim()}`);
      continue;
    }
    for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"])
      if (english(element.getAttribute(name))) told.push(`${name}: ${element.getAttribute(name)}`);
  }
  return [...new Set(told)];
}
