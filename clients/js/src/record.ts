// The whole of a battle as one document (protocol/README.md, "The chain."), in both of its formats.

import type { BattleEvent } from './battle.js';
import type { JsonObject } from './json.js';
import type { Outcome, SeatInfo } from './types.js';

type RecordFrame = {
  battle: string;
  ruleset: string;
  ruleset_version: number;
  title: string;
  setup: JsonObject;
  options?: JsonObject;
  seats: SeatInfo[];
  created_at: string;
  finished_at: string | null;
  commitment: string;
  /** only once the battle is over */
  server_seed?: string | null;
  events: BattleEvent[];
  outcome: Outcome | null;
  /** the hash of the beginning and all inputs */
  chain: string;
};

/** What was decided, by whom. */
type Decided = {
  kind: string;
  /** not there for what no seat did alone */
  seat?: string;
  decision?: number;
  choice?: JsonObject;
  name?: string;
  nonce?: string;
  /** true: the clock played the default */
  timed_out?: boolean;
  /** true: the default of a seat that has left; version 2 */
  left?: boolean;
};

/** An input of a battle from the time before muster/2: all of it is hashed. */
export type FirstInput = Decided & {
  /** of the event that shows it */
  seq: number;
  accept?: boolean;
  standing?: boolean;
};

export type SecondInput = {
  /** what is hashed */
  input: Decided & {
    /** where a seat's or the witness's shares of the dice begin: hex */
    ladder?: string;
    /** by which the seat signs from then on: P-256, the uncompressed point in hex */
    key?: string;
    /** the witness's: hex */
    share?: string;
  };
  /** of the first event after it */
  seq: number;
  /** of what the witness said, or the seat decided, by its key: hex */
  signature?: string;
  /** true: an order of the seat made the choice */
  standing?: boolean;
};

export type FirstRecord = RecordFrame & { format: 'muster.record/1'; inputs: FirstInput[] };
export type SecondRecord = RecordFrame & {
  format: 'muster.record/2';
  /** by which the server signs: P-256, the uncompressed point in hex */
  server_key: string;
  inputs: SecondInput[];
  /** the hash of all events that followed from inputs; left out before the first of them */
  shown?: string;
  /** of the last head; only once the battle is over */
  signature?: string;
};

export type BattleRecord = FirstRecord | SecondRecord;
