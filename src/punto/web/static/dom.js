// A few words for making elements and for changing them in place; everything else is the platform.
//
// Nothing here rebuilds what is on the page already: whoever holds the focus keeps it, nothing moves.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const el = (name, attributes, ...children) =>
  fill(document.createElement(name), attributes, children);
export const svg = (name, attributes, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

export function replace(parent, ...children) {
  parent.replaceChildren(...children.flat(3).filter(Boolean));
}

export const byId = (id) => document.getElementById(id);

// Write only what differs: a live region speaks once, a selection stays.
export function setText(element, text) {
  const wanted = String(text);
  if (element.textContent !== wanted) element.textContent = wanted;
}

export function setAttribute(element, name, value) {
  const absent = value === null || value === undefined || value === false;
  if (absent) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

// Keep the children of `parent` in step with `items`: made once for each key, then only updated.
export function keyed(parent, items, keyOf, make, update) {
  const before = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let previous = null;
  for (const item of items) {
    const key = String(keyOf(item));
    const child = before.get(key) ?? make(item);
    before.delete(key);
    child.dataset.key = key;
    update?.(child, item);
    const place = previous === null ? parent.firstElementChild : previous.nextElementSibling;
    if (child !== place) parent.insertBefore(child, place);
    previous = child;
  }
  for (const child of before.values()) child.remove();
}

// Build the content of `parent` anew only when what it shows has changed.
export function rebuild(parent, shown, make) {
  const mark = JSON.stringify(shown);
  if (parent.dataset.shown === mark) return;
  parent.dataset.shown = mark;
  replace(parent, make());
}
