// What this browser keeps for its player, in IndexedDB: texts with names.
//
// A value is always written whole, so of two tabs the later write wins.
//
// What the program refuses is not lost: it stays under another name, which nothing reads.

import { attempt } from "./guard.js";

const NAME = "audiogames", STORE = "kept";
export const PART = /[^]{1,600}/gu; // letters of a message: in the worst writing 3,600 bytes
const PATIENCE = 3000; // milliseconds until a storage that says nothing is taken for none
const MOST = 60; // values that are brought; the oldest matches beyond them are put aside
const TOLD = "audiogames-fleeting"; // whether it was told that the browser may forget
const ASIDE = "aside "; // how the names of refused values begin

export class Keeper {
  constructor(send) {
    this.send = send;
    this.values = new Map(); // what was sent on this line, from the beginning
    this.waiting = new Map(); // what is to be written next; null: to be forgotten
    this.refused = new Set(); // names of what is to be put aside first
    this.forgets = false; // whether all that was put aside is to be forgotten
    this.number = 0;
    this.busy = false;
    this.works = true; // whether the last of it could be written
    this.written = null; // fulfilled once nothing is being written
    this.asked = false; // whether the browser was asked to keep it for long
  }

  /** Whether something is being written by a storage that works. */
  get writes() {
    return this.busy && this.works;
  }

  /** Have the browser keep everything for long; where it promises nothing that is told, once. */
  async ask() {
    this.asked = true;
    const lasts = await attempt(() => navigator.storage.persist().catch(() => false));
    if (lasts || attempt(() => localStorage.getItem(TOLD))) return;
    attempt(() => localStorage.setItem(TOLD, "1"));
    this.send({ t: "fleeting" });
  }

  /** Send everything to the server, the newest matches first, up to so many letters. */
  async bring({ most }) {
    let found = [], there = true, count = 0, aside = 0;
    try {
      found = await inTime(all());
    } catch {
      there = false;
    }
    // What is still to be written is newer than what was read.
    const kept = [...new Map([...found, ...this.waiting])].filter(([name, text]) => (
      text !== null && !name.startsWith(ASIDE)
    ));
    kept.sort().reverse(); // the newest matches come after options, journals at the end
    for (const [name, text] of kept) {
      if (++count > MOST || text.length > most) {
        aside++;
        this.refused.add(name);
        this.put(name, null);
        continue;
      }
      most -= text.length;
      for (const part of text.match(PART) ?? []) this.send({ t: "kept", name, text: part });
    }
    this.send({ t: "kept-all", there, aside });
  }

  keep({ n, name, text, more }) {
    this.put(name, more ? this.values.get(name) + text : text, n);
  }

  drop({ n, name }) {
    this.put(name, null, n);
  }

  aside({ n, name }) {
    this.refused.add(name);
    this.number = Math.max(this.number, n);
    if (!this.busy) this.write();
  }

  dropAsides({ n }) {
    this.forgets = true;
    this.number = Math.max(this.number, n);
    if (!this.busy) this.write();
  }

  put(name, text, n = 0) {
    this.values.set(name, text);
    this.waiting.set(name, text);
    this.number = Math.max(this.number, n);
    if (!this.asked && name.startsWith("match ") && text !== null) this.ask();
    if (!this.busy) this.write();
  }

  /** Write what waits; what comes meanwhile is written together afterwards. */
  write() {
    this.busy = true;
    this.written = this.writeAll();
  }

  async writeAll() {
    while (this.waiting.size || this.refused.size || this.forgets) {
      const now = this.waiting, refused = this.refused, forgets = this.forgets, n = this.number;
      this.waiting = new Map();
      this.refused = new Set();
      this.forgets = false;
      const done = await inTime(change(now, refused, forgets)).then(() => true, () => false);
      this.works = done;
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

/** Put aside what is refused and write these values, all of it or nothing. */
async function change(values, refused, forgets) {
  const work = (await opened()).transaction(STORE, "readwrite");
  const store = work.objectStore(STORE);
  if (forgets) store.delete(IDBKeyRange.bound(ASIDE, `${ASIDE}\uffff`));
  // The requests of a transaction are done in their order: each value is read before it changes.
  for (const name of refused) {
    store.get(name).onsuccess = ({ target }) => {
      if (target.result !== undefined) store.put(target.result, ASIDE + name);
    };
  }
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
