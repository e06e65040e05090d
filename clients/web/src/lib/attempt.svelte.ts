// Something that a control of the page asks of the server: the control rests while it is under way, and what the server says against
// it is told beside it.
import type { Refusal } from 'muster-client';

import { reasonOf } from './refusals';

export class Attempt {
  busy = $state(false);
  refusal = $state.raw<Refusal | null>(null);

  /** One at a time; whether it went through. */
  async make(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    try {
      await what();
      return true;
    } catch (error) {
      this.refusal = reasonOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
