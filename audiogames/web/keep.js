// What this browser keeps for its player: settings, statistics and matches, in IndexedDB.
//
// The server holds them while somebody plays and sends each change; here they are only texts with
// names.  A value is always written whole, so of two tabs the later write wins and none is mixed.

const NAME = "audiogames", STORE = "kept", VERSION = 1;
const PART = 600; // letters of a message: in the worst writing 3,600 bytes
const PATIENCE = 3000; // milliseconds until a storage that says nothing is taken for none
const MATCH = "match ";
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
    let found = [], there = true;
    try {
      found = await inTime(all());
    } catch {
      there = false;
    }
    // What is still to be written is newer than what was read.
    const kept = [...new Map([...found, ...this.waiting])].filter(([, text]) => text !== null);
    kept.sort();
    const firsts = kept.filter(([name]) => !name.startsWith(MATCH));
    const matches = kept.filter(([name]) => name.startsWith(MATCH)).reverse();
    let count = 0;
    for (const [name, text] of [...firsts, ...matches]) {
      count += 1;
      most -= text.length;
      if (most < 0 || count > MOST) this.put(name, null);
      else for (const part of parts(text)) this.send({ t: "kept", name, text: part });
    }
    this.send({ t: "kept-all", there });
  }

  /** Keep what the server has sent. */
  keep({ n, name, text, more }) {
    this.put(name, more ? this.values.get(name) + text : text, n);
  }

  /** Keep it no longer. */
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
      let done = true;
      try {
        await inTime(change(now));
      } catch {
        done = false;
      }
      if (n) this.send({ t: "written", n, done });
    }
    this.busy = false;
  }
}

/** A text in parts, none of which cuts a letter in two. */
function parts(text) {
  const found = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + PART, text.length);
    if (end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1])) end -= 1;
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

/** All values as [name, text], by their names; what is no text of ours is passed over. */
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

/** The data base, opened once; after a failure the next one who wants it tries again. */
function opened() {
  base ??= open().catch((error) => {
    base = null;
    throw error;
  });
  return base;
}

async function open() {
  const request = indexedDB.open(NAME, VERSION); // throws where a browser has none
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const found = await asked(request);
  found.onclose = () => { base = null; };
  return found;
}

function asked(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

function inTime(work) {
  const late = new Promise((_, failed) => {
    setTimeout(() => failed(new Error("nothing was heard of the storage")), PATIENCE);
  });
  return Promise.race([work, late]);
}
