// A few words for making elements; everything else is the platform.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const el = (name, attributes, ...children) =>
  fill(document.createElement(name), attributes, children);
export const svg = (name, attributes, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

export function replace(parent, ...children) {
  parent.replaceChildren(...children.flat().filter(Boolean));
}

export const byId = (id) => document.getElementById(id);
