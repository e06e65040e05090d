// A battle that is followed, as the page sees it: the SDK's feed made reactive, and what lies on the table at its head.
import type {
  BattleEvent, DecisionKind, DecisionRequest, Feed, Following, FollowOptions, JsonObject, NudgeInfo, NudgeTarget, Presence, Previewed, Problem, Refusal, Reminder, SharingState, StandingOrder, StandingOrders,
} from 'muster-client';
import { needDescription } from '../lib/descriptions';
import { muster } from '../lib/server';
import { Clocks, termsOf } from './clock.svelte';
import { tableAt, type Table } from 'muster-client/table';

const retryFirst = 1_000; // milliseconds
const retryMax = 30_000;

/** Events that leave a decision open. */
const seals = new Set(['decision_sealed', 'decision_unsealed']);

export class Live {
  header = $state.raw<Following | null>(null);
  requests = $state.raw<DecisionRequest[]>([]);
  presence = $state.raw<Presence | null>(null);
  /** The own standing orders, once they were asked for or changed. */
  standing = $state.raw<StandingOrders | null>(null);
  /** It may not be followed. */
  refusal = $state.raw<Refusal | null>(null);
  /** Of one's own seat, where both players add to the dice. */
  sharing = $state.raw<SharingState | null>(null);
  /** In a battle with a clock. */
  clocks = $state.raw<Clocks | null>(null);
  /** A deadline that the server has reminded of. */
  reminder = $state.raw<Reminder | null>(null);
  /** The last event that is in. */
  head = $state(0);
  /** The history is in; what comes now happens now. */
  caughtUp = $state(false);
  /** Grows in place: `head` tells when. Another list when the history began anew. */
  events = $state.raw<BattleEvent[]>([]);
  /** The server's copy was restored from an older one, and what this page had seen is not in it. */
  restored = $state(false);
  /** The latest of what the server did against its word. */
  broken = $state.raw<Problem | null>(null);
  /** It signs with another key than in this device's earlier battles: their fingerprints. */
  keyChange = $state.raw<{ key: string; before: string } | null>(null);
  /** All want a rematch, and the server cannot make it right now. */
  rematchWaits = $state(false);
  /** Own sealed choices of this page; the server tells them to other pages of the same seat only. */
  sealedHere = $state.raw<ReadonlyMap<number, JsonObject>>(new Map());

  /** It is known what lies on tables of this ruleset, as far as it can be. */
  private described = $state(false);
  readonly table: Table | null = $derived(this.header && this.described ? tableAt(this.header, this.events, this.head) : null);
  /** The own seat, or null for who watches. */
  readonly seat: string | null = $derived(!this.header || this.header.viewer === 'spectator' ? null : this.header.viewer);

  private stopped = false;
  private readonly feed: Feed;
  private readonly deaf: () => void;
  // The server closes a request after all that followed from its answer; until then a sealed choice that was just opened would
  // be asked for once more.
  private readonly answered = new Set<number>();

  constructor(battle: string, options: FollowOptions) {
    this.feed = muster.follow(battle, options);
    this.feed.on('following', (header) => {
      this.header = header;
      if (!this.described) void this.describe(header.ruleset);
      this.clocks ??= new Clocks(termsOf(header.options));
    });
    this.feed.on('clock', (state) => this.clocks?.tell(state));
    this.feed.on('reminder', (reminder) => (this.reminder = reminder));
    this.feed.on('event', (event) => {
      this.events.push(event);
      this.head = event.seq;
      if (event.event.startsWith('rematch_')) this.rematchWaits = false;
      const { decision }: JsonObject = event.data;
      if (typeof decision !== 'number' || seals.has(event.event)) return;
      this.answered.add(decision);
      this.askOpen();
    });
    this.feed.on('restored', () => this.beginAnew());
    this.feed.on('caught_up', () => (this.caughtUp = true));
    this.feed.on('requests', () => this.askOpen());
    this.feed.on('presence', (presence) => (this.presence = presence));
    this.feed.on('sharing', (sharing) => (this.sharing = sharing));
    this.feed.on('orders', (orders) => (this.standing = orders));
    this.feed.on('broken', (problem) => (this.broken = problem));
    this.feed.on('key_changed', ({ key, before }) => void this.tellKeys(key, before));
    this.feed.on('error', (error) => (this.refusal = error.refusal));
    this.deaf = muster.on('notice', (told) => {
      if (told.notice === 'rematch' && told.battle === battle) this.rematchWaits = true;
    });
  }

