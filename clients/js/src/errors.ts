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

const own = new Set(['unreachable', 'history_restored', 'seat_handed_over', 'no_webcrypto']);

/** Whether this is no answer of the server's: it may have heard what was said, or not. */
export function isNoAnswer({ refusal }: MusterError): boolean {
  return own.has(refusal.code);
}
