// The moments of a battle that one jumps to: its phases, rounds and turns, and its end.
import type { BattleEvent } from 'muster-client';

export interface Chapter {
  seq: number;
  kind: 'start' | 'phase' | 'round' | 'turn' | 'end';
  /** of the phase, round or turn; 0 for start and end */
  number: number;
}

export function chaptersOf(events: readonly BattleEvent[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const { seq, event, data } of events) {
    const numbered = (kind: Chapter['kind'], value: unknown) => chapters.push({ seq, kind, number: Number(value) });
    if (event === 'battle_started') numbered('start', 0);
    else if (event === 'round_started') numbered('round', data.round);
    else if (event === 'turn_started') numbered('turn', data.turn);
    // Phases of a round are named and many; those that are counted are chapters of their own.
    else if (event === 'phase_started' && !('round' in data)) numbered('phase', data.phase);
    else if (event === 'battle_ended') numbered('end', 0);
  }
  return chapters;
}

/** The chapter that a moment belongs to: the last one that began at or before it. */
export function chapterAt(chapters: readonly Chapter[], seq: number): Chapter | null {
  let found: Chapter | null = null;
  for (const chapter of chapters) {
    if (chapter.seq > seq) break;
    found = chapter;
  }
  return found;
}
