// One event's step of the table: what all battles have; what is a ruleset's own is described (changes.ts). Tables are never changed: what a step does
// not touch is shared with the one before.
import type { BattleEvent, Code, EventName, JsonObject } from '../types.js';
import { afterChanges } from './changes.js';
import { own } from './described.js';
import { number, numberOrNull, object, objects, text, wordOrNull } from './read.js';
import type { Roll, Table } from './table.js';

type Step = (table: Table, data: JsonObject, event: BattleEvent) => Table;

function rolled(table: Table, data: JsonObject, event: BattleEvent): Table {
  const roll: Roll = {
    seq: event.seq,
    roll: number(data.roll),
    purpose: text(data.purpose),
    groups: objects(data.groups).map((group) => ({
      label: text(group.label),
      dice: (Array.isArray(group.dice) ? group.dice : []).map((die) => number(die)),
      combatValue: numberOrNull(group.combat_value),
      hits: numberOrNull(group.hits),
    })),
  };
  const seat = text(data.seat);
  return { ...table, sides: table.sides.map((side) => (side.seat === seat ? { ...side, roll } : side)) };
}

function chosen(table: Table, data: JsonObject): Table {
  const sealed = table.sealed.filter((each) => each.decision !== data.decision);
  const next = sealed.length === table.sealed.length ? table : { ...table, sealed };
  if (data.kind !== 'ready') return next;
  return { ...next, stage: 'asking', ready: { ...table.ready, [text(data.seat)]: object(data.choice).ready === true } };
}

function ended(table: Table, data: JsonObject): Table {
  const survivors = Object.fromEntries(Object.entries(object(data.survivors)).map(([seat, left]) => [seat, number(left)]));
  return { ...table, stage: 'over', sealed: [], drawOffer: null, outcome: { winner: wordOrNull(data.winner), reason: text(data.reason), survivors } };
}

function rematchWanted(table: Table, data: JsonObject): Table {
  return { ...table, rematch: { ...table.rematch, wanted: { ...table.rematch.wanted, [text(data.seat)]: data.swap === true }, failed: null } };
}

// Taken back, or it cannot be made: then with why.
function rematchWithdrawn(table: Table, data: JsonObject): Table {
  const { [text(data.seat)]: _gone, ...wanted } = table.rematch.wanted;
  const failed = data.code ? { code: text(data.code) as Code, message: text(data.message) } : null;
  return { ...table, rematch: { ...table.rematch, wanted, failed } };
}

const named: Step = (table, data) => ({ ...table, names: { ...table.names, [text(data.seat)]: text(data.name) } });

const steps: { [Name in EventName]?: Step } = {
  seat_taken: named,
  seat_handed_over: (table, data, event) => (text(data.name) ? named(table, data, event) : table),
  battle_started: (table) => ({ ...table, stage: 'running' }),
  decision_sealed: (table, data) => ({ ...table, sealed: [...table.sealed, { seat: text(data.seat), decision: number(data.decision) }] }),
  decision_unsealed: (table, data) => ({ ...table, sealed: table.sealed.filter((each) => each.decision !== data.decision) }),
  chosen,
  draw_offered: (table, data) => ({ ...table, drawOffer: text(data.seat) }),
  draw_answered: (table) => ({ ...table, drawOffer: null }),
  battle_ended: ended,
  rematch_wanted: rematchWanted,
  rematch_withdrawn: rematchWithdrawn,
  rematch_made: (table, data) => ({ ...table, rematch: { wanted: {}, made: { battle: text(data.battle), swap: data.swap === true }, failed: null } }),
  rolled,
};

/** The table after one more event; unknown ones only count. */
export function advance(table: Table, event: BattleEvent): Table {
  const step = own(steps, event.event);
  return { ...(step ? step(table, event.data, event) : afterChanges(table, event)), seq: event.seq };
}
