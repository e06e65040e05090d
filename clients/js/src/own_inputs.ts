// Whether an input that bears a seat's name is what its device sent.

import { firstDifference, shortened } from './difference.js';
import { notesPutIn, startOf } from './heads.js';
import type { Entry } from './input.js';
import { Ladder } from './ladder.js';
import { keptLaddersMax, type KeptSeat } from './mine.js';
import { problem, type Problem } from './problem.js';
import { saysTheSame } from './says_the_same.js';
import type { Json } from './types.js';

/** What else is known of the battle where the input stands. */
export interface Around {
  /** the number of the input, from 1 */
  number: number;
  /** the last decision before it */
  decided: number;
  /** what was opened of the seal, if its share is there already; an empty list: nothing was */
  opened?: readonly Json[] | undefined;
  /** whether the seat had been handed over by then */
  isHandedOver: boolean;
}

/** The feet of the ladders that are kept: hex. */
export async function feetOf(kept: KeptSeat): Promise<Set<string>> {
  const start = kept.ladders?.length ? await startOf(kept) : null;
  const ladders = start ? await Promise.all((kept.ladders ?? []).map((secret) => Ladder.of(start, kept.seat, secret))) : [];
  return new Set(ladders.map(({ foot }) => foot));
}

/** What of the input is not this device's; null: nothing. `feet`: as feetOf() gives them. */
export function ownProblem(kept: KeptSeat, feet: ReadonlySet<string>, { said, seq, path }: Entry, around: Around): Problem | null {
  const { kind, decision, ladder = '' } = said;
  const { number } = around;
  const bearsName = said.seat === kept.seat;
  if (kind === 'seat' && bearsName) return seatProblem(kept, feet, { said, seq, path } as Entry, number);
  if (decision !== undefined && bearsName) return kind === 'share' ? null : choiceProblem(kept, { said, seq, path } as Entry, around);
  if (kept.since === undefined || (around.isHandedOver && hasSent(kept, 'hand_over'))) return null;
  const ends = ((kind === 'concede' || kind === 'claim') && bearsName) || kind === 'draw';
  const readies = kept.since === 0 && ((kind === 'decline' && bearsName) || kind === 'ready');
  const renews = kind === 'new_ladder' && bearsName && !mayBeOurs(kept, feet, ladder) && (kept.since === 0 || around.decided > kept.since);
  return renews || (ends && !hasSent(kept, kind)) || (readies && !hasSent(kept, 'ready')) ? problem(path, 'not_sent', seq, number, kind) : null;
}

function seatProblem(kept: KeptSeat, feet: ReadonlySet<string>, { said, seq, path }: Entry, number: number): Problem | null {
  const { nonce: brought, keys = [] } = kept;
  if (!brought) return null;
  const { nonce, ladder, key } = said;
  if (nonce !== brought) return problem(`${path}/input/nonce`, 'other_nonce', seq, number, brought, nonce ?? 'nothing');
  if (feet.size > 0 && !mayBeOurs(kept, feet, ladder)) return problem(`${path}/input/ladder`, 'other_ladder', seq, number, ladder ?? 'nothing');
  const isOurs = keys.length === 0 || keys.length >= keptLaddersMax || keys.some((each) => key && each.endsWith(key));
  return isOurs ? null : problem(`${path}/input/key`, 'other_key', seq, number, key ?? 'nothing');
}

// What was sealed for the server too is compared when it is opened, exactly as it was sealed.
function choiceProblem(kept: KeptSeat, { said, seq, path }: Entry, { number, opened, isHandedOver }: Around): Problem | null {
  const { kind, decision = 0, choice = {}, timed_out, standing, left } = said;
  const ours = kept.sent?.filter((each) => each.decision === decision && each.kind === kind) ?? [];
  const isSeal = Object.hasOwn(choice, 'seal') && !timed_out;
  const recorded = isSeal ? opened?.[0] : choice;
  const fits = (sent: Json) => sent === 'default' || saysTheSame(sent, choice);
  if (ours.some((each) => (isSeal ? !opened || opened.some((choice) => !firstDifference(each.choice, choice, '')) : fits(each.choice ?? null)))) return null;
  const elsewhere = timed_out || left || (standing && hasSent(kept, 'order'));
  const other = ours.filter(({ accepted }) => accepted).at(-1) ?? ours[0];
  if (other && (other.accepted || !elsewhere)) {
    return problem(`${path}/input/choice`, 'other_choice', seq, number, shortened(other.choice ?? null), shortened(recorded));
  }
  if (elsewhere || (isHandedOver && hasSent(kept, 'hand_over')) || kept.since === undefined || decision <= kept.since) return null;
  return problem(path, 'not_sent', seq, number, kind);
}

function hasSent(kept: KeptSeat, kind: string): boolean {
  return kept.sent?.some((each) => each.kind === kind) ?? false;
}

// Of as many as are kept the first may have fallen away where it was not noted which were brought: those stay.
function mayBeOurs(kept: KeptSeat, feet: ReadonlySet<string>, foot = ''): boolean {
  return feet.has(foot) || (feet.size >= keptLaddersMax && !notesPutIn(kept));
}
