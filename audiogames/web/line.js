// The connection to the program: one socket, reconnected after a loss, with growing pauses.
//
// The key in the address works once; afterwards the token identifies the session, even after a
// reload.  It is kept in tab storage, or in memory if the browser stores nothing.
//
// A frozen program or an unplugged cable causes no error.  So the page sends a probe after some
// seconds of silence, and gives the connection up after twice as long.  Input is dated by the
// program's clock: what arrives too late is ignored.
//
// A page cached from an earlier visit opens no socket: it waits until the program is reachable, and
// reloads from it.

import { attempt, keepsInTab } from "./guard.js";

const TOKEN = "audiogames-token";
const FIRST_PAUSE = 500, LONGEST_PAUSE = 15_000; // milliseconds
const CONNECTING = 10_000; // milliseconds until the socket must be open, or the greeting answered
const GIVEN_UP = 4000; // the close code that tells the program that the page gave the connection up

export class Line {
  /** `hear` is called with each message, `changed` with whether the connection is open. */
  constructor(hear, changed) {
    this.hear = hear;
    this.changed = changed;
    this.pause = FIRST_PAUSE;
    this.socket = null;
    this.ended = false;
    this.greeted = false;
    this.asked = false;
    this.ahead = null; // seconds by which the program's clock is ahead of the page's
    this.silence = { quiet: 4, dead: 8 }; // seconds; the program sends the values
    this.token = attempt(() => sessionStorage.getItem(TOKEN));
    this.key = location.hash.slice(1);
    // Remove the key from the address: it works once, and must not stay in the history.
    if (this.key) history.replaceState(null, "", location.pathname);
  }

  /** Open the connection, unless it is open or opening. */
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

  /** Reload the page once the program is reachable again. */
  async look() {
    const answer = await fetch("healthz", { cache: "no-store", signal: AbortSignal.timeout(CONNECTING) }).catch(() => null);
    if (!answer?.ok) return this.lose(null);
    if (this.key) history.replaceState(null, "", `#${this.key}`);
    location.reload();
  }

  /** Reconnect at once, as the page is visible again, or on request even after the end. */
  retry(asked = false) {
    if (asked) this.ended = false;
    this.pause = FIRST_PAUSE;
    this.open();
    if (this.greeted) this.ask();
  }

  /** Send a message; return false without a connection. */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Send input with its date; return false without a connection. */
  act(message) {
    const at = this.ahead === null ? {} : { at: this.ahead + performance.now() / 1000 };
    return this.send({ ...message, ...at });
  }

  /** Close the socket as the page is hidden; the session waits for its return. */
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

  // Whether the program still answers

  watch(milliseconds) {
    clearTimeout(this.watching);
    this.watching = setTimeout(() => this.doubt(), milliseconds);
  }

  /** After a long silence, probe the connection; if that fails, give it up. */
  doubt() {
    if (!this.socket || this.ended) return;
    if (this.greeted && !this.asked) this.ask();
    else this.giveUp();
  }

  /** Probe the program.  A hidden page runs slowly, so it probes on its return. */
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
