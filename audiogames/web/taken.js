// The cards that were taken last: in the middle of the table for a while after they were taken, or
// once they are asked for.  They are for eyes alone; for readers the middle is what lies there.

const SHOWN = 2000; // milliseconds

let known = null; // at which table, what was the newest there, and how often it was asked for
let isShown = false;
let isAsked = false; // by what has brought this picture
let timer = 0;

/** Note a new picture of a table; `later` is called when its cards have been seen for long enough. */
export function noteTaken(table, screen, later) {
  if (!table) return; // one may have gone away to ask for them
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

/** Whether the player has just asked for what was taken last, which is to be in sight then. */
export const wasAsked = () => isAsked;

/** What is in the middle: each card with its place there, if it lies there, and to whom it goes. */
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
