// A throw, from what is written to its dice. All at the table are asked the same open decision, and it closes with whoever answers it first: a
// throw that came too late for one is made again at the next, and at no other refusal.
import { type DecisionRequest, MusterError, type Refusal } from 'muster-client';
import { untrack } from 'svelte';
import { reasonOf } from '../../lib/refusals';
import type { Live } from '../live.svelte';
import { isAsked } from './is_table';

/** As the server takes it. */
export type Wish = { roll: string; for: string };

export class Throwing {
  /** What is written. */
  roll = $state('1d6');
  words = $state('');
  /** What waits for the server's word. */
  wish = $state.raw<Wish | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  readonly request: DecisionRequest | undefined = $derived.by(() => this.live.requests.find(({ kind }) => this.live.table && isAsked(this.live.table.ruleset, kind, 'throw_dice')));
  private tried = 0; // the decision that it was sent for last

  /** To be made while a component is. */
  constructor(private readonly live: Live) {
    $effect(() => {
      const { wish, request } = this;
      if (wish && request && request.decision !== this.tried) untrack(() => void this.send(wish, request));
    });
  }

  /** What is written is thrown. */
  make(): void {
    if (this.wish) return;
    this.refusal = null;
    this.tried = 0;
    this.wish = { roll: this.roll, for: this.words.trim() };
  }

  private async send(wish: Wish, request: DecisionRequest): Promise<void> {
    this.tried = request.decision;
    try {
      await this.live.choose(request, wish);
      if (this.words.trim() === wish.for) this.words = ''; // the next throw is for something else; the dice are often the same
      this.wish = null;
    } catch (error) {
      if (error instanceof MusterError && error.refusal.code === 'stale_decision') return;
      this.refusal = reasonOf(error);
      this.wish = null;
    }
  }
}
