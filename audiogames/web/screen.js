// Draws the app's frames.  The focus moves in two cases only: if the focused element is gone, to
// the next card, the list, a question or the heading; and if a press has opened another screen, to
// that screen.

import { drawSign, putCard } from "./cards.js";
import { attempt } from "./guard.js";
import { attribute, follow, make, part, show, write } from "./keyed.js";
import { drawButtonsIn, drawRows, drawText, drawTop, mark, oneStop } from "./lists.js";
import { cardsNow, moveFrom } from "./motion.js";
import { focusLeft, leave, scrollBack } from "./places.js";
import { click, justPressed, means } from "./presses.js";
import { tableParts } from "./table.js";
import { wasAsked } from "./taken.js";

/** Groups with the app's own focus, which the reader's focus follows within them. */
const WALKED = ["hand", "rows", "prose", "sheet"];

const LONG = 8; // rows: a longer list has a back button at the top, too

let typed = null; // the text in the field, as the app knows it

/**
 * Draw a frame; return whether the reader's focus has moved.
 *
 * Translators and extensions change the page as well.  A part that cannot be drawn is emptied and
 * drawn again; `failed` is called with its name and the error, and the other parts are drawn.
 */
export function draw(frame, words, failed) {
  const before = focusNow();
  const pressed = justPressed();
  const top = pressed?.getBoundingClientRect().top;
  const isOther = leave(frame.screen ?? 0, before.element);
  const cards = isOther ? null : cardsNow();
  const title = frame.title ?? "Audiogames";
  write(part("title"), title);
  document.title = title;
  document.body.classList.toggle("blank", Boolean(frame.is_blank));
  const parts = partsOf(frame, words, title);
  for (const [name, act] of Object.entries(parts)) drawPart(name, act, failed);
  const moved = attempt(() => settle(before, isOther && Boolean(pressed))) ?? false;
  if (isOther) scrollBack();
  else if (pressed?.isConnected && isShown(pressed)) scrollBy(0, pressed.getBoundingClientRect().top - top);
  if (frame.table && wasAsked()) part("felt").scrollIntoView({ block: "nearest" });
  attempt(() => moveFrom(cards, frame.table));
  return moved;
}

function drawPart(name, act, failed) {
  try {
    act();
  } catch (error) {
    failed(name, error);
    if (name !== "field") part(name)?.replaceChildren();
    attempt(act);
  }
}

/** Return the functions that draw the parts, by the part's id. */
function partsOf(frame, words, title) {
  const { rows = [], buttons = [], questions = [], is_text: isText = false } = frame;
  const areOfRow = !isText && rows.some((row) => row.has_buttons);
  const shown = [...(areOfRow ? [] : buttons).map((one) => ["deed", one]), ...questions.map((one) => ["asks", one])];
  return {
    top: () => drawTop(isText || rows.length > LONG, words),
    ...tableParts(frame.table ?? null, frame.screen ?? 0, words),
    signs: () => drawSigns(frame.symbols ?? []),
    lines: () => follow(part("lines"), frame.lines ?? [], (_line, place) => place, () => make("p"), write),
    rows: () => drawRows(isText ? [] : rows, areOfRow ? buttons : [], title),
    prose: () => drawText(isText ? rows : [], title),
    field: () => drawField(frame.field ?? null, frame.longest ?? 0, words),
    sheet: () => drawSheet(frame.sheet ?? null),
    hand: () => drawHand(frame.cards ?? [], words),
    buttons: () => {
      attribute(part("buttons"), { "aria-label": words.questions ?? "" });
      drawButtonsIn(part("buttons"), shown);
    },
    status: () => write(part("status"), frame.status ?? ""),
  };
}

/** Return what was typed since the last message about the text field, as messages. */
export function typedSince() {
  const told = typed ?? "", now = part("text").value;
  let same = 0;
  while (same < told.length && told[same] === now[same]) same += 1;
  typed = now;
  const gone = Array.from({ length: [...told.slice(same)].length }, () => ({ t: "key", key: "backspace" }));
  return now.length > same ? [...gone, { t: "text", text: now.slice(same) }] : gone;
}

