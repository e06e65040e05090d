// Battles whose making is not what a test is about: they are there before a page is opened, which saves it two others. battles.ts makes them by
// the pages, as people do.
import { type Links, type Ruleset } from './battles';
import type { Server } from './server';
import type { Setup } from './setups';
import { keepSecret } from './watch';

export interface Made {
  /** without it: the ruleset's own example */
  setup?: Setup;
  title?: string;
  /** without it: a person */
  opponent?: 'best' | 'listed';
  confirm?: boolean;
}

async function asked<Answer>(server: Server, path: string, question?: object): Promise<Answer> {
  const answer = await fetch(server.url + path, question && { method: 'POST', body: JSON.stringify(question) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<Answer>;
}

/** The first seat is `mine`. */
export async function makeBattle(server: Server, ruleset: Ruleset, { setup, opponent, ...options }: Made = {}): Promise<Links> {
  const { seats: [first, second], example } = await asked<{ seats: string[]; example: Setup }>(server, `/api/v1/rulesets/${ruleset}`);
  const { battle, seats } = await asked<{ battle: string; seats: { seat: string; token: string }[] }>(server, '/api/v1/battles', {
    ruleset,
    setup: setup ?? example,
    options,
    ...(opponent ? { seats: { [second!]: { bot: opponent } } } : {}),
  });
  const watch = `${server.url}/b/${battle}`;
  const linkOf = (wanted: string) => {
    const held = seats.find(({ seat }) => seat === wanted);
    if (!held) return '';
    keepSecret(`${watch}#${held.token}`);
    return `${watch}#${held.token}`;
  };
  return { id: battle, mine: linkOf(first!), theirs: linkOf(second!), watch };
}

/** Three peoples: the links of their seats in order, which are Rome's, Egypt's and Crete's. */
export async function makeForThree(server: Server, options: object = {}): Promise<string[]> {
  const { presets } = await asked<{ presets: { preset: string; setup: Setup }[] }>(server, '/api/v1/rulesets/armies');
  const { setup } = presets.find(({ preset }) => preset === 'three_peoples')!;
  const { battle, seats } = await asked<{ battle: string; seats: { seat: string; token: string }[] }>(server, '/api/v1/battles', { ruleset: 'armies', setup, options });
  const links = seats.map(({ token }) => `${server.url}/b/${battle}#${token}`);
  links.forEach(keepSecret);
  return links;
}
