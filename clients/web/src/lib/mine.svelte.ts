// The battles of this device and what each of them waits for; looked up again while somebody looks on.
import { MusterError, type DecisionRequest, type Feed, type Status, type Summary } from 'muster-client';

import { keptSeats, type KeptSeat } from './seats.svelte';
import { muster } from './server';

export type Waiting = 'turn' | 'sit' | 'opponent' | 'other' | 'over' | 'gone' | 'unknown';

export interface Mine {
  seat: KeptSeat;
  waiting: Waiting;
  summary: Summary | null;
  /** until when one must decide; null: nothing presses */
  deadline: string | null;
}

const shownMax = 20;
const every = 20_000;
const order: Record<Waiting, number> = { turn: 0, sit: 1, other: 2, opponent: 3, unknown: 4, over: 5, gone: 6 };

export class MyBattles {
  private summaries = $state.raw<ReadonlyMap<string, Summary | 'gone'>>(new Map());
  /** whose turn it is here, and until when the first of its decisions may wait */
  private turns = $state.raw<ReadonlyMap<string, string | null>>(new Map());
  private readonly feeds = new Map<string, Feed>();
  private timer: ReturnType<typeof setInterval> | undefined;

  /** What waits for the person first, and of that what presses most. */
  readonly battles: Mine[] = $derived.by(() =>
    keptSeats()
      .slice(0, shownMax)
      .map((seat) => this.judge(seat))
      .sort((a, b) => order[a.waiting] - order[b.waiting] || pressing(a) - pressing(b)),
  );

  start(): void {
    void this.refresh();
    this.timer = setInterval(() => document.visibilityState === 'visible' && void this.refresh(), every);
  }

  stop(): void {
    clearInterval(this.timer);
    for (const feed of this.feeds.values()) feed.unfollow();
    this.feeds.clear();
  }

  private judge(seat: KeptSeat): Mine {
    const summary = this.summaries.get(seat.battle);
    if (summary === undefined) return { seat, waiting: seat.private && !seat.name ? 'sit' : 'unknown', summary: null, deadline: null };
    if (summary === 'gone') return { seat, waiting: 'gone', summary: null, deadline: null };
    return { seat, summary, waiting: this.turns.has(keyOf(seat)) ? 'turn' : waitingFor(seat, summary.status, summary), deadline: this.turns.get(keyOf(seat)) ?? null };
  }

  private async refresh(): Promise<void> {
    for (const seat of keptSeats().slice(0, shownMax)) {
      const known = this.summaries.get(seat.battle);
      if (known && known !== 'gone' && known.status === 'over') continue; // that does not change any more
      if (known === undefined && this.feeds.has(keyOf(seat))) continue; // a private one, told by its feed
      try {
        const summary = await muster.battle(seat.battle);
        this.summaries = new Map(this.summaries).set(seat.battle, summary);
        this.watch(seat, summary);
      } catch (error) {
        if (error instanceof MusterError && error.refusal.code === 'unknown_battle') await this.lookInside(seat);
      }
    }
  }

  // A private battle does not exist for those without a token; with the token of a seat that is taken it can be asked for.
  private async lookInside(seat: KeptSeat): Promise<void> {
    if (!seat.name) {
      if (!seat.private) this.summaries = new Map(this.summaries).set(seat.battle, 'gone');
      return;
    }
    const feed = this.follow(seat);
    try {
      const summary = { ...(await feed.ready), visibility: 'private' as const };
      this.summaries = new Map(this.summaries).set(seat.battle, summary);
    } catch (error) {
      this.unfollow(seat);
      if (error instanceof MusterError && error.refusal.code === 'unknown_battle') this.summaries = new Map(this.summaries).set(seat.battle, 'gone');
    }
  }

  private follow(seat: KeptSeat, since?: number): Feed {
    const key = keyOf(seat);
    const feed = muster.follow(seat.battle, { token: seat.token, ...(since === undefined ? {} : { since }) });
    feed.ready.catch(() => {}); // refused: then it is nobody's turn here
    feed.on('requests', () => this.setTurn(key, feed.requests.filter((each) => !each.pending && !each.anybody)));
    this.feeds.set(key, feed);
    return feed;
  }

  private unfollow(seat: KeptSeat): void {
    const key = keyOf(seat);
    this.feeds.get(key)?.unfollow();
    this.feeds.delete(key);
    this.setTurn(key, []);
  }

  // Only a seat that is taken already: to follow with its token would take a free one, without a name.
  private watch(seat: KeptSeat, summary: Summary): void {
    const taken = summary.seats.find((each) => each.seat === seat.seat)?.name != null;
    if (summary.status === 'over' || !taken) this.unfollow(seat);
    else if (!this.feeds.has(keyOf(seat))) this.follow(seat, summary.head);
  }

  private setTurn(key: string, open: readonly DecisionRequest[]): void {
    const turns = new Map(this.turns);
    if (open.length === 0) turns.delete(key);
    else turns.set(key, open.flatMap(({ deadline }) => deadline ?? []).sort()[0] ?? null);
    this.turns = turns;
  }
}

function pressing({ deadline }: Mine): number {
  return deadline === null ? Number.MAX_SAFE_INTEGER : Date.parse(deadline);
}

function keyOf(seat: KeptSeat): string {
  return `${seat.battle} ${seat.seat}`;
}

function waitingFor(seat: KeptSeat, status: Status, { seats }: Summary): Waiting {
  if (status === 'over') return 'over';
  if (seats.find((each) => each.seat === seat.seat)?.name == null) return 'sit';
  return status === 'waiting' ? 'opponent' : 'other';
}
