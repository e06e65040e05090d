// What the holders of a battle's seats have noted at its moments, as far as whoever looks may know it.
import { type Note, notesOf, type Refusal, writeNote } from 'muster-client';

import { reasonOf } from '../../lib/refusals';
import { ownSeat } from '../../lib/seats.svelte';
import { muster } from '../../lib/server';

export class MomentNotes {
  all = $state.raw<readonly Note[]>([]);
  /** Why they did not come. */
  trouble = $state.raw<Refusal | null>(null);
  private wanted: number | undefined;
  private asking = false;
  private writings = 0;

  constructor(private readonly battle: string) {}

  /** Those up to this event; all: undefined. While an answer is awaited, only what was wanted last is asked for after it. */
  async ask(until: number | undefined): Promise<void> {
    this.wanted = until;
    if (this.asking) return;
    this.asking = true;
    let asked: number | undefined, before: number;
    do {
      [asked, before] = [this.wanted, this.writings];
      try {
        this.all = await notesOf(muster, this.battle, { token: ownSeat(this.battle)?.token, until: asked });
        this.trouble = null;
      } catch (error) {
        this.trouble = reasonOf(error);
      }
    } while (asked !== this.wanted || before !== this.writings); // or it was asked before something was written
    this.asking = false;
  }

  /** An empty text takes it away. */
  async write(at: number, text: string): Promise<void> {
    const own = ownSeat(this.battle);
    if (!own) return;
    const mine = await writeNote(muster, this.battle, own.token, at, text);
    ++this.writings;
    this.all = [...this.all.filter(({ seat }) => seat !== own.seat), ...mine].sort((a, b) => a.at - b.at || (a.seat < b.seat ? -1 : 1));
  }
}
