// Card faces as in the window (audiogames/shell/window/cardfaces.py): on the left the rank, the
// suit symbol and its letter; on the right as many symbols as the rank counts, or a panel for aces
// and court cards.  All lengths are percentages of the card's height.

import { attribute, make, shape } from "./keyed.js";

const FILE = "cards.svg#";
const COLUMNS = {
  2: [2], 3: [3], 4: [2, 2], 5: [3, 2], 6: [3, 3], 7: [4, 3], 8: [4, 4], 9: [5, 4], 10: [5, 5],
};
const MOST_ACROSS = 5, STEP = 34; // of a pile: cards across as in the window, and the distance between two
const ACES = ["A", "1"];
const LEFT = 39, RIGHT = 64, TOP = 13, BOTTOM = 92;

/** Return the drawing of a card, hidden from screen readers: its container has the card's name. */
export function drawCard(card) {
  const suit = `${card.pack}-${card.suit}`;
  const face = shape("svg", { viewBox: "0 0 70 100", class: `face ink-${suit}`, "aria-hidden": "true" });
  face.append(
    shape("rect", { class: "paper", x: 1, y: 1, width: 68, height: 98, rx: 6 }),
    shape("path", { class: "ready-bar", d: "M1.5 9V7a5.5 5.5 0 0 1 5.5-5.5h56a5.5 5.5 0 0 1 5.5 5.5v2z" }),
    letters(card.rank, 21.5, 38.5, 36, 29),
    symbol(suit, 21.5, 53, 28),
    attribute(letters(card.letter ?? "", 21.5, 88, 26, 29), { class: "letter" }),
    ...(COLUMNS[card.rank] ? shapes(COLUMNS[card.rank], suit) : panel(card.rank, suit)),
  );
  return face;
}

/** Return the back of a card. */
export function drawBack() {
  const back = shape("svg", { viewBox: "0 0 70 100", class: "face back", "aria-hidden": "true" });
  back.append(
    shape("rect", { class: "paper", x: 1, y: 1, width: 68, height: 98, rx: 6 }),
    shape("rect", { class: "ground", x: 5, y: 5, width: 60, height: 90, rx: 4 }),
  );
  for (let x = 0; x < 3; x += 1) {
    for (let y = 0; y < 5; y += 1) {
      const at = [17 + 18 * x, 16 + 17 * y];
      back.append(shape("path", { class: "lozenge", d: `M${at} m0-8 l8 8 l-8 8 l-8-8z` }));
    }
  }
  return back;
}

/** Return a pile of captured cards: backs, and beside them the ends of cards laid across. */
export function drawPile(across) {
  const shown = Math.min(across, MOST_ACROSS);
  const wide = 84 + (shown ? 12 + shown * STEP : 0);
  const pile = shape("svg", { viewBox: `0 0 ${wide} 114`, class: "face back", "aria-hidden": "true" });
  for (const [x, y] of [[0, 14], [14, 0]]) {
    pile.append(
      shape("rect", { class: "paper", x: x + 1, y: y + 1, width: 68, height: 98, rx: 6 }),
      shape("rect", { class: "ground", x: x + 7, y: y + 7, width: 56, height: 86, rx: 4 }),
    );
  }
  for (let end = 0; end < shown; end += 1) {
    pile.append(shape("rect", { class: "paper across", x: 92 + end * STEP, y: 22, width: STEP - 6, height: 70, rx: 5 }));
  }
  return pile;
}

/** Return a small sign, or a suit symbol. */
export function drawSign(name) {
  const sign = shape("svg", { viewBox: "0 0 100 100", class: `sign sign-${name} ink-${name}`, "aria-hidden": "true" });
  sign.append(shape("use", { href: FILE + name }));
  return sign;
}

/** Return the key of a face: while it stays the same, the drawing is kept. */
export const faceOf = (card) => [card.pack, card.rank, card.suit, card.letter].join(" ");

/** Draw a card in its container, unless it is drawn there already. */
export function putCard(holder, card) {
  const face = card ? faceOf(card) : "back";
  if (holder.dataset.face === face) return;
  holder.dataset.face = face;
  holder.querySelector(".face")?.remove();
  holder.prepend(card ? drawCard(card) : drawBack());
}

/** Return a card that cannot be pressed, with words below it if there are any. */
export function lyingCard(name, words) {
  const lying = make("li", name);
  const said = make("span", "unseen");
  lying.append(said, make("span", "whose", words, { "aria-hidden": "true" }));
  return lying;
}

function symbol(suit, x, y, side) {
  return shape("use", {
    href: FILE + suit, x: x - side / 2, y: y - side / 2, width: side, height: side,
  });
}

/** Return text centred at x; wider text is condensed. */
function letters(text, x, y, size, widest) {
  const words = shape("text", { x, y, "font-size": size, "text-anchor": "middle" });
  words.textContent = text;
  if (text.length > 1) attribute(words, { textLength: widest, lengthAdjust: "spacingAndGlyphs" });
  return words;
}

/** Return as many suit symbols as the rank counts, in one column or two. */
function shapes(columns, suit) {
  const broad = (RIGHT - LEFT) / columns.length;
  const side = broad * 0.92;
  const pitch = Math.min((BOTTOM - TOP) / Math.max(...columns), side * 1.6);
  return columns.flatMap((rows, column) => Array.from({ length: rows }, (_, row) =>
    symbol(suit, LEFT + (column + 0.5) * broad, (TOP + BOTTOM) / 2 + (row - (rows - 1) / 2) * pitch, side)));
}

/** Return the panel: a framed symbol for an ace, a letter between two symbols for a court card. */
function panel(rank, suit) {
  const middle = (LEFT + RIGHT) / 2;
  const box = { x: LEFT, y: TOP, width: RIGHT - LEFT, height: BOTTOM - TOP, rx: 4 };
  if (ACES.includes(rank)) {
    return [shape("rect", { ...box, class: "frame" }), symbol(suit, middle, (TOP + BOTTOM) / 2, 20)];
  }
  const inside = shape("g", { class: "on-ink" });
  inside.append(
    symbol(suit, middle, TOP + 13, 18), symbol(suit, middle, BOTTOM - 13, 18),
    letters(rank, middle, 63.5, 32, 21),
  );
  return [shape("rect", { ...box, class: "ink" }), inside];
}
