// Looking back: a battle plays by itself, what stands out leads to its moment, and what is shown stays where it is.
import type { Page } from '@playwright/test';

import { foughtByServer } from './battles';
import { expect, test } from './people';
import { longSiege, siege } from './setups';

async function openReplay(page: Page, url: string, moment: number, setup = siege): Promise<void> {
  await page.goto(url);
  const battle = await foughtByServer(page, setup);
  await page.goto(`${url}/b/${battle}#${moment}`);
  await expect(page.getByText(new RegExp(`^Moment ${moment} of`))).toBeVisible();
}

const heightOf = (page: Page) => page.getByRole('region', { name: 'The table' }).evaluate((table) => table.getBoundingClientRect().height);

test('the table keeps the height that a moment needed, and finds its own again when the window is another', async ({ person, server }) => {
  const page = await person();
  await openReplay(page, server.url, 4);
  const scrub = page.getByRole('slider', { name: 'Moment' });
  const before = await heightOf(page);
  await scrub.fill('12'); // both have rolled and added up
  await expect.poll(() => heightOf(page)).toBeGreaterThan(before);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))); // what was never drawn is not kept
  const needed = await heightOf(page);
  await scrub.fill('4');
  await expect(page.getByText(/^Moment 4 of/)).toBeVisible();
  expect(await heightOf(page)).toBe(needed);
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect.poll(() => heightOf(page)).toBeLessThan(needed);
});

test('a battle plays by itself at the speed that was chosen, is stopped, and stops at its end', async ({ person, server }) => {
  const page = await person();
  await openReplay(page, server.url, 2, longSiege); // long enough to be stopped on the way
  await page.getByLabel('Speed').selectOption('8 ×');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText(/^Moment ([6-9]|\d\d+) of/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByLabel('Speed').selectOption('32 ×');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText(/^Moment (\d+) of \1$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('the chart, its table and what stands out lead to their moments', async ({ person, server }) => {
  const page = await person();
  await openReplay(page, server.url, 1);
  await expect(page.getByText(/^Counted for/)).toHaveCount(0);
  await page.getByRole('img', { name: /^Chances of winning over the battle/ }).click(); // its middle
  const head = Number(await page.getByRole('slider', { name: 'Moment' }).getAttribute('max'));
  await expect(page.getByText(new RegExp(`^Moment (${Math.floor(head / 2)}|${Math.ceil(head / 2)}) of`))).toBeVisible();
  await page.getByText('The chances as a table').click();
  await page.getByRole('button', { name: /^Show moment/ }).last().click();
  await expect(page.getByText(`Moment ${head} of ${head}`)).toBeVisible();
  const mark = page.getByRole('button', { name: /^(Decisive|Lucky|Unlucky) · \d+/ }).first();
  const seq = /· (\d+)/.exec((await mark.textContent())!)![1];
  await mark.click();
  await expect(page.getByText(`Moment ${seq} of ${head}`)).toBeVisible();
});

test('of a long battle in which time is always up, twelve moments are listed, and more when they are wanted', async ({ person, server }) => {
  const page = await person();
  // As the server would tell of a battle that was left alone: every choice was made by the clock.
  await page.routeWebSocket(/\/ws$/, (client) => {
    const there = client.connectToServer();
    there.onMessage((message) => client.send(String(message).replaceAll('"event":"chosen","data":{', '"event":"chosen","data":{"timed_out":true,')));
  });
  const army = ['swordsmen', 'chariots'].map((unit) => ({ unit, count: 60 }));
  await openReplay(page, server.url, 1, { attacker: { army }, defender: { army: [{ unit: 'tanks', count: 6 }] } });
  const listed = page.getByRole('button', { name: /^(Decisive|Lucky|Unlucky|Too late) · \d+/ });
  await expect(listed).toHaveCount(12);
  const numbers = async () => (await listed.allTextContents()).map((text) => Number(/· (\d+)/.exec(text)![1]));
  const shown = await numbers();
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  await page.getByRole('button', { name: /^Show 12 more of \d+/ }).click();
  await expect(listed).toHaveCount(24);
  expect(await numbers()).toEqual(expect.arrayContaining(shown));
});
