// The field of simple-combat: places, neighbours, distances and lines of sight, as rules/simple_combat/README.md has them.
// Nothing here decides anything: the server's options say what is legal. This is for drawing it and for reading it aloud.
import type { JsonObject } from 'muster-client';

import { Grid, outline, type Place, type Point, samePlace } from '../../lib/grid';

export { outline, type Place, type Point, samePlace };

const hexSteps: Place[] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
const squareSteps: Place[] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

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

  /** Where one step leads (E3: on squares never between two impassable corners). */
  neighbours(place: Place): Place[] {
    const [first, second] = place;
    return (this.hex ? hexSteps : squareSteps)
      .filter(([a, b]) => {
        const to: Place = [first + a, second + b];
        if (!this.holds(to) || this.isBlocked(to)) return false;
        const diagonal = !this.hex && a !== 0 && b !== 0;
        return !(diagonal && this.isBlocked([first + a, second]) && this.isBlocked([first, second + b]));
      })
      .map(([a, b]) => [first + a, second + b] as const);
  }

  range(from: Place, to: Place): number {
    const first = to[0] - from[0];
    const second = to[1] - from[1];
    if (this.hex) return Math.max(Math.abs(first), Math.abs(second), Math.abs(first + second));
    return Math.ceil(Math.hypot(first, second) - 1e-9);
  }
}
