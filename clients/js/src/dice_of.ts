// Whose the dice of a battle are. Whoever follows one needs this at once, and little else of what shared dice are.

import { MusterError } from './errors.js';
import type { DiceOf, Json, JsonObject } from './types.js';

/** Whether both seats add to the dice of a battle with these options. */
export function sharesDice(options: Json | undefined): boolean {
  return typeof options === 'object' && options !== null && !Array.isArray(options) && options['dice'] === 'shared';
}

const whose: Record<string, string> = { shared: "the server's and both players'", server: "the server's alone", witnessed: "the server's and a witness's" };

/** To which dice one was invited; `witness`: the key of theirs, empty for dice without one. */
export interface InvitedTo {
  dice?: DiceOf | undefined;
  witness?: string | undefined;
}

/** That these are not the dice that one was invited to; null: they are, or one was invited to any. */
export function otherDice(options: JsonObject | undefined, invited: InvitedTo): MusterError | null {
  const dice = String(options?.['dice'] ?? 'server');
  if (!invited.dice) return null;
  if (dice !== invited.dice) return otherThan(`whose dice are ${whose[invited.dice]}, but this one's are ${whose[dice] ?? dice}`);
  const { key } = (options?.['witness'] ?? {}) as JsonObject;
  const { witness } = invited;
  if (witness === undefined || (key ?? '') === witness) return null;
  return otherThan(witness ? 'with another witness' : 'without a witness');
}

function otherThan(what: string): MusterError {
  return new MusterError({ code: 'other_dice', message: `you were invited to a battle ${what}` });
}
