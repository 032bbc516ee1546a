// The player's data in this browser's IndexedDB: named texts.
//
// Each value is written whole, so if two tabs write, the later one wins.
//
// Values that the program refuses are not lost: they are kept under another name, which nothing
// reads.

import { attempt } from "./guard.js";

const NAME = "audiogames", STORE = "kept";
export const PART = /[^]{1,600}/gu; // letters of a message: at worst 3,600 bytes when encoded
const PATIENCE = 3000; // milliseconds until a storage that does not answer counts as missing
const TRIES = 4, PAUSE = 500; // to write again after the browser has deleted everything, and milliseconds
const MOST = 60; // values sent; the oldest matches beyond them are put aside
const TOLD = "audiogames-fleeting"; // whether the player was warned that the browser may delete data
const ASIDE = "aside "; // the prefix of the names of refused values

export class Keeper {
  constructor(send) {
    this.send = send;
    this.values = new Map(); // all values: as brought, and as written since
    this.waiting = new Map(); // values to write next; null: to be deleted
    this.refused = new Set(); // names of values to put aside first
    this.forgets = false; // whether to delete everything put aside
    this.number = 0;
    this.busy = false;
    this.works = true; // whether the last write succeeded
    this.written = null; // a promise: resolved once nothing is being written
    this.asked = false; // whether persistent storage was requested
    this.evicted = false; // whether the player was told that the browser had deleted everything
    closed = () => this.restore();
  }

  /** Whether a write is under way, and the last one succeeded. */
  get writes() {
    return this.busy && this.works;
  }

  /** Ask the browser for persistent storage; if it refuses, tell the player once. */
  async ask() {
    this.asked = true;
    const lasts = await attempt(() => navigator.storage.persist().catch(() => false));
    if (lasts || attempt(() => localStorage.getItem(TOLD))) return;
    attempt(() => localStorage.setItem(TOLD, "1"));
    this.send({ t: "fleeting" });
  }

  /** Send all values to the program, the newest matches first, up to `most` letters. */
  async bring({ most }) {
    let found = [], there = true, count = 0, aside = 0;
    try {
      found = await inTime(all());
    } catch {
      there = false;
    }
    // Pending writes are newer than the values read.
    const kept = [...new Map([...found, ...this.waiting])].filter(([name, text]) => (
      text !== null && !name.startsWith(ASIDE)
    ));
    kept.sort().reverse(); // options first, then matches from the newest, then journals
    for (const [name, text] of kept) {
      if (++count > MOST || text.length > most) {
        aside++;
        this.refused.add(name);
        this.put(name, null);
        continue;
      }
      most -= text.length;
      if (!this.values.has(name)) this.values.set(name, text);
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

  /** Write everything anew, since the browser has deleted it; the player is told once. */
  restore() {
    for (const [name, text] of this.values) if (text !== null) this.waiting.set(name, text);
    if (!this.evicted) this.send({ t: "evicted" });
    this.evicted = true;
    if (!this.busy) this.write();
  }

  /** Write the pending values; those that arrive meanwhile are written next. */
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
      const done = await changed(now, refused, forgets).then(() => true, () => false);
      this.works = done;
      if (n) this.send({ t: "written", n, done });
    }
    this.busy = false;
  }
}

/** Return all values as [name, text], skipping those that are not texts. */
async function all() {
  const store = (await opened()).transaction(STORE).objectStore(STORE);
  const [names, texts] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
  return names.map((name, place) => [name, texts[place]])
    .filter((pair) => pair.every((one) => typeof one === "string"));
}

/** Change the values; after the browser has closed the database, retry, since it closes new ones too. */
async function changed(...changes) {
  for (let left = TRIES; ; left--) {
    try {
      return await inTime(change(...changes));
    } catch (error) {
      if (!wasClosed || !left) throw error;
      base = null;
      await new Promise((done) => { setTimeout(done, PAUSE); });
    }
  }
}

/** Put refused values aside and write these, in one transaction. */
async function change(values, refused, forgets) {
  const work = (await opened()).transaction(STORE, "readwrite");
  const store = work.objectStore(STORE);
  if (forgets) store.delete(IDBKeyRange.bound(ASIDE, `${ASIDE}\uffff`));
  // Requests of a transaction run in order: each value is read before it is changed.
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
let wasClosed = false; // whether the browser has ever closed the database
let closed = () => {}; // called when the browser has closed the database, to delete it

/** Return the database; after a failure the next call retries. */
async function opened() {
  if (base) return base;
  const request = indexedDB.open(NAME); // throws in a browser without it
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  base = await asked(request);
  base.onclose = () => {
    base = null;
    wasClosed = true;
    closed();
  };
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
