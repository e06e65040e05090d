// The course of battles whose dice a witness feeds, and whether what it says is its own (protocol/README.md, "Witnessed dice").

import { isSigned } from './chain.js';
import { isObject } from './difference.js';
import type { Entry } from './input.js';
import { problem, type Problem } from './problem.js';
import { bytesOf, fromHex, joined, sha256, toHex, u32, type Bytes } from './proof.js';
import { digestProblem } from './shared_dice.js';
import type { Json } from './types.js';

const rungs = 1024;

/** Whether a witness adds to the dice of a battle with these options: to witnessed dice always, to shared ones if one is named. */
export function hasWitness(options: Json): boolean {
  return isObject(options) && (options['dice'] === 'witnessed' || (options['dice'] === 'shared' && (options['witness'] ?? null) !== null));
}

/** The witness's key; null: there is none. */
export function witnessKey(options: Json): Bytes | null {
  const witness = isObject(options) ? options['witness'] : null;
  return isObject(witness) ? fromHex(witness['key'], 65) : null;
}

/** Whether the witness has a key, and that is not the server's own. */
export function hasOwnWitness(options: Json, serverKey: string): boolean {
  const key = witnessKey(options);
  return !!key && toHex(key) !== serverKey;
}

/** When its ladder and its shares may come. */
export class WitnessedDice {
  private steps = 0;
  private after = 0; // shares before its ladder
  private joined = false;
  private isGiven = false; // since the last decision
  private isAsked = true; // since then nothing came that may not come before the share

  /** Nothing but its first ladder comes now. */
  get awaitsLadder(): boolean {
    return !this.joined;
  }

  /** Which share it may have been asked for now; 0: none. */
  get askedStep(): number {
    return this.isGiven || !this.isAsked ? 0 : this.steps + 1;
  }

  /** Whether dice may be rolled. */
  get feedsDice(): boolean {
    return this.isGiven;
  }

  /** Something comes that never does between a choice and the share. */
  passes(): void {
    this.isAsked = false;
  }

  decides(): void {
    this.isGiven = false;
    this.isAsked = true;
  }

  /** Its ladder comes, the first or another; false: it may not. `isAsked`: its share may be asked for now. */
  joins(isAsked: boolean): boolean {
    if (this.joined && (!isAsked || this.steps - this.after < rungs)) return false;
    this.joined = true;
    this.after = this.steps;
    return true;
  }

  /** Its share comes, which may be asked for; false: it may not. */
  gives(): boolean {
    if (!this.joined || this.steps - this.after >= rungs) return false;
    this.steps += 1;
    this.isGiven = true;
    return true;
  }
}

/** Whose rungs they are, and who signed them. */
export class WitnessLadder {
  private rung = '';
  private steps = 0;

  /** `start`: H(0); `key`: of the witness. */
  constructor(
    private readonly start: Bytes,
    private readonly key: Bytes,
  ) {}

  /** What is wrong with the input, which may come now, after `inputs` of which `chain` is H; it is taken in if nothing is. */
  async input({ said, path, hashedPath }: Entry, inputs: number, chain: Bytes): Promise<Problem | null> {
    const joins = said.kind === 'witness';
    if (!joins && said.kind !== 'witness_share') return null;
    const field = joins ? 'ladder' : 'share';
    const found = digestProblem(said[field], `${hashedPath}/${field}`);
    const rung = fromHex(said[field]);
    if (found || !rung) return found;
    if (!joins && toHex(await sha256(bytesOf('muster/share/2'), this.start, bytesOf('witness\0'), rung)) !== this.rung) return problem(`${hashedPath}/share`, 'other_rung_of_witness');
    const text = joins
      ? joined([bytesOf('muster/witness/2'), this.start, u32(this.steps), rung])
      : joined([bytesOf('muster/witnessed/2'), this.start, u32(this.steps + 1), u32(inputs), chain, rung]);
    if (!(await isSigned(text, said.signature, this.key))) return problem(`${path}/signature`, 'not_of_witness');
    this.rung = toHex(rung);
    if (!joins) this.steps += 1;
    return null;
  }
}
