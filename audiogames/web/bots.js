// Runs the bots, in a worker beside the one that answers keys.  The large files of the strongest
// bots are fetched when their game is opened.

import { fetched, start } from "./python.js";

let begin = null;
const started = new Promise((resolve) => { begin = resolve; });
let last = started; // one question at a time
const coming = new Map(); // by game, whether its files have come

onmessage = ({ data }) => {
  if (data.parts) begin(loaded(data));
  else last = last.then(() => answer(data)).catch((error) => console.error(error));
};

/** Load the program; `playouts` is the bots' number of playouts; if 0, it is the usual one with a seed, or measured. */
async function loaded({ lock, parts, playouts, isSeeded }) {
  const { python, place } = await start(parts);
  navigator.locks?.request(lock, hold);
  const thinking = python.pyimport("audiogames.shell.browser.thinking");
  return { python, place, parts, thinking, playouts: thinking.playouts_here(playouts, isSeeded) };
}

/** Hold a lock as long as this worker lives: browsers do not report that they have ended one. */
function hold() {
  postMessage({ holdsLock: true });
  return new Promise(() => {});
}

async function answer(data) {
  const { python, thinking, playouts } = await started;
  const found = await thinking.answered(python.toPy(data), complement, playouts);
  if (found) postMessage(found.toJs());
}

/** Fetch the files of a game; return false if that is impossible now. */
function complement(game) {
  if (!coming.has(game)) coming.set(game, fetchFiles(game));
  return coming.get(game);
}

async function fetchFiles(game) {
  const { python, place, parts } = await started;
  for (const [name, path] of Object.entries(parts.games[game] ?? {})) {
    const data = await fetched(name).catch(() => null);
    if (!data) {
      coming.delete(game); // the next one who wants them tries again
      return false;
    }
    python.FS.writeFile(`${place}/${path}`, new Uint8Array(data));
  }
  return true;
}
