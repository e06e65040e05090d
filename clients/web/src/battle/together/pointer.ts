// Where somebody points, so that it is the same spot on every screen: on a piece, an area or the board by its name, and there as a share of its width and
// height; elsewhere of the table's.
const named = ['piece', 'area'] as const;

interface Spot {
  on: string;
  key: string;
  n: number;
  x: number;
  y: number;
}

const attribute = (kind: string) => `[data-${kind}]`;
const same = (table: Element, kind: string, key: string) => [...table.querySelectorAll(`[data-${kind}="${CSS.escape(key)}"]`)];
const board = (table: Element) => table.querySelector('svg .cells');

function within(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): { x: number; y: number } | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [(clientX - left) / width, (clientY - top) / height];
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : null;
}

function spotAt(table: Element, event: { target: EventTarget | null; clientX: number; clientY: number }): Spot | null {
  for (const kind of named) {
    const found = (event.target as Element | null)?.closest?.(attribute(kind));
    const key = found?.getAttribute(`data-${kind}`);
    const share = found && table.contains(found) && within(found, event);
    if (found && key && share) return { on: kind, key, n: same(table, kind, key).indexOf(found), ...share };
  }
  const cells = board(table);
  const onBoard = cells && within(cells, event);
  if (onBoard) return { on: 'board', key: '', n: 0, ...onBoard };
  const share = within(table, event);
  return share && { on: 'table', key: '', n: 0, ...share };
}

/** As it is told others; empty: it is not on the table. */
export function pointAt(table: Element, event: { target: EventTarget | null; clientX: number; clientY: number }): string {
  const spot = spotAt(table, event);
  if (!spot || spot.key.length > 100) return '';
  const { on, key, n, x, y } = spot;
  return new URLSearchParams({ on, ...(key && { key, n: String(n) }), x: x.toFixed(3), y: y.toFixed(3) }).toString();
}

/** Where that is here, in pixels of the window; null: it isn't. What others said may be anything. */
export function placeOf(table: Element, at: string): { left: number; top: number } | null {
  const said = new URLSearchParams(at);
  const on = said.get('on') ?? '';
  const [x, y] = [Number(said.get('x') ?? NaN), Number(said.get('y') ?? NaN)];
  if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return null;
  const isNamed = (named as readonly string[]).includes(on);
  const found = isNamed ? same(table, on, said.get('key') ?? '')[Number(said.get('n')) || 0] : on === 'board' ? board(table) : on === 'table' ? table : null;
  if (!found) return null;
  const { left, top, width, height } = found.getBoundingClientRect();
  const view = (table.closest('.place') ?? table).getBoundingClientRect();
  const spot = { left: left + x * width, top: top + y * height };
  const isSeen = spot.left >= view.left && spot.left <= view.right && spot.top >= view.top && spot.top <= view.bottom;
  return isSeen ? spot : null;
}
