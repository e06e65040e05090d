// What somebody asks about without choosing it, a cell or a piece: a pointer that rests on it, or a finger that stays.

export interface Pointed<Place> {
  place: Place;
  /** a finger covers it */
  finger: boolean;
}

const longPress = 450; // ms
const moveMax = 10; // pixels: what moves farther pans or scrolls

export class Pointing<Place> {
  at = $state.raw<Pointed<Place> | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private down: { x: number; y: number } | null = null;
  /** the click that ends a long press chooses nothing */
  private asked = false;

  constructor(
    private readonly placeOf: (event: MouseEvent) => Place | null,
    private readonly same: (one: Place | null, other: Place | null) => boolean,
  ) {}

  pressed(event: PointerEvent): void {
    this.asked = false;
    if (event.pointerType === 'mouse') return;
    this.leave();
    if (!event.isPrimary) return; // a second finger zooms
    const place = this.placeOf(event);
    if (!place) return;
    this.down = { x: event.clientX, y: event.clientY };
    this.timer = setTimeout(() => {
      this.asked = true;
      this.at = { place, finger: true };
    }, longPress);
  }

  moved(event: PointerEvent): void {
    if (event.pointerType === 'mouse') {
      const place = event.buttons === 0 ? this.placeOf(event) : null;
      if (!this.same(place, this.at?.place ?? null)) this.at = place && { place, finger: false };
    } else if (this.down && Math.hypot(event.clientX - this.down.x, event.clientY - this.down.y) > moveMax) this.lifted();
  }

  /** By a tap that chooses nothing. */
  ask(place: Place): void {
    this.at = { place, finger: true };
  }

  lifted(): void {
    clearTimeout(this.timer);
    this.down = null;
  }

  leave(): void {
    this.lifted();
    this.at = null;
  }

  /** A finger that leaves keeps what it asked for, to be read. */
  left(event: PointerEvent): void {
    if (event.pointerType === 'mouse') this.leave();
  }

  /** Whether a click only ends a long press. */
  ends(): boolean {
    const ends = this.asked;
    this.asked = false;
    return ends;
  }
}
