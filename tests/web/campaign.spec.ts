// The map of a campaign: what it shows is what the events come to, at the end and at any moment; for eyes, fingers, keys and ears.
import type { Page } from '@playwright/test';

import { advanceCampaign, type CampaignState, startCampaign } from '../../clients/js/src/table/campaign';
import { expectAccessible } from './axe';
import { decisionOf, openTab, sit, takeDefault } from './battles';
import { standingIn, standingOn } from './campaign_standing';
import { makeCampaign, presetOf } from './campaigns';
import { expect, test } from './people';
import type { Server } from './server';

interface Told {
  seq: number;
  event: string;
  data: Record<string, never>;
}
interface Played {
  id: string;
  setup: { areas: { area: string }[]; nations: { seat: string; name: string }[] } & Record<string, never>;
  events: Told[];
}

async function asked<Answer>(server: Server, path: string, question?: object): Promise<Answer> {
  const answer = await fetch(server.url + path, question && { method: 'POST', body: JSON.stringify(question) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<Answer>;
}

/** The first map of the ruleset, all of whose seats the server plays, to its end. */
async function playedByServer(server: Server): Promise<Played> {
  const { example: setup } = await asked<{ example: Played['setup'] }>(server, '/api/v1/rulesets/theatre');
  const seats = Object.fromEntries(setup.nations.map(({ seat }) => [seat, { bot: 'listed' }]));
  const { battle: id } = await asked<{ battle: string }>(server, '/api/v1/battles', { ruleset: 'theatre', setup, options: {}, seats });
  await expect.poll(async () => (await asked<{ status: string }>(server, `/api/v1/battles/${id}`)).status).toBe('over');
  const { events } = await asked<{ events: Told[] }>(server, `/api/v1/battles/${id}/record`);
  return { id, setup, events };
}

const foldedTo = ({ setup, events }: Played, seq: number): CampaignState => events.slice(0, seq).reduce((state, event) => advanceCampaign(state, event), startCampaign(setup));

const shownAt = (page: Page, moment: number) => expect(page.getByText(new RegExp(`^Step ${moment} of`))).toBeVisible();
const areaOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}:`) });

test('the map has what the events come to: at the end, at a moment of the replay, and after leaps', async ({ person, server }) => {
  const played = await playedByServer(server);
  const page = await person({ viewport: { width: 1280, height: 800 } });
  const end = played.events.length;
  await page.goto(`${server.url}/b/${played.id}`);
  await expect.poll(() => standingOn(page)).toEqual(standingIn(foldedTo(played, end)));
  await expectAccessible(page);
  const middle = played.events.findLast(({ event }) => event === 'moved')!.seq;
  await page.goto(`${server.url}/b/${played.id}#${middle}`);
  await shownAt(page, middle);
  await expect.poll(() => standingOn(page)).toEqual(standingIn(foldedTo(played, middle)));
  await expect(page.locator('.campaign path.way')).not.toHaveCount(0);
  const scrub = page.getByRole('slider', { name: 'Step' });
  for (const moment of [end, 3, middle - 20]) {
    await scrub.fill(String(moment));
    await expect.poll(() => standingOn(page)).toEqual(standingIn(foldedTo(played, moment)));
  }
  await expectAccessible(page);
});

test('who watches sees the phase in which somebody decides; of more than two the others fight on without who concedes', async ({ person, server }) => {
  const setup = await presetOf(server, 'inner_sea');
  const { id, links } = await makeCampaign(server, setup, ['east', 'south', 'west']);
  const [page, watcher] = [await person({ viewport: { width: 1280, height: 800 } }), await person({ viewport: { width: 1280, height: 800 } })];
  await sit(page, links.north!, 'Ada');
  await watcher.goto(`${server.url}/b/${id}`);
  for (const [question, phase] of [[/^What do you support and build/, 'Building'], [/^Part 1 of 3/, 'Movement 1 of 3'], [/^Part 2 of 3/, 'Movement 2 of 3']] as const) {
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await expect(watcher.getByText(`Turn 1 of 12 · ${phase}`)).toBeAttached();
    await takeDefault(decisionOf(page));
  }
  await openTab(page, 'More');
  await page.getByRole('button', { name: 'Concede' }).click();
  await expect(page.getByText('The others fight on without you')).toBeVisible();
  await expect(page.getByText('The other side wins')).toHaveCount(0);
  await page.getByRole('button', { name: 'No, keep playing' }).click();
});

