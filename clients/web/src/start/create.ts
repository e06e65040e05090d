// From a draft to a battle on the server, with its seats kept on this device.
import type { BotPolicy, Catalog, CreateOptions, JsonObject } from 'muster-client';

import { rememberSeat } from '../lib/seats.svelte';
import { muster } from '../lib/server';
import { seatsOf, sideOf, sideTitle } from './setup_seats';
import { answerClock, clockOptionsOf } from './clock';
import { freshDraft, type Draft } from './draft.svelte';
import { nameHere, type Pick } from './pick';
import { opponentsOf, playerOf } from './players';
import { titleOf } from './presets';

/**
 * Without a word more: one sits on the first seat, under the name this device knows. Against the server it is not listed: most are tried
 * out and left, and nobody would find those worth watching among them. The new battle's id.
 */
export function createAtOnce({ catalog, preset }: Pick, opponent: 'person' | BotPolicy): Promise<string> {
  const listed = opponent === 'person' ? {} : { visibility: 'unlisted' as const };
  const seats = seatsOf(catalog, preset.setup);
  const others = Object.fromEntries(seats.map((seat) => [seat, opponent]));
  const draft = { ...freshDraft(), ...listed, ruleset: catalog.id, seat: seats[0] ?? '', opponent, others, title: titleOf(preset) };
  return createBattle(draft, preset.setup, catalog, nameHere());
}

/** Whether the players may add to the dice: of three, one who leaves could save whoever runs the server from dice that he knows already. */
export const mayShare = (seats: readonly string[]) => seats.length === 2;

function diceOptions({ dice, witness }: Draft, seats: readonly string[]): CreateOptions {
  return dice === 'server' || (dice === 'shared' && !mayShare(seats)) ? {} : { dice, ...(witness && { witness: { ...witness } }) };
}

/** Where nobody wins nobody is waited for either, but by whom is asked before a throw. */
function timeOf({ clock, answerSeconds }: Draft, { contest }: Catalog, setup: JsonObject): CreateOptions {
  if (contest !== false) return clockOptionsOf(clock);
  return setup.ask_first === true ? answerClock(answerSeconds) : {};
}

/** The new battle's id. `name`: under which its creator sits down without being asked again. */
export async function createBattle(draft: Draft, setup: JsonObject, catalog: Catalog, name = ''): Promise<string> {
  const { ruleset, visibility } = draft;
  const seats = seatsOf(catalog, setup);
  const title = draft.title.trim();
  const confirm = draft.confirm && seats.length > 1;
  const options = { visibility, confirm, ...(title ? { title } : {}), ...timeOf(draft, catalog, setup), ...diceOptions(draft, seats) };
  const opponents = opponentsOf(catalog, draft);
  const others = seats.filter((seat) => seat !== draft.seat).flatMap((seat): [string, { open: true } | { bot: BotPolicy }][] => {
    const player = playerOf(draft, opponents, seats, seat);
    return player === 'person' ? [] : [[seat, player === 'anybody' ? { open: true } : { bot: player }]];
  });
  const created = await muster.create({ ruleset, setup, options, ...(others.length > 0 ? { seats: Object.fromEntries(others) } : {}) });
  const mine = created.seats.find((each) => each.seat === draft.seat);
  const created_at = new Date().toISOString();
  if (mine) {
    const called = (seat: string) => (typeof sideOf(catalog, setup, seat).name === 'string' ? { called: sideTitle(catalog, setup, seat) } : {});
    const others = created.seats.filter((each) => each !== mine).map(({ seat, token }) => ({ seat, token, ...called(seat) }));
    const hidden = visibility === 'private' ? { private: true } : {};
    rememberSeat({ battle: created.battle, seat: mine.seat, token: mine.token, name, title, ruleset, created_at, others, ...called(mine.seat), ...hidden });
  }
  return created.battle;
}
