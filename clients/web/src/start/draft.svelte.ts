// The battle that somebody is about to start: half-made it survives a reload, and each ruleset keeps its own setup.
import type { BotPolicy, DiceOf, Json, JsonObject, Visibility, WitnessOption } from 'muster-client';

import { keyHere } from '../lib/server';
import { isObject } from './setup_seats';
import { type ClockDraft, freshClock } from './clock';

/** 'anybody': whoever comes first, only to a public battle */
export type Opponent = 'person' | 'anybody' | BotPolicy;

export type Draft = {
  ruleset: string;
  setups: Record<string, JsonObject>;
  /** what was built here, by ruleset, while a preset is chosen instead */
  own: Record<string, JsonObject>;
  /** points that a side may be worth, by ruleset and seat */
  budgets: Record<string, Record<string, number>>;
  seat: string;
  opponent: Opponent;
  /** of battles with more than two seats: who plays each but one's own */
  others: Record<string, Opponent>;
  title: string;
  visibility: Visibility;
  confirm: boolean;
  clock: ClockDraft;
  /** of a table at which nobody is waited for otherwise: how long the others have to say no */
  answerSeconds: number;
  dice: DiceOf;
  /** where the dice have one: alone beside the server, or where they are shared */
  witness: WitnessOption | null;
};

export interface FormerSetup {
  ruleset: string;
  setup: JsonObject;
  title: string;
  at: string;
}

const draftKey = keyHere('muster.draft');
const formerKey = 'muster.setups';
const handedKey = 'muster.setup'; // another page asks for a battle with this setup
const formerMax = 20;

function stored(store: () => Storage, key: string): unknown {
  try {
    return JSON.parse(store().getItem(key) ?? 'null');
  } catch {
    return null; // storage forbidden, or not ours
  }
}

function keep(store: () => Storage, key: string, value: unknown): void {
  try {
    store().setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

const session = () => sessionStorage;
const local = () => localStorage;

export function freshDraft(): Draft {
  return { ruleset: '', setups: {}, own: {}, budgets: {}, seat: '', opponent: 'person', others: {}, title: '', visibility: 'public', confirm: false, clock: { ...freshClock }, answerSeconds: 30, dice: 'server', witness: null };
}

function keptDraft(): Draft {
  const kept = stored(session, draftKey);
  return isObject(kept) && isObject(kept.setups) ? { ...freshDraft(), ...(kept as Draft) } : freshDraft();
}

/** Reactive: builders change it in place. */
export function startedDraft(): Draft {
  const draft = $state(keptDraft());
  return draft;
}

export function keepDraft(draft: Draft): void {
  keep(session, draftKey, draft);
}

/** {"ruleset", "setup"}, as a scenario has it, or a setup alone. */
export function readSetup(value: unknown, ruleset: string): { ruleset: string; setup: JsonObject } | null {
  if (!isObject(value)) return null;
  if (isObject(value.setup)) return { ruleset: typeof value.ruleset === 'string' ? value.ruleset : ruleset, setup: value.setup };
  return { ruleset, setup: value };
}

/** What another page handed over, once. */
export function handedSetup(): { ruleset: string; setup: JsonObject } | null {
  const handed = readSetup(stored(session, handedKey), '');
  if (handed) sessionStorage.removeItem(handedKey);
  return handed?.ruleset ? handed : null;
}

export function formerSetups(): FormerSetup[] {
  const kept = stored(local, formerKey);
  return Array.isArray(kept) ? kept.filter((each) => isObject(each) && isObject(each.setup)) : [];
}

export function rememberSetup(former: FormerSetup): void {
  const same = JSON.stringify([former.ruleset, former.setup]);
  const others = formerSetups().filter((each) => JSON.stringify([each.ruleset, each.setup]) !== same);
  keep(local, formerKey, [former, ...others].slice(0, formerMax));
}

/** Sets a field, or leaves it out where it says what holds anyway. */
export function put(object: object, key: string, value: Json | undefined): void {
  const fields = object as Record<string, Json>;
  if (value === undefined) delete fields[key];
  else fields[key] = value;
}
