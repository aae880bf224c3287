// What is wider than the window, and which texts are cut off.
() => {
  const TEXTS = "button, a, h1, h2, h3, p, dt, dd, output, label, summary, th, td";
  const away = "[hidden], .aloud, .skip, dialog:not([open])";
  const root = document.documentElement;
  const cut = [];
  for (const node of document.querySelectorAll(TEXTS)) {
    if (node.closest(away) || !node.checkVisibility()) continue;
    const style = getComputedStyle(node);
    const clips = style.overflowX === "hidden" || style.overflowX === "clip";
    if (clips && node.scrollWidth > node.clientWidth + 1)
      cut.push(`${node.tagName} ${node.id || node.className}: ${node.textContent.trim().slice(0, 40)}`);
  }
  return { wide: root.scrollWidth - root.clientWidth, cut };
}
