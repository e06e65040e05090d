// What of a record no proof shows, although it holds: what came when, who was away, why somebody ended it.

import { sharesDice } from './dice_of.js';
import { entriesOf } from './input.js';
import type { BattleRecord, JsonObject } from './types.js';

/** Rests on the server's word. */
export interface ByWord {
  /** so many decisions were made by the clock */
  timed_out: number;
  /** it was ended by this: the clock, since somebody was away, or by the operator */
  ended?: 'forfeit' | 'claim' | 'close';
  /** the step of the dice whose shares were due then, and whose */
  step?: number;
  due?: 'seats' | 'witness';
}

const endings = ['forfeit', 'claim', 'close'] as const;

/** Undefined: all of it is proved. Precondition: the proof holds. */
export function byWord(record: BattleRecord): ByWord | undefined {
  const inputs = entriesOf(record).map(({ said }) => said);
  const ended = endings.find((kind) => kind === inputs.at(-1)?.kind);
  const timedOut = inputs.filter(({ timed_out, kind }) => timed_out && kind !== 'forfeit').length;
  if (timedOut === 0 && !ended) return undefined;
  const open = record.events.filter(({ event }) => event === 'forfeited' || event === 'closed').at(-1);
  const told = (open?.data as JsonObject | undefined)?.['step'];
  const step = typeof told === 'number' ? told : 0;
  // The seats' next step is after all that are in; a witness beside them is asked only once they have given theirs of as many steps, at least.
  const given = inputs.filter(({ kind }) => kind === 'share').length / 2; // one of each seat
  const due = sharesDice(record.options) && step > given ? 'seats' : 'witness';
  return { timed_out: timedOut, ...(ended && { ended }), ...(step > 0 && { step, due } as const) };
}
