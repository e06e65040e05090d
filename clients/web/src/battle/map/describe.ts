// A cell in words, for those who go over the map by keys and those who point at it.
import { t } from '../../lib/i18n.svelte';
import { seatWord } from '../../lib/sides';
import type { MapState, MapUnit } from 'muster-client/table';
import type { JsonObject } from 'muster-client';
import { listed } from '../../lib/lists';
import { percent, signed } from '../../lib/numbers';
import { profileName, type Profile, type Profiles, weaponName } from './arsenal';
import { type Board, keyOf, type Place } from './board';
import { terrainText } from './terrain';
import { type Overlay, unitAt, unitNamed } from './units';

export function unitText(unit: MapUnit, profiles: Profiles): string {
  return t.map.unit({ id: unit.id, profile: profileName(profiles, unit.profile), seat: seatWord(unit.seat) });
}

export function strengthLeft(unit: MapUnit, profiles: Profiles): number {
  return Math.max(0, (profiles.get(unit.profile)?.damageCapacity ?? 0) - unit.damage);
}

function describeCell(board: Board, map: MapState, profiles: Profiles, overlay: Overlay | null, place: Place): string {
  const unit = unitAt(map, place);
  const cost = overlay?.reach.get(keyOf(place));
  const what = unit ? unitText(unit, profiles) : board.isBlocked(place) ? t.map.cell.blocked : cost === undefined ? t.map.cell.free : t.map.cell.reach({ cost });
  return t.common.pair({ what: board.nameOf(place), value: what });
}

/** What its weapons are, alike ones once. */
function weaponsText(setup: JsonObject, profile: Profile): string[] {
  const alike = [...new Set(profile.weapons)];
  return alike.map((weapon) => {
    const ranges = weapon.toHit.flatMap((needed, index) => (needed === null ? [] : [index + 1]));
    const count = profile.weapons.filter((each) => each === weapon).length;
    const facts = { name: weaponName(setup, weapon.weapon), count, from: ranges[0] ?? 0, to: ranges.at(-1) ?? 0, power: weapon.power };
    const specials = [
      ...(weapon.area ? [t.map.facts.area] : []),
      ...(weapon.oneShot ? [t.map.facts.once] : []),
      ...(weapon.reload > 0 ? [t.map.facts.reload({ turns: weapon.reload })] : []),
    ];
    return [t.map.facts.weapon(facts), ...specials].join(', ');
  });
}

/** How far an enemy is from the unit that is to move, and how well that one would hit it from where it stands. Whether it sees it only the
    server knows, and says when it comes to fire. */
function rangeText(setup: JsonObject, board: Board, acting: MapUnit, profile: Profile, enemy: MapUnit, armour: number): string {
  const ground = board.terrainAt(enemy.at);
  const range = board.range(acting.at, enemy.at);
  const natural = (setup.house_rules as JsonObject | undefined)?.natural === true;
  const chances = [...new Set(profile.weapons)].flatMap((weapon) => {
    const needed = weapon.toHit[range - 1];
    if (needed == null) return [];
    const both = weapon.twin && profile.weapons.filter((each) => each === weapon).length > 1;
    const faces = 7 - (needed - 1) - (both ? 1 : 0) + (ground?.toHit ?? 0) + weapon.specialToHit(armour, ground?.id); // a unit that has stayed adds 1, twins that both fire lose it
    return [`${weaponName(setup, weapon.weapon)} ${percent(Math.min(natural ? 5 : 6, Math.max(natural ? 1 : 0, faces)) / 6)}`];
  });
  const facts = { unit: acting.id, range };
  return chances.length > 0 ? t.map.facts.range({ ...facts, weapons: listed(chances) }) : t.map.facts.too_far(facts);
}

/** The cell, what the unit on it is, and what a decision knows of that unit. */
export function factsOf(setup: JsonObject, board: Board, map: MapState, profiles: Profiles, overlay: Overlay | null, place: Place): string[] {
  const unit = unitAt(map, place);
  const terrain = board.terrainAt(place);
  const profile = unit && profiles.get(unit.profile);
  const acting = overlay?.picked ? unitNamed(map, overlay.picked) : null;
  const actingProfile = acting && profiles.get(acting.profile);
  const known = unit ? (overlay?.facts.get(unit.id) ?? []) : [];
  const far = board.premeasure && unit && acting && actingProfile && acting.seat !== unit.seat && overlay!.sights.length === 0 && known.length === 0;
  return [
    describeCell(board, map, profiles, overlay, place),
    ...(terrain ? [terrainText(terrain)] : []),
    ...(unit && profile
      ? [
          t.map.facts.unit({ left: strengthLeft(unit, profiles), capacity: profile.damageCapacity, armour: signed(profile.armour), steps: profile.moveAllowance }),
          ...weaponsText(setup, profile),
        ]
      : []),
    ...known,
    ...(far ? [rangeText(setup, board, acting, actingProfile, unit, profile?.armour ?? 0)] : []),
  ];
}
