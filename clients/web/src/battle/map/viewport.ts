// Panning and zooming of a scrolled element. The browser scrolls it, which is smooth and reachable by keys; what is added:
// dragging with a mouse, and zooming about a point by wheel or with two fingers.
export interface Zooming {
  /** how wide a cell is now, in pixels */
  size(): number;
  /** sets it, as far as it may go, and draws before it returns */
  resize(size: number): void;
}

// A shorter way is a tap, not a drag.
const dragMin = 6;

function zoomAbout(scroller: HTMLElement, zooming: Zooming, factor: number, clientX: number, clientY: number): boolean {
  const box = scroller.getBoundingClientRect();
  const x = clientX - box.left;
  const y = clientY - box.top;
  const before = zooming.size();
  zooming.resize(before * factor);
  const ratio = zooming.size() / before;
  if (ratio === 1) return false;
  scroller.scrollLeft = (scroller.scrollLeft + x) * ratio - x;
  scroller.scrollTop = (scroller.scrollTop + y) * ratio - y;
  return true;
}

export function zoomAtMiddle(scroller: HTMLElement, zooming: Zooming, factor: number): void {
  const box = scroller.getBoundingClientRect();
  zoomAbout(scroller, zooming, factor, box.left + box.width / 2, box.top + box.height / 2);
}

function dragging(scroller: HTMLElement, signal: AbortSignal): void {
  let start: { x: number; y: number; left: number; top: number } | null = null;
  let dragged = false;
  const listen = { signal };
  scroller.addEventListener('pointerdown', (event) => {
    dragged = false;
    if (event.pointerType === 'mouse' && event.button === 0) start = { x: event.clientX, y: event.clientY, left: scroller.scrollLeft, top: scroller.scrollTop };
  }, listen);
  addEventListener('pointermove', (event) => {
    if (!start) return;
    const x = event.clientX - start.x;
    const y = event.clientY - start.y;
    dragged ||= Math.hypot(x, y) > dragMin;
    if (dragged) scroller.scrollTo({ left: start.left - x, top: start.top - y, behavior: 'instant' });
  }, listen);
  addEventListener('pointerup', () => (start = null), listen);
  // The click that ends a drag chooses no cell.
  scroller.addEventListener('click', (event) => dragged && event.stopPropagation(), { ...listen, capture: true });
}

function pinching(scroller: HTMLElement, zooming: Zooming, signal: AbortSignal): void {
  let apart = 0;
  const spread = ([a, b]: Touch[]) => Math.hypot(a!.clientX - b!.clientX, a!.clientY - b!.clientY);
  scroller.addEventListener('touchstart', (event) => {
    if (event.touches.length === 2) apart = spread([...event.touches]);
  }, { signal, passive: true });
  scroller.addEventListener('touchmove', (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const touches = [...event.touches];
    const now = spread(touches);
    zoomAbout(scroller, zooming, now / apart, (touches[0]!.clientX + touches[1]!.clientX) / 2, (touches[0]!.clientY + touches[1]!.clientY) / 2);
    apart = now;
  }, { signal, passive: false });
}

/** Gives what ends it. */
export function startViewport(scroller: HTMLElement, zooming: Zooming): () => void {
  const end = new AbortController();
  dragging(scroller, end.signal);
  pinching(scroller, zooming, end.signal);
  // Where it cannot zoom any further the page scrolls, so that nobody is caught in the map.
  scroller.addEventListener('wheel', (event) => {
    if (zoomAbout(scroller, zooming, Math.exp(-event.deltaY / 400), event.clientX, event.clientY)) event.preventDefault();
  }, { signal: end.signal, passive: false });
  return () => end.abort();
}
