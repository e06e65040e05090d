// The field of simple-combat, to be drawn and read aloud. Ways, distances and lines of sight are the server's: its options have them.
import type { JsonObject } from 'muster-client';
import { number, object, objects, text } from 'muster-client/table';

import { gridKind, tenthsOfDu } from '../../lib/cell_name';
import { Grid, outline, type Place, type Point, samePlace } from '../../lib/grid';

export { outline, type Place, type Point, samePlace };

export function keyOf([first, second]: Place): string {
  return `${first},${second}`;
}

/** An odd number of its edges is to the right of the point. */
export function holds(polygon: readonly Place[], [x, y]: Place): boolean {
  let inside = false;
  polygon.forEach(([ax, ay], index) => {
    const [bx, by] = polygon[(index + 1) % polygon.length]!;
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) inside = !inside;
  });
  return inside;
}

/** A kind of ground other than open. */
export interface Terrain {
  id: string;
  /** a setup's own name for it; empty: it has none */
  name: string;
  cost: number;
  /** added to the rolls at a unit in it */
  toHit: number;
  toDamage: number;
  blocksSight: boolean;
  cells: readonly Place[];
}

export function terrainOf(kind: JsonObject): Terrain {
  return {
    id: text(kind.terrain),
    name: text(kind.name),
    cost: number(kind.cost, 1),
    toHit: number(kind.to_hit),
    toDamage: number(kind.to_damage),
    blocksSight: kind.blocks_sight === true,
    cells: (kind.cells as [number, number][] | undefined) ?? [],
  };
}

export class Board extends Grid {
  private readonly blocked: Set<string>;
  /** what is impassable on a free field */
  readonly polygons: readonly (readonly Place[])[];
  readonly terrains: readonly Terrain[];
  private readonly ground = new Map<string, Terrain>();
  private readonly toEdge: boolean;
  private readonly fireScale: number;
  /** whether anybody may measure before a shot */
  readonly premeasure: boolean;

  constructor(setup: JsonObject) {
    super(gridKind(setup.grid), typeof setup.width === 'number' ? setup.width : 21, typeof setup.height === 'number' ? setup.height : 21);
    this.blocked = new Set(((setup.impassable as [number, number][] | undefined) ?? []).map(keyOf));
    this.polygons = (setup.polygons as Place[][] | undefined) ?? [];
    this.terrains = objects(setup.terrain).map(terrainOf);
    for (const kind of this.terrains) for (const place of kind.cells) this.ground.set(keyOf(place), kind);
    const rules = object(setup.house_rules);
    this.toEdge = rules.sight === 'edge';
    this.fireScale = number(rules.fire_scale, 1);
    this.premeasure = rules.premeasure !== false;
  }

  /** How far a shot goes, as the house rules count it. */
  range(from: Place, to: Place): number {
    const straight = Math.hypot(to[0] - from[0], to[1] - from[1]) / (this.free ? tenthsOfDu : 1);
    const far = this.toEdge ? this.toEdgeOf(from, to) : this.hex ? this.distance(from, to) : straight;
    return Math.max(1, Math.ceil(far / this.fireScale - 1e-9));
  }

  /** So many of a weapon's DU, in those of the field. */
  reachOf(range: number): number {
    return range * this.fireScale;
  }

  /** From the centre of a cell to the nearest point of another. */
  private toEdgeOf(from: Place, to: Place): number {
    const eye = this.centre(from);
    const corners = this.corners(to);
    const far = corners.map((a, index) => {
      const b = corners[(index + 1) % corners.length]!;
      const [x, y] = [b.x - a.x, b.y - a.y];
      const part = Math.min(1, Math.max(0, ((eye.x - a.x) * x + (eye.y - a.y) * y) / (x * x + y * y)));
      return Math.hypot(eye.x - a.x - part * x, eye.y - a.y - part * y);
    });
    return Math.min(...far);
  }

  /** Nothing: it is open, or nobody enters it. */
  terrainAt(place: Place): Terrain | undefined {
    return this.ground.get(keyOf(place));
  }

  isBlocked(place: Place): boolean {
    return this.free ? this.polygons.some((polygon) => holds(polygon, place)) : this.blocked.has(keyOf(place));
  }
}
