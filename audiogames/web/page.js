// The page: draws, speaks and plays what the program sends, and sends the player's input.
//
// The program runs in a worker (line.js).  It receives keys while the table or nothing has the
// focus; buttons work wherever the focus is.

import { isBrowsers, keyOf } from "./keys.js";
import { Keeper, PART } from "./keep.js";
import { follow, make, part, show, write } from "./keyed.js";
import { Line } from "./line.js";
import { hearPresses, means } from "./presses.js";
import { draw, typedSince } from "./screen.js";
import { Sounds } from "./sound.js";
import { Teller } from "./speech.js";

/** The buttons on every screen, and their keys. */
const BAR = [["back", "escape"], ["keys", "f1"]];

let words = {};
let said = ""; // the program's last announcement
let noticed = ""; // the last notice that the program has stopped
let copied = false; // whether the clipboard holds our text
const sounds = new Sounds();
const line = new Line(hear);
const keeper = new Keeper((message) => line.send(message));
const teller = new Teller(
  Object.fromEntries(["live", "braille", "log", "messages"].map((id) => [id, part(id)])),
  (n) => { if (n) line.send({ t: "placed", n }); }, // the page's own sentences have no number
  (n) => { if (n) line.send({ t: "ended", n }); },
);

const HEARD = {
  welcome,
  frame: ({ frame }) => { if (draw(frame, words, report)) teller.giveWay(); },
  say: (message) => { said = message.text; teller.say(message); },
  hush: () => teller.hush(),
  sound: (message) => sounds.play(message),
  stop: () => sounds.stop(),
  settings: configure,
  forget,
  copy,
  download,
  pick,
  bring: (message) => keeper.bring(message),
  keep: (message) => keeper.keep(message),
  drop: (message) => keeper.drop(message),
  aside: (message) => keeper.aside(message),
  "drop-asides": (message) => keeper.dropAsides(message),
  end: finish,
};

/** Announce nothing of a match before it is stored. */
function hear(message) {
  if (KEEPING.has(message.t) || !(held.length || keeper.writes)) HEARD[message.t]?.(message);
  else if (held.push(message) === 1) release();
}

async function release() {
  while (keeper.writes) await keeper.written;
  held.splice(0).forEach((message) => HEARD[message.t]?.(message));
}

const KEEPING = new Set(["bring", "keep", "drop", "aside", "drop-asides"]);
const held = []; // messages received during a write

function welcome({ lang, words: given }) {
  speak(lang, given);
  show(part("line"), false);
  if (document.activeElement === document.body) part("table").focus();
  line.send({ t: "focus", gained: !document.hidden });
  keep();
}

/** Have the service worker store the page: only now, since it would slow down the start. */
function keep() {
  if (isSecureContext) navigator.serviceWorker?.register("worker.js").catch(() => {});
}

/** Set the page's own texts in a language. */
function speak(lang, given) {
  words = given;
  teller.words = words;
  document.documentElement.lang = lang;
  write(part("log-title"), words.log);
  follow(part("bar"), BAR, ([id]) => id, () => make("button"), (button, [id, key]) => {
    write(button, words[id]);
    means(button, { t: "key", key });
  });
}

function configure({ theme, scale, letters = true, motion = true, voice, rate, pitch, volume, lang, words: given }) {
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.classList.toggle("no-letters", !letters);
  root.classList.toggle("still", !motion);
  root.style.setProperty("--scale", String(scale / 100));
  teller.use({ voice, rate, pitch, volume });
  speak(lang, given);
}

/** Copy to the clipboard, which exists only on secure pages; a failure is reported to the app. */
async function copy({ text, share = false }) {
  if (share && (await shared(text))) return void line.send({ t: "copied", done: true, shared: true });
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
    copied = true;
  } catch {
    done = false;
  }
  line.send({ t: "copied", done, safe: isSecureContext });
}

/** Offer a text to other apps of a phone; return false if that is impossible or was cancelled. */
const shared = (text) => matchMedia("(pointer: coarse)").matches && Boolean(navigator.share)
  && navigator.share({ text }).then(() => true, () => false);

/** Save a text as a file in the browser's download folder. */
function download({ name, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000); // some browsers first ask for the folder
}

/** Have the player choose a file, and send its text. */
function pick({ most }) {
  const input = make("input");
  const none = (why) => line.send({ t: "picked-all", why });
  input.type = "file";
  input.accept = ".json,application/json,text/plain";
  input.oncancel = () => none("not-chosen");
  input.onchange = async () => {
    const file = input.files[0];
    if (!file) return none("not-chosen");
    if (file.size > most) return none("too-large");
    const text = await file.text().catch(() => null);
    if (text === null) return none("foreign");
    for (const part of text.match(PART) ?? []) line.send({ t: "picked", text: part });
    none("");
  };
  input.click();
}

