// A cell in words, for those who go over the map by keys and those who point at it.
import { t } from '../../lib/i18n.svelte';
import { seatWord } from '../../lib/sides';
import type { MapState, MapUnit } from 'muster-client/table';
import { profileName, type Profiles } from './arsenal';
import { type Board, keyOf, type Place } from './board';
import { type Overlay, unitAt } from './units';

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

/** The cell, what is left of the unit on it, and what a decision knows of that unit. */
export function factsOf(board: Board, map: MapState, profiles: Profiles, overlay: Overlay | null, place: Place): string[] {
  const unit = unitAt(map, place);
  const profile = unit && profiles.get(unit.profile);
  return [
    describeCell(board, map, profiles, overlay, place),
    ...(unit && profile ? [t.map.facts.unit({ left: strengthLeft(unit, profiles), capacity: profile.damageCapacity, steps: profile.moveAllowance })] : []),
    ...(unit ? (overlay?.facts.get(unit.id) ?? []) : []),
  ];
}
