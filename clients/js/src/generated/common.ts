// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

import type { JsonObject } from '../json.js';

export type BattleCreatedData = {
  battle: string;
  commitment: string;
  options: JsonObject;
  ruleset: string;
  ruleset_version: number;
  seats: string[];
  /** by which the server signs (P-256, hex); left out in battles of the time before */
  server_key?: string;
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

export type ChoiceSealedData = {
  decision: number;
  kind: string;
  /** HMAC of the choice, which is `chosen` when all have given their shares */
  seal: string;
  seat: string;
};

export type ChosenData = {
  choice: JsonObject;
  decision?: number;
  forced?: boolean;
  kind: string;
  left?: boolean;
  seat: string;
  standing?: boolean;
  timed_out?: boolean;
  unfit?: boolean;
};

export type ClaimedData = {
  seat: string;
};

export type ClockCreditedData = {
  milliseconds: number;
  seats: string[];
};

export type ClosedData = {
  /** the shares of the dice that all were asked for then */
  step?: number;
};

export type ConcededData = {
  seat: string;
  /** the shares of the dice that all were asked for then */
  step?: number;
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
  /** the shares of the dice that all were asked for then */
  step?: number;
};

export type LadderRenewedData = {
  /** by which this seat signs what it decides (P-256, hex) */
  key?: string;
  /** where this seat's shares of the dice begin */
  ladder: string;
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
    sides?: number;
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
  /** by which this seat signs what it decides (P-256, hex) */
  key?: string;
  /** where this seat's shares of the dice begin */
  ladder?: string;
  name: string;
  nonce?: string;
  seat: string;
};

export type ShareGivenData = {
  decision: number;
  seat: string;
  share: string;
  step: number;
};

export type WitnessJoinedData = {
  /** where its shares of the dice begin */
  ladder: string;
};

export type WitnessShareGivenData = {
  share: string;
  step: number;
};

export type ReadyOptions = {
  ready: boolean[];
};

export type ReadyChoice = {
  /** false declines the battle */
  ready: boolean;
};

export type ShareOptions = {
  /** all that entered the chain since the step before, its shares first, as records have it */
  inputs: JsonObject[];
  /** your sealed decision, whose choice goes with the share */
  opens?: number;
  /** counts the shares of each seat */
  step: number;
};

export type ShareChoice = {
  /** the choice that you sealed, exactly as you sealed it */
  opens?: JsonObject;
  /** the next rung of your ladder */
  share: string;
};
