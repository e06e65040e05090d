// The rules in a page, in a worker or in Node. Every call works until it has its answer, so a page calls them in a worker.

import type { Chances, Data, Odds, Opened, Place, Preview, Refused, SetupPlace, Standing, Verdict } from './types.js';

export type * from './types.js';

/** The module's bytes, what fetch() gives of them, or the compiled module. */
export type Source = BufferSource | WebAssembly.Module | Response | PromiseLike<Response>;

const calls = ['open', 'at', 'preview', 'odds', 'verify'] as const;
export type Call = (typeof calls)[number];

/** What a module that cannot go on has answered. */
const broken = JSON.stringify({ refusal: { code: 'internal', message: 'the rules could not deal with this', path: '' } } satisfies Refused);

async function compiled(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  return WebAssembly.compileStreaming(source);
}

/** One instance of the module. */
class Instance {
  readonly #memory: WebAssembly.Memory;
  readonly #functions = new Map<string, (...words: number[]) => number>();

  constructor(module: WebAssembly.Module) {
    const none = () => 8; // EBADF: there are no files
    const clock_time_get = (_clock: number, _precision: bigint, at: number) => {
      const now = BigInt(Math.round(performance.now() * 1e6));
      new DataView(this.#memory.buffer).setBigUint64(at, now, true);
      return 0;
    };
    const wasi_snapshot_preview1 = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, name === 'clock_time_get' ? clock_time_get : none]));
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1 });
    if (!(exports.memory instanceof WebAssembly.Memory)) throw new TypeError('this is not the module of the rules');
    this.#memory = exports.memory;
    for (const name of ['_initialize', 'muster_input', 'muster_answer', ...calls.map((call) => `muster_${call}`)]) {
      const each = exports[name];
      if (typeof each !== 'function') throw new TypeError(`this is not the module of the rules: ${name} is missing`);
      this.#functions.set(name, (...words) => Number(each(...words)));
    }
    this.#call('_initialize');
  }

  #call(name: string, ...words: number[]): number {
    return (this.#functions.get(name) as (...words: number[]) => number)(...words);
  }

  /** Memory grows while it works, so the buffer is taken anew each time. */
  ask(call: Call, text: string): string {
    const bytes = new TextEncoder().encode(text);
    const place = this.#call('muster_input', bytes.length);
    new Uint8Array(this.#memory.buffer).set(bytes, place);
    const size = this.#call(`muster_${call}`);
    return new TextDecoder().decode(new Uint8Array(this.#memory.buffer, this.#call('muster_answer'), size));
  }
}

const textOf = (value: string | object) => (typeof value === 'string' ? value : JSON.stringify(value));

/** On it lies one battle, the last that was opened. What is refused is a value, `{refusal}`. */
export class Rules {
  readonly #module: WebAssembly.Module;
  #instance: Instance;
  #open = '';

  /** Of `node.js` the module's own file is the default. */
  static async load(source: Source): Promise<Rules> {
    return new Rules(await compiled(source));
  }

  /** At once, of a module that is compiled: a page may hand one to its workers. */
  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#instance = new Instance(module);
  }

  /** Text in, text out (JSON), as the module has it. */
  ask(call: Call, text: string): string {
    try {
      const answer = this.#instance.ask(call, text);
      if (call === 'open' && !answer.startsWith('{"refusal":')) this.#open = text;
      return answer;
    } catch {
      this.#beginAnew();
      return broken;
    }
  }

  /** A record as text or as an object; or `{events}` of a battle that goes on, from the first event. */
  open(battle: string | { events: readonly object[] }): Opened | Refused {
    return JSON.parse(this.ask('open', textOf(battle)));
  }

  /** How it stood after an event, or where these moves and dice lead from there; as `viewer` (a seat), or somebody who only watches, knows it. */
  at(place: Place & { viewer?: string }): Standing | Refused {
    return JSON.parse(this.ask('at', JSON.stringify(place)));
  }

  /** What a choice of this seat would come to there. */
  preview(question: Place & { seat: string; choice: Data }): Preview {
    return JSON.parse(this.ask('preview', JSON.stringify(question)));
  }

  /** The chances from a place, or from a setup. A place that waits for dice has those of all that they can show. */
  odds(question: (Place | SetupPlace) & Chances): Odds | Refused {
    return JSON.parse(this.ask('odds', JSON.stringify(question)));
  }

  /** Whether a record holds: its proof, and every event by the rules. */
  verify(record: string | object): Verdict | Refused {
    return JSON.parse(this.ask('verify', textOf(record)));
  }

  /** What has failed once is of no use any more: its memory may be in any state. */
  #beginAnew(): void {
    this.#instance = new Instance(this.#module);
    if (!this.#open) return;
    try {
      this.#instance.ask('open', this.#open);
    } catch {
      this.#open = '';
      this.#instance = new Instance(this.#module);
    }
  }
}
