// What the choice that is being made would come to, as the server tells it: the page has no rules of its own.
import type { DecisionKind, JsonObject, MeaningOf, Previewed } from 'muster-client';
import { untrack } from 'svelte';
import { muster } from '../../lib/server';

export type Look = <Kind extends DecisionKind>(choice: JsonObject, signal: AbortSignal) => Promise<Previewed<Kind>>;

const patience = 2000; // ms; whoever has chosen does not wait longer for it
const tooLate = () => new Promise<null>((resolve) => setTimeout(resolve, patience, null));

/**
 * To be made while a component is: it asks whenever the choice changes, and once more for what it was not told when the connection is back. One
 * question is under way at a time, and the next is of what is chosen by then; a question that got no answer in time is given up for it.
 */
export class Preview<Kind extends DecisionKind> {
  private answer: { of: string; told: Previewed<Kind> | null } | null = $state.raw(null);
  private asking = false;
  private late = new AbortController();
  private readonly key = $derived.by(() => JSON.stringify(this.choice()));

  /** As it was told last: of the choice, or of what it was a moment ago. Null: nothing was told. */
  readonly meaning: MeaningOf<Kind> | null = $derived(this.answer?.told?.meaning ?? null);
  /** Of this very choice, in full; null: it is not legal, or not known to be. */
  readonly legal = $derived.by(() => (this.answer?.of === this.key ? (this.answer.told?.choice ?? null) : null));
  /** The server says that this very choice is not. */
  readonly illegal = $derived.by(() => this.answer?.of === this.key && this.answer.told !== null && this.answer.told.choice === null);
  /** Why it is not. */
  readonly refusal = $derived.by(() => (this.answer?.of === this.key ? (this.answer.told?.refusal ?? null) : null));
  /** It may be sent: it is legal, or nobody says whether it is. The server judges it anyway. */
  readonly sendable = $derived.by(() => this.legal !== null || (this.answer?.of === this.key && this.answer.told === null));

  constructor(
    private readonly choice: () => JsonObject,
    private readonly look: () => Look,
  ) {
    $effect(() => {
      void this.key;
      untrack(() => void this.ask());
    });
    $effect(() => muster.on('status', (status) => status === 'open' && this.answer?.told === null && void this.ask()));
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    do {
      this.late.abort();
      this.late = new AbortController();
      const of = this.key;
      // Who is not asked any more is told nothing; who has no connection is told late.
      const asked = this.look()<Kind>(this.choice(), this.late.signal).catch(() => null);
      this.answer = { of, told: await Promise.race([asked, tooLate()]) };
      void asked.then((told) => told && this.answer?.of === of && (this.answer = { of, told }));
    } while (this.answer.of !== this.key);
    this.asking = false;
  }
}
