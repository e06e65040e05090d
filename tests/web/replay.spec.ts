// Replay: a battle plays by itself, what stands out leads to its moment, and what is shown stays where it is.
import type { Page } from '@playwright/test';

import { foughtByServer } from './battles';
import { expect, test } from './people';
import { longSiege, siege } from './setups';

async function openReplay(page: Page, url: string, moment: number, setup = siege): Promise<void> {
  await page.goto(url);
  const battle = await foughtByServer(page, setup);
  await page.goto(`${url}/b/${battle}#${moment}`);
  await expect(page.getByText(new RegExp(`^Step ${moment} of`))).toBeVisible();
}

const boxOf = (page: Page, name: string) => page.getByRole('region', { name }).evaluate((region) => JSON.stringify(region.getBoundingClientRect()));

for (const [where, viewport] of [['a desktop', { width: 1280, height: 800 }], ['a phone', { width: 360, height: 740 }]] as const)
  test(`table and controls are in view together on ${where}, and stay where they are at every moment`, async ({ person, server }) => {
    const page = await person({ viewport });
    await openReplay(page, server.url, 4);
    const scrub = page.getByRole('slider', { name: 'Step' });
    const controls = await boxOf(page, 'Replay');
    await expect(page.getByRole('region', { name: 'The table' })).toBeInViewport({ ratio: 0.6 });
    await expect(page.getByRole('region', { name: 'Replay' })).toBeInViewport({ ratio: 1 });
    await scrub.fill('12'); // both have rolled and added up
    await expect(page.getByText(/^Step 12 of/)).toBeVisible();
    expect(await boxOf(page, 'Replay')).toBe(controls);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

test('"Watch the replay" plays the battle from its beginning, beat by beat, and the list beside it goes along', async ({ person, server }) => {
  const page = await person({ reducedMotion: 'no-preference', viewport: { width: 1280, height: 800 } });
  await page.goto(server.url);
  const battle = await foughtByServer(page, siege);
  await page.goto(`${server.url}/b/${battle}`);
  await page.getByRole('button', { name: 'Watch the replay' }).click();
  await expect(page.locator('svg.die.tumble').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  const moments = page.getByRole('list', { name: 'Steps' });
  const now = moments.locator('[aria-current=step]');
  await expect(now).toHaveCount(1);
  const line = await now.textContent();
  await expect(page.locator('p.told')).toHaveText(line!.trim());
  await moments.getByRole('button').first().click();
  await expect(moments.getByRole('listitem').first().locator('[aria-current=step]')).toHaveCount(1);
});

test('a battle plays by itself at the speed that was chosen, is stopped, and stops at its end', async ({ person, server }) => {
  const page = await person();
  await openReplay(page, server.url, 2, longSiege); // long enough to be stopped on the way
  await page.getByLabel('Speed').selectOption('8 ×');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText(/^Step ([6-9]|\d\d+) of/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByLabel('Speed').selectOption('32 ×');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText(/^Step (\d+) of \1$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('the chart, its table and what stands out lead to their moments', async ({ person, server }) => {
  const page = await person();
  await openReplay(page, server.url, 1);
  await expect(page.getByText(/^Worked out for/)).toHaveCount(0);
  await page.getByRole('img', { name: /^Chances of winning over the battle/ }).click(); // its middle
  const head = Number(await page.getByRole('slider', { name: 'Step' }).getAttribute('max'));
  await expect(page.getByText(new RegExp(`^Step (${Math.floor(head / 2)}|${Math.ceil(head / 2)}) of`))).toBeVisible();
  await page.getByText('Chances as a table').click();
  await page.getByRole('button', { name: /^Show step/ }).last().click();
  await expect(page.getByText(`Step ${head} of ${head}`)).toBeVisible();
  const mark = page.getByRole('button', { name: /^(Decisive|Lucky|Unlucky) · \d+/ }).first();
  const seq = /· (\d+)/.exec((await mark.textContent())!)![1];
  await mark.click();
  await expect(page.getByText(`Step ${seq} of ${head}`)).toBeVisible();
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
  const listed = page.getByRole('button', { name: /^(Decisive|Lucky|Unlucky|Out of time) · \d+/ });
  await expect(listed).toHaveCount(12);
  const numbers = async () => (await listed.allTextContents()).map((text) => Number(/· (\d+)/.exec(text)![1]));
  const shown = await numbers();
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  await page.getByRole('button', { name: /^Show 12 more of \d+/ }).click();
  await expect(listed).toHaveCount(24);
  expect(await numbers()).toEqual(expect.arrayContaining(shown));
});

test('a mark is told of whoever had the seat then, not of whoever took it over later', async ({ person, server }) => {
  const page = await person();
  // As the server would tell of a battle in which the clock made every choice, and in the second phase the seat that chose first was handed over.
  await page.routeWebSocket(/\/ws$/, (client) => {
    let [seat, phases] = ['', 0];
    client.connectToServer().onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.event === 'battle_created') phases = 0;
      if (message.event === 'chosen') {
        seat ||= message.data.seat;
        message.data.timed_out = true;
      }
      if (message.event === 'phase_started' && ++phases === 2) Object.assign(message, { event: 'seat_handed_over', data: { seat, name: 'Countess' } });
      client.send(JSON.stringify(message));
    });
  });
  await openReplay(page, server.url, 1, longSiege);
  await expect(page.getByRole('list', { name: 'Steps' })).toContainText('Countess takes over');
  const first = page.getByRole('button', { name: /^Out of time · \d+/ }).first();
  await expect(first).toContainText('ran out of time');
  await expect(first).not.toContainText('Countess');
});
