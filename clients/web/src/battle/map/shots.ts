// What the request of a `fire` offers, and what a shot is worth.
import type { JsonObject } from 'muster-client';

import { number, objects, text } from 'muster-client/table';

export interface Target {
  target: string;
  range: number;
  /** what the die must reach, with all modifiers but the -1 of a pair */
  to_hit: number;
  /** what the die must reach, armour counted in */
  to_damage: number;
}

export interface WeaponOption {
  /** its place in the profile, from 0 */
  weapon: number;
  name: string;
  power: number;
  /** the other weapon of its pair: both fired cost -1 each to hit */
  twin?: number;
  targets: Target[];
}

/** A unit that has yet to fire, with those of its weapons that have targets. */
export interface FireOption {
  unit: string;
  weapons: WeaponOption[];
}

export function fireOptions(options: JsonObject): FireOption[] {
  return (options.units as unknown as FireOption[] | undefined) ?? [];
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
