// Sounds, from the side where the player sits.
//
// Browsers play nothing before the page was touched, and stop everything while a phone sleeps: so
// each touch and each return wakes the device.
//
// Older iPhones cannot read OGG, and whether all newer ones can is not known to us: what cannot be
// read is fetched again as WAV.

const STARTERS = ["pointerdown", "touchend", "keydown"];

export class Sounds {
  constructor() {
    this.device = null;
    this.files = new Map();
    this.playing = new Set();
    for (const kind of STARTERS) addEventListener(kind, () => this.wake(), { capture: true, passive: true });
  }

  /** Have a device, awake. */
  wake() {
    const Device = globalThis.AudioContext ?? globalThis.webkitAudioContext;
    if (!Device) return;
    this.device ??= new Device();
    if (this.device.state !== "running") this.device.resume().catch(() => {});
  }

  /** Play a file; one that comes too late, or that the browser cannot read, is not heard. */
  async play({ file, pan = 0, volume = 1 }) {
    if (!this.device || this.device.state !== "running") return;
    const data = await this.load(file);
    if (!data) return;
    const source = new AudioBufferSourceNode(this.device, { buffer: data });
    source
      .connect(new GainNode(this.device, { gain: volume }))
      .connect(new StereoPannerNode(this.device, { pan }))
      .connect(this.device.destination);
    this.playing.add(source);
    source.onended = () => this.playing.delete(source);
    source.start();
  }

  /** All sounds end. */
  stop() {
    for (const source of this.playing) source.stop();
    this.playing.clear();
  }

  load(file) {
    if (!this.files.has(file)) {
      this.files.set(file, this.fetch(file).catch(() => this.fetch(file.replace(/ogg$/, "wav"))).catch(() => null));
    }
    return this.files.get(file);
  }

  /** A file as the device plays it; where the browser cannot read it, nothing. */
  async fetch(file) {
    const answer = await fetch(file);
    return this.device.decodeAudioData(await answer.arrayBuffer());
  }
}
