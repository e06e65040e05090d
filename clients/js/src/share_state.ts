// How it stands with the shares that this device gives, as whoever uses the SDK is told.

import type { Problem } from './problem.js';

/** The share that is due now, and what became of it. */
export type DueShare = {
  /** counts the shares of each seat */
  step: number;
  /** when the battle is lost without it */
  deadline: string | null;
  /**
   * checking: what the server signed is being looked at; given: the others' is awaited; elsewhere: the ladder is on another device, which has to give it;
   * asks: something was decided in this seat's name that this device did not send (`problem`), and before it gives anything its player has to say that it was he (vouch());
   * refused: the server goes against its word (`problem`), and nothing is given; failed: it could not be given or checked, and is tried again when the connection is made anew
   */
  state: 'checking' | 'given' | 'elsewhere' | 'asks' | 'refused' | 'failed';
  problem: Problem | null;
};

export type SharingState = {
  /** where the ladder is that this seat's shares come from; unknown: that is being looked up; used_up: all of its shares are given */
  ladder: 'here' | 'elsewhere' | 'used_up' | 'unknown';
  /** null: none */
  due: DueShare | null;
};
