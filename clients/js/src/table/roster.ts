// What a unit of the Civilization rulesets is: those that every battle knows, and those that the setup adds or puts in
// their place. Kept here too, so that an old record is shown in full without asking any server.
import type { JsonObject } from '../types.js';
import { number, objects, text } from './read.js';

export type Kind = 'infantry' | 'cavalry' | 'artillery' | 'fleet' | 'aircraft' | 'unknown';

export interface Unit {
  unit: string;
  kind: Kind;
  /** 0 for aircraft */
  era: number;
  modifier: number;
  enhancedModifier: number;
  /** of aircraft, else 0 */
  strength: number;
  /** a setup's own name for it */
  name?: string;
}

const ground: [string, Kind, number, number, number][] = [
  ['swordsmen', 'infantry', 1, 0, 1], ['chariots', 'cavalry', 1, 0, 1], ['catapults', 'artillery', 1, 1, 1], ['galleys', 'fleet', 1, 0, 1],
  ['pikemen', 'infantry', 2, 0, 1], ['knights', 'cavalry', 2, 0, 1], ['trebuchets', 'artillery', 2, 0, 1], ['galleons', 'fleet', 2, 2, 1],
  ['riflemen', 'infantry', 3, 0, 1], ['dragoons', 'cavalry', 3, 0, 1], ['cannons', 'artillery', 3, 1, 1], ['ironclads', 'fleet', 3, 2, 1],
  ['machine_gunners', 'infantry', 4, 0, 1], ['mechanized_infantry', 'infantry', 4, 2, 0], ['tanks', 'cavalry', 4, 0, 2],
  ['howitzers', 'artillery', 4, 1, 2], ['battleships', 'fleet', 4, 2, 2],
];
const air: [string, number][] = [['biplanes', 1], ['monoplanes', 2], ['jets', 3], ['stealth_aircraft', 4]];

const known = new Map<string, Unit>([
  ...ground.map(([unit, kind, era, modifier, enhancedModifier]): [string, Unit] => [unit, { unit, kind, era, modifier, enhancedModifier, strength: 0 }]),
  ...air.map(([unit, strength]): [string, Unit] => [unit, { unit, kind: 'aircraft', era: 0, modifier: 0, enhancedModifier: 0, strength }]),
]);

const kinds: readonly string[] = ['infantry', 'cavalry', 'artillery', 'fleet', 'aircraft'];

/** Looks units up for one setup. An alias of the source, "spearmen", is swordsmen. */
export function rosterOf(setup: JsonObject): (unit: string) => Unit {
  const own = new Map<string, Unit>();
  for (const each of objects(setup.roster)) {
    const kind = text(each.class);
    own.set(text(each.unit), {
      unit: text(each.unit),
      kind: kinds.includes(kind) ? (kind as Kind) : 'unknown',
      era: number(each.era),
      modifier: number(each.modifier),
      enhancedModifier: number(each.enhanced_modifier),
      strength: number(each.strength),
      ...(text(each.name) ? { name: text(each.name) } : {}),
    });
  }
  return (unit) =>
    own.get(unit) ??
    known.get(unit === 'spearmen' ? 'swordsmen' : unit) ?? { unit, kind: 'unknown', era: 0, modifier: 0, enhancedModifier: 0, strength: 0 };
}
