// A table of dice at once: who makes it sits at it, and whoever gets the link takes the next seat.
import { diceTable } from '../lib/dice_table';
import { rememberSeat } from '../lib/seats.svelte';
import { muster } from '../lib/server';
import { seatColours } from '../lib/sides';
import { nameHere } from '../start/pick';

export const playersMax = seatColours.length;

/** Who has the link finds it, and nobody else: the seats are for those whom one has asked. The new battle's id. */
export async function makeTable(players: number): Promise<string> {
  const [mine, ...others] = seatColours.slice(0, players);
  const title = 'Just dice'; // as its preset is called, and told in the language of whoever reads it
  const question = { ruleset: diceTable, setup: { seats: [mine!, ...others] }, options: { visibility: 'unlisted' as const, title } };
  const { battle, seats } = await muster.create({ ...question, ...(others.length > 0 && { seats: Object.fromEntries(others.map((seat) => [seat, { open: true as const }])) }) });
  const { seat, token } = seats.find((each) => each.seat === mine)!;
  rememberSeat({ battle, seat, token, name: nameHere(), title, ruleset: diceTable, created_at: new Date().toISOString() });
  return battle;
}
