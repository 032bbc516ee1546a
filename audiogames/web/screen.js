// The page as it follows the app's frame.  Nothing here moves the focus by itself, but for one
// thing: where what had it is gone, it goes to the next card, the list, a question or the heading.

import { drawSign, putCard } from "./cards.js";
import { attempt } from "./guard.js";
import { attribute, follow, make, part, show, write } from "./keyed.js";
import { click, means, start } from "./presses.js";
import { tableParts } from "./table.js";

/** Groups that the app's own focus walks through: the reader's focus goes along within them. */
const WALKED = ["hand", "rows", "sheet"];

let typed = null; // what the app knows of the text field

/**
 * Have the page follow a frame; returns whether the reader's focus went elsewhere.
 *
 * Translators and extensions change the page as well.  A part that cannot be drawn is emptied and
 * drawn once more; `failed` is called with its name and the error, and the other parts are drawn.
 */
export function draw(frame, words, failed) {
  const before = attempt(focusNow);
  const title = frame.title ?? "Audiogames";
  const parts = {
    title: () => { write(part("title"), title); document.title = title; },
    ...tableParts(frame.table ?? null, words),
    signs: () => drawSigns(frame.symbols ?? []),
    lines: () => follow(part("lines"), frame.lines ?? [], (_line, place) => place, () => make("p"), write),
    rows: () => drawRows(frame.rows ?? [], title),
    field: () => drawField(frame.field ?? null, frame.longest ?? 0, words),
    sheet: () => drawSheet(frame.sheet ?? null),
    hand: () => drawHand(frame.cards ?? [], words),
    buttons: () => drawButtons(frame, words),
    status: () => write(part("status"), frame.status ?? ""),
  };
  for (const [name, act] of Object.entries(parts)) drawPart(name, act, failed);
  return attempt(() => before && settle(before)) ?? false;
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

/** The text field: what was typed since the app was told of it, as messages to it. */
export function typedSince() {
  const told = typed ?? "", now = part("text").value;
  let same = 0;
  while (same < told.length && told[same] === now[same]) same += 1;
  typed = now;
  const gone = Array.from({ length: [...told.slice(same)].length }, () => ({ t: "key", key: "backspace" }));
  return now.length > same ? [...gone, { t: "text", text: now.slice(same) }] : gone;
}

function drawRows(rows, title) {
  follow(part("rows"), rows, (_row, place) => `${title} ${place}`, () => {
    const item = make("li");
    item.append(make("button"));
    return item;
  }, (item, row, place) => {
    const button = item.firstChild;
    write(button, row.text);
    mark(button, row.focused);
    means(button, click(`row ${place}`, row.text));
  });
  attribute(part("rows"), { "aria-labelledby": "title" });
  oneStop(part("rows"));
}

function drawHand(cards, words) {
  const hand = part("hand");
  hand.style.setProperty("--cards", String(Math.max(1, cards.length)));
  attribute(hand, { "aria-label": words.hand ?? "" });
  follow(hand, cards, (card) => card.id || card.name, () => {
    const item = make("li");
    item.append(make("button", "card"));
    return item;
  }, (item, card, place) => {
    const button = item.firstChild;
    putCard(button, card);
    mark(button, card.focused);
    means(button, click(`card ${place}`, card.name));
    attribute(button, {
      "aria-label": card.name.replace(/\.$/, ""),
      "aria-braillelabel": `${card.rank}${card.letter ?? ""}`,
    });
    button.classList.toggle("ready", card.playable === true);
    button.classList.toggle("dimmed", card.playable === false);
  });
  oneStop(hand);
}

function drawButtons({ buttons = [], questions = [] }, words) {
  const place = part("buttons");
  attribute(place, { "aria-label": words.questions ?? "" });
  const all = [...buttons.map((one) => ["deed", one]), ...questions.map((one) => ["asks", one])];
  follow(place, all, ([kind, { key }]) => `${kind} ${key}`, ([kind]) => make("button", kind), (button, [, { key, text }]) => {
    write(button, text);
    means(button, { t: "press", key, words: start(text) });
  });
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

function mendCell(cell, content, row, column, { focus, heads, names }) {
  if (row === null || !column) return write(cell, content);
  const button = cell.querySelector("button");
  content.forEach((half, place) => write(button.children[place], half || "–"));
  mark(button, focus[0] === row && focus[1] === column - 1);
  means(button, click(`cell ${row * heads.length + column - 1}`, names[row]));
}

/** The app's focus, for eyes and for readers. */
function mark(button, focused) {
  const was = button.classList.contains("focused");
  button.classList.toggle("focused", Boolean(focused));
  attribute(button, { "aria-current": focused ? "true" : null });
  if (focused && !was) button.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Tab stops once in a group, at what has the app's focus. */
function oneStop(group) {
  const buttons = [...group.querySelectorAll("button")];
  const stop = buttons.find((one) => one.classList.contains("focused")) ?? buttons[0];
  for (const one of buttons) attribute(one, { tabindex: one === stop ? "0" : "-1" });
}

// The focus

function focusNow() {
  const element = document.activeElement;
  const group = WALKED.map(part).find((one) => one?.contains(element));
  const place = group ? [...group.querySelectorAll("button")].indexOf(element) : -1;
  return { element, group, place, walker: group?.querySelector(".focused") ?? null };
}

/** Bring the focus where it belongs: it stays, goes along with the app's, or to what is next. */
function settle({ element, group, place, walker }) {
  if (element.isConnected && isShown(element)) {
    const now = group?.querySelector(".focused");
    const moved = now && now !== walker && now !== element;
    if (moved || document.activeElement !== element) (moved ? now : element).focus();
    return Boolean(moved);
  }
  const next = nextOf(group?.id, place);
  next.focus();
  return true;
}

const isShown = (element) => element === document.body || element.getClientRects().length > 0;

/** The card that came into its place, else the list, else a question, else the heading. */
function nextOf(group, place) {
  const cards = [...part("hand").querySelectorAll("button")];
  const row = part("rows").querySelector(".focused") ?? part("rows").querySelector("button");
  const card = cards[Math.min(Math.max(place, 0), cards.length - 1)];
  const order = group === "hand" ? [card, row] : [row, card];
  return [...order, part("field").hidden ? null : part("text"), part("buttons").firstChild, part("title")]
    .find((one) => one && isShown(one));
}
