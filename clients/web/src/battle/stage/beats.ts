// How long what happened has the table for itself, and in which steps: the dice roll and lie, the total is counted up, the blow lands, and
// only then the losses fall. Whoever follows a battle, live or later, is shown it in this order (director.svelte.ts).
import type { BattleEvent, JsonObject } from 'muster-client';
import { list, objects, text, troops } from 'muster-client/table';

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

const noted = (milliseconds: number): Stay[] => [{ beat: 'note', milliseconds }];
const stepped: Stay[] = [{ beat: 'step', milliseconds: 450 }];
const fallen: Stay[] = [{ beat: 'blow', milliseconds: 450, before: true }, { beat: 'fall', milliseconds: 650 }];
/** The dice that land last do so a little earlier (Die.svelte, Dice.svelte). */
const rolled: Stay[] = [{ beat: 'roll', milliseconds: 1050 }, { beat: 'lie', milliseconds: 350 }];

/** For each line of a total. */
export const lineCounted = 150;

// What a map's shots need is told by `fired` at once.
const shownElsewhere = new Set(['initiative', 'to_hit', 'to_damage']);

function counted(lines: number): Stay[] {
  return [{ beat: 'count', milliseconds: 250 + lineCounted * lines }, { beat: 'total', milliseconds: 350 }];
}

/** In order; none: it passes without a stop. The last one always shows the table after the event. */
export function beatsOf(happened: BattleEvent): readonly Stay[] {
  const { event } = happened;
  const data: JsonObject = happened.data;
  switch (event) {
    case 'round_started':
    case 'turn_started':
      return noted(350);
    case 'phase_started':
      return noted(450);
    case 'wave_formed':
    case 'air_support_declared':
    case 'retreated':
      return stepped;
    case 'rolled':
      return shownElsewhere.has(text(data.purpose)) ? [] : rolled;
    case 'totalled':
      return counted(objects(data.lines).length);
    case 'hits_dealt':
      return noted(450);
    case 'casualties_taken':
      return troops(data.lost).length + troops(data.aircraft_lost).length > 0 ? fallen : noted(350);
    case 'removed':
      return [{ beat: 'blow', milliseconds: 200, before: true }, { beat: 'fall', milliseconds: 350 }];
    case 'city_assaulted':
      return [{ beat: 'blow', milliseconds: 600, before: true }, { beat: 'fall', milliseconds: 800 }];
    case 'advantage_counted':
      return noted(1100);
    case 'initiative_rolled':
      return noted(500);
    case 'moved':
      return list(data.path).length > 0 ? [{ beat: 'move', milliseconds: 200 + 90 * list(data.path).length }] : [];
    case 'fired':
      return objects(data.shots).length > 0 ? [{ beat: 'fire', milliseconds: 450, before: true }, { beat: 'strike', milliseconds: 600 }] : [];
    case 'battle_ended':
      return [{ beat: 'note', milliseconds: 400, before: true }, { beat: 'note', milliseconds: 0 }]; // nothing says so before the end does
    default:
      return [];
  }
}

/** Milliseconds at speed 1. */
export function lengthOf(stays: readonly Stay[]): number {
  return stays.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}
