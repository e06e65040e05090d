// Whose rungs they are: that each share is the rung above the last one of its seat's ladder, and opens what the seat has sealed
// (protocol/README.md, "Shared dice"). When a share may come is shared_dice.ts's.

import type { Entry } from './input.js';
import { rungBelow, sealOf } from './ladder.js';
import { problem, type Problem } from './problem.js';
import { fromHex, toHex, type Bytes } from './proof.js';

export class Ladders {
  private readonly rungs = new Map<string, string>(); // the last one that a seat has shown
  private readonly feet = new Set<string>(); // of all that a seat has put in
  private readonly seals = new Map<string, { seal: string; decision: number }>();

  /** `start`: H(0). */
  constructor(private readonly start: Bytes) {}

  /** What is wrong with the input, which may come now; it is taken in if nothing is. */
  async input({ said, hashedPath }: Entry): Promise<Problem | null> {
    const { kind, seat = '', ladder, decision = 0, choice = {} } = said;
    if (!seat) return null; // the witness has a ladder, too
    if (kind === 'share') return this.share(seat, choice['share'] as string, choice, `${hashedPath}/choice`);
    if (ladder !== undefined) {
      const known = `${seat} ${ladder}`;
      if (this.feet.has(known)) return problem(`${hashedPath}/ladder`, 'used_ladder');
      this.feet.add(known);
      this.rungs.set(seat, ladder);
    }
    if (typeof choice['seal'] === 'string') this.seals.set(seat, { seal: choice['seal'], decision });
    return null;
  }

  private async share(seat: string, share: string, choice: NonNullable<Entry['said']['choice']>, path: string): Promise<Problem | null> {
    const rung = fromHex(share);
    if (!rung || toHex(await rungBelow(this.start, seat, rung)) !== this.rungs.get(seat)) return problem(`${path}/share`, 'other_rung');
    this.rungs.set(seat, share);
    const sealed = this.seals.get(seat);
    this.seals.delete(seat);
    const { opens = null } = choice;
    if (!sealed) return Object.hasOwn(choice, 'opens') ? problem(`${path}/opens`, 'not_sealed') : null;
    const seal = opens === null ? '' : await sealOf(rung, this.start, seat, sealed.decision, opens);
    return seal === sealed.seal ? null : problem(`${path}/opens`, 'other_opening');
  }
}
