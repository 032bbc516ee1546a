// Keys by the app's names: "a", "ctrl+s", "shift+f7", "pageup", "layer", the same as those of
// `window_key` in audiogames/shell/keys.py.  If a name is not the label of the key, `origin` says
// where it comes from: the key's position, or Num Lock being off.

const NAMED = {
  Backspace: "backspace", Enter: "enter", Escape: "escape", Delete: "delete", Insert: "insert",
  ContextMenu: "applications", Home: "home", End: "end", PageUp: "pageup", PageDown: "pagedown",
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  " ": "space", ",": "comma", ".": "period",
};

/** The labels of these keys without Shift, by which the app knows them. */
const BASE = {
  Comma: "comma", Period: "period", Minus: "-", Equal: "=", Slash: "/", Semicolon: ";",
  Quote: "'", Backslash: "\\", BracketLeft: "[", BracketRight: "]",
};

/** Chords that browsers use: reload, tabs, zoom, address bar. */
const BROWSERS = new Set([
  "f5", "f6", "f11", "f12", "alt+left", "alt+right", "alt+home", "alt+d", "alt+f4",
  ..."123456789".split("").flatMap((digit) => [`alt+${digit}`, `ctrl+${digit}`]),
  ..."acdfjklnptuvwx".split("").map((letter) => `ctrl+${letter}`),
  ..."cijknptw".split("").map((letter) => `ctrl+shift+${letter}`),
  "ctrl+0", "ctrl+-", "ctrl++", "ctrl+=", "ctrl+shift+=", "ctrl+pageup", "ctrl+pagedown",
  "ctrl+f4", "ctrl+f5", "shift+f5", "shift+insert", "ctrl+insert", "shift+delete",
]);

/** Keys of the numeric pad with Num Lock on, except the digits. */
const PAD = {
  NumpadAdd: "+", NumpadSubtract: "-", NumpadMultiply: "*", NumpadDivide: "/", NumpadEqual: "=",
  NumpadDecimal: "period", NumpadComma: "comma", NumpadEnter: "enter",
};

/** Modifiers, locks and system keys, which the system handles. */
const SYSTEMS = new Set([
  "Shift", "Alt", "AltGraph", "Meta", "OS", "Hyper", "Super", "Fn", "FnLock", "Symbol", "SymbolLock",
  "CapsLock", "NumLock", "ScrollLock", "PrintScreen", "Process", "Tab", "Power", "Eject", "Sleep",
]);
const SYSTEMS_TOO = /^(Audio|Browser|Brightness|Launch|Media|Microphone|WakeUp)/;

/** Return the pressed key, and the origin of its name if that may surprise; null if it is ignored. */
export function keyOf(event) {
  const { key, ctrlKey, altKey, shiftKey, metaKey } = event;
  if (!key || metaKey || event.isComposing) return null; // autofill sends key events without a key
  if (key === "Control") return altKey || shiftKey || event.repeat ? null : { key: "ctrl" };
  if (SYSTEMS.has(key) || SYSTEMS_TOO.test(key)) return null;
  const [name, origin] = plainName(event);
  const held = `${ctrlKey ? "ctrl+" : ""}${altKey ? "alt+" : ""}${shiftKey ? "shift+" : ""}`;
  return origin ? { key: held + name, origin } : { key: held + name };
}

/** Whether the browser uses this key, so that the page leaves it alone. */
export const isBrowsers = (name) => BROWSERS.has(name);

/** Name letters by their labels, digits and the layer key by their positions. */
function plainName(event) {
  const { key, code, shiftKey, altKey } = event;
  if (code.startsWith("Numpad")) return padName(event);
  if (code === "Backquote") return ["layer"];
  if (NAMED[key]) return [NAMED[key]];
  if (/^F([1-9]|1\d|2[0-4])$/.test(key)) return [key.toLowerCase()];
  if (/^Digit\d$/.test(code)) return [code.at(-1)];
  if (/^[a-z]$/i.test(key)) return [key.toLowerCase()];
  const place = placeName(code);
  if (altKey && /^Key[A-Z]$/.test(code)) return [place]; // Macs type signs with it
  if (place && (key === "Dead" || isForeign(key))) return [place, "place"];
  if (shiftKey && BASE[code]) return [BASE[code]];
  return [[...key].length === 1 ? key.toLowerCase() : "other"];
}

/** Name a key of the numeric pad: with Num Lock on like its twin, with it off as a cursor key. */
function padName(event) {
  const { key, code } = event;
  const isCharacter = [...key].length === 1; // always on a Mac, which has no Num Lock
  const digit = /^Numpad(\d)$/.exec(code)?.[1];
  if ((digit || code === "NumpadDecimal") && !isCharacter && !event.getModifierState("NumLock")) {
    return [NAMED[key] ?? "other", "num-lock-off"];
  }
  return [digit ?? PAD[code] ?? (isCharacter ? key : "other")];
}

/** Return the label of this position on a US keyboard. */
const placeName = (code) => (/^Key[A-Z]$/.test(code) ? code.at(-1).toLowerCase() : BASE[code]);

/** Whether this is a letter of a non-Latin alphabet. */
const isForeign = (key) => /^\p{Letter}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
