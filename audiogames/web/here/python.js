// Python in a worker: Pyodide with the program's archives, all of them beside this page.
//
// Static hosts compress nothing, so large files lie there packed, and are unpacked on the way.

import { loadPyodide } from "./python/pyodide.mjs";

const PLACE = new URL("python/", import.meta.url).href;
const PACKED = /\.(wasm|zip)$/; // of what Pyodide itself fetches

let hashes = {}; // by name of the packed file

/** A file that lies there packed; `arrived` is told how many bytes have come. */
async function unpacked(name, arrived = () => {}) {
  const wish = { integrity: hashes[`${name}.gz`] };
  const answer = await fetch(`${PLACE}${name}.gz`, wish)
    .catch(() => fetch(`${PLACE}${name}.gz`, { ...wish, cache: "reload" })); // perhaps an older one was kept
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const counting = new TransformStream({
    transform(chunk, out) {
      arrived(chunk.byteLength);
      out.enqueue(chunk);
    },
  });
  return unzipped(answer.body.pipeThrough(counting));
}

/** Some hosts say that such a file is packed, and browsers then unpack it before we see it. */
async function unzipped(stream) {
  const [look, whole] = stream.tee();
  const reader = look.getReader(), { value = [] } = await reader.read();
  reader.cancel();
  const isPacked = value[0] === 0x1f && value[1] === 0x8b;
  return isPacked ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}

/** The bytes of such a file. */
export const fetched = async (name, arrived) => new Response(await unpacked(name, arrived)).arrayBuffer();

/** Python, and the folder in it where the program is; `loaded` is told which part of all bytes has come. */
export async function start({ archives, bytes, hashes: known = {} }, loaded = () => {}) {
  hashes = known;
  let come = 0;
  const arrived = (count) => {
    come += count;
    loaded(Math.min(1, come / bytes));
  };
  const coming = archives.map(async (name) => [name, await fetched(name, arrived)]);
  const python = await withPacked(arrived, () => loadPyodide({ indexURL: PLACE }));
  const place = python.runPython("import site; site.getsitepackages()[0]");
  for (const [name, data] of await Promise.all(coming)) {
    python.unpackArchive(data, name.endsWith("whl") ? "wheel" : "zip", { extractDir: place });
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
  return { python, place };
}

/** Do this while what Pyodide fetches comes packed. */
async function withPacked(arrived, act) {
  const plain = globalThis.fetch;
  globalThis.fetch = async (what, ...more) => {
    const url = String(what?.url ?? what), name = url.slice(PLACE.length);
    if (!url.startsWith(PLACE) || !PACKED.test(name)) return plain(what, ...more);
    return new Response(await unpacked(name, arrived), {
      headers: { "Content-Type": name.endsWith("wasm") ? "application/wasm" : "application/zip" },
    });
  };
  try {
    return await act();
  } finally {
    globalThis.fetch = plain;
  }
}
