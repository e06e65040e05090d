// What the table is told of the stage: which beat is played, of which event, and how fast.
import type { BattleEvent, JsonObject } from 'muster-client';
import type { Beat } from './beats';
import type { Director } from './director.svelte';

export interface Scene {
  beat: Beat | null;
  event: BattleEvent | null;
  /** durations of animations are multiplied by it */
  stretch: number;
  /** what is new may move */
  moves: boolean;
}

export function sceneOf({ beat, event, pace, running }: Director, moves: boolean): Scene {
  return { beat, event, stretch: 1 / pace, moves: moves && running };
}

/** Whether this beat is played, of that seat. */
export function plays(scene: Scene, beat: Beat, seat: string): boolean {
  const data: JsonObject = scene.event?.data ?? {};
  return scene.moves && scene.beat === beat && data.seat === seat;
}
