// The sounds, made here: wood, dice, drums and a horn, out of noise and sines. No files, and nobody else's rights. Each is worked out once, when
// somebody has touched the page for the first time and wants to hear something.
export type Sound = 'dice' | 'count' | 'blow' | 'loss' | 'shot' | 'turn' | 'hurry' | 'victory' | 'defeat';

const rate = 44_100;

/** A part of a sound: from `at` on, dying away within `lasts` seconds. */
interface Part {
  at: number;
  lasts: number;
  loud: number;
  /** at a time since its beginning */
  wave: (seconds: number) => number;
}

// The same noise at every visit, so that a sound is always the same.
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
}

const sine = (hertz: number) => (seconds: number) => Math.sin(2 * Math.PI * hertz * seconds);
/** Noise through one pole: the lower `bright` (0 to 1), the duller. */
function rustle(seed: number, bright: number): (seconds: number) => number {
  const next = noise(seed);
  let kept = 0;
  return () => (kept += bright * (next() - kept));
}
/** A tone that falls, as a struck skin does. */
const drum = (from: number, to: number, within: number) => (seconds: number) => {
  const fallen = Math.min(1, seconds / within);
  return Math.sin(2 * Math.PI * (from * seconds + ((to - from) * fallen * seconds) / 2));
};
/** A few overtones: a horn. */
const horn = (hertz: number) => (seconds: number) => [1, 0.5, 0.3, 0.16, 0.08].reduce((sum, loud, index) => sum + loud * Math.sin(2 * Math.PI * hertz * (index + 1) * seconds), 0) / 2;

/** A die that touches the table: a click of wood with a little tone. */
function knock(at: number, seed: number, loud: number): Part[] {
  return [
    { at, lasts: 0.035, loud, wave: rustle(seed, 0.7) },
    { at, lasts: 0.06, loud: loud * 0.5, wave: sine(620 + (seed % 7) * 70) },
  ];
}

const parts: Record<Sound, Part[]> = {
  // Shaken in the cup, then out over the table, slower and slower.
  dice: [...[0, 0.05, 0.11, 0.16].flatMap((at, index) => knock(at, 11 + index, 0.25)), ...[0.34, 0.41, 0.47, 0.56, 0.62, 0.73, 0.86].flatMap((at, index) => knock(at, 31 + index, 0.7 - index * 0.07))],
  count: knock(0, 5, 0.3),
  blow: [
    { at: 0, lasts: 0.32, loud: 0.95, wave: drum(150, 48, 0.18) },
    { at: 0, lasts: 0.09, loud: 0.5, wave: rustle(3, 0.35) },
  ],
  loss: [0, 0.09, 0.17, 0.3].flatMap((at, index) => [...knock(at, 51 + index, 0.55 - index * 0.1), { at, lasts: 0.12, loud: 0.25, wave: drum(240, 120, 0.1) }]),
  shot: [
    { at: 0, lasts: 0.28, loud: 0.8, wave: rustle(71, 0.25) },
    { at: 0, lasts: 0.2, loud: 0.7, wave: drum(190, 55, 0.1) },
  ],
  turn: [
    { at: 0, lasts: 0.5, loud: 0.3, wave: sine(587.3) },
    { at: 0.13, lasts: 0.7, loud: 0.34, wave: sine(880) },
  ],
  hurry: [0, 0.18, 0.36].map((at) => ({ at, lasts: 0.09, loud: 0.4, wave: sine(988) })),
  victory: [
    { at: 0, lasts: 0.3, loud: 0.4, wave: horn(392) },
    { at: 0.16, lasts: 0.3, loud: 0.4, wave: horn(523.3) },
    { at: 0.32, lasts: 1.1, loud: 0.5, wave: horn(659.3) },
  ],
  defeat: [
    { at: 0, lasts: 0.5, loud: 0.4, wave: horn(329.6) },
    { at: 0.3, lasts: 1.1, loud: 0.45, wave: horn(261.6) },
  ],
};

function samplesOf(sound: Sound): Float32Array<ArrayBuffer> {
  const all = parts[sound];
  const seconds = Math.max(...all.map(({ at, lasts }) => at + lasts));
  const samples = new Float32Array(Math.ceil(seconds * rate));
  for (const { at, lasts, loud, wave } of all) {
    const from = Math.round(at * rate);
    const count = Math.min(samples.length - from, Math.floor(lasts * rate));
    for (let index = 0; index < count; ++index) {
      const time = index / rate;
      const attack = Math.min(1, time / 0.003);
      const fading = Math.exp((-5 * time) / lasts) * Math.min(1, (lasts - time) / 0.01);
      samples[from + index]! += loud * attack * fading * wave(time);
    }
  }
  return samples.map((each) => Math.tanh(each));
}

export class Synth {
  private readonly context = new AudioContext();
  private readonly made = new Map<Sound, AudioBuffer>();

  play(sound: Sound): void {
    void this.context.resume();
    const source = this.context.createBufferSource();
    source.buffer = this.bufferOf(sound);
    source.connect(this.context.destination);
    source.start();
  }

  stop(): void {
    void this.context.close();
  }

  private bufferOf(sound: Sound): AudioBuffer {
    const kept = this.made.get(sound);
    if (kept) return kept;
    const samples = samplesOf(sound);
    const buffer = this.context.createBuffer(1, samples.length, rate);
    buffer.copyToChannel(samples, 0);
    this.made.set(sound, buffer);
    return buffer;
  }
}
