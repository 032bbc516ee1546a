// The scroll position and focus of each screen.  A new screen shows its heading first; one that is
// returned to is restored: scrolled to the same place, with the same focus.

import { part } from "./keyed.js";

const KEPT = 50; // the number of screens remembered

const left = new Map(); // by the number of the screen: scroll position and focus
let now = null; // the number of the current screen

/** Save the place on the current screen before a frame is drawn; return whether another follows. */
export function leave(number, focused) {
  if (number === now) return false;
  if (now !== null) {
    left.delete(now);
    left.set(now, { top: scrollY, focused, ...nameOf(focused) });
    if (left.size > KEPT) left.delete(left.keys().next().value);
  }
  now = number;
  return true;
}

/** Return the element that had the focus when this screen was left, if it still exists. */
export function focusLeft() {
  const was = left.get(now);
  if (!was) return null;
  if (was.focused !== document.body && was.focused.isConnected) return was.focused;
  const found = [...(part(was.group)?.children ?? [])].find((one) => one.dataset.is === was.is);
  return found?.querySelector("button") ?? found ?? null;
}

/**
 * Restore the scroll position; a new screen shows its heading, unless its focus is farther down.
 *
 * On return to a table the cards, or the open question, are scrolled into view in any case.
 */
export function scrollBack() {
  const was = left.get(now);
  scrollTo(0, was?.top ?? 0);
  const needed = was ? ".at-table #rows .focused, #hand .focused, #hand .card" : "#table .focused";
  document.querySelector(needed)?.scrollIntoView({ block: "nearest" });
}

/** Identify an element that may be recreated, by its group and key. */
function nameOf(element) {
  const named = element.closest?.("[data-is]");
  return { group: named?.parentElement?.id ?? "", is: named?.dataset.is };
}
