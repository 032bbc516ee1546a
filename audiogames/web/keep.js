// What this browser keeps for its player, in IndexedDB: texts with names.
//
// A value is always written whole, so of two tabs the later write wins.

const NAME = "audiogames", STORE = "kept";
const PART = /[^]{1,600}/gu; // letters of a message: in the worst writing 3,600 bytes
const PATIENCE = 3000; // milliseconds until a storage that says nothing is taken for none
const MOST = 60; // values that are brought; the oldest matches beyond them are forgotten

export class Keeper {
  constructor(send) {
    this.send = send;
    this.values = new Map(); // what was sent on this line, from the beginning
    this.waiting = new Map(); // what is to be written next; null: to be forgotten
    this.number = 0;
    this.busy = false;
  }

  /** Send everything to the server, the newest matches first, up to so many letters. */
  async bring({ most }) {
    let found = [], there = true, count = 0;
    try {
      found = await inTime(all());
    } catch {
      there = false;
    }
    // What is still to be written is newer than what was read.
    const kept = [...new Map([...found, ...this.waiting])].filter(([, text]) => text !== null);
    kept.sort().reverse(); // the newest matches come after options, journals at the end
    for (const [name, text] of kept) {
      if (++count > MOST || text.length > most) {
        this.put(name, null);
        continue;
      }
      most -= text.length;
      for (const part of text.match(PART) ?? []) this.send({ t: "kept", name, text: part });
    }
    this.send({ t: "kept-all", there });
  }

  keep({ n, name, text, more }) {
    this.put(name, more ? this.values.get(name) + text : text, n);
  }

  drop({ n, name }) {
    this.put(name, null, n);
  }

  put(name, text, n = 0) {
    this.values.set(name, text);
    this.waiting.set(name, text);
    this.number = Math.max(this.number, n);
    if (!this.busy) this.write();
  }

  /** Write what waits; what comes meanwhile is written together afterwards. */
  async write() {
    this.busy = true;
    while (this.waiting.size) {
      const now = this.waiting, n = this.number;
      this.waiting = new Map();
      const done = await inTime(change(now)).then(() => true, () => false);
      if (n) this.send({ t: "written", n, done });
    }
    this.busy = false;
  }
}

/** All values as [name, text]; what is no text of ours is passed over. */
async function all() {
  const store = (await opened()).transaction(STORE).objectStore(STORE);
  const [names, texts] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
  return names.map((name, place) => [name, texts[place]])
    .filter((pair) => pair.every((one) => typeof one === "string"));
}

/** Write these values, all of them or none. */
async function change(values) {
  const work = (await opened()).transaction(STORE, "readwrite");
  const store = work.objectStore(STORE);
  for (const [name, text] of values) {
    if (text === null) store.delete(name);
    else store.put(text, name);
  }
  await new Promise((done, failed) => {
    work.oncomplete = done;
    work.onabort = work.onerror = () => failed(work.error);
  });
}

let base = null;

/** The data base; after a failure the next one who wants it tries again. */
async function opened() {
  if (base) return base;
  const request = indexedDB.open(NAME); // throws where a browser has none
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  base = await asked(request);
  base.onclose = () => { base = null; };
  return base;
}

function asked(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

function inTime(work) {
  return Promise.race([work, new Promise((_, failed) => setTimeout(failed, PATIENCE))]);
}
