// What the server refuses, in the language of the person. The server's sentences are English and tell more than a code can: where
// the language has a sentence of its own for the code, the server's stands beside it.
import { type Code, MusterError, type Refusal } from 'muster-client';

import { t } from './i18n.svelte';
import { known } from './known';

const ownCodes: ReadonlySet<Code> = new Set<Code>(['unreachable', 'no_webcrypto', 'history_restored', 'no_ladder', 'other_dice']);

const ownText = (code: Code) => known(t.common.refusals, code) ?? known(t.server.refusals, code);

export function refusalText({ code, message }: Refusal): { text: string; detail: string } {
  const own = ownText(code);
  if (own === undefined) return { text: t.common.rejected({ why: message }), detail: '' };
  // What did not come from a server has nothing to add.
  return { text: own, detail: ownCodes.has(code) ? '' : message };
}

/** Only why, for a sentence that says itself what was refused. */
export function refusalReason({ code, message }: Refusal): string {
  const own = ownText(code);
  return own === undefined ? message : `${own} (${message})`;
}

/** The same in one line, for where there is room for no more. */
export function refusalLine(refusal: Refusal): string {
  const { text, detail } = refusalText(refusal);
  return detail ? `${text} (${detail})` : text;
}

/** What the server said against it, or what else went wrong. */
export function reasonOf(error: unknown): Refusal {
  if (error instanceof MusterError) return error.refusal;
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}
