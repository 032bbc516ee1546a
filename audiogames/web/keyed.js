// Helpers that create and update elements.  Existing elements are reused: while its content is
// shown, an element stays the same, so that a screen reader keeps its place.

const SVG = "http://www.w3.org/2000/svg";

/** Return the element of this id; all are in index.html. */
export const part = (id) => document.getElementById(id);

/** Return a new element with a class, text and attributes. */
export function make(tag, name = "", words = "", attributes = {}) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (words) write(made, words);
  if (tag === "button") made.type = "button";
  return attribute(made, attributes);
}

/** Return a new SVG element. */
export function shape(tag, attributes, ...inside) {
  const made = attribute(document.createElementNS(SVG, tag), attributes);
  made.append(...inside);
  return made;
}

/** Set attributes; null removes one.  Unchanged ones are not touched. */
export function attribute(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
  return element;
}

const written = new WeakMap(); // the text of each element, before a browser's translation

/** Set the text of an element; setting the same text again changes nothing. */
export function write(element, words) {
  if (written.get(element) === words && Boolean(element.textContent) === Boolean(words)) return;
  written.set(element, words);
  element.textContent = words;
}

/** Show or hide an element. */
export function show(element, shown) {
  if (element.hidden === shown) element.hidden = !shown;
}

/**
 * Update the children of `parent` to match `items`.
 *
 * `keyOf` returns the key of an item; `create` makes the element of a new one, `mend` updates an
 * element from its item.  Elements of missing items are removed, the others are reused.
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
  // This also removes elements inserted or copied by others, such as extensions.
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
