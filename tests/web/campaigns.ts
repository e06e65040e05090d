// Campaigns as tests make them: over HTTP, by the ruleset's own maps.
import type { Server } from './server';
import type { Setup } from './setups';
import { keepSecret } from './watch';

/** A map of the ruleset, with its nations. */
export async function presetOf(server: Server, wanted: 'two_dales' | 'inner_sea' | 'ringed_gulf'): Promise<Setup> {
  const { presets } = (await (await fetch(`${server.url}/api/v1/rulesets/theatre`)).json()) as { presets: { preset: string; setup: Setup }[] };
  return presets.find(({ preset }) => preset === wanted)!.setup;
}

export const seatsOf = (setup: Setup): string[] => (setup.nations as { seat: string }[]).map(({ seat }) => seat);

/** With the server's players on these seats; the links of the others, by seat. */
export async function makeCampaign(server: Server, setup: Setup, bots: readonly string[] = []): Promise<{ id: string; links: Record<string, string> }> {
  const question = { ruleset: 'theatre', setup, seats: Object.fromEntries(bots.map((seat) => [seat, { bot: 'best' }])) };
  const answer = await fetch(`${server.url}/api/v1/battles`, { method: 'POST', body: JSON.stringify(question) });
  if (!answer.ok) throw new Error(await answer.text());
  const { battle, seats } = (await answer.json()) as { battle: string; seats: { seat: string; token: string }[] };
  const links = Object.fromEntries(seats.map(({ seat, token }) => [seat, `${server.url}/b/${battle}#${token}`]));
  Object.values(links).forEach(keepSecret);
  return { id: battle, links };
}

/** The link of the north, whose enemies are the server's. */
export async function againstServer(server: Server, setup: Setup): Promise<{ id: string; link: string }> {
  const { id, links } = await makeCampaign(server, setup, seatsOf(setup).filter((seat) => seat !== 'north'));
  return { id, link: links.north! };
}
