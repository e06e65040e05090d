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

/**
 * From now on until it is told of another: what is in it grows while it is told, and so does what stands above it. `end`: what is new in it comes
 * last. It is measured when all that changes at once has changed, and what glides has begun to.
 */
export function keepInView(element: HTMLElement, end = false): void {
  watch?.disconnect();
  watch = new ResizeObserver(() => {
    if (element.isConnected) bringIntoView(element, end);
    else watch?.disconnect();
  });
  for (const each of [element, element.closest<HTMLElement>('section.table')]) if (each) watch.observe(each);
}
