// The seats of this device, with what it keeps of their battles, as a file: to another browser, to the program `muster`, and back.
import { merged, type KeptSeat as Moved, type Mine, readMine } from 'muster-client';

import { brokenText } from '../battle/broken_words';
import { saveFile } from './records';
import { type Imported, type KeptSeat, keptSeats, rememberSeat } from './seats.svelte';
import { keeping, muster } from './server';

function moved(seat: KeptSeat): Moved {
  const { battle, token, name, title, ruleset, created_at, others } = seat;
  const listing = { title, ruleset, created_at, ...(seat.private && { private: true }), ...(others?.length && { others }) };
  const kept = keeping.seat({ server: muster.address, battle, token });
  return { ...kept, server: muster.address, battle, seat: seat.seat, token, ...(name && { name }), listing };
}

/** What this device keeps of a battle. */
export function keptOf(battle: string): Pick<Mine, 'seats'> {
  return { seats: keptSeats().filter((seat) => seat.battle === battle && !seat.asked).map(moved) };
}

/** Offers all of it to be kept as a file; how many seats. */
export function exportSeats(): number {
  const seats = keptSeats().filter(({ asked }) => !asked).map(moved).reverse();
  const servers = keeping.keys().map((server_key) => ({ server: muster.address, server_key }));
  const mine: Mine = { format: 'muster.mine/1', servers, seats };
  saveFile(JSON.stringify(mine, null, 1), `muster-seats-${new URL(muster.address).hostname}.json`);
  return seats.length;
}

/** Throws a MusterError if the text is no such file. */
export async function importSeats(text: string): Promise<Imported> {
  const mine = readMine(text);
  const given = mine.seats.filter(({ seat, taking }) => seat && !taking);
  const here = given.filter(({ server }) => server === muster.address);
  const problems: Imported['problems'] = [];
  for (const each of here) {
    const { battle, seat, token, listing = {} } = each;
    const known = keptSeats().find((own) => own.battle === battle && own.seat === seat);
    if (known && known.token !== token) continue; // this device has another hold of that seat
    const { title = each.start?.title ?? '', ruleset = each.start?.ruleset ?? '', created_at = new Date().toISOString(), others } = listing;
    const fresh = { title, ruleset, created_at, ...(listing.private && { private: true }), ...(others && { others }) };
    rememberSeat({ ...fresh, ...known, battle, seat, token, name: known?.name || (each.name ?? '') });
    const { kept, problem } = await merged(keeping.seat(each), each);
    const { listing: _listing, ...stored } = kept;
    if (stored.start || stored.drawn) keeping.keep(stored);
    if (problem) problems.push({ battle: title || battle, what: brokenText(problem) });
  }
  for (const { server, server_key } of mine.servers) if (server === muster.address && !keeping.keys().includes(server_key)) keeping.keepKey(server, server_key);
  return { seats: here.length, elsewhere: given.length - here.length, problems };
}
