// What the own seat is asked. A question waits until the stage has shown why it is asked; one that was asked stays, whatever happens meanwhile.
import type { DecisionRequest } from 'muster-client';
import { questionOf } from '../decisions/options_of';
import type { Live } from '../live.svelte';
import type { PhaseEnd } from '../map/phase_end.svelte';
import type { Naming } from '../naming';

export class Questions {
  private readonly asked = new Set<number>();
  /** all of them */
  readonly due: readonly DecisionRequest[] = $derived.by(() => {
    if (this.live.table?.stage === 'over') return [];
    const settled = this.settled();
    if (settled) this.live.requests.forEach(({ decision }) => this.asked.add(decision));
    return this.live.requests.filter(({ decision }) => settled || this.asked.has(decision));
  });
  /** Those that are put. Whoever ends a phase is not asked what is left of it. */
  readonly put: readonly DecisionRequest[] = $derived.by(() => this.due.filter((each) => !this.ending.answers(each)));
  /** The one that waits for an answer. */
  readonly open: DecisionRequest | undefined = $derived.by(() => this.put.find((each) => !this.live.pendingOf(each)));
  readonly words: string = $derived.by(() => (this.open ? questionOf(this.open, this.naming()).question : ''));

  constructor(
    private readonly live: Live,
    private readonly settled: () => boolean,
    private readonly ending: PhaseEnd,
    private readonly naming: () => Naming,
  ) {}
}
