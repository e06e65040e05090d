// The moments of a battle that one jumps to: its phases, rounds and turns, and its end.
import type { BattleEvent } from 'muster-client';
import { lastUpTo } from './last_up_to';

export interface Chapter {
  seq: number;
  kind: 'start' | 'phase' | 'round' | 'turn' | 'end';
  /** of the phase, round or turn; 0 for start and end */
  number: number;
}

/** The one that an event begins. */
export function chapterOf({ seq, event, data }: BattleEvent): Chapter | null {
  const numbered = (kind: Chapter['kind'], value: unknown): Chapter => ({ seq, kind, number: Number(value) });
  if (event === 'battle_started') return numbered('start', 0);
  if (event === 'round_started') return numbered('round', data.round);
  if (event === 'turn_started') return numbered('turn', data.turn);
  // Phases of a round are named and many; those that are counted are chapters of their own.
  if (event === 'phase_started' && !('round' in data)) return numbered('phase', data.phase);
  return event === 'battle_ended' ? numbered('end', 0) : null;
}

/** The chapter that a moment belongs to: the last one that began at or before it. */
export function chapterAt(chapters: readonly Chapter[], seq: number): Chapter | null {
  return chapters[lastUpTo(chapters, seq)] ?? null;
}
