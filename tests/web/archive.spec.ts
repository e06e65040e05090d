// The archive's filters look through all battles, not only those that are on the page.
import { type Page } from '@playwright/test';

import { expect, test } from './people';
import { siege } from './setups';

/** So many battles, the first of which the attacker has given up; all others wait. In the page. */
async function makeBattles({ setup, count }: { setup: unknown; count: number }): Promise<void> {
  const socket = new WebSocket(`ws://${location.host}/ws`, 'muster.v1');
  await new Promise((resolve) => (socket.onopen = resolve));
  const waiting = new Map<string, (answer: { type: string; battle: string; seats: { token: string }[] }) => void>();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data as string);
    waiting.get(message.id)?.(message);
  };
  let asked = 0;
  const ask = (message: object) =>
    new Promise<{ battle: string; seats: { token: string }[] }>((resolve) => {
      const id = String(++asked);
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ ...message, id }));
    });
  for (let made = 0; made < count; ++made) {
    const options = { title: made === 0 ? 'Given up' : `Of ${made}` };
    const { battle, seats } = await ask({ type: 'create', ruleset: 'advanced-combat', setup, options });
    if (made > 0) continue;
    for (const { token } of [seats[1]!, seats[0]!]) await ask({ type: 'follow', battle, token });
    await ask({ type: 'concede', battle });
  }
  socket.close();
}

const cards = (page: Page) => page.getByRole('main').getByRole('article');

test('a battle beyond the first page is found by its outcome and by its day; the address keeps what is looked for', async ({ person, server }) => {
  const page = await person();
  await page.goto(server.url);
  await page.evaluate(makeBattles, { setup: siege, count: 30 });
  await page.goto(`${server.url}/battles`);
  await expect(cards(page)).toHaveCount(24);
  await expect(page.getByText('The newest 24 battles')).toBeVisible();
  await expect(page.getByText('Given up')).toHaveCount(0);

  const filters = page.getByRole('search', { name: 'Find a battle' });
  await filters.getByLabel('Outcome').selectOption('The second side wins (defender, south)');
  await expect(page.getByText('Given up')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/outcome=second/);
  await filters.getByLabel('Outcome').selectOption('No winner');
  await expect(page.getByText('No battles match.')).toBeVisible();
  await filters.getByLabel('Outcome').selectOption('The second side wins (defender, south)');

  const today = await page.evaluate(() => {
    const two = (value: number) => String(value).padStart(2, '0');
    const now = new Date();
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  });
  await filters.getByLabel(/^From/).fill(today);
  await filters.getByLabel(/^To/).fill(today);
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}`));
  await expect(page.getByText('Given up')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Given up')).toBeVisible();
  await expect(filters.getByLabel(/^To/)).toHaveValue(today);
  await filters.getByLabel(/^To/).fill('2020-01-01');
  await expect(page.getByText('No battles match.')).toBeVisible();
});

test('by day all pages are there, one after the other', async ({ person, server }) => {
  const page = await person();
  await page.goto(server.url);
  await page.evaluate(makeBattles, { setup: siege, count: 30 });
  await page.goto(`${server.url}/battles?from=2020-01-01&status=nonsense&to=2026-02-31`);
  await expect(cards(page)).toHaveCount(24);
  await page.getByRole('button', { name: 'Show older battles' }).click();
  await expect(cards(page)).toHaveCount(30);
  await expect(page.getByText('30 battles')).toBeVisible();
});
