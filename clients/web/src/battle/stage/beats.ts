// How long what happened has the table for itself, and in which steps: the dice roll and lie, the total is counted up, the blow lands, and
// only then the losses fall. Whoever follows a battle, live or later, is shown it in this order (director.svelte.ts).
import type { BattleEvent, JsonObject } from 'muster-client';
import { atPlace, type Description, givenAt, list, own } from 'muster-client/table';

type EventDescription = NonNullable<Description['events']>[string];

export type Beat =
  | 'note' // it is read: a round begins, hits are told
  | 'step' // pieces step forward or leave
  | 'roll' // the dice are in the air
  | 'lie' // they lie, and can be read
  | 'count' // a total is counted up, line by line
  | 'total' // it stands there
  | 'blow' // it lands, and nobody has fallen yet
  | 'fall' // the losses fall
  | 'move' // a unit goes over the map
  | 'fire' // a shot is on its way
  | 'strike'; // it has hit, or not

export interface Stay {
  beat: Beat;
  /** at speed 1 */
  milliseconds: number;
  /** the table still lies as it did before the event */
  before?: true;
}

const noted = (milliseconds: number): Stay[] => (milliseconds > 0 ? [{ beat: 'note', milliseconds }] : []);
/** The dice that land last do so a little earlier (Die.svelte, Dice.svelte). */
const rolled: Stay[] = [{ beat: 'roll', milliseconds: 1050 }, { beat: 'lie', milliseconds: 350 }];

/** For each line of a total: as descriptions have it. */
export const lineCounted = 150;
/** How long a total stands there when it has been counted. */
const totalStands = 350;

/** How an event of the ruleset's own is shown. */
function described(data: JsonObject, { beat = 'none', milliseconds = 0, before = 0, milliseconds_if_empty = 0, empty, longer }: EventDescription): Stay[] {
  if (beat === 'none') return [];
  if (empty && !empty.some((place) => givenAt(data, place))) return noted(milliseconds_if_empty);
  const all = milliseconds + (longer ? longer.milliseconds * list(atPlace(data, longer.each)).length : 0);
  switch (beat) {
    case 'count':
      return [{ beat: 'count', milliseconds: all - totalStands }, { beat: 'total', milliseconds: totalStands }];
    case 'fall':
      return [{ beat: 'blow', milliseconds: before, before: true }, { beat: 'fall', milliseconds: all - before }];
    case 'fire':
      return [{ beat: 'fire', milliseconds: before, before: true }, { beat: 'strike', milliseconds: all - before }];
    default:
      return [{ beat, milliseconds: all }];
  }
}

/** In order; none: it passes without a stop. The last one always shows the table after the event. */
export const beatsOf = (description: Description | undefined) => ({ event, data }: BattleEvent): readonly Stay[] => {
  // What a map's shots need is told with the shots.
  if (event === 'rolled') return own(description?.rolls, data.purpose)?.silent ? [] : rolled;
  if (event === 'battle_ended') return [{ beat: 'note', milliseconds: 400, before: true }, { beat: 'note', milliseconds: 0 }]; // nothing says so before the end does
  const found = own(description?.events, event);
  return found ? described(data, found) : [];
};

/** Milliseconds at speed 1. */
export function lengthOf(stays: readonly Stay[]): number {
  return stays.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}
