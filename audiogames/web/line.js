// The line to the program: one socket, opened again after it was lost, with growing pauses.
//
// The key of the address works once; afterwards the token says which session this is, also after
// the page was loaded again.  It stays in this tab.
//
// A page that the browser kept from an earlier visit calls nobody: it waits for the program to be
// there, and is loaded from it.

const TOKEN = "audiogames-token";
const FIRST_PAUSE = 500, LONGEST_PAUSE = 15_000; // milliseconds

export class Line {
  /** `hear` is called with each message, `changed` with whether the line stands. */
  constructor(hear, changed) {
    this.hear = hear;
    this.changed = changed;
    this.pause = FIRST_PAUSE;
    this.socket = null;
    this.ended = false;
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
    socket.onopen = () => this.greet();
    socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    socket.onclose = () => this.lose(socket);
  }

  /** Load the page anew where the program is there again. */
  async look() {
    const answer = await fetch("healthz", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return this.lose(null);
    if (this.key) history.replaceState(null, "", `#${this.key}`);
    location.reload();
  }

  /** Try at once: the page is seen again, or somebody asked for it, even after the end. */
  retry(asked = false) {
    if (asked) this.ended = false;
    this.pause = FIRST_PAUSE;
    this.open();
  }

  /** Send a message; without a line it is lost, and the player has been told so. */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** The page goes: the session waits for it to come back. */
  close() {
    this.socket?.close();
  }

  greet() {
    const token = sessionStorage.getItem(TOKEN);
    this.send({
      t: "hello",
      lang: navigator.language,
      touch: matchMedia("(hover: none) and (pointer: coarse)").matches,
      ...(this.key ? { key: this.key } : {}),
      ...(token ? { token } : {}),
    });
  }

  take(message) {
    if (message.t === "welcome") {
      sessionStorage.setItem(TOKEN, message.token);
      this.key = "";
      this.pause = FIRST_PAUSE;
      this.changed(true);
    } else if (message.t === "end") {
      this.ended = true;
    }
    this.hear(message);
  }

  lose(socket) {
    if (socket !== this.socket) return;
    this.socket = null;
    if (this.ended) return;
    this.changed(false);
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }
}
