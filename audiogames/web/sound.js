// Sounds, heard from the player's side of the table.
//
// Browsers play nothing before the page was touched, and stop everything while a phone sleeps: so
// each touch and each return resumes the audio device.
//
// Older iPhones cannot decode OGG, and we do not know whether all newer ones can: a file that
// cannot be decoded is fetched again as WAV.

const STARTERS = ["pointerdown", "touchend", "keydown"];

export class Sounds {
  constructor() {
    this.device = null;
    this.files = new Map();
    this.playing = new Set();
    for (const kind of STARTERS) addEventListener(kind, () => this.wake(), { capture: true, passive: true });
  }

  /** Create the audio device if needed, and resume it. */
  wake() {
    const Device = globalThis.AudioContext ?? globalThis.webkitAudioContext;
    if (!Device) return;
    this.device ??= new Device();
    if (this.device.state !== "running") this.device.resume().catch(() => {});
  }

  /** Play a file, unless the device is asleep or the file cannot be decoded. */
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

  /** Stop all sounds. */
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

  /** Return the decoded file; it throws if the browser cannot decode it. */
  async fetch(file) {
    const answer = await fetch(file);
    return this.device.decodeAudioData(await answer.arrayBuffer());
  }
}
