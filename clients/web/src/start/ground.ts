// What lies on the cells of a field that is set up: open ground, rocks, and the kinds of the setup.
import type { Catalog } from 'muster-client';

import { samePlace } from '../lib/grid';
import { type At, type Field, isRock, unitAt } from './field';

export type Kind = NonNullable<Field['terrain']>[number];
/** A kind by its place in the setup's list. */
export type Ground = 'open' | 'rock' | number;

export const kindsMax = 8;

export function groundAt(field: Field, at: At): Ground {
  if (isRock(field, at)) return 'rock';
  const kind = (field.terrain ?? []).findIndex(({ cells }) => cells.some((each) => samePlace(each, at)));
  return kind < 0 ? 'open' : kind;
}

/** A cell is one thing; and no rock lies on a unit. */
export function lay(field: Field, seats: readonly string[], at: At, ground: Ground): void {
  const before = groundAt(field, at);
  if (before === ground || (ground === 'rock' && unitAt(field, seats, at))) return;
  const without = (cells: readonly At[]) => cells.filter((each) => !samePlace(each, at));
  if (before === 'rock') field.impassable = without(field.impassable!);
  else if (before !== 'open') field.terrain![before]!.cells = without(field.terrain![before]!.cells);
  if (ground === 'rock') field.impassable = [...(field.impassable ?? []), at];
  else if (ground !== 'open') field.terrain![ground]!.cells.push(at);
}

/** Kinds that presets know and the setup lacks, while it has room for more. */
export function kindsOffered(catalog: Catalog, field: Field): Kind[] {
  const own = field.terrain ?? [];
  if (own.length >= kindsMax) return [];
  const known = new Map((catalog.presets ?? []).flatMap(({ setup }) => ((setup as Field).terrain ?? []).map((kind) => [kind.terrain, kind])));
  return [...known.values()].filter(({ terrain }) => own.every((kind) => kind.terrain !== terrain));
}

export function addKind(field: Field, kind: Kind): void {
  field.terrain = [...(field.terrain ?? []), { ...kind, cells: [] }];
}
