// What simple-combat's events change on the map.
import type { BattleEvent, Json, JsonObject } from '../types.js';
import { list, number, objects, text, wordOrNull } from './read.js';
import type { MapState, MapUnit } from './table.js';

function cell(value: Json | undefined): [number, number] {
  const [q, r] = list(value);
  return [number(q), number(r)];
}

function withUnit(map: MapState, id: string, change: (unit: MapUnit) => MapUnit): MapState {
  return { ...map, units: map.units.map((each) => (each.id === id ? change(each) : each)) };
}

function moved(map: MapState, data: JsonObject): MapState {
  const id = text(data.unit);
  const path = list(data.path).map(cell);
  const from = map.units.find((each) => each.id === id)?.at ?? [0, 0];
  const next = withUnit(map, id, (unit) => ({ ...unit, at: path.at(-1) ?? unit.at, moved: true }));
  return { ...next, lastMove: { unit: id, from, path }, lastFire: null };
}

function fired(map: MapState, data: JsonObject): MapState {
  const id = text(data.unit);
  const shots = objects(data.shots).map((shot) => ({
    target: text(shot.target),
    hit: shot.hit === true,
    damaged: shot.damaged === true,
    destroyed: shot.destroyed === true,
    lost: shot.lost === true,
    power: number(shot.power),
  }));
  let next = withUnit(map, id, (unit) => ({ ...unit, fired: true }));
  for (const shot of shots) {
    if (!shot.damaged) continue;
    next = withUnit(next, shot.target, (unit) => ({ ...unit, damage: unit.damage + shot.power, destroyed: unit.destroyed || shot.destroyed }));
  }
  return { ...next, lastFire: { unit: id, shots }, lastMove: null };
}

export function advanceMap(map: MapState, event: BattleEvent): MapState {
  const data: JsonObject = event.data;
  switch (event.event) {
    case 'turn_started':
      return { ...map, turn: number(data.turn), initiative: null, lastMove: null, lastFire: null, units: map.units.map((unit) => ({ ...unit, moved: false, fired: false })) };
    case 'initiative_rolled':
      return { ...map, initiative: wordOrNull(data.first) };
    case 'moved':
      return moved(map, data);
    case 'fired':
      return fired(map, data);
    case 'turn_ended':
      return { ...map, points: { north: number(data.north_points), south: number(data.south_points) } };
    default:
      return map;
  }
}
