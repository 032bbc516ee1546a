// The line to the program: one socket, opened again after it was lost, with growing pauses.
//
// The key of the address works once; afterwards the token says which session this is, also after
// the page was loaded again.  It stays in this tab, or in this page where the browser keeps nothing.
//
// No error tells of a program that stands still or of a pulled cable.  So the page asks after some
// seconds of silence, and after twice as long it gives the line up.  What is pressed is dated by
// the program's clock: what arrives too late is not carried out.
//
// A page that the browser kept from an earlier visit calls nobody: it waits for the program to be
// there, and is loaded from it.

import { attempt, keepsInTab } from "./guard.js";

const TOKEN = "audiogames-token";
const FIRST_PAUSE = 500, LONGEST_PAUSE = 15_000; // milliseconds
const CONNECTING = 10_000; // milliseconds until a line, or the answer to a greeting, must be there
const GIVEN_UP = 4000; // the code by which the program knows that the page had taken it for gone

export class Line {
  /** `hear` is called with each message, `changed` with whether the line stands. */
  constructor(hear, changed) {
    this.hear = hear;
    this.changed = changed;
    this.pause = FIRST_PAUSE;
    this.socket = null;
    this.ended = false;
    this.greeted = false;
    this.asked = false;
    this.ahead = null; // by how many seconds the program's clock is ahead of the page's
    this.silence = { quiet: 4, dead: 8 }; // seconds; the program says how long they are
    this.token = attempt(() => sessionStorage.getItem(TOKEN));
    this.key = location.hash.slice(1);
    // The key goes out of the address: it works once, and nobody should find it in the history.
    if (this.key) history.replaceState(null, "", location.pathname);
  }

  /** Open the line, unless it is open or on its way. */
  open() {
    clearTimeout(this.timer);
    if (this.ended || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    if ("away" in document.documentElement.dataset) return void this.look();
    const secure = location.protocol === "https:";
    const socket = new WebSocket(`${secure ? "wss" : "ws"}://${location.host}/play`);
    this.socket = socket;
    this.greeted = false;
    this.watch(CONNECTING);
    socket.onopen = () => this.greet();
    socket.onmessage = ({ data }) => { if (socket === this.socket) this.take(JSON.parse(data)); };
    socket.onclose = () => this.lose(socket);
  }

  /** Load the page anew where the program is there again. */
  async look() {
    const answer = await fetch("healthz", { cache: "no-store", signal: AbortSignal.timeout(CONNECTING) }).catch(() => null);
    if (!answer?.ok) return this.lose(null);
    if (this.key) history.replaceState(null, "", `#${this.key}`);
    location.reload();
  }

  /** Try at once: the page is seen again, or somebody asked for it, even after the end. */
  retry(asked = false) {
    if (asked) this.ended = false;
    this.pause = FIRST_PAUSE;
    this.open();
    if (this.greeted) this.ask();
  }

  /** Send a message; false where there is no line. */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Send what the player does, with its date; false where there is no line. */
  act(message) {
    const at = this.ahead === null ? {} : { at: this.ahead + performance.now() / 1000 };
    return this.send({ ...message, ...at });
  }

  /** The page goes: the session waits for it to come back. */
  close() {
    this.socket?.close();
  }

  greet() {
    this.send({
      t: "hello",
      lang: navigator.language,
      touch: matchMedia("(hover: none) and (pointer: coarse)").matches,
      ...(keepsInTab() ? {} : { keeps: false }),
      ...(this.key ? { key: this.key } : {}),
      ...(this.token ? { token: this.token } : {}),
    });
  }

  take(message) {
    if (message.t === "welcome") {
      this.token = message.token;
      attempt(() => sessionStorage.setItem(TOKEN, message.token));
      this.key = "";
      this.pause = FIRST_PAUSE;
      this.greeted = true;
      this.silence = { quiet: message.quiet, dead: message.dead };
      this.changed(true);
    } else if (message.t === "end") {
      this.ended = true;
    }
    if (message.now !== undefined) this.ahead = message.now - performance.now() / 1000;
    this.asked = false;
    this.watch(this.greeted ? 1000 * this.silence.quiet : CONNECTING);
    if (message.t !== "alive") this.hear(message);
  }

  // Whether anybody is there

  watch(milliseconds) {
    clearTimeout(this.watching);
    this.watching = setTimeout(() => this.doubt(), milliseconds);
  }

  /** It has been silent for long: ask, and give it up if that was of no use. */
  doubt() {
    if (!this.socket || this.ended) return;
    if (this.greeted && !this.asked) this.ask();
    else this.giveUp();
  }

  /** Ask whether the program is there.  A page that is not seen is slow, and asks on its return. */
  ask() {
    if (document.hidden || this.asked) return;
    this.asked = true;
    this.send({ t: "alive" });
    this.watch(1000 * (this.silence.dead - this.silence.quiet));
  }

  giveUp() {
    const { socket } = this;
    attempt(() => socket.close(GIVEN_UP));
    this.lose(socket);
  }

  lose(socket) {
    if (socket !== this.socket) return;
    this.socket = null;
    this.greeted = this.asked = false;
    this.ahead = null;
    clearTimeout(this.watching);
    if (this.ended) return;
    this.changed(false);
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }
}
