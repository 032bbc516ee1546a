// What is said, handed to the reader so that nothing of it is lost.
//
// One node at a time in one assertive region, and a fresh one each time: of three changes 50 ms
// apart readers speak two.  Chromium hands readers what has changed once in 150 ms, and two nodes
// that go together in any order.  So nodes come at least APART milliseconds one after the other,
// and what waits meanwhile becomes one node together.  Readers drop a text that they have just
// spoken: a repeat gets other words.
//
// A reader on a busy machine looks late, and finds nothing of a node that is gone: each LINGERS
// beside those that come after it.
//
// A node counts as handed over when it has stood for STOOD milliseconds; the server waits for that.

import { make, show, write } from "./keyed.js";

export const APART = 250; // 150, and some frames on a busy machine
export const STOOD = 500;
const LINGERS = 10_000;
const BUTTON_FIRST = 300; // a reader names the pressed button first, and cuts off what comes before
const LONGEST_WAIT = 600; // for that
const PICTURE_FIRST = 20; // the picture comes just after the words, and may move the focus
const KEPT = 100; // messages in the log
const LOGGED = 10; // of them at once

export class Teller {
  /** `places`: the elements live, braille, log, messages; `placed` is called with each number,
   * `ended` with the last one that the browser's own voice has spoken. */
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

  /** Who speaks: "reader", "browser" or "none"; and how the browser's voice is to sound. */
  use(own) {
    this.own = own;
    if (own.voice !== "browser") globalThis.speechSynthesis?.cancel();
  }

  /** Something is to be said. */
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
    // An answer cuts what stands; news lets it stand for as long as it takes to count.
    if (interrupt) this.freeAt = Math.min(this.freeAt, this.placedAt + APART);
    this.arrange();
  }

  /** Silence: what waits is not said any more, since the player has had enough of it. */
  hush() {
    this.standing.push(...this.waiting.map(({ n }) => n));
    this.waiting = [];
    this.places.live.replaceChildren();
    this.last = "";
    globalThis.speechSynthesis?.cancel();
    this.stands();
  }

  /** A button was pressed or the focus went elsewhere: let the reader name that first. */
  giveWay() {
    const now = performance.now();
    const latest = this.waiting.length ? this.waiting[0].at + LONGEST_WAIT : Infinity;
    this.notBefore = Math.min(now + BUTTON_FIRST, latest); // quick fingers put nothing off for long
  }

  /** Place what waits as soon as may be; while nobody sees the page, nothing is placed. */
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
    if (now - this.placedAt >= STOOD) this.stands(); // its timer is due just now
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

  /** The browser's own voice, at the rate (words a minute), pitch and volume of the settings. */
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

  /** What stands has been handed over. */
  stands() {
    clearTimeout(this.stood);
    const standing = this.standing;
    this.standing = [];
    if (!document.hidden) standing.forEach((n) => this.placed(n));
  }

  /** Nothing that was told can be found any more. */
  forget() {
    this.hush();
    write(this.places.braille, "");
    clearTimeout(this.logging);
    this.unlogged = [];
    this.places.messages.replaceChildren();
    show(this.places.log, false);
  }

  /** It goes into the log below the table when it is quiet.
   *
   * Each line there is news to a reader too, and one with too much to look at leaves out some:
   * it might be what is to be spoken.
   */
  remember(text, lang) {
    this.unlogged.push({ text, lang });
    if (this.unlogged.length > KEPT) this.unlogged.shift();
    clearTimeout(this.logging);
    this.logging = setTimeout(() => this.writeLog(), STOOD);
  }

  /** Write some lines, newest first, and the others later. */
  writeLog() {
    const { log, messages } = this.places;
    const lines = this.unlogged.splice(0, LOGGED).map(({ text, lang }) => make("li", "", text, { lang }));
    messages.prepend(...lines.reverse());
    while (messages.children.length > KEPT) messages.lastChild.remove();
    show(log, true);
    if (this.unlogged.length) this.logging = setTimeout(() => this.writeLog(), STOOD);
  }
}
