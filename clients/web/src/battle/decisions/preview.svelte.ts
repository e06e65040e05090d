// What the choice that is being made would come to, as the server tells it: the page has no rules of its own.
import type { DecisionKind, JsonObject, MeaningOf, Previewed } from 'muster-client';
import { untrack } from 'svelte';

export type Look = <Kind extends DecisionKind>(choice: JsonObject) => Promise<Previewed<Kind>>;

/** To be made while a component is: it asks whenever the choice changes. One question is under way at a time, and the next is of what is chosen by then. */
export class Preview<Kind extends DecisionKind> {
  private answer: { of: string; told: Previewed<Kind> | null } | null = $state.raw(null);
  private asking = false;
  private readonly key = $derived.by(() => JSON.stringify(this.choice()));

  /** As it was told last: of the choice, or of what it was a moment ago. Null: nothing was told. */
  readonly meaning: MeaningOf<Kind> | null = $derived(this.answer?.told?.meaning ?? null);
  /** Of this very choice, in full; null: it is not legal, or not known to be. */
  readonly legal = $derived.by(() => (this.answer?.of === this.key ? (this.answer.told?.choice ?? null) : null));

  constructor(
    private readonly choice: () => JsonObject,
    private readonly look: () => Look,
  ) {
    $effect(() => {
      void this.key;
      untrack(() => void this.ask());
    });
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    while (this.answer?.of !== this.key) {
      const of = this.key;
      // Who is not asked any more, or has no connection, is told nothing.
      const told = await this.look()<Kind>(this.choice()).catch(() => null);
      this.answer = { of, told };
    }
    this.asking = false;
  }
}