test('each nation is named by its setup, with its score; who reads has the whole map as a table', async ({ person, server }) => {
  const played = await playedByServer(server);
  const page = await person({ viewport: { width: 1280, height: 800 } });
  const end = played.events.length;
  await page.goto(`${server.url}/b/${played.id}#${end}`);
  await shownAt(page, end);
  const scores = played.events.findLast(({ event }) => event === 'turn_ended')!.data.nations as { seat: string; score: number }[];
  for (const { seat, score } of scores) {
    const nation = page.locator(`[data-nation="${seat}"]`);
    await expect(nation).toContainText(played.setup.nations.find((each) => each.seat === seat)!.name);
    await expect(nation.locator('[data-score]')).toHaveAttribute('data-score', String(score));
  }
  await page.getByText('All areas as a table').click();
  const rows = page.getByRole('table').locator('tbody tr');
  const state = foldedTo(played, end);
  const held = played.setup.areas.reduce((sum, { area }) => sum + Math.max(1, state.areas.get(area)?.size ?? 0), 0);
  await expect(rows).toHaveCount(held);
  await expectAccessible(page);
});

test('an area has its facts for a pointer and for keys, and says all of it', async ({ person, server }) => {
  const played = await playedByServer(server);
  const page = await person({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.url}/b/${played.id}#4`);
  await shownAt(page, 4);
  const first = areaOf(page, 'Highdale');
  await expect(first).toHaveAccessibleName(/^Highdale: feeds 3, city site\. Highdale: 3 population and 1 army/);
  await first.focus();
  await expect(page.locator('.campaign .facts')).toContainText('By land: Upford and Millbrook');
  await page.keyboard.press('ArrowRight');
  await expect(areaOf(page, 'Upford')).toBeFocused();
  await expect(page.locator('.campaign .facts')).toContainText('By water: Harbour');
  await page.keyboard.press('End');
  await expect(areaOf(page, 'Harbour')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(first).toBeFocused();
  await shownAt(page, 4); // the replay's own keys did nothing
});

test('on a phone the map fits, and a tap tells of an area', async ({ person, server }) => {
  const played = await playedByServer(server);
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(`${server.url}/b/${played.id}#4`);
  await shownAt(page, 4);
  await areaOf(page, 'Lowdale').locator('circle.ring').tap();
  await expect(page.locator('.campaign .facts')).toContainText('Lowdale: feeds 3 · city site');
  for (const { area } of played.setup.areas) await expect(page.locator(`[role="button"][data-area="${area}"]`)).toBeInViewport({ ratio: 0.9 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await page.getByRole('group', { name: 'On the table' }).evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

test('who marches is seen on the way, but for who wants no motion', async ({ person, server }) => {
  const played = await playedByServer(server);
  const moved = played.events.find(({ event }) => event === 'moved')!.seq;
  for (const [reducedMotion, travellers] of [['no-preference', true], ['reduce', false]] as const) {
    const page = await person({ viewport: { width: 1280, height: 800 }, reducedMotion });
    await page.goto(`${server.url}/b/${played.id}#${moved - 1}`);
    await shownAt(page, moved - 1);
    await page.getByRole('combobox', { name: 'Speed' }).selectOption({ index: 0 });
    const seen = page.waitForSelector('.campaign .traveller', { state: 'attached', timeout: 10_000 }).then(() => true, () => false);
    await page.getByRole('button', { name: 'Play' }).click();
    if (travellers) expect(await seen).toBe(true);
    else {
      await expect(page.locator('.campaign path.way')).not.toHaveCount(0);
      await expect(page.locator('.campaign .traveller')).toHaveCount(0);
    }
    await page.context().close();
    await seen;
  }
});
