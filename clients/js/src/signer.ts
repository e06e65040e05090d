// Signs what a seat says, so that nobody else can have made the input that becomes of it; nothing, if this device does not have the key in force.

import { firstDifference } from './difference.js';
import { isNoAnswer, MusterError } from './errors.js';
import type { KeptSeat } from './mine.js';
import { saysTheSame } from './says_the_same.js';
import { hasKey, signatureOf } from './signing.js';
import type { DecisionRequest, JsonObject, Previewed } from './types.js';

/** Says to the battle what was chosen, with its signature. */
export type Say = (said: JsonObject) => Promise<number>;

export class Signer {
  private readonly filledIn = new Set<string>(); // kinds of decisions in which something was left out for the rules to fill in

  /** `key`: the public half of the one in force. */
  constructor(
    private readonly seat: string,
    private readonly key: () => string,
    private readonly kept: () => KeptSeat | undefined,
  ) {}

  /**
   * Says what was chosen for this decision, signed. `whole`: what it is in full, as records will have it; undefined: that is not known. Then what was given is
   * taken for all of it, and the server refuses the signature if it is not: so mostly nothing is asked before. What `preview` says otherwise is not signed.
   */
  async chooses(request: DecisionRequest, choice: JsonObject | 'default', whole: JsonObject | null | undefined, say: Say, preview: () => Promise<Previewed>): Promise<number> {
    if (request.kind === 'ready' || !this.signs) return say({ choice });
    if (choice === 'default') return say(await this.signed(request, request.default));
    if (whole === undefined && !this.filledIn.has(request.kind)) {
      try {
        return await say(await this.signed(request, choice));
      } catch (error) {
        if (!isRefusedFor('/signature', error)) throw error;
      }
    }
    const full = whole === undefined ? await fullOf(preview) : whole;
    if (!full || !saysTheSame(choice, full)) return say({ choice });
    if (firstDifference(choice, full, '')) this.filledIn.add(request.kind);
    return say(await this.signed(request, full));
  }

  /** A choice that is whole, or a seal. */
  async signed({ kind, decision }: DecisionRequest, choice: JsonObject): Promise<JsonObject> {
    return { choice, ...(await this.sign({ choice, decision, kind, seat: this.seat })) };
  }

  /** What stands beside a message from which this input becomes. */
  async sign(input: JsonObject): Promise<JsonObject> {
    const signature = this.signs && (await signatureOf(this.kept()!, this.seat, this.key(), input));
    return signature ? { signature } : {};
  }

  concession(): Promise<JsonObject> {
    return this.sign({ kind: 'concede', seat: this.seat });
  }

  private get signs(): boolean {
    const kept = this.kept();
    return !!kept && hasKey(kept, this.key());
  }
}

/** Whether what was said was refused because of this field of it. */
export function isRefusedFor(path: string, error: unknown): boolean {
  return error instanceof MusterError && error.refusal.path === path;
}

// Null: the server does not say it; then the choice itself hears why.
function fullOf(preview: () => Promise<Previewed>): Promise<JsonObject | null> {
  return preview().then(
    (told) => told.choice as JsonObject | null,
    (error: unknown) => {
      if (error instanceof MusterError && !isNoAnswer(error)) return null;
      throw error;
    },
  );
}
