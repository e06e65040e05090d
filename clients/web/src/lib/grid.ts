// The geometry of simple-combat's fields, of hexes, of squares or without cells; the width of a cell is 1, and so is a DU on a free field. A battle's
// map and the field that is set up draw by it.
import { cellName, type GridKind, tenthsOfDu } from './cell_name';

/** Axial [q,r] on hexes (odd rows shoved right), [x,y] on squares; [x,y] in tenths on a free field, the middle of a base. */
export type Place = readonly [number, number];

export interface Point {
  x: number;
  y: number;
}

/** Half the height of a hex whose width is 1. */
const hexRadius = 1 / Math.sqrt(3);
const rowHeight = 1.5 * hexRadius;

export function samePlace(a: Place | null, b: Place | null): boolean {
  return a === b || (!!a && !!b && a[0] === b[0] && a[1] === b[1]);
}

export class Grid {
  readonly hex: boolean;
  readonly free: boolean;

  constructor(
    readonly kind: GridKind,
    readonly width: number,
    readonly height: number,
  ) {
    this.hex = kind === 'hex';
    this.free = kind === 'free';
  }

  /** The size of the whole field, in widths of a cell. */
  get extent(): Point {
    if (!this.hex) return { x: this.width, y: this.height };
    return { x: this.width + (this.height > 1 ? 0.5 : 0), y: (this.height - 1) * rowHeight + 2 * hexRadius };
  }

  holds([first, second]: Place): boolean {
    if (this.free) return this.clamped([first, second])[0] === first && this.clamped([first, second])[1] === second;
    const shift = this.hex ? second >> 1 : 0;
    return second >= 0 && second < this.height && first + shift >= 0 && first + shift < this.width;
  }

  /** The nearest place of a free field where a base is on it with all of it. */
  private clamped([x, y]: Place): Place {
    const within = (at: number, size: number) => Math.min(Math.max(at, tenthsOfDu / 2), size * tenthsOfDu - tenthsOfDu / 2);
    return [within(x, this.width), within(y, this.height)];
  }

  column([first, second]: Place): number {
    return this.hex ? first + (second >> 1) : first;
  }

  nameOf(place: Place): string {
    return cellName(this.kind, place);
  }

  /** As ranges are counted: steps on hexes; on squares the straight line, rounded up. */
  distance([a, b]: Place, [c, d]: Place): number {
    const [x, y] = [c - a, d - b];
    return this.hex ? Math.max(Math.abs(x), Math.abs(y), Math.abs(x + y)) : Math.ceil(Math.hypot(x, y) / (this.free ? tenthsOfDu : 1));
  }

  placeAt(column: number, row: number): Place {
    return [this.hex ? column - (row >> 1) : column, row];
  }

  get middle(): Place {
    return this.free ? [this.width * (tenthsOfDu / 2), this.height * (tenthsOfDu / 2)] : this.placeAt(this.width >> 1, this.height >> 1);
  }

  /** Where an arrow key leads: a cell on, or half a DU, or a tenth of it; null: outside the field. */
  beside(place: Place, across: number, down: number, fine: boolean): Place | null {
    const by = fine ? 1 : tenthsOfDu / 2;
    const next = this.free ? this.clamped([place[0] + across * by, place[1] + down * by]) : this.placeAt(this.column(place) + across, place[1] + down);
    return this.holds(next) ? next : null;
  }

  /** Cells; a free field has none. */
  places(): Place[] {
    if (this.free) return [];
    const all: Place[] = [];
    for (let row = 0; row < this.height; row++) for (let column = 0; column < this.width; column++) all.push(this.placeAt(column, row));
    return all;
  }

  centre(place: Place): Point {
    if (this.free) return { x: place[0] / tenthsOfDu, y: place[1] / tenthsOfDu };
    const column = this.column(place);
    if (!this.hex) return { x: column + 0.5, y: place[1] + 0.5 };
    return { x: column + 0.5 + (place[1] & 1) / 2, y: place[1] * rowHeight + hexRadius };
  }

  /** The cell at a point of the drawing, or the nearest place for a base; null outside the field. */
  placeOf({ x, y }: Point): Place | null {
    if (this.free) return x < 0 || y < 0 || x > this.width || y > this.height ? null : this.clamped([Math.round(x * tenthsOfDu), Math.round(y * tenthsOfDu)]);
    let place: Place = [Math.floor(x), Math.floor(y)];
    if (this.hex) {
      // Of the two or three cells whose rows are near, the one with the nearest centre.
      const row = Math.round((y - hexRadius) / rowHeight);
      let nearest = Infinity;
      for (const r of [row - 1, row, row + 1]) {
        const near = this.placeAt(Math.round(x - 0.5 - (r & 1) / 2), r);
        const centre = this.centre(near);
        const distance = (centre.x - x) ** 2 + (centre.y - y) ** 2;
        if (distance < nearest) [nearest, place] = [distance, near];
      }
    }
    return this.holds(place) ? place : null;
  }

  /** A cell's corners, or those of a base. `inset` draws it smaller. */
  corners(place: Place, inset = 0): Point[] {
    const { x, y } = this.centre(place);
    const size = 1 - inset;
    if (!this.hex) return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => ({ x: x + (a! * size) / 2, y: y + (b! * size) / 2 }));
    return [0, 1, 2, 3, 4, 5].map((corner) => {
      const angle = (Math.PI / 3) * corner + Math.PI / 6;
      return { x: x + Math.cos(angle) * hexRadius * size, y: y + Math.sin(angle) * hexRadius * size };
    });
  }
}

/** An SVG path around cells; 1 is the width of a cell. */
export function outline(grid: Grid, places: Iterable<Place>, scale: number, inset = 0): string {
  let path = '';
  for (const place of places) {
    const corners = grid.corners(place, inset).map(({ x, y }) => `${(x * scale).toFixed(2)} ${(y * scale).toFixed(2)}`);
    path += `M${corners.join('L')}Z`;
  }
  return path;
}
