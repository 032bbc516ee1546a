// Caches the page's own files, so that without a connection the page can say so.
//
// The program writes VERSION and FILES before this text: other files make another worker.  A page
// loaded from the program gets all its files from there: old files never meet a new program.

const KEPT = `page ${VERSION}`;
const PATIENCE = 10_000; // milliseconds until a program that does not answer counts as missing
const away = new Set(); // pages loaded from the cache

addEventListener("install", (event) => {
  skipWaiting();
  const fresh = FILES.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(fresh)));
});

addEventListener("activate", (event) => event.waitUntil(forget()));

addEventListener("fetch", (event) => {
  const { request, clientId, resultingClientId } = event;
  if (request.mode === "navigate") event.respondWith(page(request, resultingClientId));
  else if (away.has(clientId)) event.respondWith(kept(request).then((found) => found ?? fetch(request)));
});

const pause = (milliseconds) => new Promise((done) => { setTimeout(() => done(null), milliseconds); });

async function forget() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
}

const kept = async (request) => (await caches.open(KEPT)).match(request);

/** Return the page from the program; without it, the cached page, which knows that it is cached. */
async function page(request, id) {
  const answer = await Promise.race([fetch(request).catch(() => null), pause(PATIENCE)]);
  if (answer && answer.status < 500) return answer;
  const found = await kept("/");
  if (!found) return answer ?? Response.error();
  away.add(id);
  const headers = ["Content-Type", "Content-Security-Policy"].map((name) => [name, found.headers.get(name)]);
  return new Response((await found.text()).replace("<html", "<html data-away"), { headers });
}
