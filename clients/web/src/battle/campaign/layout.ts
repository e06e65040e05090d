// Where the areas of a map lie when nobody has drawn it: near what they border on, apart from all else, with as few borders crossing as can be
// found. The same map always comes out the same.

export interface Point {
  x: number;
  y: number;
}

export interface Graph {
  /** how many areas */
  size: number;
  land: readonly (readonly [number, number])[];
  water: readonly (readonly [number, number])[];
  /** areas that are open sea: they take more room */
  sea: ReadonlySet<number>;
  /** where on a compass some of them would lie, as far as anybody knows */
  wishes: ReadonlyMap<number, Point>;
}

/** How far apart areas with a common border would lie. */
export const spacing = 2;
/** No two areas come nearer to each other than that. */
export const nearest = 1.7;

const startsMax = 14;
const sweeps = 40;
const budget = 400_000; // pairs of borders that are looked at while it is untangled: what bounds the time of a map of any size

/** Numbers from 0 to 1 that are the same each time. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** How far it is from each area to each other over borders; areas that nothing leads to are far. */
function distances(size: number, edges: readonly Edge[]): Float64Array {
  const far = 1e3;
  const out = new Float64Array(size * size).fill(far);
  for (let i = 0; i < size; i++) out[i * size + i] = 0;
  for (const { a, b, length } of edges) {
    out[a * size + b] = Math.min(out[a * size + b]!, length);
    out[b * size + a] = out[a * size + b]!;
  }
  for (let k = 0; k < size; k++)
    for (let i = 0; i < size; i++) {
      const first = out[i * size + k]!;
      if (first < far) for (let j = 0; j < size; j++) out[i * size + j] = Math.min(out[i * size + j]!, first + out[k * size + j]!);
    }
  const most = out.reduce((all, each) => (each < far ? Math.max(all, each) : all), spacing);
  return out.map((each) => (each < far ? each : most + spacing)); // parts that nothing joins lie beside each other
}

interface Edge {
  a: number;
  b: number;
  length: number;
  /** what a crossing of it costs */
  weight: number;
}

function edgesOf({ land, water, sea }: Graph): Edge[] {
  const key = (a: number, b: number) => Math.min(a, b) * 1000 + Math.max(a, b);
  const overland = new Set(land.map(([a, b]) => key(a, b)));
  const length = (a: number, b: number) => spacing * (1 + 0.22 * (Number(sea.has(a)) + Number(sea.has(b))));
  return [
    ...land.map(([a, b]) => ({ a, b, length: length(a, b), weight: 3 })),
    ...water.filter(([a, b]) => !overland.has(key(a, b))).map(([a, b]) => ({ a, b, length: length(a, b), weight: 1 })),
  ];
}

/** Stress: every pair is drawn to its distance, near ones more; in an order that changes, in steps that become smaller. */
function relax(points: Point[], wanted: Float64Array, random: () => number): void {
  const size = points.length;
  const pairs: [number, number][] = [];
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) pairs.push([i, j]);
  const most = wanted.reduce((all, each) => Math.max(all, each), 1);
  const [first, last] = [most * most, 0.1];
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const step = first * Math.exp((Math.log(last / first) * sweep) / (sweeps - 1));
    for (let i = pairs.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [pairs[i], pairs[j]] = [pairs[j]!, pairs[i]!];
    }
    for (const [a, b] of pairs) {
      const distance = wanted[a * size + b]!;
      const share = Math.min(1, step / (distance * distance));
      const [p, q] = [points[a]!, points[b]!];
      const [x, y] = [p.x - q.x, p.y - q.y];
      const now = Math.hypot(x, y) || 1e-6;
      const by = (share * (now - distance)) / 2 / now;
      p.x -= by * x;
      p.y -= by * y;
      q.x += by * x;
      q.y += by * y;
    }
  }
}

