// Where the names of areas stand: above what stands in them, unless an arrow, a piece or another name is there; then wherever beside that they are
// least in the way.
import type { Area } from './atlas';
import { badgeAt, badgeHeight, badgeWidth, changeAt, markAt, markRadius } from './badges';
import type { Chart } from './chart';
import { radius } from './chart';
import type { Held } from './figures';
import type { Point } from './layout';
import type { Going, Line } from './lines';
import { rowsOf } from './pieces';
import { signSize, signStep } from './signs';

export interface Named {
  area: Area;
  name: string;
  held: readonly Held[];
  /** how many signs stand under its pieces */
  signs: number;
  /** what is said beneath it */
  badge: string | undefined;
  /** something has just happened there */
  marked: boolean;
  /** something has just come or gone there */
  changed: boolean;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What is drawn of a piece, around its own middle; a ship is higher than others. */
const piece = { half: 11, above: 12, below: 14 };
const arrow = { half: 4, head: 7, headLength: 11 };
const words = { half: 10, above: 7, below: 8 };
const sign = { y: 23, half: 7.5 };
const change = { half: 12, above: 13, below: 2 };
const line = { above: 0.72, below: 0.22 }; // of a name, from its foot, in its font's size
const reach = 4.4 * radius; // nothing farther away is in a name's way
const steps = { across: 7, down: 4, farthest: 84 }; // to where a name may go
const gap = 2; // beside a name
const rounds = 5;
const home = { y: -18, alone: 0 }; // where a name stands if nothing is in its way; in an open sea without ships in the middle
/** What each costs a spot. `astray`: it would be read as another area's name. */
const harm = { arrow: 9, piece: 14, sign: 5, words: 7, badge: 12, name: 14, outside: 30, astray: 9, way: 0.06 };

interface Spot extends Point {
  /** that it is far from where one looks for it */
  harm: number;
}

/** Where a name may stand, the nearest to its usual place first. */
function spotsAround(usual: number): Spot[] {
  const out: Spot[] = [];
  for (let x = -steps.farthest; x <= steps.farthest; x += steps.across)
    for (let y = -steps.farthest; y <= steps.farthest; y += steps.down) out.push({ x, y: usual + y, harm: harm.way * Math.hypot(x, y) });
  return out.filter(({ y }) => Math.abs(y) <= steps.farthest).sort((a, b) => a.harm - b.harm);
}

/** About as wide as it will be, of its font's size: bold, of a narrow face. */
export function widthOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (/[ilj.,’']/.test(letter) ? 0.26 : /[mwMW…]/.test(letter) ? 0.82 : /\p{Lu}/u.test(letter) ? 0.62 : 0.51), 0);
}

const around = ({ x, y }: Point, half: number, above = half, below = half): Box => ({ left: x - half, right: x + half, top: y - above, bottom: y + below });
const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** What stands in an area, its signs, and what is said of it. */
function standing({ area, held, signs, badge, marked, changed }: Named, { x, y }: Point, large: number): { box: Box; harm: number }[] {
  const foot = y + (area.sea ? -6 : 1);
  const pieces = rowsOf(held).flatMap(({ pieces, emblem, y: row, size }) => [
    { box: around({ x: x + emblem * size, y: foot + row }, 6 * size), harm: harm.piece },
    ...pieces.map((each) => ({ box: around({ x: x + each.x * size, y: foot + row }, piece.half * size, piece.above * size, piece.below * size), harm: harm.piece })),
  ]);
  return [
    ...pieces,
    ...(area.sea ? [] : [{ box: around({ x, y: y + sign.y }, (large * signStep * signs) / 2, large * sign.half), harm: harm.sign }]),
    ...(badge === undefined ? [] : [{ box: around(badgeAt({ x, y }), badgeWidth(badge) / 2, badgeHeight.above, badgeHeight.below), harm: harm.badge }]),
    ...(marked ? [{ box: around(markAt({ x, y }), markRadius), harm: harm.badge }] : []),
    ...(changed ? [{ box: around(changeAt({ x, y }), change.half, change.above, change.below), harm: harm.badge }] : []),
  ];
}

/** From each area's middle, where the middle of its name's foot stands. */
export function namesOf(chart: Chart, areas: readonly Named[], lines: readonly Line<Going>[], font: number, extent: Point): Map<string, Point> {
  const fixed = areas.flatMap((each) => standing(each, chart.areas.get(each.area.area)!, signSize(font)));
  for (const { points, words: at } of lines) {
    const end = points.at(-1)!;
    for (const point of points) fixed.push({ box: around(point, Math.hypot(point.x - end.x, point.y - end.y) < arrow.headLength ? arrow.head : arrow.half), harm: harm.arrow });
    fixed.push({ box: around(at, words.half, words.above, words.below), harm: harm.words });
  }
  const spotsBy = new Map([home.y, home.alone].map((usual) => [usual, spotsAround(usual)]));
  const boxAt = (named: Named, { x, y }: Point): Box => around({ x, y }, (widthOf(named.name) * font) / 2 + gap, line.above * font, line.below * font);

  /** What is in a name's way at a spot, apart from other names: the same in each round. */
  const standsAt = (named: Named) => {
    const middle = chart.areas.get(named.area.area)!;
    const spots = spotsBy.get(named.held.length > 0 || !named.area.sea ? home.y : home.alone)!;
    const near = fixed.filter(({ box }) => Math.abs((box.left + box.right) / 2 - middle.x) < reach && Math.abs((box.top + box.bottom) / 2 - middle.y) < reach);
    const grounds = [...chart.areas].filter(([other, at]) => other !== named.area.area && Math.hypot(at.x - middle.x, at.y - middle.y) < reach).map(([, at]) => at);
    const known: number[] = [];
    const harmAt = (index: number, box: Box): number => {
      const at = spots[index]!;
      let sum = at.harm;
      if (box.left < 0 || box.top < 0 || box.right > extent.x || box.bottom > extent.y) sum += harm.outside;
      for (const each of near) if (meet(box, each.box)) sum += each.harm;
      const from = ({ x, y }: Point) => Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
      if (grounds.some((other) => from(other) < from(middle))) sum += harm.astray;
      return sum;
    };
    return { named, middle, spots, harmAt: (index: number, box: Box) => (known[index] ??= harmAt(index, box)) };
  };
  const all = areas.map(standsAt);

  const placed = new Map<string, Point>();
  const boxes = new Map<string, Box>();
  const place = ({ named, middle, spots, harmAt }: ReturnType<typeof standsAt>, onNames: number): void => {
    const id = named.area.area;
    boxes.delete(id);
    let best = { spot: spots[0]!, box: boxAt(named, middle), harm: Infinity };
    for (const [index, spot] of spots.entries()) {
      if (spot.harm >= best.harm) break;
      const box = boxAt(named, { x: middle.x + spot.x, y: middle.y + spot.y });
      let sum = harmAt(index, box);
      if (sum >= best.harm) continue;
      for (const other of boxes.values()) if (meet(box, other)) sum += onNames;
      if (sum < best.harm) best = { spot, box, harm: sum };
    }
    placed.set(id, { x: best.spot.x, y: best.spot.y });
    boxes.set(id, best.box);
  };
  // At first a name that finds nothing else takes the place of another, which then makes room if it can.
  for (let round = 1; round <= rounds; round++) for (const each of all) place(each, (harm.name * round) / rounds);
  return placed;
}
