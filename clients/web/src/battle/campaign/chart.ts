// A map as it is drawn: where its areas lie, the land around them, and the lanes over water. All of it follows from the setup.
import type { JsonObject } from 'muster-client';
import { object, objects, text, words } from 'muster-client/table';

import { type Atlas, atlasOf, type Border } from './atlas';
import { layout, type Point } from './layout';

/** The drawing's units for one of the layout; areas lie about two of those apart. */
export const scale = 40;
/** of what is drawn and tapped as an area itself */
export const radius = 29;
const neck = 17; // half the width of land between two areas

export interface Ground {
  /** its land, or its part of the sea */
  shape: string;
  x: number;
  y: number;
}

export interface Chart {
  extent: Point;
  areas: ReadonlyMap<string, Ground>;
  /** lines between areas of one land */
  borders: string;
  /** ways over water, from shore to shore */
  lanes: readonly { key: string; way: string }[];
  coasts: ReadonlySet<string>;
}

const compass: Record<string, Point> = {
  north: { x: 0, y: -1 }, south: { x: 0, y: 1 }, east: { x: 1, y: 0 }, west: { x: -1, y: 0 },
  north_east: { x: 0.7, y: -0.7 }, south_east: { x: 0.7, y: 0.7 }, south_west: { x: -0.7, y: 0.7 }, north_west: { x: -0.7, y: -0.7 },
};

/** Nations that are named after the compass begin there. */
function wishesOf(setup: JsonObject, index: ReadonlyMap<string, number>): Map<number, Point> {
  const out = new Map<number, Point>();
  for (const nation of objects(setup.nations)) {
    const seat = text(nation.seat);
    const home = [...words(nation.cities), ...Object.keys(object(nation.population))].find((each) => index.has(each));
    if (Object.hasOwn(compass, seat) && home !== undefined) out.set(index.get(home)!, compass[seat]!);
  }
  return out;
}

const f = (value: number) => value.toFixed(1);
export const pointText = ({ x, y }: Point) => `${f(x)} ${f(y)}`;
export const between = (p: Point, q: Point, part = 0.5): Point => ({ x: p.x + part * (q.x - p.x), y: p.y + part * (q.y - p.y) });
const mean = (points: readonly Point[]): Point => ({ x: points.reduce((all, { x }) => all + x, 0) / points.length, y: points.reduce((all, { y }) => all + y, 0) / points.length });
/** Always the same way around, so that what overlaps leaves no hole. */
function polygon(points: readonly Point[]): string {
  const area = points.reduce((sum, { x, y }, index) => {
    const next = points[(index + 1) % points.length]!;
    return sum + x * next.y - next.x * y;
  }, 0);
  return `M${(area < 0 ? [...points].reverse() : points).map(pointText).join('L')}Z`;
}

/** Across p–q, one long, to its right. */
export function across(p: Point, q: Point): Point {
  const length = Math.hypot(q.x - p.x, q.y - p.y) || 1;
  return { x: -(q.y - p.y) / length, y: (q.x - p.x) / length };
}

const turnOf = (p: Point, q: Point, r: Point) => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);

function holds(corners: readonly Point[], point: Point): boolean {
  let inside = false;
  corners.forEach((p, index) => {
    const q = corners[(index + 1) % corners.length]!;
    if (p.y > point.y !== q.y > point.y && point.x < ((q.x - p.x) * (point.y - p.y)) / (q.y - p.y) + p.x) inside = !inside;
  });
  return inside;
}

/** Three or four areas around which borders go: the land between them is theirs, unless another area lies in it. */
interface Face {
  areas: string[];
  middle: Point;
}


function facesOf(land: readonly Border[], places: ReadonlyMap<string, Point>): Face[] {
  const next = new Map<string, Set<string>>();
  for (const [a, b] of land) for (const [one, other] of [[a, b], [b, a]] as const) next.set(one, (next.get(one) ?? new Set()).add(other));
  const order = new Map([...places.keys()].map((area, index) => [area, index]));
  const faces: string[][] = [];
  const joined = (a: string, b: string) => next.get(a)?.has(b) ?? false;
  for (const [a, ofA] of next)
    for (const b of ofA)
      for (const c of next.get(b)!) {
        if (c === a) continue;
        if (joined(c, a) && order.get(a)! < order.get(b)! && order.get(b)! < order.get(c)!) faces.push([a, b, c]);
        if (joined(a, c) || order.get(b)! < order.get(a)! || order.get(c)! < order.get(a)!) continue;
        for (const d of next.get(c)!) if (d !== b && joined(d, a) && !joined(b, d) && order.get(b)! < order.get(d)! && order.get(a)! < order.get(d)!) faces.push([a, b, c, d]);
      }
  return faces.flatMap((areas): Face[] => {
    const corners = areas.map((area) => places.get(area)!);
    const middle = middleOfFace(corners);
    if (!middle || [...places].some(([area, point]) => !areas.includes(area) && holds(corners, point))) return [];
    return [{ areas, middle }];
  });
}

