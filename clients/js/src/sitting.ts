// Sitting down to shared dice: one looks at the battle first, and works out what it begins with; then one's ladder is drawn, and kept before its
// foot is told (protocol/README.md, "Shared dice").

import { isObject } from './difference.js';
import { MusterError } from './errors.js';
import { putInLadder, startOf, takeStart } from './heads.js';
import { otherDice, type InvitedTo } from './dice_of.js';
import type { Keeping, Place } from './keeping.js';
import { drawnLadder, Ladder } from './ladder.js';
import type { BattleStart } from './mine.js';
import { toHex } from './proof.js';
import { addKey, drawnKey, lastKey } from './signing.js';
import type { JsonObject, Summary } from './types.js';

/** Asks for what lies at an address of the server. */
export type Ask = (path: string, token?: string, body?: JsonObject) => Promise<unknown>;

/** What a look at a battle tells. */
export interface Looked {
  start: BattleStart;
  /** that the token opens */
  seat: string;
  /** one may bring a key to sign with */
  takesKeys: boolean;
}

/** What `follow` and `take` bring beside the rest. */
export type Brought = { ladder: string; start: string; key?: string };

/** Looks without sitting down, and throws if these are not the dice that one was invited to. */
export async function look(ask: Ask, battle: string, token: string | undefined, invited: InvitedTo = {}): Promise<Looked> {
  const page = await ask(`/battles/${encodeURIComponent(battle)}/events?since=0&limit=1`, token);
  const { events, seat = '', takes_keys = false } = page as JsonObject;
  const first = Array.isArray(events) && isObject(events[0]) && isObject(events[0]['data']) ? events[0]['data'] : {};
  const { ruleset, ruleset_version, title, setup, options, commitment, server_key } = first as BattleStart;
  const refusal = otherDice(options, invited);
  if (refusal) throw refusal;
  return { start: { ruleset, ruleset_version, title, setup, options, commitment, server_key }, seat: String(seat), takesKeys: takes_keys === true };
}

/** The ladder for the seat, and the key by which it signs: drawn and kept, unless they are already, so that they are the same at each attempt. */
export async function ladderFor(keeping: Keeping, place: Place, { start, seat, takesKeys }: Looked): Promise<Brought> {
  const drawn = takesKeys && !keeping.seat(place)?.ladders?.length ? await drawnKey() : null;
  const kept = keeping.seat(place) ?? { seat: '', ...place };
  const found = takeStart(kept, start);
  if (found) throw new MusterError({ code: 'bad_message', message: found.message, path: found.path });
  if (!kept.ladders?.length) {
    putInLadder(kept, drawnLadder());
    if (drawn) addKey(kept, drawn);
  }
  keeping.keep(kept);
  const beginning = await startOf(kept);
  if (!beginning) throw new MusterError({ code: 'internal', message: 'what the server says of this battle has no beginning' });
  const { foot } = await Ladder.of(beginning, seat, kept.ladders!.at(-1)!);
  const key = lastKey(kept);
  return { ladder: foot, start: toHex(beginning), ...(key && { key }) };
}

/** The first seat that is open to anybody and free, else the first that is open. */
export async function openSeat(ask: Ask, battle: string): Promise<string> {
  const { options, seats } = (await ask(`/battles/${encodeURIComponent(battle)}`)) as Summary;
  const open = seats.filter(({ seat }) => Array.isArray(options['open']) && options['open'].includes(seat));
  return (open.find(({ name }) => name === null) ?? open[0])?.seat ?? '';
}
