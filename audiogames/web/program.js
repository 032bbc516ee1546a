// The program in a worker of the page.

import { start } from "./python.js";

const waiting = [];
let take = (text) => waiting.push(text);
onmessage = ({ data }) => take(data);

/** The connection to a server of tables, opened and closed by the program. */
class Tables {
  constructor(told) {
    this.told = told; // called with "open", "lost", "no-answer", or "text" and a message
    this.socket = null;
  }

  connect(url) {
    this.disconnect();
    let socket;
    try {
      socket = new WebSocket(url);
    } catch { // a page that came by https may not open ws:// but to its own machine
      return void this.told(location.protocol === "https:" ? "mixed" : "no-answer", "");
    }
    this.socket = socket;
    let stood = false;
    const here = (what, text = "") => { if (socket === this.socket) this.told(what, text); };
    socket.onopen = () => { stood = true; here("open"); };
    socket.onmessage = ({ data }) => here("text", data);
    socket.onclose = () => here(stood ? "lost" : "no-answer");
  }

  transmit(text) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  disconnect() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }
}

/** Return the address of the server of tables that the site came from; empty for other hosts. */
function ownServer({ headers }) {
  if (!headers.has("Audiogames-Tables")) return "";
  const { protocol, hostname, port } = location, isSafe = protocol === "https:";
  return `${isSafe ? "wss" : "ws"}://${hostname}:${port || (isSafe ? 443 : 80)}`;
}

try {
  const wishes = new URLSearchParams(name), wish = (name) => wishes.get(name) ?? "";
  const answer = await fetch("python/parts.json"), parts = await answer.json();
  const { python } = await start(parts, (loaded) => postMessage({ loaded }));
  const page = python.pyimport("audiogames.shell.browser.page");
  let bots = null;
  const begin = () => { // or replace one that the browser has ended, or that hangs
    bots?.terminate();
    const worker = new Worker("bots.js", { type: "module", name }), lock = `audiogames-bots ${Math.random()}`;
    const lost = () => { if (worker === bots) shared.lost(); };
    bots = worker;
    bots.onmessage = ({ data }) => {
      if (data.holdsLock) navigator.locks.request(lock, lost); // it is free when the worker has ended
      else shared.take(python.toPy(data));
    };
    bots.onerror = lost;
    bots.postMessage({ lock, parts, playouts: Number(wish("playouts")) || 0, isSeeded: wish("seed") !== "" });
  };
  const shared = page.OwnBots((data) => bots.postMessage(data.toJs()), begin);
  const tables = page.BrowserLine((told) => new Tables(told.copy()));
  const port = page.PagePort((text) => postMessage(text));
  take = (text) => port.put(text);
  waiting.forEach(take);
  const origin = page.PageOrigin(ownServer(answer), wish("seed"));
  await page.live(port, shared, tables, (text) => console.error(text), origin);
} catch (error) {
  console.error(error);
  postMessage({ failed: String(error) });
}
