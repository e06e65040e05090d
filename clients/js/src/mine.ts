// What a device keeps of the seats it plays, to hold their server to its word afterwards (protocol/README.md, "What a device keeps"). The
// program `muster` reads and writes the same.

import type { JsonObject } from './json.js';
import type { Json, SignedHead } from './types.js';

/** All that H(0) is made of, besides the battle's id. */
export type BattleStart = {
  ruleset: string;
  ruleset_version: number;
  title: string;
  setup: JsonObject;
  options: JsonObject;
  commitment: string;
  server_key: string;
};

/** What became, or may become, an input of the seat. */
export type SentInput = {
  /** of the decision; else concede, claim, draw (offered or agreed to), order, hand_over or new_ladder */
  kind: string;
  decision?: number;
  /** as it was sent, or sealed for the server too; the default as it was offered */
  choice?: Json;
  /** asked of several seats at once: void if the battle ends before all have chosen */
  sealed?: true;
  /** the server said so, and it was not taken back */
  accepted?: true;
};

/** A head that came with a request for the share of this step. */
export type AskedHead = SignedHead & { step: number };

/** A ladder (its foot) from which a share was given: it goes on from the step after which it was put in, whatever the server tells later. */
export type BegunLadder = { ladder: string; after: number };

/** What was told up to an event, as one digest. */
export type Heard = { seq: number; digest: string };

export type KeptSeat = {
  /** its address, without a slash at its end */
  server: string;
  battle: string;
  /** empty: not known, since nobody has been let in by its token yet; while it is being taken, the one asked for */
  seat: string;
  token: string;
  name?: string;
  /** the nonce for taking the seat: drawn once and kept before it is sent, the same at each attempt */
  drawn?: string;
  /** the token was drawn here for a seat that is open to anybody, and has not been given one yet */
  taking?: true;
  /** that this device brought when it took the seat: `drawn`, once the battle has shown it */
  nonce?: string;
  start?: BattleStart;
  /** the last head that was signed for this device */
  pin?: SignedHead;
  /** the first signed head that contradicts it; from then on the pin stays */
  against?: SignedHead;
  /** shared dice: the topmost rungs of the ladders that were drawn here for the seat, each before its foot was sent; the newest is the last */
  ladders?: string[];
  /** shared dice: of the ladders those that may have been brought to the battle, so that one of them is in force; missing: any of them */
  put_in?: string[];
  /** shared dice: ladders from which shares were given */
  begun?: BegunLadder[];
  /** by which this device signs what the seat decides, kept before it is sent: the private half of each (64 hex digits) and the public one; the newest is the last */
  keys?: string[];
  /** shared dice: the head with which the server last asked for a share, kept before that was given: of one step this device answers no other */
  asked?: AskedHead;
  /** whatever the seat decided after this decision was sent by this device */
  since?: number;
  sent?: SentInput[];
  /** how far the battle was told, whenever the server signed or asked for something, in order */
  heard?: Heard[];
  /** what lists of battles show */
  listing?: { title?: string; ruleset?: string; created_at?: string; private?: boolean; others?: { seat: string; token: string }[] };
};

export type KnownKey = { server: string; server_key: string };

/** The seat used last is the last. */
export type Mine = { format: 'muster.mine/1'; servers: KnownKey[]; seats: KeptSeat[] };

/** Of how many battles more than the seat is kept. */
export const keptBattlesMax = 200;
export const keptKeysOfServerMax = 8;
export const keptLaddersMax = 8;
/** Of more, every second goes, but the last. */
export const keptHeardMax = 32;

/** A server's address in the one form in which it is kept. */
export function serverAddress(server: string): string {
  return new URL(server).href.replace(/\/+$/, '');
}
