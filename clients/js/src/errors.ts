import type { Refusal } from './types.js';

/** What the server refused, or what came between: `message` is a sentence for people, `refusal.path` names the field. */
export class MusterError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
    this.name = 'MusterError';
  }
}

export function unreachable(message: string): MusterError {
  return new MusterError({ code: 'unreachable', message });
}
