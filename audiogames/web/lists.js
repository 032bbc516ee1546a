// Lists to choose from, and texts: the rows of a frame.

import { attribute, follow, make, part, show, write } from "./keyed.js";
import { click, means } from "./presses.js";

const FIRST_LEVEL = 2; // of headings in a text: only the screen's title is above them
const LAST_LEVEL = 6;

/** Draw the list; buttons about a row are placed below it. */
export function drawRows(rows, buttons, title) {
  const list = part("rows");
  follow(list, rows, (_row, place) => `${title} ${place}`, () => {
    const item = make("li");
    item.append(make("button"));
    return item;
  }, (item, row) => {
    const button = item.querySelector(":scope > button");
    drawGroup(item, row.group ?? "");
    write(button, row.text);
    mark(button, row.focused);
    means(button, click(row));
    drawValues(item, row.has_buttons ? buttons : []);
  });
  attribute(list, { "aria-labelledby": "title" });
  oneStop(list, ":scope > li > button");
}

/** Draw the name of a group above its first row. */
function drawGroup(item, name) {
  const there = item.querySelector(":scope > h2");
  if (!name) there?.remove();
  else if (there) write(there, name);
  else item.prepend(make("h2", "", name));
}

/** Place the buttons that change an option next to it, for fingers and for swiping. */
function drawValues(item, buttons) {
  const there = item.querySelector(":scope > .values");
  if (!buttons.length) return there?.remove();
  const values = there ?? make("div", "values");
  if (!there) item.append(values);
  drawButtonsIn(values, buttons.map((one) => ["deed", one]));
}

/** Draw these buttons in a container, each with its kind as its class. */
export function drawButtonsIn(place, all) {
  follow(place, all, ([kind, { key }]) => `${kind} ${key}`, ([kind]) => make("button", kind), (button, [, one]) => {
    write(button, one.text);
    means(button, click(one));
  });
}

/** Draw a text as real headings and paragraphs, which are read rather than pressed. */
export function drawText(lines, title) {
  const text = part("prose");
  follow(text, lines, ({ heading = 0 }, place) => `${title} ${place} ${heading}`,
    ({ heading = 0 }) => make(heading ? `h${Math.min(LAST_LEVEL, FIRST_LEVEL - 1 + heading)}` : "p", "line", "", { tabindex: "-1" }),
    (line, row) => {
      write(line, row.text);
      mark(line, row.focused);
      means(line, click(row)); // a tap reads the line, also with the browser's voice
    });
  attribute(text, { "aria-labelledby": "title" });
}

/** Mark the app's focus, visibly and for screen readers. */
export function mark(button, focused) {
  const was = button.classList.contains("focused");
  button.classList.toggle("focused", Boolean(focused));
  attribute(button, { "aria-current": focused ? "true" : null });
  if (focused && !was) button.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Make one tab stop of a group, at the app's focus. */
export function oneStop(group, which = "button") {
  const buttons = [...group.querySelectorAll(which)];
  const stop = buttons.find((one) => one.classList.contains("focused")) ?? buttons[0];
  for (const one of buttons) attribute(one, { tabindex: one === stop ? "0" : "-1" });
}

/** Show a back button at the top of long screens too. */
export function drawTop(isLong, words) {
  const back = part("top");
  show(back, isLong);
  write(back, words.back ?? "");
  means(back, { t: "key", key: "escape" });
}
