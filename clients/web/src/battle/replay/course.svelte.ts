// How the chances went over a battle, asked for moment after moment, and where they moved most.
import type { BattleEvent } from 'muster-client';
import { descriptionOf } from 'muster-client/table';
import { untrack } from 'svelte';

import { Chances } from '../../lib/chances.svelte';
import { Gathered } from '../gathered';
import { askedMoments, decisiveSwings, endPoint, type Point, pointOf, type Swing, turnBefore, type Turning, turningBy } from './points';

interface Battle {
  header: { battle: string; ruleset: string; generation?: string };
  events: readonly BattleEvent[];
  /** the last event that is looked at */
  head: number;
  seats: readonly string[];
}

export class Course {
  private readonly chances: Chances;
  private readonly turning: Turning;
  // Each is another one when other events are looked at; while the battle goes on they only get more.
  private readonly turns = $derived.by(() => new Gathered(this.battle().events, turnBefore(this.turning)));
  private readonly ends = $derived.by(() => {
    const { events, seats } = this.battle();
    return new Gathered(events, (event) => endPoint(event, seats));
  });
  readonly moments: readonly number[] = $derived.by(() => {
    const { events, head } = this.battle();
    return askedMoments(this.turns.upTo(head), events[head - 1], this.turning);
  });
  readonly points: readonly Point[] = $derived.by(() => {
    const { head, seats } = this.battle();
    const known = this.moments.flatMap((seq): Point[] => {
      const odds = this.chances.odds.get(seq);
      return odds ? [pointOf(seq, seats, odds)] : [];
    });
    return known.length > 0 ? [...known, ...this.ends.upTo(head)] : known;
  });
  readonly complete: boolean = $derived.by(() => this.moments.every((seq) => this.chances.odds.has(seq)));

  constructor(private readonly battle: () => Battle) {
    const { header } = untrack(battle);
    this.turning = turningBy(descriptionOf(header.ruleset));
    this.chances = new Chances(header.battle, header.generation);
  }

  get refused(): boolean {
    return this.chances.refused;
  }
  ask(): void {
    this.chances.want(this.moments);
  }
  stop(): void {
    this.chances.stop();
  }
  /** The largest, the largest first. A swing between neighbours that are not all known would be one that nobody has seen. */
  swings(count: number): Swing[] {
    return this.complete ? decisiveSwings(this.points, this.battle().seats, count) : [];
  }
}
