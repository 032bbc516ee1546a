// The cards that were taken last: in the middle of the table for a while after they were taken, or
// once they are asked for.  They are for eyes alone; for readers the middle is what lies there.

const SHOWN = 2000; // milliseconds

let known = null; // at which table, and what was the newest there
let isShown = false;
let timer = 0;

/** Note a new picture of a table; `later` is called when its cards have been seen for long enough. */
export function noteTaken(table, screen, later) {
  if (!table) return; // one may have gone away to ask for them
  const { number = 0, asked = 0 } = table.taken ?? {};
  const newest = table.taken ? `${number} ${asked}` : "0 0";
  if (known?.screen !== screen) isShown = false;
  else if (known.newest !== newest) {
    isShown = Boolean(table.taken);
    clearTimeout(timer);
    timer = setTimeout(() => {
      isShown = false;
      later();
    }, SHOWN);
  }
  known = { screen, newest };
}

/** What is in the middle: each card with its place there, if it lies there, and to whom it goes. */
export function middleOf(table) {
  const { taken } = table ?? {};
  const laid = (table?.laid ?? []).map((one, place) => ({ ...one, place }));
  const taker = table?.is_last ? laid.find((one) => one.takes)?.seat : null;
  for (const one of laid) one.to = taker;
  if (!taken) return laid;
  const shown = isShown ? taken.laid.map((one) => ({ ...one, from: taken.seat, to: taken.seat, isTaken: true })) : [];
  if (!taken.number) return [...laid.map((one) => ({ ...one, isBehind: isShown })), ...shown]; // a trick
  const gone = new Set(taken.laid.map((one) => one.card?.id));
  return [...laid.filter((one) => !one.card || !gone.has(one.card.id)), ...shown];
}
