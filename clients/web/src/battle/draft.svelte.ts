// A half-made choice, kept by its decision for as long as the tab lives: it survives a reload and a lost connection.
import type { JsonObject } from 'muster-client';
import { isObject } from 'muster-client/table';

import { keyHere } from '../lib/server';

export class Draft {
  choice: JsonObject = $state.raw({});
  private readonly key: string;

  constructor(request: { battle: string; decision: number }, fresh: JsonObject) {
    this.key = keyHere(`muster.draft.${request.battle}.${request.decision}`);
    this.choice = this.kept() ?? fresh;
  }

  set(choice: JsonObject): void {
    this.choice = choice;
    sessionStorage.setItem(this.key, JSON.stringify(choice));
  }

  /** Sends a choice, and forgets the draft once it is taken; after a refusal it stays, to be mended. */
  async send(choose: (choice: JsonObject | 'default') => Promise<void>, choice: JsonObject | 'default'): Promise<void> {
    try {
      await choose(choice);
    } catch {
      return; // whoever asked shows why
    }
    this.drop();
  }

  drop(): void {
    sessionStorage.removeItem(this.key);
  }

  private kept(): JsonObject | null {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(this.key) ?? 'null');
      return isObject(kept as JsonObject) ? (kept as JsonObject) : null;
    } catch {
      return null; // not ours
    }
  }
}
