// What may follow what in every battle, whatever its rules are: who may say what and when, and which ending follows from it.

import { firstDifference, isObject } from './difference.js';
import { problem, type Problem } from './problem.js';
import type { BattleEvent, RecordInput } from './types.js';

/** The fields of each kind of input beside `seq` and `kind`; a decision's kind may be any other. */
const fieldsOf: Record<string, readonly string[]> = {
  nonce: ['seat', 'name', 'nonce'],
  concede: ['seat'],
  offer_draw: ['seat'],
  answer_draw: ['seat', 'accept'],
  forfeit: ['seat', 'timed_out'],
  claim: ['seat'],
  close: [],
};
const fieldsOfChoice = ['seat', 'decision', 'choice', 'timed_out', 'standing'];
/** Endings that follow from an input, and never from the rules. */
const caused = new Set(['conceded', 'agreed', 'timeout', 'abandoned', 'closed', 'declined']);

type Ending = { winner: string | null; reason: string };

export class Course {
  private readonly taken = new Set<string>();
  private readonly decided = new Set<number>();
  private readonly agreed = new Set<string>(); // who offers or accepts a draw; empty: nobody offers one
  private ready = 0; // seats that agreed to the battle, where they are asked
  private due: Ending | null = null;
  private over = false;

  constructor(
    private readonly seats: readonly string[],
    private readonly confirm: boolean,
  ) {}

  /** Whether the input may come now; it is taken in if so. `path` is where it stands. */
  input(input: RecordInput, path: string): Problem | null {
    const allowed = !this.over && !this.due && this.hasItsFields(input) && (input.decision === undefined ? this.said(input) : this.chosen(input));
    return allowed ? null : problem(path, 'not_allowed', input.kind);
  }

  /** Whether the event may come now. `path` is where it stands; `shows`: an input that was taken in. */
  event(event: BattleEvent, shows: boolean, path: string): Problem | null {
    if (this.over) return problem(path, 'after_the_end');
    if (event.event === 'battle_ended') return this.ended(event.data, path);
    return this.due && !shows ? problem(`${path}/event`, 'other_event', 'battle_ended', event.event) : null;
  }

  private ended({ winner, reason }: Ending, path: string): Problem | null {
    this.over = true;
    if (this.due) return firstDifference({ winner, reason }, { ...this.due }, `${path}/data`);
    return caused.has(reason) ? problem(`${path}/data/reason`, 'no_cause', reason) : null;
  }

  private hasItsFields(input: RecordInput): boolean {
    const known = input.decision === undefined ? (Object.hasOwn(fieldsOf, input.kind) && fieldsOf[input.kind]) || [] : fieldsOfChoice;
    const given = Object.keys(input).filter((key) => key !== 'seq' && key !== 'kind');
    const nobodys = input.kind === 'close' || (input.kind === 'forfeit' && input.seat === undefined);
    return given.every((key) => known.includes(key)) && (nobodys || this.seats.includes(input.seat ?? ''));
  }

  private said({ kind, seat = '', accept, timed_out }: RecordInput): boolean {
    switch (kind) {
      case 'nonce':
        return !this.taken.has(seat) && !!this.taken.add(seat);
      case 'close':
        return this.ends({ winner: null, reason: 'closed' });
      case 'concede':
        return this.begun && this.ends({ winner: this.other(seat), reason: 'conceded' });
      case 'forfeit':
        return this.begun && timed_out === true && this.ends({ winner: seat ? this.other(seat) : null, reason: 'timeout' });
      case 'claim':
        return this.begun && this.seats.length === 2 && this.ends({ winner: seat, reason: 'abandoned' });
      case 'offer_draw':
        return this.begun && this.agreed.size === 0 && !!this.agreed.add(seat);
      case 'answer_draw':
        return this.begun && this.agreed.size > 0 && !this.agreed.has(seat) && typeof accept === 'boolean' && this.answered(seat, accept);
      default:
        return false;
    }
  }

  private answered(seat: string, accept: boolean): boolean {
    if (accept) this.agreed.add(seat);
    else this.agreed.clear();
    return this.agreed.size < this.seats.length || this.ends({ winner: null, reason: 'agreed' });
  }

  // Whether it is due is the rules' to say; that nothing is decided twice is not.
  private chosen({ kind, decision, choice, timed_out, standing }: RecordInput): boolean {
    if (typeof decision !== 'number' || !isObject(choice) || this.decided.has(decision) || (timed_out && standing)) return false;
    if (this.taken.size < this.seats.length || this.begun === (kind === 'ready')) return false;
    this.decided.add(decision);
    if (kind !== 'ready') return true;
    this.ready += 1;
    return choice['ready'] === true || this.ends({ winner: null, reason: 'declined' });
  }

  private get begun(): boolean {
    return this.taken.size === this.seats.length && (!this.confirm || this.ready === this.seats.length);
  }

  private ends(ending: Ending): true {
    this.due = ending;
    return true;
  }

  private other(seat: string): string | null {
    return this.seats.length === 2 ? (this.seats.find((each) => each !== seat) ?? null) : null;
  }
}
