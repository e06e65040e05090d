// How far dice were from what was to be expected of them: a roll's sum, its hits, or what a declaration of shots did,
// compared with its whole distribution.
import type { BattleEvent, EventOf, JsonObject } from 'muster-client';

import { atPlace, type Battle, type Description, descriptionOf, givenAt, list, objects, own, text, textAt } from 'muster-client/table';

export interface Luck {
  /** of the event that shows the dice */
  seq: number;
  seat: string;
  lucky: boolean;
  /** how often dice are at least as good (or as bad) */
  chance: number;
  /** what came: a sum, a number of hits, or of dice that reached what they had to */
  measure: 'sum' | 'hits' | 'shots';
  value: number;
  expected: number;
}

/** One chance after the other: what it may add to the sum and how often. */
type Outcomes = { value: number; chance: number }[];

// More dice than this are never far from their expectation, and need not be computed.
const diceMax = 200;
// Remarkable is what happens at most once in twenty rolls.
const remarkable = 0.05;

function distribution(parts: readonly Outcomes[]): number[] {
  let sums = [1];
  for (const outcomes of parts) {
    const most = Math.max(...outcomes.map((each) => each.value));
    const next = new Array<number>(sums.length + most).fill(0);
    sums.forEach((chance, sum) => {
      for (const each of outcomes) next[sum + each.value]! += chance * each.chance;
    });
    sums = next;
  }
  return sums;
}

function judge(base: Pick<Luck, 'seq' | 'seat' | 'measure' | 'value'>, parts: readonly Outcomes[]): Luck | null {
  if (parts.length === 0 || parts.length > diceMax) return null;
  const sums = distribution(parts);
  const tail = (from: number, to: number) => sums.slice(from, to).reduce((sum, each) => sum + each, 0);
  const expected = sums.reduce((sum, chance, value) => sum + chance * value, 0);
  const lucky = base.value > expected;
  const chance = lucky ? tail(base.value, sums.length) : tail(0, base.value + 1);
  return { ...base, lucky, chance, expected };
}

// Records tell what a die had to reach and no request beside it: here the rules of such dice stand once more.
function chanceOf(threshold: number, natural: boolean): number {
  const faces = 7 - threshold;
  return Math.min(natural ? 5 : 6, Math.max(natural ? 1 : 0, faces)) / 6;
}

const uniform = (value: (die: number) => number): Outcomes => [1, 2, 3, 4, 5, 6].map((die) => ({ value: value(die), chance: 1 / 6 }));

type Measured = NonNullable<Description['rolls']>[string];
type Shots = NonNullable<NonNullable<Description['events']>[string]['luck']>;

function ofRoll({ seq, data }: EventOf<'rolled'>, { luck, faces = [] }: Measured): Luck | null {
  if (luck !== 'sum' && luck !== 'hits') return null;
  const { groups } = data;
  const worth = (group: (typeof groups)[number]) => (die: number) => (luck === 'hits' ? Number(die <= (group.combat_value ?? 0)) : (faces[die - 1] ?? die));
  const parts = groups.flatMap((group) => group.dice.map(() => uniform(worth(group))));
  const value = groups.reduce((sum, group) => sum + group.dice.reduce((all, die) => all + worth(group)(die), 0), 0);
  return judge({ seq, seat: String(data.seat), measure: luck, value }, parts);
}

// Each die that was rolled counts for itself: it reached what it had to, or not.
function ofShots({ seq, data }: BattleEvent, { unit, each, dice, natural }: Shots, setup: JsonObject, seatOf: (unit: string) => string): Luck | null {
  const parts: Outcomes[] = [];
  let value = 0;
  for (const shot of list(atPlace(data, each)))
    for (const { needs, reached } of dice) {
      const threshold = atPlace(shot, needs);
      if (typeof threshold !== 'number') continue;
      const chance = chanceOf(threshold, givenAt(setup, natural));
      parts.push([{ value: 1, chance }, { value: 0, chance: 1 - chance }]);
      value += Number(givenAt(shot, reached));
    }
  return judge({ seq, seat: seatOf(textAt(data, unit)), measure: 'shots', value }, parts);
}

/** Whose unit of the board it is. */
function owners({ ruleset, setup, seats }: Battle): (unit: string) => string {
  const place = descriptionOf(ruleset)?.table?.board?.units ?? '';
  const all = new Map(seats.flatMap(({ seat }) => objects(atPlace(setup[seat], place)).map((unit): [string, string] => [text(unit.id), seat])));
  return (unit) => all.get(unit) ?? '';
}

/** Judges the events of a battle one by one; null: nothing remarkable. */
export function judging(battle: Battle): (event: BattleEvent) => Luck | null {
  const description = descriptionOf(battle.ruleset);
  const seatOf = owners(battle);
  const luckOf = (event: BattleEvent): Luck | null => {
    if (event.event === 'rolled') return ofRoll(event, own(description?.rolls, event.data.purpose) ?? {});
    const shots = own(description?.events, event.event)?.luck;
    return shots ? ofShots(event, shots, battle.setup, seatOf) : null;
  };
  return (event) => {
    const luck = luckOf(event);
    return luck && luck.chance <= remarkable ? luck : null;
  };
}

/** The rarest ones first, at most `count`. */
export function rarest(all: readonly Luck[], count: number): Luck[] {
  return [...all].sort((a, b) => a.chance - b.chance).slice(0, count);
}
