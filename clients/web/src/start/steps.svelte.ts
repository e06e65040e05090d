// What was drawn on a field, to be taken back step by step: a tap or a stroke is one.
import { type Field, unitsOf } from './field';

const stepsMax = 100;

interface Step {
  before: string;
  after: string;
}

export class Steps {
  private kept = $state.raw<readonly Step[]>([]);
  private before = '';

  constructor(
    private readonly field: () => Field,
    private readonly seats: () => readonly string[],
  ) {}

  /** Nothing is taken back over what was changed elsewhere since. */
  readonly any = $derived.by(() => this.kept.at(-1)?.after === this.drawn());

  begin(): void {
    if (!this.any) this.kept = [];
    this.before = this.drawn();
  }
  /** False: nothing was changed, and there is no step to be taken back. */
  end(): boolean {
    const after = this.drawn();
    if (after === this.before) return false;
    this.kept = [...this.kept.slice(1 - stepsMax), { before: this.before, after }];
    return true;
  }
  back(): void {
    if (!this.any) return;
    const field = this.field();
    const [ground, units] = JSON.parse(this.kept.at(-1)!.before) as [Partial<Field>, ReturnType<typeof unitsOf>[]];
    for (const part of ['impassable', 'terrain', 'polygons'] as const) {
      if (ground[part] === undefined) delete field[part];
    }
    Object.assign(field, ground);
    this.seats().forEach((seat, index) => unitsOf(field, seat).splice(0, Infinity, ...units[index]!));
    this.kept = this.kept.slice(0, -1);
  }

  private drawn(): string {
    const field = this.field();
    const { grid, width, height, impassable, terrain, polygons } = field;
    return JSON.stringify([{ grid, width, height, impassable, terrain, polygons }, this.seats().map((seat) => unitsOf(field, seat))]);
  }
}