/** Remove all traces of the previous player, as another one takes the keyboard. */
function forget() {
  teller.forget();
  write(part("status"), "");
  if (copied) navigator.clipboard.writeText("").catch(() => {});
  copied = false;
}

addEventListener("blur", () => { copied = false; }); // another program may have copied something since


/** Report that the program has ended: only one sentence is left, and with `again` a way to restart. */
function finish({ text, lang, again = true }) {
  document.documentElement.lang = lang;
  notice(text);
  show(part("retry"), again);
  if (again) return;
  show(part("table"), false);
  show(part("bar"), false);
}

function notice(text) {
  noticed = text ?? "";
  write(part("line-words"), text ?? "");
  show(part("line"), Boolean(text));
  if (text && text !== said) tell(text);
}

/** Announce one of the page's own sentences. */
function tell(text) {
  teller.say({ n: 0, text, lang: document.documentElement.lang, interrupt: true });
}

// The player's input

function press(key) {
  act({ t: "key", key });
}

/** Send input; once the program has stopped, repeat the notice of that. */
function act(message) {
  if (line.act(message) || message.key === "ctrl" || !noticed) return;
  teller.say({ n: 0, text: noticed, lang: document.documentElement.lang, interrupt: true });
}

/** Report a part that could not be drawn; the program saves the report. */
function report(name, error) {
  console.warn(name, error);
  line.send({ t: "fault", part: name, why: String(error?.stack ?? error).slice(0, 300) });
}

/** Whether keys go to the table, as nothing else has the focus. */
function isOurs(target) {
  return target === document.body || part("table").contains(target);
}

/** Whether a key writes a letter into a text field. */
const writes = ({ key, ctrlKey, altKey }) => [...key].length === 1 && !ctrlKey && !altKey;

/** The code of a command key that is still down: in a field that it opened it must write nothing. */
let commanded = null;

addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") event.preventDefault(); // a held Enter must not activate twice
  if (!event.repeat) commanded = null;
  else if (event.code === commanded && event.target === part("text")) event.preventDefault();
  const pressed = keyOf(event);
  if (!pressed || !isOurs(event.target) || isBrowsers(pressed.key)) return;
  const { key } = pressed;
  const onButton = event.target.tagName === "BUTTON";
  if (onButton && (key === "enter" || key === "space")) return; // activates the button
  if (event.target === part("text") && key !== "escape" && !/^f\d/.test(key)) return; // typed into the field
  if (!part("field").hidden && event.target !== part("text") && writes(event)) {
    if (event.repeat) event.preventDefault();
    else part("text").focus(); // so that it is typed there
    return;
  }
  if (key !== "ctrl") event.preventDefault(); // Control alone may begin a browser chord
  commanded = event.code;
  act({ t: "key", ...pressed, ...(event.repeat && { repeat: true }) });
});
addEventListener("keyup", ({ code }) => { if (code === commanded) commanded = null; });

hearPresses((message) => {
  teller.giveWay();
  act(message);
});

part("field").addEventListener("submit", (event) => {
  event.preventDefault();
  typedSince().forEach(act);
  press("enter");
});

/** Paste into the field as one line; browsers would join the lines without spaces. */
addEventListener("paste", (event) => {
  if (event.target !== part("text")) {
    if (isOurs(event.target)) line.send({ t: "paste" });
    return;
  }
  event.preventDefault();
  const text = event.clipboardData.getData("text/plain").trim().replace(/\s+/g, " ");
  const room = roomInField();
  if (room > 0) document.execCommand("insertText", false, text.slice(0, room)); // keeps undo working
  if (text.length > room) tell(words.cut);
});

/** Return how many letters fit in place of the selection. */
function roomInField() {
  const { value, maxLength, selectionStart, selectionEnd } = part("text");
  return maxLength < 0 ? Infinity : maxLength - value.length + selectionEnd - selectionStart;
}

/** Announce that the field is full: browsers drop further letters silently. */
part("text").addEventListener("beforeinput", ({ inputType }) => {
  if (inputType === "insertText" && roomInField() <= 0) tell(words["field-full"]);
});

part("retry").addEventListener("click", () => line.retry());

// A phone that wakes up, another tab

document.addEventListener("visibilitychange", () => {
  line.send({ t: "focus", gained: !document.hidden });
  if (document.hidden) return;
  sounds.wake();
  teller.arrange();
});
