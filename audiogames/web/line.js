// The connection to the program on this device: a worker of the page (program.js).
//
// While the program loads, the page itself announces the progress.  A program that does not answer
// for long is restarted; its data is stored (keep.js).  Of two tabs the older one sleeps.

import { attempt } from "./guard.js";
import { part, write } from "./keyed.js";

const OFTEN = 5000; // milliseconds between two announcements of the progress
const QUIET = 10_000, DEAD = 40_000; // milliseconds of silence before a probe, and before a restart
const NEWEST = "audiogames-newest"; // the channel on which a new tab tells the older ones

const WORDS = JSON.parse(part("words").textContent); // by language
const KNOWN = navigator.languages.map((one) => one.split("-")[0]).find((one) => one in WORDS);
const LANG = KNOWN ?? "en";

/** Return the link that opened the page, and remove it from the address, so that it is used once. */
function takenLink() {
  const { hash, href } = location;
  if (!/^#(table|match)=/.test(hash)) return "";
  attempt(() => history.replaceState(null, "", location.pathname + location.search));
  return href;
}

export class Line {
  /** `hear` is called with each message. */
  constructor(hear) {
    this.hear = hear;
    this.worker = null;
    this.welcomed = false;
    this.loaded = 0;
    document.documentElement.lang = LANG;
    // A browser offers to translate in a window that takes the keys, even at a language that the
    // player chose.  Only a player without any of our languages needs it.
    document.documentElement.translate = KNOWN === undefined;
    this.channel = attempt(() => new BroadcastChannel(NEWEST));
    if (this.channel) this.channel.onmessage = () => this.leave("elsewhere");
    queueMicrotask(() => this.start()); // the page needs its line before the first message
    this.watchVersions();
  }

  /** Start the program, replacing one that ran before. */
  start() {
    if (!globalThis.WebAssembly) return void this.leave("no-wasm", false);
    this.channel?.postMessage("here");
    this.welcomed = false;
    const wishes = new URLSearchParams(location.search);
    if (navigator.serviceWorker?.controller) wishes.set("kept", "1");
    // By the name, since the address is that of the kept file.
    const worker = new Worker("program.js", { type: "module", name: String(wishes) });
    this.worker = worker;
    worker.onmessage = ({ data }) => { if (worker === this.worker) this.take(data); };
    worker.onerror = () => { if (worker === this.worker) this.leave(this.welcomed ? "stopped" : "not-loaded"); };
    this.tell("loading");
    this.telling = setInterval(() => this.tell("loading-part"), OFTEN);
    this.watch(DEAD * 3); // a slow line may take its time for what is large
    this.send({
      t: "hello",
      lang: navigator.language,
      page: location.origin + location.pathname,
      link: takenLink(),
      touch: matchMedia("(hover: none) and (pointer: coarse)").matches,
    });
  }

  take(data) {
    if (typeof data !== "string") return void (data.failed ? this.leave("not-loaded") : this.progress(data.loaded));
    const message = JSON.parse(data);
    if (message.t === "welcome") this.welcome();
    if (message.t === "end") this.end();
    if (this.welcomed) this.watch(QUIET);
    this.asked = false;
    if (message.t !== "alive") this.hear(message);
  }

  /** Note that the program is ready. */
  welcome() {
    clearInterval(this.telling);
    this.welcomed = true;
    part("loading").hidden = true;
  }

  progress(loaded) {
    this.loaded = loaded;
    part("loading").hidden = false;
    part("loading").value = loaded;
    this.watch(DEAD * 3);
  }

  /** The language of the program, or the default before it has one. */
  get lang() {
    const { lang } = document.documentElement;
    return lang in WORDS ? lang : LANG;
  }

  /** Announce one of the page's own sentences. */
  tell(word, interrupt = true) {
    const text = WORDS[this.lang][word].replace("{percent}", String(Math.floor(100 * this.loaded)));
    this.hear({ t: "say", n: 0, text, lang: this.lang, interrupt });
  }

  /** Report that the program has stopped; with `again`, a button restarts it. */
  leave(word, again = true) {
    this.end();
    write(part("retry"), WORDS[this.lang].retry);
    this.hear({ t: "end", text: WORDS[this.lang][word], lang: this.lang, again });
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    clearInterval(this.telling);
    clearTimeout(this.watching);
    part("loading").hidden = true;
  }

  // New versions

  /** Announce a new version once; it is used when the player asks for it. */
  async watchVersions() {
    const registration = await navigator.serviceWorker?.ready;
    if (!registration) return;
    const offer = () => {
      if (registration.waiting && navigator.serviceWorker.controller) this.offer(registration.waiting);
    };
    registration.onupdatefound = () => { registration.installing.onstatechange = offer; };
    offer();
  }

  offer(worker) {
    const button = part("update");
    if (!button.hidden) return;
    button.hidden = false;
    button.textContent = WORDS[this.lang]["use-version"];
    button.onclick = () => {
      navigator.serviceWorker.oncontrollerchange = () => location.reload();
      worker.postMessage("use");
    };
    this.tell("new-version", false);
  }

  // Whether the program still answers

  watch(milliseconds) {
    clearTimeout(this.watching);
    this.watching = setTimeout(() => this.doubt(), milliseconds);
  }

  doubt() {
    if (document.hidden) return void this.watch(QUIET); // a page that is not seen is slow
    if (this.welcomed && !this.asked) {
      this.asked = true;
      this.send({ t: "alive" });
      this.watch(DEAD);
    } else this.leave("stopped");
  }

  // Messages to the program

  /** Restart the program on request. */
  retry() {
    if (!this.worker) this.start();
  }

  /** Send a message; return false if the program has stopped. */
  send(message) {
    this.worker?.postMessage(JSON.stringify(message));
    return this.worker !== null;
  }

  /** Send input; while the program loads, announce the progress instead. */
  act(message) {
    if (this.worker && !this.welcomed) {
      this.tell("loading-part");
      return true;
    }
    return this.send(message);
  }
}
