// What a unit of simple-combat is and what it carries: the profiles and weapons that every battle knows, and those that the setup adds or
// puts in their place. Kept here too, so that an old record is shown in full without asking any server.
import type { JsonObject } from 'muster-client';

import { unitWord, weaponWord } from '../../lib/words';
import { list, number, objects, text } from 'muster-client/table';
import { standardProfiles, standardWeapons } from './profiles';

export interface Weapon {
  weapon: string;
  /** what a die must reach at the ranges from 1 on; null: no shot */
  toHit: readonly (number | null)[];
  power: number;
  /** two of it in one unit hinder each other when both are fired */
  twin: boolean;
  area: boolean;
  oneShot: boolean;
  reload: number;
  /** what it adds to a roll to hit a unit with this armour on this ground */
  specialToHit: (armour: number, terrain: string | undefined) => number;
}

export interface Profile {
  profile: string;
  /** a setup's own name for it; empty: it is one of ours */
  name: string;
  moveAllowance: number;
  armour: number;
  damageCapacity: number;
  points: number;
  weapons: readonly Weapon[];
}

export type Profiles = ReadonlyMap<string, Profile>;

const usual = { area: false, oneShot: false, reload: 0, specialToHit: () => 0 };

function specialsOf(own: JsonObject): Pick<Weapon, keyof typeof usual> {
  const specials = objects(own.against);
  const applies = (each: JsonObject, armour: number, terrain: string | undefined) =>
    number(each.armour_from, -Infinity) <= armour && armour <= number(each.armour_to, Infinity) && (each.terrain === undefined || each.terrain === terrain);
  return {
    area: own.area === true,
    oneShot: own.one_shot === true,
    reload: number(own.reload),
    specialToHit: (armour, terrain) => specials.filter((each) => applies(each, armour, terrain)).reduce((sum, each) => sum + number(each.to_hit), 0),
  };
}

function weaponsOf(setup: JsonObject): Map<string, Weapon> {
  const all = new Map<string, Weapon>(standardWeapons.map(([weapon, toHit, power, twin]) => [weapon, { weapon, toHit, power, twin, ...usual }]));
  for (const own of objects(setup.weapons)) {
    const weapon = text(own.weapon);
    all.set(weapon, { weapon, toHit: list(own.to_hit).map((each) => (typeof each === 'number' ? each : null)), power: number(own.power), twin: own.twin === true, ...specialsOf(own) });
  }
  return all;
}

export function profilesOf(setup: JsonObject): Profiles {
  const known = weaponsOf(setup);
  const carried = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? []);
  const all = new Map<string, Profile>(
    standardProfiles.map(([profile, moveAllowance, armour, damageCapacity, points, weapons]) => [
      profile,
      { profile, name: '', moveAllowance, armour, damageCapacity, points, weapons: carried(weapons) },
    ]),
  );
  for (const own of objects(setup.profiles)) {
    const profile = text(own.profile);
    all.set(profile, {
      profile,
      name: text(own.name),
      moveAllowance: number(own.move_allowance),
      armour: number(own.armour),
      damageCapacity: number(own.damage_capacity),
      points: number(own.points),
      weapons: carried(list(own.weapons).map(text)),
    });
  }
  return all;
}

export function profileName(profiles: Profiles, id: string): string {
  return unitWord(id, profiles.get(id)?.name || undefined);
}

export function weaponName(setup: JsonObject, id: string): string {
  const own = objects(setup.weapons).find((each) => each.weapon === id);
  return weaponWord(id, text(own?.name) || undefined);
}

/** Whether any of its weapons can fire so far, if it sees that far. */
export function firesAt(profile: Profile | undefined, range: number): boolean {
  return (profile?.weapons ?? []).some(({ toHit }) => toHit[range - 1] != null);
}

/** How far any of its weapons can fire; 0: it has none. */
export function farthest(profile: Profile | undefined): number {
  return Math.max(0, ...(profile?.weapons ?? []).map(({ toHit }) => Math.max(0, ...toHit.map((needed, index) => (needed === null ? 0 : index + 1)))));
}
