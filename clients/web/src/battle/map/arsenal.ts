// What a unit of simple-combat is: the profiles that every battle knows, and those that the setup adds or puts in their
// place. Kept here too, so that an old record is shown in full without asking any server.
import type { JsonObject } from 'muster-client';

import { unitWord, weaponWord } from '../../lib/words';
import { number, objects, text } from 'muster-client/table';
import { standardProfiles } from './profiles';

export interface Profile {
  profile: string;
  /** a setup's own name for it; empty: it is one of ours */
  name: string;
  moveAllowance: number;
  armour: number;
  damageCapacity: number;
  points: number;
}

export type Profiles = ReadonlyMap<string, Profile>;

export function profilesOf(setup: JsonObject): Profiles {
  const all = new Map<string, Profile>(
    standardProfiles.map(([profile, moveAllowance, armour, damageCapacity, points]) => [profile, { profile, name: '', moveAllowance, armour, damageCapacity, points }]),
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
