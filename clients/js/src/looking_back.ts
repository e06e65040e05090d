// Looking back at battles: what only whoever does it needs.
import type { Muster } from './muster.js';
import type { Ledger, Note, UnspoiledEvents } from './types.js';

const at = (battle: string) => `/battles/${encodeURIComponent(battle)}`;

/** The events after `since`, at most `limit`, and nothing of what comes later but whether something does. `token`: of a private battle's seat. */
export async function unspoiledEvents(muster: Muster, battle: string, since: number, limit: number, token?: string): Promise<UnspoiledEvents> {
  return (await muster.ask(`${at(battle)}/events?unspoiled=true&since=${since}&limit=${limit}`, token)) as UnspoiledEvents;
}

/** Of a battle that is over: what the dice and what the choices did to each side's chance to win. `token`: as above. */
export async function ledgerOf(muster: Muster, battle: string, token?: string): Promise<Ledger> {
  return (await muster.ask(`${at(battle)}/ledger`, token)) as Ledger;
}

/** What those who hold the seats of a battle that is over have noted at its moments; with `until` nothing of later ones. `token`: as above. */
export async function notesOf(muster: Muster, battle: string, { token, until }: { token?: string | undefined; until?: number | undefined } = {}): Promise<Note[]> {
  return ((await muster.ask(`${at(battle)}/notes${until === undefined ? '' : `?until=${until}`}`, token)) as { notes: Note[] }).notes;
}

/** Notes this at an event, in the place of what the token's seat noted there; empty: nothing any more. All that this seat has noted then. */
export async function writeNote(muster: Muster, battle: string, token: string, seq: number, text: string): Promise<Note[]> {
  return ((await muster.ask(`${at(battle)}/notes`, token, { at: seq, text })) as { notes: Note[] }).notes;
}
