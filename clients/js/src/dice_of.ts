// Whose the dice of a battle are. Whoever follows one needs this at once, and little else of what shared dice are.

import { MusterError } from './errors.js';
import type { DiceOf, Json, JsonObject } from './types.js';

/** Whether both seats add to the dice of a battle with these options. */
export function sharesDice(options: Json | undefined): boolean {
  return typeof options === 'object' && options !== null && !Array.isArray(options) && options['dice'] === 'shared';
}

const whose: Record<string, string> = { shared: "the server's and both players'", server: "the server's alone", witnessed: "the server's and a witness's" };

/** That these are not the dice that one was invited to; null: they are, or one was invited to any. */
export function otherDice(options: JsonObject | undefined, invited: DiceOf | undefined): MusterError | null {
  const dice = String(options?.['dice'] ?? 'server');
  if (!invited || dice === invited) return null;
  return new MusterError({ code: 'other_dice', message: `you were invited to a battle whose dice are ${whose[invited]}, but this one's are ${whose[dice] ?? dice}` });
}
