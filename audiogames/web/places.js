// Where one is on each screen.  A screen that is opened shows its heading first; one that is returned
// to is as it was left: scrolled to the same place, with the focus on the same thing.

import { part } from "./keyed.js";

const KEPT = 50; // screens that are remembered

const left = new Map(); // by the number of the screen: how far it was scrolled, what had the focus
let now = null; // the number of the screen that is shown

/** Note where one is before a frame is drawn; returns whether it shows another screen. */
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

/** What had the focus when this screen was left, if it is there again. */
export function focusLeft() {
  const was = left.get(now);
  if (!was) return null;
  if (was.focused !== document.body && was.focused.isConnected) return was.focused;
  const found = [...(part(was.group)?.children ?? [])].find((one) => one.dataset.is === was.is);
  return found?.querySelector("button") ?? found ?? null;
}

/**
 * Scroll to where the screen was left; a new one to its heading, unless its focus is farther down.
 *
 * Whatever was pressed to leave a table, on coming back the cards are in sight, or what is asked there.
 */
export function scrollBack() {
  const was = left.get(now);
  scrollTo(0, was?.top ?? 0);
  const needed = was ? ".at-table #rows .focused, #hand .focused, #hand .card" : "#table .focused";
  document.querySelector(needed)?.scrollIntoView({ block: "nearest" });
}

/** An element that may be created again: its group and its key in it. */
function nameOf(element) {
  const named = element.closest?.("[data-is]");
  return { group: named?.parentElement?.id ?? "", is: named?.dataset.is };
}
