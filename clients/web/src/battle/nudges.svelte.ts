// Who is told when it is the own seat's turn, as far as the server is asked: this browser though no page is open, other browsers, and
// channels.
import type { NudgeFormat, NudgeInfo } from 'muster-client';

import { Attempt } from '../lib/attempt.svelte';
import { pushPossible, pushTarget } from '../lib/push';
import { keptSeats, noteSeat } from '../lib/seats.svelte';
import type { Live } from './live.svelte';

function formatOf(url: string): NudgeFormat {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return host === 'hooks.slack.com' ? 'slack' : host === 'discord.com' || host === 'discordapp.com' ? 'discord' : 'json';
}

export class SeatNudges extends Attempt {
  /** This browser's push service did not take it, or it has none. */
  unreachable = $state(!pushPossible);
  /** What signs the nudges of the channel that was added last. */
  secret = $state('');
  private all = $state.raw<NudgeInfo[]>([]);
  /** among them this browser; '' while it is none of them */
  private own = $state('');

  readonly pushed: boolean = $derived(this.all.some(({ nudge }) => nudge === this.own));
  readonly others: NudgeInfo[] = $derived(this.all.filter(({ nudge }) => nudge !== this.own));

  constructor(
    private readonly live: Live,
    private readonly battle: string,
    private readonly seat: string,
  ) {
    super();
    this.own = keptSeats().find((each) => each.battle === battle && each.seat === seat)?.nudge ?? '';
    if (this.own) void this.look();
  }

  look(): Promise<boolean> {
    return this.act(async () => {});
  }

  tellThisBrowser(): Promise<boolean> {
    return this.act(async () => {
      const target = await pushTarget();
      this.unreachable = target === null;
      if (target) this.keep((await this.live.subscribe(target)).nudge.nudge);
    });
  }

  tellThisBrowserNoMore(): Promise<boolean> {
    return this.act(async () => {
      await this.live.unsubscribe(this.own);
      this.keep('');
    });
  }

  addChannel(url: string): Promise<boolean> {
    return this.act(async () => {
      this.secret = (await this.live.subscribe({ kind: 'webhook', format: formatOf(url), url })).secret ?? '';
    });
  }

  remove(nudge: string): Promise<boolean> {
    return this.act(() => this.live.unsubscribe(nudge));
  }

  private keep(nudge: string): void {
    this.own = nudge;
    noteSeat(this.battle, this.seat, { nudge: nudge || undefined });
  }

  /** After it the server says whom it tells now. */
  private act(what: () => Promise<void>): Promise<boolean> {
    return this.make(async () => {
      await what();
      this.all = await this.live.nudges();
    });
  }
}
