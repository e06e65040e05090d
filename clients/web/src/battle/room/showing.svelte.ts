// What a room shows: the table as far as the stage has come, the chances from there, and whether anything still moves. What has happened
// meanwhile waits.
import type { BattleEvent, Following, JsonObject } from 'muster-client';
import { descriptionOf, type Table, tableAt } from 'muster-client/table';
import { onDestroy, untrack } from 'svelte';
import type { Live } from '../live.svelte';
import { beatsOf } from '../stage/beats';
import type { Cue } from '../stage/director.svelte';
import { Playback } from '../stage/playback.svelte';
import { type Scene, sceneOf } from '../stage/scene';
import { CurrentChances } from './current_chances.svelte';
import type { OwnClock } from './own_clock.svelte';

export class Showing {
  readonly playback: Playback;
  readonly chances: CurrentChances;
  readonly table: Table = $derived.by(() => tableAt(this.header(), this.events, this.playback.director.shown));
  readonly scene: Scene = $derived.by(() => sceneOf(this.playback.director, this.playback.moves()));
  /** All that has happened is shown, and the table lies still. */
  readonly settled: boolean = $derived.by(() => !this.playback.director.running && this.playback.director.shown === this.live.head);
  readonly over: boolean = $derived.by(() => this.table.stage === 'over' && !this.playback.director.running);

  /** To be made while a component is: it follows the battle as long as that one is there. */
  constructor(
    private readonly live: Live,
    private readonly header: () => Following,
    private readonly events: readonly BattleEvent[],
    clock: OwnClock,
    cue: Cue,
  ) {
    const own = ({ data }: BattleEvent) => {
      const { decision, seat }: JsonObject = data;
      return typeof decision === 'number' && (live.seat === null || seat === live.seat);
    };
    this.playback = new Playback(events, beatsOf(descriptionOf(header().ruleset)), cue, () => !events.some(own));
    this.chances = new CurrentChances(header().battle, header().generation, events);
    const { playback, chances } = this;
    $effect(() => {
      const { head, caughtUp } = live;
      const { runs } = clock;
      untrack(() => playback.reach(head, caughtUp, runs ? (clock.time?.left ?? null) : null));
    });
    $effect(() => {
      if (live.table?.stage === 'running' && live.caughtUp) chances.reach(live.head);
    });
    $effect(() => {
      if (this.settled) chances.show(playback.director.shown);
    });
    onDestroy(() => {
      playback.director.stop();
      chances.stop();
    });
  }
}
