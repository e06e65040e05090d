// The moments of a battle that one jumps to: its phases, rounds and turns, and its end.
import type { BattleEvent } from 'muster-client';
import { type Description, numberAt, own } from 'muster-client/table';
import { lastUpTo } from './last_up_to';

export interface Chapter {
  seq: number;
  /** start, end, or what a ruleset counts: phase, round, turn */
  kind: string;
  /** of the phase, round or turn; 0 for start and end */
  number: number;
}

/** The one that an event begins. */
export const chapterOf = (description: Description | undefined) => ({ seq, event, data }: BattleEvent): Chapter | null => {
  if (event === 'battle_started') return { seq, kind: 'start', number: 0 };
  if (event === 'battle_ended') return { seq, kind: 'end', number: 0 };
  const chapter = own(description?.events, event)?.chapter;
  return chapter ? { seq, kind: chapter.kind, number: numberAt(data, chapter.number) } : null;
};

/** The chapter that a moment belongs to: the last one that began at or before it. */
export function chapterAt(chapters: readonly Chapter[], seq: number): Chapter | null {
  return chapters[lastUpTo(chapters, seq)] ?? null;
}