function side(p: Point, q: Point, r: Point): number {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

export function crosses(p: Point, q: Point, r: Point, s: Point): boolean {
  return side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0;
}

function fromLine(point: Point, p: Point, q: Point): number {
  const [x, y] = [q.x - p.x, q.y - p.y];
  const part = Math.min(1, Math.max(0, ((point.x - p.x) * x + (point.y - p.y) * y) / (x * x + y * y || 1)));
  return Math.hypot(point.x - p.x - part * x, point.y - p.y - part * y);
}

/** What is not good about where one area lies: crossings, areas that are too near, borders that run over others, lengths. */
function blame(points: readonly Point[], edges: readonly Edge[], own: readonly Edge[], area: number): number {
  const at = points[area]!;
  let sum = 0;
  for (const edge of own) {
    const to = points[edge.a === area ? edge.b : edge.a]!;
    for (const other of edges) {
      if (other.a === edge.a || other.a === edge.b || other.b === edge.a || other.b === edge.b) continue;
      if (crosses(at, to, points[other.a]!, points[other.b]!)) sum += 1.5 * edge.weight * other.weight;
    }
    const off = Math.hypot(at.x - to.x, at.y - to.y) / edge.length - 1;
    sum += 2.5 * off * off;
    for (let other = 0; other < points.length; other++) {
      if (other === edge.a || other === edge.b) continue;
      const near = fromLine(points[other]!, at, to);
      if (near < 0.8) sum += 6 * (0.8 - near);
    }
  }
  for (const edge of edges) {
    if (edge.a === area || edge.b === area) continue;
    const near = fromLine(at, points[edge.a]!, points[edge.b]!);
    if (near < 0.8) sum += 6 * (0.8 - near);
  }
  for (let other = 0; other < points.length; other++) {
    if (other === area) continue;
    const near = Math.hypot(at.x - points[other]!.x, at.y - points[other]!.y);
    if (near < spacing) sum += 4 * (spacing - near) ** 2;
  }
  return sum;
}

/** Each area in turn goes where it does less harm, if there is such a place among some that are tried. */
function untangle(points: Point[], edges: readonly Edge[], random: () => number): void {
  const own = points.map((_, area) => edges.filter(({ a, b }) => a === area || b === area));
  let left = budget;
  for (let round = 0; round < 24 && left > 0; round++) {
    let better = false;
    const reach = spacing * 1.6 * (1 - round / 26);
    for (let area = 0; area < points.length && left > 0; area++) {
      const mine = own[area]!;
      let [best, least] = [points[area]!, blame(points, edges, mine, area)];
      const ends = mine.map(({ a, b }) => points[a === area ? b : a]!);
      const middle = { x: ends.reduce((all, { x }) => all + x, 0) / Math.max(1, ends.length), y: ends.reduce((all, { y }) => all + y, 0) / Math.max(1, ends.length) };
      for (let attempt = 0; attempt < 8; attempt++) {
        const angle = 2 * Math.PI * random();
        const far = reach * random();
        const from = attempt === 0 && ends.length > 0 ? middle : attempt < 3 && ends.length > 0 ? middle : best;
        points[area] = { x: from.x + far * Math.cos(angle), y: from.y + far * Math.sin(angle) };
        const harm = blame(points, edges, mine, area);
        left -= mine.length * edges.length;
        if (harm < least - 1e-9) [best, least, better] = [points[area]!, harm, true];
      }
      points[area] = best;
    }
    if (!better && round > 8) break;
  }
}

/** Areas that are too near push each other away until none is. */
function spread(points: Point[]): void {
  for (let round = 0; round < 400; round++) {
    let moved = false;
    for (let a = 0; a < points.length; a++)
      for (let b = a + 1; b < points.length; b++) {
        const [p, q] = [points[a]!, points[b]!];
        const [x, y] = [p.x - q.x || 1e-3 * (a - b), p.y - q.y];
        const now = Math.hypot(x, y);
        if (now >= nearest) continue;
        const by = (nearest - now + 1e-3) / 2 / now;
        p.x += by * x;
        p.y += by * y;
        q.x -= by * x;
        q.y -= by * y;
        moved = true;
      }
    if (!moved) return;
  }
  // So many areas in so little room: then all of it becomes larger.
  let least = Infinity;
  for (let a = 0; a < points.length; a++) for (let b = a + 1; b < points.length; b++) least = Math.min(least, Math.hypot(points[a]!.x - points[b]!.x, points[a]!.y - points[b]!.y));
  const grow = nearest / Math.max(1e-3, least);
  if (grow > 1) for (const point of points) [point.x, point.y] = [point.x * grow, point.y * grow];
}

export function crossings(points: readonly Point[], edges: readonly (readonly [number, number])[]): number {
  let count = 0;
  for (let i = 0; i < edges.length; i++)
    for (let j = i + 1; j < edges.length; j++) {
      const [[a, b], [c, d]] = [edges[i]!, edges[j]!];
      if (a !== c && a !== d && b !== c && b !== d && crosses(points[a]!, points[b]!, points[c]!, points[d]!)) count++;
    }
  return count;
}

function cost(points: readonly Point[], edges: readonly Edge[]): number {
  return points.reduce((sum, _, area) => sum + blame(points, edges, edges.filter(({ a, b }) => a === area || b === area), area), 0);
}

/** Turned and mirrored so that those with a wish lie there; without wishes so that it is wider than high. */
function turned(points: readonly Point[], wishes: ReadonlyMap<number, Point>): Point[] {
  const mean = { x: points.reduce((all, { x }) => all + x, 0) / points.length, y: points.reduce((all, { y }) => all + y, 0) / points.length };
  let [best, most] = [[...points], -Infinity];
  for (const mirror of [1, -1])
    for (let turn = 0; turn < 36; turn++) {
      const [cos, sin] = [Math.cos((turn * Math.PI) / 18), Math.sin((turn * Math.PI) / 18)];
      const now = points.map(({ x, y }) => ({ x: mirror * (cos * (x - mean.x) - sin * (y - mean.y)), y: sin * (x - mean.x) + cos * (y - mean.y) }));
      let good = 0;
      for (const [area, wish] of wishes) {
        const { x, y } = now[area]!;
        good += (wish.x * x + wish.y * y) / (Math.hypot(x, y) || 1);
      }
      const span = (pick: (point: Point) => number) => Math.max(...now.map(pick)) - Math.min(...now.map(pick));
      const wide = span(({ x }) => x) / Math.max(0.1, span(({ y }) => y));
      good += 0.35 * Math.min(1.4, wide);
      if (good > most + 1e-9) [best, most] = [now, good];
    }
  return best;
}

/** A place for each area, none of them negative; `width` and `height` hold them with half a spacing of room around. */
export function layout(graph: Graph): { points: Point[]; width: number; height: number } {
  const { size } = graph;
  if (size === 0) return { points: [], width: 0, height: 0 };
  const edges = edgesOf(graph);
  const wanted = distances(size, edges);
  const starts = Math.max(3, Math.min(startsMax, Math.round(900 / size)));
  const begun = Array.from({ length: starts }, (_, start) => {
    const random = numbers(start + 1);
    const points = Array.from({ length: size }, () => ({ x: random() * size, y: random() * size }));
    relax(points, wanted, random);
    return { points, harm: cost(points, edges) };
  }).sort((a, b) => a.harm - b.harm);
  // Small maps have time for more than the best beginning.
  const tried = begun.slice(0, size <= 30 ? 4 : 1).map(({ points }, index) => {
    untangle(points, edges, numbers(99 + index));
    return { points, harm: cost(points, edges) };
  });
  const best = tried.reduce((all, each) => (each.harm < all.harm ? each : all)).points;
  spread(best);
  const points = turned(best, graph.wishes);
  const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))];
  const room = spacing / 2 + 0.1;
  const placed = points.map(({ x, y }) => ({ x: x - left + room, y: y - top + room }));
  return { points: placed, width: Math.max(...placed.map(({ x }) => x)) + room, height: Math.max(...placed.map(({ y }) => y)) + room };
}
