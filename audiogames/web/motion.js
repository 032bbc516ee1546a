// Animation of cards: from a hand or seat to the middle, captures to their takers, and the deal.
//
// Only drawings move.  Buttons, the focus and the accessibility tree change at once, so that a key
// or finger meets its target meanwhile.  See also audiogames/shell/window/motion.py.

import { make, part } from "./keyed.js";

const MOVE = { duration: 500, easing: "ease-out" };
const SMALL = 0.5; // the final scale of a card that flies to its taker

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether to animate: neither the program's setting nor the browser's forbids it. */
const isWanted = () => !reduced.matches && !document.hidden && !document.documentElement.classList.contains("still");

/** Return the positions of all cards of a table, or null if nothing is animated. */
export function cardsNow() {
  if (!isWanted() || !document.body.classList.contains("at-table")) return null;
  const hand = [...part("hand").children].map((item) => [item.dataset.is, item]);
  const laid = [...part("laid").children].map((item) => [item.dataset.card, item]);
  const cards = new Map();
  for (const [kind, all] of [["laid", laid], ["hand", hand]]) {
    for (const [id, item] of all) {
      const isHidden = item.classList.contains("behind"); // another trick is shown
      if (id) cards.set(id, { kind: isHidden ? "" : kind, item, at: placeOf(item), to: item.dataset.to });
    }
  }
  return cards;
}

/** Animate cards from their positions in the previous frame, and captured ones to their takers. */
export function moveFrom(before, table) {
  const after = before && cardsNow();
  if (!after) return;
  const dealer = (table?.seats ?? []).find((seat) => seat.deals);
  const dealt = [part("heap").querySelector(".stock"), seatOf(dealer?.number), part("turn")].find(isSeen);
  const isDeal = [...after].some(([id, { kind }]) => kind === "hand" && !before.has(id));
  for (const [id, { kind, item, at }] of after) {
    const was = before.get(id);
    const isElsewhere = was?.kind && kind && was.kind !== kind;
    const start = was ? isElsewhere && was.at : startOf(item, isDeal && dealt);
    if (start && kind) item.querySelector(".face")?.animate([{ transform: way(at, start) }, { transform: "none" }], MOVE);
  }
  for (const [id, { kind, item, at, to }] of before) {
    if (kind === "laid" && to && !after.has(id)) fly(item, at, seatOf(to));
  }
}

/** Return the start of a new card: the seat that played it, or the place of the deal. */
function startOf(item, dealt) {
  const from = item.dataset.from ? seatOf(item.dataset.from) : dealt;
  return isSeen(from) && placeOf(from);
}

/** Animate the drawing of a captured card to a seat. */
function fly(item, at, seat) {
  const face = item.querySelector(".face");
  if (!isSeen(seat) || !face) return;
  const card = make("div", "flying", "", { "aria-hidden": "true" });
  card.style.cssText = `left: ${at.left}px; top: ${at.top}px; width: ${at.width}px`;
  card.append(face.cloneNode(true));
  document.body.append(card);
  const end = placeOf(seat);
  const flight = card.animate([{ transform: "none" }, { transform: `${shift(at, end)} scale(${SMALL})` }], MOVE);
  flight.onfinish = flight.oncancel = () => card.remove();
}

const seatOf = (number) => document.querySelector(`#seats > [data-is="${number}"]`);
const isSeen = (element) => Boolean(element?.getClientRects().length);

/** Return the position of an element on the page, including scrolling. */
function placeOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, width, height };
}

/** Return the translation from the middle of one place to that of another. */
function shift(from, to) {
  const across = to.left + to.width / 2 - from.left - from.width / 2;
  const down = to.top + to.height / 2 - from.top - from.height / 2;
  return `translate(${across}px, ${down}px)`;
}

const way = (at, start) => `${shift(at, start)} scale(${Math.min(1, start.width / at.width)})`;
