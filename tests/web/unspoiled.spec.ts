// A battle looked at without spoilers: nothing of what comes later is in the page or on its way to it before one has stepped there.
import type { Page, Response } from '@playwright/test';

import { expectAccessible } from './axe';
import { foughtByServer } from './battles';
import { expect, test } from './people';
import { siege } from './setups';

/** What went over the network: the last event that was told or asked about, and whatever tells more than events do. */
class Network {
  last = 0;
  readonly telltales: string[] = [];
  private readonly read: Promise<void>[] = [];

  constructor(page: Page, private readonly battle: string) {
    page.on('response', (response) => this.read.push(this.note(response)));
    page.on('request', (request) => {
      const { battle: of, seq } = (request.url().endsWith('/api/v1/odds') ? request.postDataJSON() : {}) as { battle?: string; seq?: number };
      if (of === battle) this.last = Math.max(this.last, seq ?? Infinity); // without a moment: of the last
    });
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => String(payload).includes(battle) && this.telltales.push(String(payload))));
  }

  /** After all that has come by now was read. */
  async lastTold(): Promise<number> {
    await Promise.all(this.read);
    return this.last;
  }

  private async note(response: Response): Promise<void> {
    const url = new URL(response.url());
    if (!url.pathname.startsWith('/api/')) return;
    const text = await response.text();
    const asked = `${url.pathname}${url.search}`;
    if (url.pathname.endsWith(`/battles/${this.battle}/events`)) {
      const { events, head, requests, ...rest } = JSON.parse(text) as { events: { seq: number }[]; head: number; requests: unknown[] };
      this.last = Math.max(this.last, head, ...events.map(({ seq }) => seq));
      if (requests.length > 0 || Object.keys(rest).some((key) => !['battle', 'generation', 'next'].includes(key))) this.telltales.push(asked);
    } else if (url.pathname !== '/api/v1/odds' && text.includes(this.battle)) this.telltales.push(asked);
  }
}

const place = (page: Page) => page.locator('.transport .place');
const forward = (page: Page) => page.getByRole('button', { name: 'One step forward' });

for (const [where, viewport] of [['a desktop', { width: 1280, height: 800 }], ['a phone', { width: 360, height: 740 }]] as const)
  test(`on ${where} one steps through a battle and nothing later is in page, title, list, slider or network`, async ({ person, server }) => {
    const other = await person();
    await other.goto(server.url);
    const battle = await foughtByServer(other, siege);
    await other.goto(`${server.url}/b/${battle}#0`);
    const all = (await other.getByRole('slider', { name: 'Step' }).getAttribute('max'))!;

    const page = await person({ viewport });
    const network = new Network(page, battle);
    await page.goto(`${server.url}/b/${battle}/unspoiled`);
    await expect(place(page)).toHaveText('Before the first step');
    await expect(page.getByText('Without spoilers:')).toBeVisible();
    await expect(page.getByText('Check the dice')).toHaveCount(0);
    expect(await network.lastTold()).toBe(1); // how it began
    await expectAccessible(page);
    let steps = 0;
    for (let at = 0; (await forward(page).isEnabled()) && at < Number(all); ++steps) {
      await forward(page).click();
      await expect(place(page)).not.toHaveText(at === 0 ? 'Before the first step' : `Step ${at}`);
      at = Number(/^Step (\d+)$/.exec((await place(page).textContent())!)![1]);
      expect(await network.lastTold()).toBe(at);
      expect(await page.getByRole('slider', { name: 'Step' }).getAttribute('max')).toBe(String(at));
      if (at < Number(all)) await expect(page.getByText(/wins/)).toHaveCount(0);
    }
    expect(steps).toBeGreaterThan(5);
    expect(network.telltales).toEqual([]);
    await expect(page.getByText('That was the last step.')).toBeVisible();
    await expect(place(page)).toHaveText(`Step ${all}`);
    await expect(page.getByRole('button', { name: 'Check the dice' })).toBeVisible(); // the record may be read now
  });

