// Small helpers that make and mend parts of the page.  What is there already is kept: an element
// that a reader stands on stays the same element for as long as what it shows is there.

const SVG = "http://www.w3.org/2000/svg";

/** The element of this id; every one is in index.html. */
export const part = (id) => document.getElementById(id);

/** A new element with a class, words and attributes. */
export function make(tag, name = "", words = "", attributes = {}) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (words) write(made, words);
  if (tag === "button") made.type = "button";
  return attribute(made, attributes);
}

/** A new element of a drawing. */
export function shape(tag, attributes, ...inside) {
  const made = attribute(document.createElementNS(SVG, tag), attributes);
  made.append(...inside);
  return made;
}

/** Set attributes; null takes one away.  What is so already is not touched. */
export function attribute(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
  return element;
}

const written = new WeakMap(); // the words of each element, whatever a translator has made of them

/** Have an element say these words; the same words again change nothing. */
export function write(element, words) {
  if (written.get(element) === words && Boolean(element.textContent) === Boolean(words)) return;
  written.set(element, words);
  element.textContent = words;
}

/** Show an element or hide it. */
export function show(element, shown) {
  if (element.hidden === shown) element.hidden = !shown;
}

/**
 * Make the children of `parent` follow `items`.
 *
 * `keyOf` names an item; `create` makes the element of a new one, `mend` lets an element follow
 * its item.  Elements of items that are gone are taken away, the others stay the same ones.
 */
export function follow(parent, items, keyOf, create, mend = () => {}) {
  const children = [...parent.children];
  const old = new Map(children.map((child) => [child.dataset.is, child]));
  const seen = new Map();
  const wanted = items.map((item, place) => {
    const plain = String(keyOf(item, place));
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    return count > 1 ? `${plain} ${count}` : plain;
  });
  // Also what somebody else has put here, or has made a copy of.
  for (const child of children) {
    const { is } = child.dataset;
    if (!wanted.includes(is) || old.get(is) !== child) child.remove();
  }
  items.forEach((item, place) => {
    let child = old.get(wanted[place]);
    if (!child) {
      child = create(item, place);
      child.dataset.is = wanted[place];
    }
    if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] ?? null);
    mend(child, item, place);
  });
  show(parent, items.length > 0);
}
