// Keys as the app names them: "a", "ctrl+s", "shift+f7", "pageup", "layer", as
// `window_key` of audiogames/shell/keys.py makes them of the window's events.  Where a name does not
// come from what is written on the key, `origin` says so: its place, or Num Lock that is off.

const NAMED = {
  Backspace: "backspace", Enter: "enter", Escape: "escape", Delete: "delete", Insert: "insert",
  ContextMenu: "applications", Home: "home", End: "end", PageUp: "pageup", PageDown: "pagedown",
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  " ": "space", ",": "comma", ".": "period",
};

/** What stands on these keys without Shift, which is how the app knows them. */
const BASE = {
  Comma: "comma", Period: "period", Minus: "-", Equal: "=", Slash: "/", Semicolon: ";",
  Quote: "'", Backslash: "\\", BracketLeft: "[", BracketRight: "]",
};

/** Chords that belong to browsers: reading them again, other tabs, the zoom, the address. */
const BROWSERS = new Set([
  "f5", "f6", "f11", "f12", "alt+left", "alt+right", "alt+home", "alt+d", "alt+f4",
  ..."123456789".split("").flatMap((digit) => [`alt+${digit}`, `ctrl+${digit}`]),
  ..."acdfjklnptuvwx".split("").map((letter) => `ctrl+${letter}`),
  ..."cijknptw".split("").map((letter) => `ctrl+shift+${letter}`),
  "ctrl+0", "ctrl+-", "ctrl++", "ctrl+=", "ctrl+shift+=", "ctrl+pageup", "ctrl+pagedown",
  "ctrl+f4", "ctrl+f5", "shift+f5", "shift+insert", "ctrl+insert", "shift+delete",
]);

/** Keys of the numeric pad with Num Lock on, but for the digits. */
const PAD = {
  NumpadAdd: "+", NumpadSubtract: "-", NumpadMultiply: "*", NumpadDivide: "/", NumpadEqual: "=",
  NumpadDecimal: "period", NumpadComma: "comma", NumpadEnter: "enter",
};

/** Modifiers, locks and the keys of the system, which acts on them. */
const SYSTEMS = new Set([
  "Shift", "Alt", "AltGraph", "Meta", "OS", "Hyper", "Super", "Fn", "FnLock", "Symbol", "SymbolLock",
  "CapsLock", "NumLock", "ScrollLock", "PrintScreen", "Process", "Tab", "Power", "Eject", "Sleep",
]);
const SYSTEMS_TOO = /^(Audio|Browser|Brightness|Launch|Media|Microphone|WakeUp)/;

/** The pressed key and, where it may surprise, the origin of its name; null for what is not ours. */
export function keyOf(event) {
  const { key, ctrlKey, altKey, shiftKey, metaKey } = event;
  if (!key || metaKey || event.isComposing) return null; // autofill presses none
  if (key === "Control") return altKey || shiftKey || event.repeat ? null : { key: "ctrl" };
  if (SYSTEMS.has(key) || SYSTEMS_TOO.test(key)) return null;
  const [name, origin] = plainName(event);
  const held = `${ctrlKey ? "ctrl+" : ""}${altKey ? "alt+" : ""}${shiftKey ? "shift+" : ""}`;
  return origin ? { key: held + name, origin } : { key: held + name };
}

/** Whether the browser keeps a key, and nothing is taken from it. */
export const isBrowsers = (name) => BROWSERS.has(name);

/** Letters by what is written on them, digits and the layer key by their place. */
function plainName(event) {
  const { key, code, shiftKey, altKey } = event;
  if (code.startsWith("Numpad")) return padName(event);
  if (code === "Backquote") return ["layer"];
  if (NAMED[key]) return [NAMED[key]];
  if (/^F([1-9]|1\d|2[0-4])$/.test(key)) return [key.toLowerCase()];
  if (/^Digit\d$/.test(code)) return [code.at(-1)];
  if (/^[a-z]$/i.test(key)) return [key.toLowerCase()];
  const place = placeName(code);
  if (altKey && /^Key[A-Z]$/.test(code)) return [place]; // Macs write signs so
  if (place && (key === "Dead" || isForeign(key))) return [place, "place"];
  if (shiftKey && BASE[code]) return [BASE[code]];
  return [[...key].length === 1 ? key.toLowerCase() : "other"];
}

/** A key of the numeric pad: with Num Lock on it is its twin, with it off digits move. */
function padName(event) {
  const { key, code } = event;
  const isCharacter = [...key].length === 1; // always on a Mac, which has no Num Lock
  const digit = /^Numpad(\d)$/.exec(code)?.[1];
  if ((digit || code === "NumpadDecimal") && !isCharacter && !event.getModifierState("NumLock")) {
    return [NAMED[key] ?? "other", "num-lock-off"];
  }
  return [digit ?? PAD[code] ?? (isCharacter ? key : "other")];
}

/** What a US keyboard has there. */
const placeName = (code) => (/^Key[A-Z]$/.test(code) ? code.at(-1).toLowerCase() : BASE[code]);

/** Whether this is a letter of another alphabet than the Latin one. */
const isForeign = (key) => /^\p{Letter}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
