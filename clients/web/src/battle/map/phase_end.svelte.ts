// The wish to do nothing for the rest of a phase: moves and fires are asked one by one, in turn with the other side's, so that the
// wish has to last until another question comes. It answers what it was made for, and nothing else.
import type { JsonObject, Refusal } from 'muster-client';
import { number, objects, type Table, text } from 'muster-client/table';

import { reasonOf } from '../../lib/refusals';

interface Asked {
  kind: string;
  options: JsonObject;
}

export type Phase = 'move' | 'fire';

export class PhaseEnd {
  wish = $state.raw<{ kind: Phase; turn: number } | null>(null);
  /** why an answer was not taken; the wish has ended with it */
  refusal = $state.raw<Refusal | null>(null);
  private sent = -1;

  begin({ kind, options }: Asked): void {
    if (kind !== 'move' && kind !== 'fire') return;
    this.refusal = null;
    this.wish = { kind, turn: number(options.turn) };
  }

  stop(): void {
    this.wish = null;
  }

  answers({ kind, options }: Asked): boolean {
    return this.wish !== null && kind === this.wish.kind && number(options.turn) === this.wish.turn;
  }

  /** Ends the wish with its phase, whether or not another question comes. */
  look({ stage, map }: Table): void {
    if (!this.wish || !map) return;
    if (stage === 'over' || map.turn !== this.wish.turn || (this.wish.kind === 'move' && map.lastFire)) this.stop();
  }

  /** Ends the wish at another question, else answers once that the first of the units does nothing. */
  async answer(request: Asked & { decision: number }, choose: (choice: JsonObject) => Promise<void>): Promise<void> {
    if (!this.answers(request)) return this.stop();
    if (this.sent === request.decision) return;
    this.sent = request.decision;
    const unit = text(objects(request.options.units)[0]?.unit);
    try {
      await choose(request.kind === 'move' ? { unit, path: [] } : { unit, shots: [] });
    } catch (error) {
      this.sent = -1;
      this.stop();
      this.refusal = reasonOf(error);
    }
  }
}
