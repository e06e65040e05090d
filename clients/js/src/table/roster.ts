// What a unit is that has a class and an era: those that every battle knows, and those that the setup adds or puts in their place. The former
// are kept here too, so that an old record is shown in full without asking any server.
import { units } from '../generated/roster.js';
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

const known = new Map<string, Unit>(
  units.map(([unit, kind, era, modifier, enhancedModifier, strength]) => [unit, { unit, kind, era, modifier, enhancedModifier, strength }]),
);

const kinds: readonly string[] = ['infantry', 'cavalry', 'artillery', 'fleet', 'aircraft'];

/** Looks units up for one setup. */
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
    known.get(unit) ?? { unit, kind: 'unknown', era: 0, modifier: 0, enhancedModifier: 0, strength: 0 };
}
