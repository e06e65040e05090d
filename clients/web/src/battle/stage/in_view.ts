// The table shows where something happens: the box that it lies in is scrolled to it, as little as needed, and nothing around that box,
// so that whoever reads or writes elsewhere on the page stays there.

function boxOf(element: HTMLElement): HTMLElement | null {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY === 'auto') return box;
  }
  return null;
}

export function bringIntoView(element: HTMLElement): void {
  const box = boxOf(element);
  if (!box) return;
  const { top, bottom } = element.getBoundingClientRect();
  const seen = box.getBoundingClientRect();
  const [above, below] = [top - seen.top, bottom - seen.bottom];
  // Of what is too high for the box its beginning counts.
  if (above < 0 || below > above) box.scrollTop += Math.floor(above);
  else if (below > 0) box.scrollTop += Math.ceil(below);
}
