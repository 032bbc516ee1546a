// Bots think here, beside the worker that answers keys.  The large files that the strongest of them
// read are fetched when one is to play.

import { fetched, start } from "./python.js";

let begin = null;
const started = new Promise((resolve) => { begin = resolve; });
let last = started; // one question after the other

onmessage = ({ data }) => {
  if (data.parts) begin(loaded(data.parts));
  else last = last.then(() => answer(data)).catch((error) => console.error(error));
};

async function loaded(parts) {
  const { python, place } = await start(parts);
  return { python, place, parts, thinking: python.pyimport("audiogames.shell.browser.thinking") };
}

async function answer(data) {
  const { python, thinking } = await started;
  const found = await thinking.answered(python.toPy(data), complement);
  if (found) postMessage(found.toJs());
}

/** Have the files of a game; false where they cannot be fetched now. */
async function complement(game) {
  const { python, place, parts } = await started;
  for (const [name, path] of Object.entries(parts.games[game] ?? {})) {
    const data = await fetched(name).catch(() => null);
    if (!data) return false;
    python.FS.writeFile(`${place}/${path}`, new Uint8Array(data));
  }
  return true;
}
