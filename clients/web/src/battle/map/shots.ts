// What the request of a `fire` offers, and what a shot is worth.
import type { JsonObject, OptionsOf } from 'muster-client';

import { list, type MapState, number, objects, text } from 'muster-client/table';

/** A unit that has yet to fire, with those of its weapons that have targets. */
export interface FireOption {
  unit: string;
  /** those that are spent, or until a turn being reloaded */
  unready?: OptionsOf<'fire'>['units'][number]['unready'];
  weapons: WeaponOption[];
}
type Offered = OptionsOf<'fire'>['units'][number]['weapons'][number];
export type WeaponOption = Omit<Offered, 'targets'> & { targets: Target[] };
/** without its numbers where nobody may measure first */
export type Target = Pick<Offered['targets'][number], 'target'> & Partial<Offered['targets'][number]>;

export function fireOptions(options: JsonObject): FireOption[] {
  const units = (options.units as FireOption[] | undefined) ?? [];
  if (!options.enemies) return units;
  const targets = list(options.enemies).map((target) => ({ target: text(target) }));
  return units.map(({ weapons, ...unit }) => ({ ...unit, weapons: weapons.map((weapon) => ({ ...weapon, targets })) }));
}

/** How many of a die's faces reach each number that is asked for. */
export type Faces = ReadonlyMap<number, number>;

export function facesOf(options: JsonObject): Faces {
  return new Map((options.faces as OptionsOf<'fire'>['faces'] | undefined) ?? []);
}

export interface ShotChances {
  /** faces that hit, and that do damage then */
  hits: number;
  damages: number;
  hit: number;
  /** of a shot that has hit */
  damage: number;
  /** both together */
  effect: number;
}

/** Null: nobody may measure first. */
export function shotChances(weapon: WeaponOption, target: Target, twinFired: boolean, faces: Faces): ShotChances | null {
  if (target.to_hit === undefined || target.to_damage === undefined) return null;
  const hits = faces.get(target.to_hit + (twinFired ? (weapon.twin_to_hit ?? 0) : 0)) ?? 0;
  const damages = faces.get(target.to_damage) ?? 0;
  return { hits, damages, hit: hits / 6, damage: damages / 6, effect: (hits * damages) / 36 };
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

/** What the last shots did to one of their targets, all of them together. */
export interface Effect {
  target: string;
  damage: number;
  hit: boolean;
}

export function effectsOf(map: MapState): Effect[] {
  const effects = new Map<string, Effect>();
  for (const shot of map.lastFire?.shots ?? []) {
    if (shot.lost) continue;
    const before = effects.get(shot.target) ?? { target: shot.target, damage: 0, hit: false };
    effects.set(shot.target, { ...before, damage: before.damage + (shot.damaged ? shot.power : 0), hit: before.hit || shot.hit });
  }
  return [...effects.values()];
}
