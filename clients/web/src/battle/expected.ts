// What advanced-combat's totals may be expected to be, for whoever must choose a wave. From a setup and counts alone; the
// server's default weighs the same things.
import type { JsonObject } from 'muster-client';
import { number, object, type Piece } from 'muster-client/table';

/** How many of a piece step forward. */
export interface Sent {
  piece: Piece;
  count: number;
}

const dieMean = 10 / 3; // 1 to 6, a six counted as five
const beats: Record<string, string> = { cavalry: 'infantry', infantry: 'artillery', artillery: 'cavalry' };

export function unitsIn(wave: Sent[]): number {
  return wave.reduce((sum, each) => sum + each.count, 0);
}

function eras(wave: Sent[], kind: string): number[] {
  return wave.filter((each) => each.piece.kind === kind).flatMap(({ piece, count }) => Array<number>(count).fill(piece.era));
}

function matches(own: number[], enemy: number[], rule: string): number {
  if (rule === 'same_era') {
    return own.reduce((sum, era, index) => {
      const rank = own.slice(0, index).filter((each) => each === era).length;
      return sum + (rank < enemy.filter((each) => each === era).length ? era : 0);
    }, 0);
  }
  const sorted = [...own].sort((a, b) => (rule === 'worst' ? a - b : b - a));
  return sorted.slice(0, enemy.length).reduce((sum, era) => sum + era, 0);
}

function cia(wave: Sent[], enemy: Sent[], rule: string): number {
  return Object.entries(beats).reduce((sum, [own, other]) => sum + matches(eras(wave, own), eras(enemy, other), rule), 0);
}

// The strongest fly beside the class that carries most of them.
function aircraft(wave: Sent[], planes: Piece[]): number {
  const strengths = planes.flatMap((plane) => Array<number>(plane.living).fill(plane.strength)).sort((a, b) => b - a);
  const rooms = ['infantry', 'cavalry', 'artillery', 'fleet'].map((kind) => unitsIn(wave.filter((each) => each.piece.kind === kind)));
  const flying = strengths.slice(0, Math.max(...rooms));
  return flying.reduce((sum, strength) => sum + strength * dieMean, 0);
}

function science(setup: JsonObject, seat: string, other: string, units: number): number {
  const lead = number(object(setup[seat]).technologies) - number(object(setup[other]).technologies);
  if (lead <= 0) return 0;
  return object(setup.house_rules).science_rounding === 'pair' ? units * Math.floor(lead / 2) : Math.floor((units * lead) / 2);
}

function settlement(setup: JsonObject, seat: string, defenders: number, newest: number): number {
  if (seat !== 'attacker' || !setup.settlement) return 0;
  const place = object(setup.settlement);
  const era = number(place.current_era, newest);
  return -defenders * (place.great_wall === true && era === 1 ? 2 : era);
}

export interface Question {
  setup: JsonObject;
  seat: string;
  other: string;
  wave: Sent[];
  enemy: Sent[];
  /** of one's own side */
  planes: Piece[];
  /** the defender's living ground units, and the newest era of all */
  defenders: number;
  newest: number;
}

export function expectedTotal({ setup, seat, other, wave, enemy, planes, defenders, newest }: Question): number {
  const dice = wave.reduce((sum, { piece, count }) => sum + count * (piece.era * dieMean + piece.modifier), 0);
  const rule = String(object(setup.house_rules).cia ?? 'best');
  const total =
    dice + aircraft(wave, planes) + science(setup, seat, other, unitsIn(wave)) + cia(wave, enemy, rule) + settlement(setup, seat, defenders, newest);
  return Math.max(0, total);
}
