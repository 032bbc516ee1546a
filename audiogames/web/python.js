// Python in a worker: Pyodide with the program, all beside this page.
//
// Static hosts compress nothing, so large files are stored compressed, and decompressed here.  Once
// the service worker has the page, WebAssembly comes from it by its own address, since browsers keep
// what they have compiled of such a file.

import { loadPyodide } from "./python/pyodide.js";

const PLACE = new URL("python/", import.meta.url).href;
const TRIES = 12; // while the host is busy
const PROGRAM = "program.bundle";
const isKept = new URLSearchParams(name).has("kept"); // by the service worker
const PACKED = isKept ? /\.zip$/ : /\.(wasm|zip)$/; // files that Pyodide itself fetches

let hashes = {}; // by the name of the compressed file

/** Ask again while the host is busy (503), as long as it says. */
async function patiently(ask) {
  for (let left = TRIES; ; left--) {
    const answer = await ask();
    if (answer.status !== 503 || !left) return answer;
    const seconds = Number(answer.headers.get("Retry-After")) || 5;
    await new Promise((done) => { setTimeout(done, 1000 * seconds); });
  }
}

/** Return a stream of a compressed file; `arrived` is called with the number of bytes so far. */
async function unpacked(name, arrived = () => {}) {
  const wish = { integrity: hashes[`${name}.gz`] };
  const answer = await patiently(() => fetch(`${PLACE}${name}.gz`, wish)
    .catch(() => fetch(`${PLACE}${name}.gz`, { ...wish, cache: "reload" }))); // an older version may be cached
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const counting = new TransformStream({
    transform(chunk, out) {
      arrived(chunk.byteLength);
      out.enqueue(chunk);
    },
  });
  return unzipped(answer.body.pipeThrough(counting));
}

/** Decompress a stream, unless the browser did: some hosts declare such files as compressed. */
async function unzipped(stream) {
  const [look, whole] = stream.tee();
  const reader = look.getReader(), { value = [] } = await reader.read();
  reader.cancel();
  const isPacked = value[0] === 0x1f && value[1] === 0x8b;
  return isPacked ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}

/** Return the bytes of a compressed file. */
export const fetched = async (name, arrived) => new Response(await unpacked(name, arrived)).arrayBuffer();

/** Start Python; return it and the program's folder.  `loaded` receives the share of bytes so far. */
export async function start({ bytes, hashes: known = {} }, loaded = () => {}) {
  hashes = known;
  let come = 0;
  const arrived = (count) => {
    come += count;
    loaded(Math.min(1, come / bytes));
  };
  const coming = fetched(PROGRAM, arrived);
  const python = await withPacked(arrived, () => loadPyodide({ indexURL: PLACE }));
  const place = python.runPython("import site; site.getsitepackages()[0]");
  write(python.FS, place, new Uint8Array(await coming));
  python.runPython("import importlib; importlib.invalidate_caches()");
  return { python, place };
}

/** Write the files of a bundle: a line of JSON with names and sizes, then their bytes. */
function write(files, folder, bytes) {
  const made = new Set(), end = bytes.indexOf(10);
  let at = end + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))) {
    const path = `${folder}/${name}`, above = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(above)) files.mkdirTree(above);
    made.add(above);
    files.writeFile(path, bytes.subarray(at, at + size));
    at += size;
  }
}

/** Run `act` while fetches of Pyodide return compressed files decompressed. */
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
