// The cards taken last, shown in the middle of the table for a while after the capture, or on
// request.  They are only for sighted players; for screen readers the middle is what is on the
// table.

const SHOWN = 2000; // milliseconds

let known = null; // the table, the number of its newest capture, and how often that was requested
let isShown = false;
let isAsked = false; // whether this frame answers that request
let timer = 0;

/** Note a new frame of a table; `later` is called when its captured cards were shown long enough. */
export function noteTaken(table, screen, later) {
  if (!table) return; // the player may have left the table to ask for them
  const isSame = known?.screen === screen;
  const { number = 0, asked = 0 } = table.taken ?? { asked: isSame ? known.asked : 0 };
  isAsked = isSame && asked !== known.asked;
  if (!isSame || number < known.number) isShown = false; // another table, another deal, or taken back
  if (isAsked || (isSame && number > known.number)) {
    isShown = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isShown = false;
      later();
    }, SHOWN);
  }
  known = { screen, number, asked };
}

/** Whether the player has just asked for the last capture, which must then be scrolled into view. */
export const wasAsked = () => isAsked;

/** Return the cards in the middle, each with its place and its taker if there is one. */
export function middleOf(table) {
  const { taken } = table ?? {};
  const laid = (table?.laid ?? []).map((one) => ({ ...one }));
  const taker = table?.is_last ? laid.find((one) => one.takes)?.seat : null;
  for (const one of laid) one.to = taker;
  if (!taken) return laid;
  const shown = isShown ? taken.laid.map((one) => ({ ...one, from: taken.seat, to: taken.seat, isTaken: true })) : [];
  if (!taken.number) return [...laid.map((one) => ({ ...one, isBehind: isShown })), ...shown]; // a trick
  const gone = new Set(taken.laid.map((one) => one.card?.id));
  return [...laid.filter((one) => !one.card || !gone.has(one.card.id)), ...shown];
}
