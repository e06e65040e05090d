// Dragging from one area to another, with a mouse or a finger. The map goes on being moved from wherever nothing may be dragged.
import type { Point } from './layout';

const far = 6; // pixels: a shorter way is a tap

export interface Drag {
  from: string;
  /** the area under the pointer, if it is another one */
  over: string | null;
  /** where the pointer is, on the screen */
  at: Point;
}

export interface Dragging {
  /** whether something may be dragged from there */
  may: (area: string) => boolean;
  show: (drag: Drag | null) => void;
  drop: (from: string, to: string) => void;
}

export function areaUnder(target: EventTarget | Element | null): string | null {
  return (target instanceof Element ? target.closest('[data-area]') : null)?.getAttribute('data-area') ?? null;
}

export function dragging(node: SVGElement, now: Dragging) {
  let start: { area: string; at: Point; pointer: number } | null = null;
  let drag: Drag | null = null;
  let dropped = false;

  const show = (next: Drag | null) => now.show((drag = next));
  function down(event: PointerEvent): void {
    dropped = false;
    const area = areaUnder(event.target);
    if (!event.isPrimary || event.button !== 0 || area === null || !now.may(area)) return;
    start = { area, at: { x: event.clientX, y: event.clientY }, pointer: event.pointerId };
    event.stopPropagation(); // or the map would be dragged
  }
  function move(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointer) return;
    if (!drag) {
      if (Math.hypot(event.clientX - start.at.x, event.clientY - start.at.y) < far) return;
      node.setPointerCapture(event.pointerId);
    }
    const over = areaUnder(document.elementFromPoint(event.clientX, event.clientY));
    show({ from: start.area, over: over === start.area ? null : over, at: { x: event.clientX, y: event.clientY } });
  }
  function end(event: PointerEvent): void {
    if (drag) {
      dropped = true; // the click that ends a drag is no tap
      if (event.type === 'pointerup' && drag.over !== null) now.drop(drag.from, drag.over);
      show(null);
    }
    start = null;
  }
  const click = (event: MouseEvent) => {
    if (dropped) event.stopPropagation();
    dropped = false;
  };
  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', end);
  node.addEventListener('pointercancel', end);
  node.addEventListener('click', click, { capture: true });
  return {
    update: (next: Dragging) => (now = next),
  };
}
