// Where somebody points, so that it is the same spot on every screen: on an area by its name, on the block that comes so-and-so many in what is shown (at
// one moment that is the same everywhere), or on the board, as a share of its width and height; elsewhere of the table's.
interface At {
  target: EventTarget | null;
  clientX: number;
  clientY: number;
}

const blocks = (table: Element) => [...table.querySelectorAll('li')];
const areaOf = (table: Element, area: string) => table.querySelector(`[data-area="${CSS.escape(area)}"]`);
const boardOf = (table: Element) => table.querySelector('svg .cells');
const nameMax = 100;

function shareOf(element: Element, { clientX, clientY }: At): { x: string; y: string } | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [(clientX - left) / width, (clientY - top) / height];
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x: x.toFixed(3), y: y.toFixed(3) } : null;
}

function named(table: Element, event: At): { element: Element; name: Record<string, string> } {
  const target = event.target as Element | null;
  const area = target?.closest?.('[data-area]')?.getAttribute('data-area');
  const ground = area && area.length <= nameMax ? areaOf(table, area) : null;
  if (area && ground) return { element: ground, name: { on: 'area', area } };
  const block = target?.closest?.('li');
  if (block && table.contains(block)) return { element: block, name: { on: 'block', n: String(blocks(table).indexOf(block)) } };
  const board = boardOf(table);
  return board && shareOf(board, event) ? { element: board, name: { on: 'board' } } : { element: table, name: { on: 'table' } };
}

/** As it is told others; empty: it is not on the table. */
export function pointAt(table: Element, event: At): string {
  const { element, name } = named(table, event);
  const share = shareOf(element, event);
  return share ? new URLSearchParams({ ...name, ...share }).toString() : '';
}

function meant(table: Element, said: URLSearchParams): Element | null {
  switch (said.get('on')) {
    case 'area':
      return areaOf(table, said.get('area') ?? '');
    case 'block':
      return blocks(table)[Number(said.get('n'))] ?? null;
    case 'board':
      return boardOf(table);
    case 'table':
      return table;
    default:
      return null;
  }
}

/** Where that is here, in pixels of the window; null: it isn't, or can't be seen. What others said may be anything. */
export function placeOf(table: Element, at: string): { left: number; top: number } | null {
  const said = new URLSearchParams(at);
  const [x, y] = [Number(said.get('x') ?? NaN), Number(said.get('y') ?? NaN)];
  const found = x >= 0 && x <= 1 && y >= 0 && y <= 1 ? meant(table, said) : null;
  if (!found) return null;
  const { left, top, width, height } = found.getBoundingClientRect();
  const view = (table.closest('.place') ?? table).getBoundingClientRect();
  const spot = { left: left + x * width, top: top + y * height };
  const isSeen = spot.left >= view.left && spot.left <= view.right && spot.top >= view.top && spot.top <= view.bottom;
  return isSeen ? spot : null;
}
