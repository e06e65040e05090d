// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

import type { JsonObject } from '../json.js';

export type BattleCreatedData = {
  battle: string;
  commitment: string;
  options: JsonObject;
  ruleset: string;
  ruleset_version: number;
  seats: string[];
  setup: JsonObject;
  title: string;
};

export type BattleEndedData = {
  reason: string;
  server_seed?: string;
  survivors: {
    [k: string]: number;
  };
  winner: string | null;
};

export type BattleStartedData = {
  seats: {
    name: string;
    seat: string;
  }[];
};

export type ChosenData = {
  choice: JsonObject;
  decision?: number;
  forced?: boolean;
  kind: string;
  seat: string;
  standing?: boolean;
  timed_out?: boolean;
};

export type ClaimedData = {
  seat: string;
};

export type ClockCreditedData = {
  milliseconds: number;
  seats: string[];
};

export type ClosedData = {};

export type ConcededData = {
  seat: string;
};

export type DecisionSealedData = {
  decision: number;
  seat: string;
};

export type DecisionUnsealedData = {
  decision: number;
  seat: string;
};

export type DrawAnsweredData = {
  accept: boolean;
  seat: string;
};

export type DrawOfferedData = {
  seat: string;
};

export type ForfeitedData = {
  seat: string;
};

export type RematchMadeData = {
  /** the new one */
  battle: string;
  /** sides were swapped: each player has the next seat */
  swap: boolean;
};

export type RematchWantedData = {
  seat: string;
  /** with sides swapped */
  swap: boolean;
};

export type RematchWithdrawnData = {
  /** why the rematch can't be made; if left out, the seat took its request back */
  code?: string;
  /** why not, in a sentence */
  message?: string;
  seat: string;
};

export type RolledData = {
  groups: {
    combat_value?: number;
    dice: number[];
    hits?: number;
    label: string;
  }[];
  purpose: string;
  roll: number;
  seat: string;
};

export type SaidData = {
  /** only for those in the room, like the text */
  name?: string;
  /** "players" or "spectators" */
  room: string;
  seat?: string;
  text?: string;
};

export type SeatHandedOverData = {
  name?: string;
  seat: string;
};

export type SeatTakenData = {
  name: string;
  nonce?: string;
  seat: string;
};

export type ReadyOptions = {
  ready: boolean[];
};

export type ReadyChoice = {
  /** false declines the battle */
  ready: boolean;
};