  /** What does not come is asked for again, and the battle is shown without meanwhile; what was shown so is made anew once it is here. */
  private async describe(ruleset: string): Promise<void> {
    for (let wait = retryFirst; !this.stopped; wait = Math.min(2 * wait, retryMax)) {
      try {
        await needDescription(ruleset);
        if (this.described) this.events = [...this.events];
        this.described = true;
        return;
      } catch {
        this.described = true;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  stop(): void {
    this.stopped = true;
    this.feed.unfollow();
    this.deaf();
    this.clocks?.stop();
  }

  private async tellKeys(key: string, before: string): Promise<void> {
    const { fingerprint } = await import('../lib/fingerprint');
    this.keyChange = { key: await fingerprint(key), before: await fingerprint(before) };
  }

  private beginAnew(): void {
    this.restored = true;
    this.events = [];
    this.head = 0;
    this.caughtUp = false;
    this.answered.clear();
    this.requests = [];
    this.sealedHere = new Map();
    this.standing = null;
    this.reminder = null;
  }

  private askOpen(): void {
    const open = this.feed.requests.filter(({ decision }) => !this.answered.has(decision));
    if (open.length > 0 || this.requests.length > 0) this.requests = open;
  }

  async choose(request: DecisionRequest, choice: JsonObject | 'default'): Promise<void> {
    await this.feed.choose(request.decision, choice);
    if (request.sealed) this.sealedHere = new Map(this.sealedHere).set(request.decision, choice === 'default' ? request.default : choice);
  }

  /** What a choice would come to. */
  preview<Kind extends DecisionKind>(request: DecisionRequest, choice: JsonObject, signal: AbortSignal): Promise<Previewed<Kind>> {
    return this.feed.preview<Kind>(request.decision, choice, { signal });
  }

  async retract(request: DecisionRequest): Promise<void> {
    await this.feed.retract(request.decision);
  }

  /** What the own seat has chosen and nobody has seen yet; null while it is still to choose. */
  pendingOf(request: DecisionRequest): JsonObject | null {
    const sealed = this.table?.sealed.some((each) => each.decision === request.decision) ?? false;
    return sealed ? (this.sealedHere.get(request.decision) ?? request.pending ?? {}) : null;
  }

  async order(orders: StandingOrder[], now = false): Promise<void> {
    await this.feed.order(orders, { now });
    await this.askOrders();
  }
  async askOrders(): Promise<void> {
    this.standing = await this.feed.orders();
  }
  /** Draws another ladder, from which this device adds to the dice from now on. */
  async newLadder(): Promise<void> {
    await this.feed.newLadder();
  }
  /** What was decided in this seat's name was its player, on another device. */
  async vouch(): Promise<void> {
    await this.feed.vouch();
  }
  async concede(): Promise<void> {
    await this.feed.concede();
  }
  async claim(): Promise<void> {
    await this.feed.claim();
  }
  async offerDraw(): Promise<void> {
    await this.feed.offerDraw();
  }
  async answerDraw(accept: boolean): Promise<void> {
    await this.feed.answerDraw(accept);
  }
  /** `token`: of one's seat in the rematch. */
  async rematch(swap: boolean, token: string): Promise<void> {
    await this.feed.rematch({ swap, token });
  }
  async withdrawRematch(): Promise<void> {
    await this.feed.withdrawRematch();
  }
  async say(text: string): Promise<void> {
    await this.feed.say(text);
  }
  subscribe(nudge: NudgeTarget): Promise<{ nudge: NudgeInfo; secret?: string }> {
    return this.feed.subscribe(nudge);
  }
  unsubscribe(nudge: string): Promise<void> {
    return this.feed.unsubscribe(nudge);
  }
  nudges(): Promise<NudgeInfo[]> {
    return this.feed.nudges();
  }
  /** A new token for the own seat, or for a free one whose token is known. */
  handOver(token?: string): Promise<string> {
    return this.feed.handOver(token);
  }
}
