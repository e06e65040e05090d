// What the request of a `fire` offers, and what a shot is worth.
import type { JsonObject, OptionsOf } from 'muster-client';

import { number, objects, text } from 'muster-client/table';

/** A unit that has yet to fire, with those of its weapons that have targets. */
export type FireOption = OptionsOf<'fire'>['units'][number];
export type WeaponOption = FireOption['weapons'][number];
/** `to_hit` has all modifiers but the -1 of a pair in it, `to_damage` the armour. */
export type Target = WeaponOption['targets'][number];

export function fireOptions(options: JsonObject): FireOption[] {
  return (options.units as FireOption[] | undefined) ?? [];
}

/** How often a die reaches a threshold (E2); `natural`: an unmodified 1 always fails, a 6 always succeeds. */
export function chanceOf(threshold: number, natural: boolean): number {
  const faces = 7 - threshold;
  return Math.min(natural ? 5 : 6, Math.max(natural ? 1 : 0, faces)) / 6;
}

export interface ShotChances {
  toHit: number;
  hit: number;
  toDamage: number;
  /** of a shot that has hit */
  damage: number;
  /** both together */
  effect: number;
}

export function shotChances(target: Target, twinFired: boolean, natural: boolean): ShotChances {
  const toHit = target.to_hit + (twinFired ? 1 : 0);
  const hit = chanceOf(toHit, natural);
  const damage = chanceOf(target.to_damage, natural);
  return { toHit, hit, toDamage: target.to_damage, damage, effect: hit * damage };
}

/** Weapons by their number to the target chosen for each; a weapon that is not in it keeps silent. */
export type Aims = Record<number, string>;

export function firesWithTwin(weapon: WeaponOption, aims: Aims): boolean {
  return weapon.twin !== undefined && aims[weapon.twin] !== undefined && aims[weapon.weapon] !== undefined;
}

export function aimsOf(choice: JsonObject): Aims {
  return Object.fromEntries(objects(choice.shots).map((shot) => [number(shot.weapon), text(shot.target)]));
}

/** The declaration, resolved in the order of the weapons. */
export function fireChoice(option: FireOption, aims: Aims): JsonObject {
  const shots = option.weapons
    .filter((weapon) => aims[weapon.weapon] !== undefined)
    .map((weapon) => ({ weapon: weapon.weapon, target: aims[weapon.weapon]! }));
  return { unit: option.unit, shots };
}
