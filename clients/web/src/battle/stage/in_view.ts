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
  const below = Math.min(bottom - seen.bottom, top - seen.top); // of what is too high for the box its beginning counts
  if (top < seen.top) box.scrollTop += top - seen.top;
  else if (below > 0) box.scrollTop += below;
}
