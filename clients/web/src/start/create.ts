// From a draft to a battle on the server, with its seats kept on this device.
import type { BotPolicy, CreateOptions, CreateQuestion, JsonObject } from 'muster-client';

import { rememberSeat } from '../lib/seats.svelte';
import { muster } from '../lib/server';
import { clockOptionsOf } from './clock';
import { freshDraft, type Draft } from './draft.svelte';
import { nameHere, type Pick } from './pick';
import { titleOf } from './presets';

/**
 * Without a word more: one sits on the first seat, under the name this device knows. Against the server it is not listed: most are tried
 * out and left, and nobody would find those worth watching among them. The new battle's id.
 */
export function createAtOnce({ catalog, preset }: Pick, opponent: 'person' | BotPolicy): Promise<string> {
  const listed = opponent === 'person' ? {} : { visibility: 'unlisted' as const };
  const draft = { ...freshDraft(), ...listed, ruleset: catalog.id, seat: catalog.seats[0] ?? '', opponent, title: titleOf(preset) };
  return createBattle(draft, preset.setup, catalog.seats, nameHere());
}

/** Whether others than the server may add to the dice: they are shared or witnessed for two seats, no more. */
export const mayShare = (seats: readonly string[]) => seats.length === 2;

function diceOptions({ dice, witness }: Draft): CreateOptions {
  return dice === 'server' ? {} : { dice, ...(witness && { witness: { ...witness } }) };
}

/** The new battle's id. `name`: under which its creator sits down without being asked again. */
export async function createBattle(draft: Draft, setup: JsonObject, seats: readonly string[], name = ''): Promise<string> {
  const { ruleset, opponent, visibility, confirm } = draft;
  const dice = mayShare(seats) ? diceOptions(draft) : {};
  const title = draft.title.trim();
  const question: CreateQuestion = { ruleset, setup, options: { visibility, confirm, ...(title ? { title } : {}), ...clockOptionsOf(draft.clock), ...dice } };
  if (opponent !== 'person') {
    const other = opponent === 'anybody' ? { open: true } : { bot: opponent };
    question.seats = Object.fromEntries(seats.filter((seat) => seat !== draft.seat).map((seat) => [seat, other]));
  }
  const created = await muster.create(question);
  const mine = created.seats.find((each) => each.seat === draft.seat);
  const created_at = new Date().toISOString();
  if (mine) {
    const others = created.seats.filter((each) => each !== mine).map(({ seat, token }) => ({ seat, token }));
    const hidden = visibility === 'private' ? { private: true } : {};
    rememberSeat({ battle: created.battle, seat: mine.seat, token: mine.token, name, title, ruleset, created_at, others, ...hidden });
  }
  return created.battle;
}
