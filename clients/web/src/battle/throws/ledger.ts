// All throws of a table, as its events tell them: each read once, in the order in which they fell. There may be ten thousand.
import type { BattleEvent, JsonObject } from 'muster-client';
import { list, number, objects, text, words } from 'muster-client/table';

export interface Die {
  value: number;
  /** it is not kept */
  dropped: boolean;
  hit: boolean;
}

export interface ThrownGroup {
  roll: string;
  sides: number;
  dice: Die[];
  modifier: number;
  total: number;
  hits: number | null;
}

export interface Throw {
  /** from 1, as the table counts them */
  number: number;
  /** of its event */
  seq: number;
  at: string;
  seat: string;
  /** who held the seat then */
  name: string;
  roll: string;
  /** what it was for; empty: nobody said */
  words: string;
  groups: ThrownGroup[];
  total: number;
  hits: number | null;
}

/** What somebody has made of his throws. */
export interface Total {
  seat: string;
  name: string;
  throws: number;
  dice: number;
  sum: number;
  hits: number;
}

/** What somebody wants to throw. */
export interface Wanted {
  seat: string;
  roll: string;
  words: string;
}

/** A throw that was made: its dice have not fallen. */
export interface Made extends Wanted {
  /** of its event */
  seq: number;
  /** all who were asked about it have answered */
  answered: boolean;
}

/** A throw that is not rolled, since these said no. */
export interface Refused extends Wanted {
  by: string[];
}

function readGroup(data: JsonObject): ThrownGroup {
  const roll = text(data.roll);
  const dropped = new Set(list(data.dropped));
  const [, threshold, bound] = /([<>])=(\d+)$/.exec(roll) ?? [];
  const hits = (value: number) => (threshold === '>' ? value >= Number(bound) : threshold === '<' && value <= Number(bound));
  const dice = list(data.dice).map((die, at): Die => {
    const value = number(die);
    return { value, dropped: dropped.has(at), hit: !dropped.has(at) && hits(value) };
  });
  return {
    roll,
    sides: Number(/d(\d+)/.exec(roll)?.[1] ?? 6),
    dice,
    modifier: Number(/[+-]\d+/.exec(roll)?.[0] ?? 0),
    total: number(data.total),
    hits: typeof data.hits === 'number' ? data.hits : null,
  };
}

export class Ledger {
  readonly throws: Throw[] = [];
  readonly left = new Set<string>();
  wanted: Made | null = null;
  /** The latest that was not rolled, until the next throw is made. */
  refused: Refused | null = null;
  private read = 0;
  private readonly names: Record<string, string> = {};
  private readonly sums = new Map<string, Total>();

  /** `events` may grow in place. */
  constructor(private readonly events: readonly BattleEvent[]) {}

  upTo(head: number): this {
    for (; this.read < head; ++this.read) this.hear(this.events[this.read]!);
    return this;
  }

  /** Who threw most often first. */
  get totals(): Total[] {
    return [...this.sums.values()].map((each) => ({ ...each })).sort((a, b) => b.throws - a.throws);
  }

  private hear({ event, data, seq, at }: BattleEvent): void {
    const told: JsonObject = data;
    const seat = text(told.seat);
    if (event === 'seat_taken' || event === 'seat_handed_over') this.names[seat] = text(told.name) || seat;
    else if (event === 'conceded') this.left.add(seat);
    else if (event === 'chosen' && told.kind === 'throw') this.wants(seat, told.choice as JsonObject, seq);
    else if (event === 'chosen' && this.wanted) this.wanted = { ...this.wanted, answered: true }; // all answers are told at once
    else if ((event as string) === 'throw_refused') this.refuses(told, seat);
    else if ((event as string) === 'thrown') this.fell(told, seat, { seq, at });
  }

  private wants(seat: string, choice: JsonObject, seq: number): void {
    this.wanted = { seat, roll: text(choice.roll), words: text(choice.for), seq, answered: false };
    this.refused = null;
  }

  private refuses(data: JsonObject, seat: string): void {
    this.refused = { seat, roll: text(data.roll), words: text(data.for), by: words(data.by) };
    this.wanted = null;
  }

  private fell(data: JsonObject, seat: string, when: { seq: number; at: string }): void {
    this.wanted = null;
    const groups = objects(data.groups).map(readGroup);
    const name = this.names[seat] ?? seat;
    const hits = typeof data.hits === 'number' ? data.hits : null;
    const thrown = { ...when, number: number(data.throw), seat, name, roll: text(data.roll), words: text(data.for), groups, total: number(data.total), hits };
    this.throws.push(thrown);
    const key = `${seat}\n${name}`;
    const sum = this.sums.get(key) ?? { seat, name, throws: 0, dice: 0, sum: 0, hits: 0 };
    sum.throws += 1;
    sum.dice += groups.reduce((all, { dice }) => all + dice.length, 0);
    sum.sum += thrown.total;
    sum.hits += hits ?? 0;
    this.sums.set(key, sum);
  }
}

const hay = new WeakMap<Throw, string>();

/** Those in which all of the words stand: of the thrower's name, his seat's, what it was for, or the dice. `seatOf` names a seat. */
export function found(throws: readonly Throw[], asked: string, seatOf: (seat: string) => string): readonly Throw[] {
  const words = asked.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return throws;
  const textOf = (each: Throw) => {
    const known = hay.get(each);
    if (known !== undefined) return known;
    const made = [each.name, seatOf(each.seat), each.seat, each.words, each.roll].join('\n').toLocaleLowerCase();
    hay.set(each, made);
    return made;
  };
  return throws.filter((each) => words.every((word) => textOf(each).includes(word)));
}
