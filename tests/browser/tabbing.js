// Every control that somebody who only has a keyboard must be able to reach, by a name of its own.
() => {
  const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const names = new Map();
  const inside = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]");
  for (const node of document.querySelectorAll(CONTROLS)) {
    if (node.disabled || node.tabIndex < 0 || !inside(node) || node.closest("dialog:not([open])")) continue;
    names.set(node, `${node.tagName} ${node.id || node.getAttribute("aria-label") || node.textContent.trim().slice(0, 30)}`);
  }
  window.toReach = names;
  return [...names.values()];
}
