// The field of simple-combat, to be drawn and read aloud. Ways, distances and lines of sight are the server's: its options have them.
import type { JsonObject } from 'muster-client';

import { Grid, outline, type Place, type Point, samePlace } from '../../lib/grid';

export { outline, type Place, type Point, samePlace };

export function keyOf([first, second]: Place): string {
  return `${first},${second}`;
}

export class Board extends Grid {
  private readonly blocked: Set<string>;

  constructor(setup: JsonObject) {
    super(setup.grid !== 'square', typeof setup.width === 'number' ? setup.width : 21, typeof setup.height === 'number' ? setup.height : 21);
    this.blocked = new Set(((setup.impassable as [number, number][] | undefined) ?? []).map(keyOf));
  }

  isBlocked(place: Place): boolean {
    return this.blocked.has(keyOf(place));
  }
}
