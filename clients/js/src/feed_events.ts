// What one says when one begins to follow a battle, and what one hears then.

import type { MusterError } from './errors.js';
import type { Problem } from './problem.js';
import type { SharingState } from './share_state.js';
import type { BattleEvent, ClockState, DecisionRequest, DiceOf, Following, Presence, Reminder, StandingOrders } from './types.js';

export interface FollowOptions {
  /** Of a seat; without one you look on. */
  token?: string;
  /** The last event you have; the feed begins after it. Of a seat whose dice are shared it begins with the first: it works out what was shown. */
  since?: number;
  /** `generation` of the feed that had that event: shows whether the server's history is still the same. */
  generation?: string;
  /** How you want to be called. */
  name?: string;
  /**
   * 16 to 64 hex digits that enter the dice when the seat is taken; unless given they are drawn, and kept before anything is asked: the same come at each
   * attempt, so nobody who runs the server can refuse you until some come that suit him.
   */
  nonce?: string;
  /** Whose dice one was invited to: others are refused before anything is asked, with `other_dice`. */
  dice?: DiceOf | undefined;
  /** With `dice`: the key of the witness of theirs, likewise; '' if they have none. Unless given any may be beside them, or none. */
  witness?: string | undefined;
  /** Ends it as unfollow() does. */
  signal?: AbortSignal | undefined;
}

export interface FeedEvents {
  /** Whenever the server lets it follow: at first, and after every break. */
  following: Following;
  /**
   * The server's copy was restored from an older one: what was known is gone, and its history comes from the beginning. What nobody has
   * answered rejects with `history_restored`, since it was said to what never happened there.
   */
  restored: void;
  event: BattleEvent;
  /** All that had happened when it began to follow is in. */
  caught_up: void;
  requests: DecisionRequest[];
  /** One's own standing orders, whenever they were changed, here or in another window. */
  orders: StandingOrders;
  presence: Presence;
  /** How the time stands, in a battle with a clock: after each change. */
  clock: ClockState;
  /** One's own deadline draws near. */
  reminder: Reminder;
  /** The server goes against its word: what it signed or said contradicts what this device kept. The battle goes on as before. */
  broken: Problem;
  /** In a battle whose dice are shared, for a seat: how it stands with its shares, which are given without anybody's doing. */
  sharing: SharingState;
  /** It signs with another key than in this device's earlier battles. */
  key_changed: { key: string; before: string };
  /** It may not be followed (any more): nothing will come. */
  error: MusterError;
}
