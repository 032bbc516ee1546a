// Keeps the page's own files, so that without a line the page itself can say so.
//
// VERSION and FILES stand before this, written by the program: other files make another worker.
// A page that came from the program gets all its files from there: old ones never meet a new program.

const KEPT = `page ${VERSION}`;
const PATIENCE = 10_000; // milliseconds until a program that says nothing is taken for none
const away = new Set(); // pages that came from what is kept

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

/** The page from the program; without it, the one that is kept, which knows that it is. */
async function page(request, id) {
  const answer = await Promise.race([fetch(request).catch(() => null), pause(PATIENCE)]);
  if (answer && answer.status < 500) return answer;
  const found = await kept("/");
  if (!found) return answer ?? Response.error();
  away.add(id);
  const headers = ["Content-Type", "Content-Security-Policy"].map((name) => [name, found.headers.get(name)]);
  return new Response((await found.text()).replace("<html", "<html data-away"), { headers });
}