test('it plays by itself and asks for what comes next as it goes; a reload goes on where one was', async ({ person, server }) => {
  const page = await person({ reducedMotion: 'no-preference' });
  await page.goto(server.url);
  const battle = await foughtByServer(page, siege);
  const network = new Network(page, battle);
  await page.goto(`${server.url}/b/${battle}/unspoiled`);
  await page.getByLabel('Speed').selectOption('½ ×'); // long before the end
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(place(page)).toHaveText(/^Step ([4-9]|\d+)$/);
  await page.getByRole('button', { name: 'Pause' }).click();
  const at = (await place(page).textContent())!;
  await expect(page).toHaveURL(new RegExp(`/b/${battle}/unspoiled#${at.replace('Step ', '')}$`));
  await page.reload();
  await expect(place(page)).toHaveText(at);
  await expect(page.getByText('Without spoilers:')).toBeVisible();
  await page.getByLabel('Speed').selectOption('32 ×');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText('That was the last step.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(network.telltales).toEqual([]);
});

test('while a roll is still in the air nothing tells what it shows, and a second press asks for nothing more', async ({ person, server }) => {
  const page = await person({ reducedMotion: 'no-preference', viewport: { width: 1280, height: 800 } });
  await page.goto(server.url);
  const battle = await foughtByServer(page, siege);
  const network = new Network(page, battle);
  await page.goto(`${server.url}/b/${battle}/unspoiled`);
  await page.getByLabel('Speed').selectOption('½ ×');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('svg.die.tumble').first()).toBeVisible();
  const told = await page.evaluate(() => {
    const at = Number(/\d+/.exec(document.querySelector('.transport .place')?.textContent ?? '')?.[0]);
    return { inTheAir: document.querySelector('svg.die.tumble') !== null, furthest: Number(document.querySelector<HTMLInputElement>('.scrub')?.max), at };
  });
  if (told.inTheAir) expect(told.furthest).toBeLessThan(told.at); // how far list, slider and chances go
  await page.getByRole('button', { name: 'Pause' }).click();
  const before = Number(/(\d+)/.exec((await place(page).textContent())!)![1]);
  await forward(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(place(page)).not.toHaveText(`Step ${before}`);
  const at = Number(/(\d+)/.exec((await place(page).textContent())!)![1]);
  expect(await network.lastTold()).toBeLessThanOrEqual(Math.max(at, before + 1));
  expect(network.telltales).toEqual([]);
});

test('the replay of an ended battle has a link without spoilers; what cannot be had says why, and is asked for again', async ({ person, server, forgive }) => {
  const page = await person({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(server.url);
  const battle = await foughtByServer(page, siege);
  await page.goto(`${server.url}/b/${battle}#3`);
  const film = page.getByRole('link', { name: 'Show as a film (GIF)' });
  await expect(film).toHaveAttribute('href', `${server.url}/b/${battle}/battle.gif`);
  await page.getByRole('button', { name: 'Copy link without spoilers' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${server.url}/b/${battle}/unspoiled`);
  await page.goto(link);
  await forward(page).click();
  await expect(place(page)).toHaveText(/^Step \d+$/);
  await expect(film).toHaveCount(0); // it tells how it went
  forgive(/Failed to load resource: net::ERR_FAILED/);
  await page.route('**/events?*', (route) => route.abort());
  const before = await place(page).textContent();
  await forward(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(place(page)).toHaveText(before!);
  await page.unroute('**/events?*');
  await forward(page).click();
  await expect(place(page)).not.toHaveText(before!);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('link', { name: 'Show the whole battle' }).click();
  await expect(page).toHaveURL(`${server.url}/b/${battle}`);
  await expect(page.getByRole('button', { name: 'Watch the replay' })).toBeVisible();
});

test('of a battle that there is not it says so', async ({ person, server, forgive }) => {
  const page = await person();
  forgive(/404/);
  await page.goto(`${server.url}/b/0000000000000000000000/unspoiled`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('link').first()).toBeVisible();
});
