// Passes announcements to the screen reader without losing any.
//
// There is one live node at a time in one assertive region, and a fresh one each time: of three
// changes 50 ms apart, readers speak two.  Chromium reports changes to readers once in 150 ms, and
// nodes reported together are spoken in any order.  So nodes are at least APART milliseconds apart,
// and texts that wait meanwhile are joined in one node.  Readers drop a text that they have just
// spoken: a repeat gets other words.
//
// A reader on a busy machine looks late, and would find nothing of a removed node: so each node
// LINGERS beside later ones.
//
// A node counts as delivered after STOOD milliseconds; the program waits for that.

import { make, show, write } from "./keyed.js";

export const APART = 250; // 150, and a margin for a busy machine
export const STOOD = 500;
const LINGERS = 10_000;
const BUTTON_FIRST = 300; // the reader names the pressed button first, interrupting earlier texts
const LONGEST_WAIT = 600; // before it is placed nevertheless
const PICTURE_FIRST = 20; // the frame arrives just after the text, and may move the focus
const KEPT = 100; // messages in the log
const LOGGED = 10; // lines written at once

export class Teller {
  /** `places`: the elements live, braille, log, messages; `placed` is called with the number of
   * each delivered announcement, `ended` with the last one that the browser's voice has spoken. */
  constructor(places, placed, ended) {
    this.places = places;
    this.placed = placed;
    this.ended = ended;
    this.words = {};
    this.own = { voice: "reader" };
    this.waiting = [];
    this.standing = [];
    this.last = "";
    this.repeats = 0;
    this.placedAt = 0;
    this.freeAt = 0;
    this.notBefore = 0;
    this.timer = 0;
    this.stood = 0;
    this.unlogged = [];
    this.logging = 0;
  }

  /** Set the voice, "reader", "browser" or "none", and the parameters of the browser's voice. */
  use(own) {
    this.own = own;
    if (own.voice !== "browser") globalThis.speechSynthesis?.cancel();
  }

  /** Queue an announcement. */
  say({ n, text, lang, braille, interrupt, spoken = true, logged = true }) {
    write(this.places.braille, braille || text);
    this.places.braille.lang = lang;
    if (logged) this.remember(text, lang);
    if (!spoken) {
      this.placed(n);
      return;
    }
    const at = performance.now();
    if (!this.waiting.length) this.notBefore = Math.max(this.notBefore, at + PICTURE_FIRST);
    this.waiting.push({ n, text, lang, at });
    // An answer replaces the current node; news waits until that node counts as delivered.
    if (interrupt) this.freeAt = Math.min(this.freeAt, this.placedAt + APART);
    this.arrange();
  }

  /** Silence: drop what waits, as the player does not want to hear it. */
  hush() {
    this.standing.push(...this.waiting.map(({ n }) => n));
    this.waiting = [];
    this.places.live.replaceChildren();
    this.last = "";
    globalThis.speechSynthesis?.cancel();
    this.stands();
  }

  /** Let the reader first name a pressed button or a new focus. */
  giveWay() {
    const now = performance.now();
    const latest = this.waiting.length ? this.waiting[0].at + LONGEST_WAIT : Infinity;
    this.notBefore = Math.min(now + BUTTON_FIRST, latest); // repeated presses must not delay it for long
  }

  /** Place what waits as soon as possible; nothing is placed while the page is hidden. */
  arrange() {
    clearTimeout(this.timer);
    if (!this.waiting.length || document.hidden) return;
    const left = Math.max(this.freeAt, this.notBefore) - performance.now();
    if (left > 0) this.timer = setTimeout(() => this.arrange(), left);
    else this.place();
  }

  place() {
    const said = this.waiting;
    const now = performance.now();
    this.waiting = [];
    if (now - this.placedAt >= STOOD) this.stands(); // its timer is due now
    clearTimeout(this.stood);
    this.placedAt = now;
    this.freeAt = now + STOOD;
    this.standing = said.map(({ n }) => n);
    if (this.own.voice === "browser") this.speak(said);
    if (this.own.voice === "reader") this.stand(said);
    this.stood = setTimeout(() => this.stands(), STOOD);
  }

  stand(said) {
    const text = said.map((one) => one.text).join(" ");
    this.repeats = text === this.last ? this.repeats + 1 : 0;
    this.last = text;
    const node = make("p");
    const pattern = this.repeats && this.words[this.repeats % 2 ? "again" : "once-more"];
    said.forEach(({ text: words, lang }, place) => {
      const whole = pattern && !place ? pattern.replace("{text}", () => words) : words;
      node.append(place ? " " : "", make("span", "", whole, { lang }));
    });
    if (said.length === 1) node.lang = said[0].lang;
    this.places.live.append(node);
    setTimeout(() => node.remove(), LINGERS);
  }

  /** Speak with the browser's voice, at the rate (words a minute), pitch and volume given. */
  speak(said) {
    const { rate = 200, pitch = 50, volume = 1 } = this.own;
    speechSynthesis.cancel();
    said.forEach(({ n, text, lang }, place) => {
      const uttered = new SpeechSynthesisUtterance(text);
      Object.assign(uttered, { lang, rate: rate / 200, pitch: pitch / 50, volume });
      if (place === said.length - 1) uttered.onend = uttered.onerror = () => this.ended(n);
      speechSynthesis.speak(uttered);
    });
  }

  /** Report the current announcements as delivered. */
  stands() {
    clearTimeout(this.stood);
    const standing = this.standing;
    this.standing = [];
    if (!document.hidden) standing.forEach((n) => this.placed(n));
  }

  /** Remove everything announced so far. */
  forget() {
    this.hush();
    write(this.places.braille, "");
    clearTimeout(this.logging);
    this.unlogged = [];
    this.places.messages.replaceChildren();
    show(this.places.log, false);
  }

  /** Write a text to the log below the table, after the current announcements.
   *
   * Each new line there is a change to a screen reader, too, and a reader with too many changes
   * skips some: that could be the announcement itself.
   */
  remember(text, lang) {
    this.unlogged.push({ text, lang });
    if (this.unlogged.length > KEPT) this.unlogged.shift();
    clearTimeout(this.logging);
    this.logging = setTimeout(() => this.writeLog(), STOOD);
  }

  /** Write some lines to the log, newest first, and the others later. */
  writeLog() {
    const { log, messages } = this.places;
    const lines = this.unlogged.splice(0, LOGGED).map(({ text, lang }) => make("li", "", text, { lang }));
    messages.prepend(...lines.reverse());
    while (messages.children.length > KEPT) messages.lastChild.remove();
    show(log, true);
    if (this.unlogged.length) this.logging = setTimeout(() => this.writeLog(), STOOD);
  }
}
