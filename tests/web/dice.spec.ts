// All dice of a server: what its finished battles add up to, and what that says.
import { type Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { expectNoOverflow, phone } from './narrow';
import { expect, test } from './people';
import { siege } from './setups';
import type { Server } from './server';

interface Figures {
  dice: number;
  battles: number;
  uncounted: number;
}

/** Battles that the server plays against itself, to their end and until they are counted. */
async function playBattles(page: Page, server: Server, count: number): Promise<Figures> {
  const bots = { attacker: { bot: 'best' }, defender: { bot: 'random' } };
  for (let made = 0; made < count; ++made)
    await page.request.post(`${server.url}/api/v1/battles`, { data: { ruleset: 'advanced-combat', setup: siege, seats: bots } });
  const audit = async () => (await (await page.request.get(`${server.url}/api/v1/audit`)).json()) as Figures;
  await expect.poll(async () => (await audit()).battles).toBe(count);
  return audit();
}

test('the dice of all finished battles are found from any page, with what they can show and what not', async ({ person, server }) => {
  const page = await person();
  await page.goto(`${server.url}/dice`);
  await expect(page.getByText('No battle has been finished here yet.')).toBeVisible();
  const { dice } = await playBattles(page, server, 3);
  expect(dice).toBeGreaterThan(20);

  await page.goto(`${server.url}/battles`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'All dice of this server' }).click();
  await expect(page).toHaveURL(`${server.url}/dice`);
  await expect(page.getByRole('heading', { level: 1, name: 'All dice of this server' })).toBeVisible();
  await expect(page.getByText(`${dice} dice in 3 battles.`).first()).toBeVisible();
  await expect(page.getByText('It cannot show that single rolls were chosen', { exact: false })).toBeVisible();
  const table = page.getByRole('region', { name: 'Advanced combat' }).getByRole('table');
  await expect(table.getByRole('rowheader')).toHaveText(['All', 'Attacker', 'Defender', 'The server, at its best', 'The server, at random']);
  await expect(table.getByRole('row', { name: /^All/ }).getByRole('cell').first()).toHaveText(String(dice));
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'How the dice are proved fair' }).click();
  await expect(page).toHaveURL(`${server.url}/rules#dice`);
});

for (const [language, title] of [['de-DE', 'Alle Würfel dieses Servers'], ['fr-FR', 'Tous les dés de ce serveur']] as const) {
  test(`on a phone the table scrolls in itself, in ${language}`, async ({ person, server }) => {
    const page = await person({ ...phone, locale: language });
    await page.goto(server.url);
    await playBattles(page, server, 2);
    await page.goto(`${server.url}/dice`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('table')).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
}