function drawHand(cards, words) {
  const hand = part("hand");
  hand.style.setProperty("--cards", String(Math.max(1, cards.length)));
  attribute(hand, { "aria-label": words.hand ?? "" });
  follow(hand, cards, (card) => card.id || card.name, () => {
    const item = make("li");
    item.append(make("button", "card"));
    return item;
  }, (item, card) => {
    const button = item.firstChild;
    putCard(button, card);
    mark(button, card.focused);
    means(button, click(card));
    attribute(button, {
      "aria-label": card.name.replace(/\.$/, ""),
      "aria-braillelabel": `${card.rank}${card.letter ?? ""}`,
    });
    button.classList.toggle("ready", card.playable === true);
    button.classList.toggle("dimmed", card.playable === false);
  });
  oneStop(hand);
}

function drawSigns(rows) {
  follow(part("signs"), rows, (row) => `${row.text} ${row.symbols ?? ""}`, (row) => {
    const item = make("li");
    item.append(make("span", "", row.text));
    const signs = make("span", "drawn");
    signs.append(...(row.symbols ?? []).map(drawSign));
    item.append(signs);
    return item;
  });
}

function drawField(text, longest, words) {
  show(part("field"), text !== null);
  attribute(part("text"), { maxlength: longest ? String(longest) : null });
  write(part("send"), words.send ?? "");
  if (text !== typed) part("text").value = text ?? "";
  typed = text;
}

function drawSheet(sheet) {
  const table = part("sheet");
  show(table, Boolean(sheet));
  if (!sheet) return table.replaceChildren();
  const lines = [null, ...sheet.names.keys()];
  follow(table, lines, String, () => make("tr"), (line, row) => {
    const [head, cells] = row === null ? ["", sheet.heads] : [sheet.names[row], sheet.cells[row]];
    follow(line, [head, ...cells], (_cell, column) => column,
      (_cell, column) => makeCell(row, column),
      (cell, content, column) => mendCell(cell, content, row, column, sheet));
  });
  oneStop(table);
}

function makeCell(row, column) {
  if (row === null) return make(column ? "th" : "td", "", "", column ? { scope: "col" } : {});
  if (!column) return make("th", "", "", { scope: "row" });
  const cell = make("td");
  const button = make("button");
  button.append(make("span"), make("span"));
  cell.append(button);
  return cell;
}

function mendCell(cell, content, row, column, { clicks, focus, heads }) {
  if (row === null || !column) return write(cell, content);
  const button = cell.querySelector("button");
  content.forEach((half, place) => write(button.children[place], half || "–"));
  mark(button, focus[0] === row && focus[1] === column - 1);
  means(button, click(clicks[row * heads.length + column - 1]));
}

// The focus

function focusNow() {
  const element = document.activeElement;
  const group = WALKED.map(part).find((one) => one?.contains(element));
  const place = group ? [...group.querySelectorAll("button")].indexOf(element) : -1;
  return { element, group, place, walker: group?.querySelector(".focused") ?? null };
}

/**
 * Move the focus: keep it, follow the app's focus, or focus the next candidate.
 *
 * `goesAlong` means that a pressed button has opened another screen.
 */
function settle({ element, group, place, walker }, goesAlong) {
  if (goesAlong) return goTo([focusLeft(), ...nextOf(group?.id, place)]);
  if (element.isConnected && isShown(element)) {
    const now = group?.querySelector(".focused");
    const moved = now && now !== walker && now !== element;
    if (moved || document.activeElement !== element) (moved ? now : element).focus();
    return Boolean(moved);
  }
  return goTo(nextOf(group?.id, place));
}

const isShown = (element) => element === document.body || element.getClientRects().length > 0;

/** Focus the first of these that is visible; return whether the focus has moved. */
function goTo(order) {
  const next = order.find((one) => one && isShown(one));
  const isElsewhere = next !== document.activeElement;
  next.focus({ preventScroll: true });
  return isElsewhere;
}

/** Return candidates: the card now in that position, the list, a line, a question, the heading. */
function nextOf(group, place) {
  const cards = [...part("hand").querySelectorAll("button")];
  const row = part("rows").querySelector(".focused") ?? part("rows").querySelector("button");
  const card = cards[Math.min(Math.max(place, 0), cards.length - 1)];
  const line = part("prose").querySelector(".focused:not(:first-child)");
  const order = group === "hand" ? [card, row] : [row, card];
  const isText = part("prose").childElementCount > 0;
  return [...order, line, isText ? part("title") : null, part("field").hidden ? null : part("text"),
    part("buttons").firstChild, part("title")];
}
