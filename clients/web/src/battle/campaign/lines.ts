// Marches and voyages as lines on the map. What goes the same way is one line with all that goes; beside each other, and there and back, they lie
// apart, and they begin, end and pass beside what stands in an area.
import type { Chart } from './chart';
import { across, between, pointText, radius } from './chart';
import type { Point } from './layout';

export interface Going {
  key: string;
  by: 'march' | 'voyage';
  /** the areas that it passes: two of a march, the harbour and the whole route of a voyage */
  through: readonly string[];
  population: number;
  armies: number;
}

export interface Line<G extends Going> {
  /** of the first that goes so; what goes is the sum of all */
  going: G;
  way: string;
  /** on its way, near enough to each other that no word fits between */
  points: readonly Point[];
  /** where the middle of its words stands */
  words: Point;
}

const bow = 0.13; // of a leg's length: how far it bends to its right
const apart = 11; // lines beside each other
const trim = { from: 0.62 * radius, to: 0.8 * radius }; // from the middle of an area, where the leg is long enough
const aside = 0.74 * radius; // what passes an area goes that far from its middle
const pace = 8; // from point to point
const wordsRoom = { area: 0.8 * radius, words: 21 };

const far = (p: Point, q: Point) => Math.hypot(q.x - p.x, q.y - p.y) || 1;
const shifted = ({ x, y }: Point, by: Point, far: number): Point => ({ x: x + far * by.x, y: y + far * by.y });

/** Those that go the same way, and by the same means, as one. */
function together<G extends Going>(goings: readonly G[]): G[] {
  const ways = new Map<string, G>();
  for (const each of goings) {
    const way = [each.by, ...each.through].join(' ');
    const known = ways.get(way);
    ways.set(way, known ? { ...known, population: known.population + each.population, armies: known.armies + each.armies } : each);
  }
  return [...ways.values()];
}

/** Where a line passes an area: inside of its bend, or to its right where it goes straight on. */
function passing(before: Point, middle: Point, after: Point): Point {
  const [to, on] = [far(middle, before), far(middle, after)];
  const inside = { x: (before.x - middle.x) / to + (after.x - middle.x) / on, y: (before.y - middle.y) / to + (after.y - middle.y) / on };
  const bend = Math.hypot(inside.x, inside.y);
  return shifted(middle, bend < 0.5 ? across(before, after) : { x: inside.x / bend, y: inside.y / bend }, aside);
}

/** On the curve from p over the control point to q. */
function onCurve(p: Point, over: Point, q: Point, part: number): Point {
  return between(between(p, over, part), between(over, q, part), part);
}

export function linesOf<G extends Going>(chart: Chart, goings: readonly G[]): Line<G>[] {
  const used = new Map<string, number>(); // how many lines a leg has in that direction
  const taken: { at: Point; room: number }[] = [...chart.areas.values()].map((at) => ({ at, room: wordsRoom.area }));
  return together(goings).flatMap((going): Line<G>[] => {
    const stops = going.through.flatMap((area) => (chart.areas.has(area) ? [{ area, at: chart.areas.get(area)! as Point }] : []));
    if (stops.length < 2) return [];
    const points = stops.map(({ at }, index) => (index === 0 || index === stops.length - 1 ? at : passing(stops[index - 1]!.at, at, stops[index + 1]!.at)));
    let way = '';
    const course: Point[] = [];
    const legs = points.slice(1).map((to, index) => {
      const from = points[index]!;
      const leg = `${stops[index]!.area} ${stops[index + 1]!.area}`;
      const beside = used.get(leg) ?? 0;
      used.set(leg, beside + 1);
      const right = across(from, to);
      const over = shifted(between(from, to), right, bow * far(from, to) + apart * beside * 2); // a curve goes half as far as its control point
      const first = index === 0 ? between(from, over, Math.min(0.5, trim.from / far(from, over))) : from;
      const last = index === points.length - 2 ? between(to, over, Math.min(0.6, trim.to / far(to, over))) : to;
      way += `${index === 0 ? `M${pointText(first)}` : ''}Q${pointText(over)} ${pointText(last)}`;
      const parts = Math.ceil(far(first, last) / pace);
      for (let part = 0; part <= parts; part++) course.push(onCurve(first, over, last, part / parts));
      return { first, over, last, right };
    });
    // Beside the middle leg, wherever they are least in the way.
    const { first, over, last, right } = legs[Math.floor((legs.length - 1) / 2)]!;
    const places = [0.5, 0.35, 0.65].flatMap((part) => [11, -11].map((off) => shifted(onCurve(first, over, last, part), right, off)));
    const crowd = (place: Point) => taken.reduce((sum, { at, room }) => sum + Math.max(0, room - far(at, place)), 0);
    const words = places.reduce((best, each) => (crowd(each) < crowd(best) - 0.01 ? each : best));
    taken.push({ at: words, room: wordsRoom.words });
    return [{ going, way, points: course, words }];
  });
}
