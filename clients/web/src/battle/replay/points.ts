// The moments for which the chances are asked, and what stands out among the answers.
import type { BattleEvent, Odds } from 'muster-client';
import { type Description, givenAt, own } from 'muster-client/table';
import type { Late } from './marks';

export const pointsMax = 40;

/** Whether the battle stands differently after an event. */
export type Turning = (event: BattleEvent) => boolean;

/** By the ruleset's description; and it has to begin. */
export const turningBy = (description: Description | undefined): Turning => ({ event, data }) =>
  event === 'battle_started' || (own(description?.events, event)?.turning ?? []).some((place) => place === '' || givenAt(data, place));

/** The moment before an event, if the battle stands differently since. Both sides' losses of one blow are one moment: the later. */
export const turnBefore = (turns: Turning) => ({ event }: BattleEvent, before: BattleEvent | undefined): number | null =>
  before && turns(before) && event !== before.event && event !== 'battle_ended' ? before.seq : null;

/** The moments to ask for, in order, at most pointsMax: of the turns that are known, and the last event. The end is not among them, since it needs no asking. */
export function askedMoments(turns: readonly number[], last: BattleEvent | undefined, turning: Turning): readonly number[] {
  const moments = last && turning(last) ? [...turns, last.seq] : turns;
  if (moments.length < pointsMax) return moments;
  const step = (moments.length - 1) / (pointsMax - 2);
  return Array.from({ length: pointsMax - 1 }, (_, index) => moments[Math.round(index * step)]!);
}

/** The chances at a moment, by seat, and of nobody. */
export interface Point {
  seq: number;
  chances: Record<string, number>;
  nobody: number;
}

export function pointOf(seq: number, seats: readonly string[], odds: Odds): Point {
  return { seq, chances: Object.fromEntries(seats.map((seat) => [seat, Number(odds[seat] ?? 0)])), nobody: odds.nobody };
}

/** What came of it: certainty. null: this event is not the end. */
export function endPoint(ended: BattleEvent, seats: readonly string[]): Point | null {
  if (ended.event !== 'battle_ended') return null;
  const winner = ended.data.winner;
  return { seq: ended.seq, chances: Object.fromEntries(seats.map((seat) => [seat, seat === winner ? 1 : 0])), nobody: winner === null ? 1 : 0 };
}

/** Whose time was up; null: nobody's. */
export function lateAt({ seq, event, data }: BattleEvent): Late | null {
  return ((event === 'chosen' && data.timed_out === true) || event === 'forfeited') && typeof data.seat === 'string' ? { seq, seat: data.seat } : null;
}

export interface Swing {
  from: Point;
  to: Point;
  /** whose chance changed most */
  seat: string;
  /** below 0: it fell */
  by: number;
}

// Less than this is nothing that decides.
const swingMin = 0.1;

function swingBetween(from: Point, to: Point, seats: readonly string[]): Swing {
  const swings = seats.map((seat) => ({ from, to, seat, by: to.chances[seat]! - from.chances[seat]! }));
  // Of equal changes the rise is the better sentence.
  return swings.reduce((most, each) => (Math.abs(each.by) > Math.abs(most.by) || (each.by === -most.by && each.by > 0) ? each : most));
}

/** The largest changes between neighbouring points, at most `count`, largest first. */
export function decisiveSwings(points: readonly Point[], seats: readonly string[], count: number): Swing[] {
  return points
    .slice(1)
    .map((to, index) => swingBetween(points[index]!, to, seats))
    .filter((swing) => Math.abs(swing.by) >= swingMin)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, count);
}
