// How large the field is drawn and which part of it is in view: at first all of it if its cells can be tapped so, then what each question is
// about, unless somebody has turned away from that. Whoever looks at all of it goes on doing so when its box changes.
import { flushSync, tick, untrack } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';

import type { Point } from './board';
import { startViewport, zoomAtMiddle, type Zooming } from './viewport';

const sizeHandy = 36; // a cell that a finger finds
const sizeFull = 84; // a whole field is drawn no larger
const edge = 16; // pixels: the room of the coordinates
const rim = 2; // pixels: the right and the lower line of the last cells
const heightUseful = 20; // pixels: where a pulled-up sheet leaves less all of a field would be a speck
const toolsHeight = 54; // pixels: on a phone the tools lie over the field's foot, and the last row is scrolled free of them

/** Who acts, and with it all that it can do, in cells. */
export interface Subject {
  actor: Point;
  about: Point[];
}

function middle(points: Point[]): Point {
  const mean = (pick: (point: Point) => number) => points.reduce((all, each) => all + pick(each), 0) / Math.max(1, points.length);
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/** Where a view of that length is to begin, to hold from..to with as little scrolling as needed; else all around a point that it can hold. */
function within(start: number, length: number, from: number, to: number, point: number): number {
  if (to - from <= length) return Math.min(Math.max(start, to - length), from);
  return Math.min(Math.max(point - length / 2, from), to - length);
}

export class Framing {
  /** what scrolls; it and its box's measures are bound by the map */
  scroller = $state<HTMLElement>();
  width = $state(0);
  height = $state(0);
  /** pixels of a cell; 0 until the box is measured */
  size = $state(0);
  private scrolled = $state.raw({ left: 0, top: 0 });
  private untouched = true; // since the question came
  private seesAll = false;
  private wantsAll = false; // however small its cells become
  private heightBefore = 0;
  private readonly narrow = new MediaQuery('(max-width: 63.99rem)');
  private readonly coarse = new MediaQuery('(pointer: coarse)');

  readonly foot = $derived.by(() => (this.narrow.current || this.footed ? toolsHeight : 0));
  private readonly extent = $derived.by(() => this.board().extent);
  private readonly beside = edge + rim + 2; // with the box's own lines
  /** The whole field; from there it can be made larger in any case. */
  readonly sizeMin = $derived.by(() => {
    const { width, height, beside, extent } = this;
    return width > beside ? Math.min(sizeFull, (width - beside) / extent.x, Math.max(1, height - beside - this.foot) / extent.y) : this.handy;
  });
  readonly sizeMax = $derived(Math.max(sizeFull, 2 * this.sizeMin));
  /** of the drawing, in pixels: its cells, coordinates and last lines */
  readonly drawn = $derived.by(() => ({ width: this.extent.x * this.size + edge + rim, height: this.extent.y * this.size + edge + rim }));

  private readonly zooming: Zooming = {
    size: () => this.size,
    resize: (next) => {
      const before = this.size;
      this.resize(next);
      if (this.size !== before) this.seesAll = this.wantsAll = this.size <= this.sizeMin;
    },
  };

  /** While a component begins. Points are in cells; where the units are is asked once, to begin with their middle. */
  constructor(
    private readonly board: () => { readonly extent: Point },
    private readonly subject: () => Subject | null,
    units: () => Point[],
    private readonly handy = sizeHandy,
    /** the tools lie over its foot on a wide screen too */
    private readonly footed = false,
  ) {
    $effect(() => (this.scroller ? startViewport(this.scroller, this.zooming) : undefined));
    $effect(() => {
      if (this.width === 0 || this.height === 0) return;
      const { sizeMin } = this;
      untrack(() => {
        if (this.size === 0) {
          this.size = Math.max(sizeMin, this.handy);
          this.seesAll = this.size <= sizeMin;
          void tick().then(() => this.show(middle(units())));
        } else if (this.size < sizeMin) {
          this.size = sizeMin;
          this.seesAll = true;
        } else if (this.wantsAll) {
          if (this.height - this.beside - this.foot >= heightUseful) this.size = sizeMin;
        } else if (this.seesAll) this.size = Math.max(sizeMin, Math.min(this.size, this.handy));
      });
    });
    // A sheet that comes up takes of the map's place: what the question is about stays in it, unless somebody has turned away from it.
    $effect(() => {
      const [now, last] = [this.height, this.heightBefore];
      this.heightBefore = now;
      if (last > 0 && now < last) untrack(() => this.shrunk(last));
    });
  }

  /** The room of the coordinates and of the last lines, in units of a drawing whose cells have that many. */
  margins(scale: number): { margin: number; line: number } {
    const unit = scale / Math.max(1, this.size);
    return { margin: edge * unit, line: rim * unit };
  }

  /** Where in the field an event on its drawing is, in cells. */
  under({ currentTarget, clientX, clientY }: MouseEvent): Point {
    const { left, top } = (currentTarget as Element).getBoundingClientRect();
    return { x: (clientX - left - edge) / this.size, y: (clientY - top - edge) / this.size };
  }

  /** A point of the field, in pixels of the box. */
  inBox(point: Point): Point {
    const { x, y } = this.pixels(point);
    const aside = Math.max(0, (this.width - this.drawn.width) / 2); // the field stands in the middle
    return { x: aside + x - this.scrolled.left, y: y - this.scrolled.top };
  }

  /** A new question is seen as a whole if its cells can be tapped so. */
  asked(): void {
    this.untouched = true;
    void tick().then(() => this.frame());
  }

  /** Somebody looks where he wants to. */
  touched(): void {
    this.untouched = false;
  }

  /** Brings a point into view, and moves nothing if it is. */
  reveal(point: Point): void {
    if (!this.scroller) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.scroller;
    const x = this.pixels(point).x - scrollLeft;
    const y = this.pixels(point).y - scrollTop;
    const { size } = this;
    if (x < size || y < size || x > clientWidth - size || y > clientHeight - size) this.show(point);
  }

  zoom(factor: number): void {
    this.touched();
    zoomAtMiddle(this.scroller!, this.zooming, factor);
  }

  whole(): void {
    this.touched();
    this.resize(this.sizeMin);
    this.seesAll = this.wantsAll = true;
  }

  noteScroll(): void {
    this.scrolled = { left: this.scroller?.scrollLeft ?? 0, top: this.scroller?.scrollTop ?? 0 };
  }

  private pixels({ x, y }: Point): Point {
    return { x: x * this.size + edge, y: y * this.size + edge };
  }

  private resize(next: number): void {
    flushSync(() => (this.size = Math.min(this.sizeMax, Math.max(this.sizeMin, next))));
  }

  private show(point: Point): void {
    const { x, y } = this.pixels(point);
    this.scroller?.scrollTo({ left: x - this.scroller.clientWidth / 2, top: y - this.scroller.clientHeight / 2, behavior: 'instant' });
  }

  private shrunk(before: number): void {
    const subject = this.subject();
    if (!subject || !this.scroller) return;
    const y = this.pixels(subject.actor).y - this.scroller.scrollTop;
    if (this.untouched || (y > 0 && y < before)) void tick().then(() => this.frame());
  }

  /** Brings what the question is about into view; where that is too much for it, whoever acts and as much around it as there is room for. */
  private frame(): void {
    const subject = this.subject();
    if (!this.scroller || !subject) return;
    const span = (of: (point: Point) => number) => [Math.min(...subject.about.map(of)) - 0.7, Math.max(...subject.about.map(of)) + 0.7] as const;
    const [left, right] = span(({ x }) => x);
    const [top, bottom] = span(({ y }) => y);
    const { clientWidth } = this.scroller;
    const clientHeight = this.scroller.clientHeight - this.foot;
    if (this.untouched) {
      const fits = Math.min(clientWidth / (right - left), clientHeight / (bottom - top));
      const wanted = this.coarse.current ? Math.max(this.size, this.handy) : this.size;
      this.resize(Math.min(wanted, Math.max(fits, this.handy)));
      this.seesAll = this.size <= this.sizeMin;
      this.wantsAll &&= this.seesAll;
    }
    const { x, y } = this.pixels(subject.actor);
    const { scrollLeft, scrollTop } = this.scroller;
    const along = (cells: number) => cells * this.size + edge;
    this.scroller.scrollTo({
      left: within(scrollLeft, clientWidth, along(left), along(right), x),
      top: within(scrollTop, clientHeight, along(top), along(bottom), y),
      behavior: 'instant',
    });
  }
}
