// Keeps the whole site on this device: it starts and plays without a line.
//
// VERSION, FILES and LATER stand before this, written by tools/site: the hash of everything, the
// files that are kept at once and those that are kept when they are first wanted, each with its own
// hash.  Files of one version never meet those of another: a new version is kept beside the old one
// and used when no page of the old one is open any more, or when the player asks for it.

const OURS = `audiogames ${registration.scope} `; // others may have sites on the same host
const KEPT = OURS + VERSION;
const HASHES = { ...FILES, ...LATER };
const START = "index.html";
const WASM = /\.wasm$/; // stored compressed, like all large files

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("message", ({ data }) => { if (data === "use") skipWaiting(); });
addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name !== null) event.respondWith(answer(name));
});

/** The file of the site that is asked for; null for everything else. */
function nameOf(request) {
  const here = new URL(registration.scope), { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== here.origin || !pathname.startsWith(here.pathname)) return null;
  if (request.mode === "navigate") return START;
  const name = pathname.slice(here.pathname.length);
  return name in HASHES || (WASM.test(name) && `${name}.gz` in HASHES) ? name : null;
}

/** A file as it was when the site was built, from its host. */
const fresh = (name) => new Request(name, { cache: "no-cache", integrity: HASHES[name] });

async function keep() {
  await (await caches.open(KEPT)).addAll(Object.keys(FILES).map(fresh));
}

async function forget() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== KEPT) await caches.delete(name);
  }
}

async function answer(name) {
  const kept = await caches.open(KEPT), found = await kept.match(name);
  if (found) return found;
  if (!(name in HASHES)) return unpacked(kept, name);
  const come = await fetch(fresh(name));
  if (come.ok) await kept.put(name, come.clone()).catch(() => {}); // where there is no room it is fetched again
  return come;
}

/** A compressed file decompressed, and kept in its place; some hosts have decompressed it already. */
async function unpacked(kept, name) {
  const bytes = new Uint8Array(await (await answer(`${name}.gz`)).arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const body = isPacked ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")) : bytes;
  const whole = new Response(body, { headers: { "Content-Type": "application/wasm" } });
  kept.put(name, whole.clone()).then(() => kept.delete(`${name}.gz`)).catch(() => {});
  return whole;
}
