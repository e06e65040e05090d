// The table shows where something happens: the box that it lies in is scrolled to it, as little as needed, and nothing around that box,
// so that whoever reads or writes elsewhere on the page stays there.

function boxOf(element: HTMLElement): HTMLElement | null {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY === 'auto') return box;
  }
  return null;
}

function bringIntoView(element: HTMLElement, end: boolean): void {
  const box = boxOf(element);
  if (!box) return;
  const { top, bottom } = element.getBoundingClientRect();
  const seen = box.getBoundingClientRect();
  const [above, below] = [top - seen.top, bottom - seen.bottom];
  // Of what is too high for the box one end counts.
  const tooHigh = bottom - top > seen.height;
  if (tooHigh ? !end : above < 0) box.scrollTop += Math.floor(above);
  else if (tooHigh || below > 0) box.scrollTop += Math.ceil(below);
}

let watch: ResizeObserver | undefined;
let scrolled: AbortController | undefined;

const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** Whoever scrolls the box himself looks where he wants to, until something else happens. */
function letGo(event: Event, element: HTMLElement): void {
  const box = boxOf(element);
  const on = event.target as Node;
  if (!box?.contains(on)) return;
  const scrolls = event.type === 'keydown' && /^(Arrow|Page|Home|End|Tab)/.test((event as KeyboardEvent).key);
  // A press scrolls on the box itself only: on its bar, or with the space bar.
  const itself = on === box && (event.type === 'pointerdown' || (event as KeyboardEvent).key === ' ');
  if (scrolls || itself || event.type === 'wheel' || event.type === 'touchmove') leave();
}

function leave(): void {
  watch?.disconnect();
  scrolled?.abort();
}

/**
 * From now on until it is told of another, or somebody scrolls: what is in it grows while it is told, and so does what stands above it.
 * `end`: what is new in it comes last. It is measured when all that changes at once has changed, and what glides has begun to.
 */
export function keepInView(element: HTMLElement, end = false): void {
  leave();
  watch = new ResizeObserver(() => (element.isConnected ? bringIntoView(element, end) : leave()));
  scrolled = new AbortController();
  for (const type of gestures) addEventListener(type, (event) => letGo(event, element), { passive: true, signal: scrolled.signal });
  for (const each of [element, element.closest<HTMLElement>('section.table')]) if (each) watch.observe(each);
}
