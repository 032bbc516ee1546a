// Keys as the app names them: "a", "ctrl+s", "shift+f7", "pageup", "layer", as
// `window_key` of audiogames/shell/keys.py makes them of the window's events.

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

const NUMERIC_PAD = 3;

/** The name of a pressed key; null for those that are not ours, such as a bare Shift. */
export function keyName(event) {
  const { key, ctrlKey, altKey, shiftKey, metaKey } = event;
  if (metaKey || event.isComposing) return null;
  if (key === "Control") return altKey || shiftKey || event.repeat ? null : "ctrl";
  const name = plainName(event);
  if (name === null) return null;
  return `${ctrlKey ? "ctrl+" : ""}${altKey ? "alt+" : ""}${shiftKey ? "shift+" : ""}${name}`;
}

/** Whether the browser keeps a key, and nothing is taken from it. */
export const isBrowsers = (name) => BROWSERS.has(name);

/** Letters by what is written on them, digits and the layer key by their place. */
function plainName({ key, code, location, shiftKey, altKey }) {
  if (location === NUMERIC_PAD) return key === "Enter" ? "enter" : null; // the rest is readers'
  if (code === "Backquote") return "layer";
  if (key === "Tab" || key === "Dead") return null;
  if (NAMED[key]) return NAMED[key];
  if (/^F([1-9]|1[0-2])$/.test(key)) return key.toLowerCase();
  if (/^Digit\d$/.test(code)) return code.at(-1);
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  if (altKey && /^Key[A-Z]$/.test(code)) return code.at(-1).toLowerCase(); // Macs write signs so
  if (shiftKey && BASE[code]) return BASE[code];
  return [...key].length === 1 ? key.toLowerCase() : null;
}
