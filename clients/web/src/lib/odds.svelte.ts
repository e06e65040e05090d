// The chances of a setup while it is being built. The server is the judge: the same answer says what is wrong with it.
import { MusterError, type JsonObject, type Odds, type Refusal } from 'muster-client';

import { muster } from './server';

const pause = 300; // after the last change, so that a held key asks once

export class SetupOdds {
  odds = $state.raw<Odds | null>(null);
  /** what is wrong with the setup, and where */
  fault = $state.raw<Refusal | null>(null);
  asking = $state(false);
  /** the server gave no chances; the setup may be right all the same */
  unknown = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private latest = 0;

  ask(ruleset: string, setup: JsonObject): void {
    clearTimeout(this.timer);
    this.asking = true;
    const question = ++this.latest;
    this.timer = setTimeout(() => void this.answer(question, ruleset, setup), pause);
  }

  /** Of a battle that nobody wins there are no chances to ask for; what is wrong with its setup is known here. */
  know(fault: Refusal | null): void {
    this.stop();
    this.odds = null;
    this.fault = fault;
    this.unknown = this.asking = false;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.latest++;
  }

  private async answer(question: number, ruleset: string, setup: JsonObject): Promise<void> {
    let odds: Odds | null = null;
    let fault: Refusal | null = null;
    try {
      odds = await muster.odds({ ruleset, setup });
    } catch (error) {
      const refusal = error instanceof MusterError ? error.refusal : null;
      if (refusal?.code === 'bad_setup' || refusal?.path?.startsWith('/setup')) fault = refusal;
    }
    if (question !== this.latest) return; // the setup has changed meanwhile
    this.odds = odds;
    this.fault = fault;
    this.unknown = !odds && !fault;
    this.asking = false;
  }
}
