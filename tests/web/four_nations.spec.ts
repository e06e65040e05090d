// A campaign of four in four browsers, from its first turn to its end.
import type { Page } from '@playwright/test';

import { answerNext, decisionOf, openTab, outcomeOf, playOn, questionOf, sit } from './battles';
import { makeCampaign, presetOf } from './campaigns';
import { expect, test } from './people';

interface Told {
  event: string;
  data: { seat?: string; left?: boolean; turn?: number };
}

/** Answers what is asked until that turn has begun. Who has Military is asked after the others, so nobody waits for a question of his own there. */
async function playUntil(page: Page, turn: number): Promise<void> {
  const begun = page.getByText(new RegExp(`^Turn ${turn} of`));
  for (;;) {
    await outcomeOf(page).or(questionOf(decisionOf(page))).or(begun).first().waitFor();
    if ((await begun.count()) > 0 || !(await answerNext(page))) return;
  }
}

test('four people fight for the inner sea: the server is killed, one comes back, one leaves and the defaults are played for him', async ({ person, server, forgive }) => {
  const setup = await presetOf(server, 'inner_sea');
  const { id, links } = await makeCampaign(server, setup);
  const seats = Object.keys(links);
  expect(seats).toEqual(['north', 'east', 'south', 'west']);
  const pages = new Map<string, Page>();
  for (const seat of seats) pages.set(seat, await person());
  forgive(/ERR_|WebSocket connection/);
  for (const seat of seats) await sit(pages.get(seat)!, links[seat]!, `Player ${seat}`);
  await Promise.all([...pages.values()].map((page) => playUntil(page, 2)));

  await server.kill();
  for (const page of pages.values()) await expect(page.getByText('No connection. Nothing is lost; reconnecting…')).toBeVisible();
  await server.start();
  for (const page of pages.values()) await expect(page.getByText('Reconnected.')).toBeVisible();

  const gone = pages.get('south')!;
  const back = await gone.context().newPage();
  await gone.close();
  await sit(back, `${server.url}/b/${id}`, '');
  pages.set('south', back);

  const leaving = pages.get('west')!;
  await openTab(leaving, 'More');
  await leaving.getByRole('button', { name: 'Concede' }).click();
  await leaving.getByRole('button', { name: 'Yes, concede' }).click();
  await Promise.all(['north', 'east', 'south'].map((seat) => playOn(pages.get(seat)!)));
  for (const page of pages.values()) await expect(outcomeOf(page)).toBeVisible();

  const { events } = (await (await fetch(`${server.url}/api/v1/battles/${id}/record`)).json()) as { events: Told[] };
  const turns = events.filter(({ event }) => event === 'turn_started').map(({ data }) => data.turn);
  expect(turns).toEqual(Array.from({ length: setup.turns as number }, (_, index) => index + 1));
  const conceded = events.findIndex(({ event }) => event === 'conceded');
  expect(events[conceded]!.data.seat).toBe('west');
  const ofWest = events.slice(conceded).filter(({ event, data }) => event === 'chosen' && data.seat === 'west');
  expect(ofWest.length).toBeGreaterThan(3);
  for (const name of ['No connection', 'went back to an older copy']) await expect(back.getByText(name)).toHaveCount(0);
});