/** From where all of its corners are seen; null if its borders cross. At one corner it may turn inwards. */
function middleOfFace(corners: readonly Point[]): Point | null {
  const corner = (index: number) => corners[index % corners.length]!;
  const turns = corners.map((p, index) => Math.sign(turnOf(p, corner(index + 1), corner(index + 2))));
  const rare = turns.filter((turn) => turn > 0).length * 2 > turns.length ? -1 : 1;
  const inwards = turns.flatMap((turn, index) => (turn === rare ? [index + 1] : []));
  if (inwards.length === 0) return mean(corners);
  return inwards.length === 1 && corners.length === 4 ? between(corner(inwards[0]!), corner(inwards[0]! + 2)) : null;
}

const disc = ({ x, y }: Point, r: number) => `M${f(x - r)} ${f(y)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;

function draw(setup: JsonObject): Chart {
  const atlas: Atlas = atlasOf(setup);
  const index = new Map(atlas.areas.map(({ area }, place) => [area, place]));
  const numbered = (borders: readonly Border[]) => borders.map(([a, b]) => [index.get(a)!, index.get(b)!] as const);
  const { points, width, height } = layout({
    size: atlas.areas.length,
    land: numbered(atlas.land),
    water: numbered(atlas.water),
    sea: new Set(atlas.areas.flatMap(({ sea }, place) => (sea ? [place] : []))),
    wishes: wishesOf(setup, index),
  });
  const places = new Map(atlas.areas.map(({ area }, place) => [area, { x: points[place]!.x * scale, y: points[place]!.y * scale }]));
  const place = (area: string) => places.get(area)!;

  const shapes = new Map(atlas.areas.map(({ area, sea }) => [area, disc(place(area), sea ? radius * 1.16 : radius)]));
  const add = (area: string, shape: string) => shapes.set(area, shapes.get(area)! + shape);
  let borders = '';
  const faces = facesOf(atlas.land, places);
  for (const { areas, middle } of faces) {
    const corners = areas.map(place);
    areas.forEach((area, corner) => {
      const [own, before, after] = [corners[corner]!, corners[(corner + corners.length - 1) % corners.length]!, corners[(corner + 1) % corners.length]!];
      add(area, polygon([own, between(own, after), middle, between(own, before)]));
      borders += `M${pointText(between(own, after))}L${pointText(middle)}`;
    });
  }
  // Whether land lies to that side of a border (1: to its right).
  const filled = (a: string, b: string, to: number) =>
    faces.some(({ areas, middle }) => areas.includes(a) && areas.includes(b) && Math.sign(turnOf(place(a), place(b), middle)) === to);
  for (const [a, b] of atlas.land) {
    const [p, q] = [place(a), place(b)];
    const [aside, middle] = [across(p, q), between(p, q)];
    const off = (from: Point, to: number): Point => ({ x: from.x + to * neck * aside.x, y: from.y + to * neck * aside.y });
    for (const to of [1, -1]) {
      if (filled(a, b, to)) continue;
      add(a, polygon([p, middle, off(middle, to), off(p, to)]));
      add(b, polygon([q, middle, off(middle, to), off(q, to)]));
      borders += `M${pointText(middle)}L${pointText(off(middle, to))}`;
    }
  }

  const overland = new Set(atlas.land.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const lanes = atlas.water.map(([a, b]) => {
    const [p, q] = [place(a), place(b)];
    // Along a coast it goes around outside.
    const bulge = overland.has(`${a} ${b}`) ? (filled(a, b, 1) && !filled(a, b, -1) ? -1 : 1) * 46 : 0;
    const aside = across(p, q);
    const middle = between(p, q);
    const over = { x: middle.x + bulge * aside.x, y: middle.y + bulge * aside.y };
    const shore = (from: Point) => between(from, over, Math.min(0.45, (radius * 0.92) / (Math.hypot(over.x - from.x, over.y - from.y) || 1)));
    return { key: `${a} ${b}`, way: `M${pointText(shore(p))}Q${pointText(over)} ${pointText(shore(q))}` };
  });

  return {
    extent: { x: width, y: height },
    areas: new Map(atlas.areas.map(({ area }) => [area, { shape: shapes.get(area)!, ...place(area) }])),
    borders,
    lanes,
    coasts: new Set(atlas.water.flat().filter((area) => !atlas.byName.get(area)?.sea && atlas.land.some((pair) => pair.includes(area)))),
  };
}

const kept = new WeakMap<JsonObject, Chart>();

/** One for each setup, however often it is asked for. */
export function chartOf(setup: JsonObject): Chart {
  const known = kept.get(setup) ?? draw(setup);
  kept.set(setup, known);
  return known;
}
