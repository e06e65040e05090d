// How far dice were from what was to be expected of them: a roll's sum, its hits, or what a declaration of shots did,
// compared with its whole distribution.
import type { BattleEvent, EventOf, Json, JsonObject } from 'muster-client';

import { object, objects, text } from 'muster-client/table';

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

// Records tell what a die had to reach and no request beside it: here the rules of dice stand once more (E2 of simple-combat).
function chanceOf(threshold: number, natural: boolean): number {
  const faces = 7 - threshold;
  return Math.min(natural ? 5 : 6, Math.max(natural ? 1 : 0, faces)) / 6;
}

const uniform = (value: (die: number) => number): Outcomes => [1, 2, 3, 4, 5, 6].map((die) => ({ value: value(die), chance: 1 / 6 }));

function ofRoll({ seq, data }: EventOf<'rolled'>): Luck | null {
  const { groups } = data;
  const seat = String(data.seat);
  const hits = groups.some((group) => group.combat_value !== undefined);
  const worth = (group: (typeof groups)[number]) => (die: number) => (hits ? Number(die <= (group.combat_value ?? 0)) : Math.min(die, 5)); // a six counts as five
  const parts = groups.flatMap((group) => group.dice.map(() => uniform(worth(group))));
  const value = groups.reduce((sum, group) => sum + group.dice.reduce((all, die) => all + worth(group)(die), 0), 0);
  return judge({ seq, seat, measure: hits ? 'hits' : 'sum', value }, parts);
}

// Each die that was rolled counts for itself: it reached what it had to, or not.
function ofShots({ seq, data }: EventOf<'fired'>, seat: string, natural: boolean): Luck | null {
  const parts: Outcomes[] = [];
  let value = 0;
  const count = (threshold: number | undefined, reached: boolean | undefined) => {
    if (threshold === undefined) return;
    const chance = chanceOf(threshold, natural);
    parts.push([{ value: 1, chance }, { value: 0, chance: 1 - chance }]);
    value += Number(reached);
  };
  for (const shot of data.shots) {
    count(shot.to_hit, shot.hit);
    count(shot.to_damage, shot.damaged);
  }
  return judge({ seq, seat, measure: 'shots', value }, parts);
}

/** `seatOf`: whose unit it is, where shots name units only. */
function luckOf(event: BattleEvent, seatOf: (unit: string) => string, natural: boolean): Luck | null {
  if (event.event === 'rolled' && !['initiative', 'to_hit', 'to_damage'].includes(String(event.data.purpose))) return ofRoll(event);
  if (event.event === 'fired') return ofShots(event, seatOf(String(event.data.unit)), natural);
  return null;
}

function unitsOf(side: Json | undefined): string[] {
  return objects(object(side).units).map((unit) => text(unit.id));
}

/** Judges the events of a battle one by one; null: nothing remarkable. */
export function judging(setup: JsonObject): (event: BattleEvent) => Luck | null {
  const north = new Set(unitsOf(setup.north));
  const natural = object(setup.house_rules).natural === true;
  const seatOf = (unit: string) => (north.has(unit) ? 'north' : 'south');
  return (event) => {
    const luck = luckOf(event, seatOf, natural);
    return luck && luck.chance <= remarkable ? luck : null;
  };
}

/** The rarest ones first, at most `count`. */
export function rarest(all: readonly Luck[], count: number): Luck[] {
  return [...all].sort((a, b) => a.chance - b.chance).slice(0, count);
}
