// What the last event did, as the map shows it: ways that were gone, and how much was lost or came.
import type { BattleEvent, JsonObject } from 'muster-client';
import { number, object, objects, text, words, wordOrNull } from 'muster-client/table';
import type { Going } from './lines';

export interface Way extends Going {
  side: string;
}

export interface Change {
  area: string;
  by: number;
}

export function waysOf(event: BattleEvent | null): Way[] {
  if (!event) return [];
  const data: JsonObject = event.data;
  if (event.event === 'barbarians_moved') {
    const [from, to] = [wordOrNull(data.from), wordOrNull(data.to)];
    return from !== null && to !== null ? [{ key: 'barbarians', side: 'barbarians', by: 'march', through: [from, to], population: number(data.tokens), armies: 0 }] : [];
  }
  if (event.event !== 'moved') return [];
  const side = text(data.seat);
  const marches = objects(data.marches).map((each, index): Way => ({
    key: `march ${index}`,
    side,
    by: 'march',
    through: [text(each.from), text(each.to)],
    population: number(each.population),
    armies: number(each.armies),
  }));
  const voyages = objects(data.voyages).map((each, index): Way => ({
    key: `voyage ${index}`,
    side,
    by: 'voyage',
    through: [text(each.ship), ...words(each.route)],
    population: objects(each.cargo).reduce((sum, cargo) => sum + number(cargo.population), 0),
    armies: objects(each.cargo).reduce((sum, cargo) => sum + number(cargo.armies), 0),
  }));
  return [...marches, ...voyages];
}

export function changesOf(event: BattleEvent | null): Change[] {
  if (!event) return [];
  const data: JsonObject = event.data;
  const lost = (each: JsonObject) => -number(each.population) - number(each.armies);
  switch (event.event) {
    case 'losses_taken':
    case 'surplus_removed':
      return [{ area: text(data.area), by: lost(data) }];
    case 'units_lost':
      return objects(data.units).map((each) => ({ area: text(each.area), by: lost(each) }));
    case 'army_disbanded':
      return [{ area: text(data.area), by: -1 }];
    case 'expanded':
      return Object.entries(object(data.areas)).map(([area, by]) => ({ area, by: number(by) }));
    default:
      return [];
  }
}
