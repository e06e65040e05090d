// A turn of a campaign as it plays: who marches, what is lost, cities that come and fall, barbarians; and what each nation has is told with it.
import type { Page } from '@playwright/test';

import { advanceCampaign, type CampaignState, startCampaign } from '../../clients/js/src/table/campaign';
import { expectAccessible } from './axe';
import { standingIn, standingOn } from './campaign_standing';
import { againstServer, makeCampaign, presetOf, seatsOf } from './campaigns';
import { expect, test } from './people';
import type { Server } from './server';
import type { Setup } from './setups';

interface Told {
  seq: number;
  event: string;
  data: { area?: string; population?: number; armies?: number; falls?: boolean; from?: string | null; to?: string | null } & Record<string, never>;
}

/** Two dales in which everything happens in the first turn although nobody moves: two nations are in Upford, one founds a city, another's falls. */
async function eventful(server: Server): Promise<Setup> {
  const setup = await presetOf(server, 'two_dales');
  return {
    ...setup,
    turns: 2,
    nations: [
      { seat: 'north', name: 'Highdale', advances: ['metalworking'], cities: ['highdale', 'harbour'], population: { upford: 3, millbrook: 4 }, armies: { highdale: 1 }, treasury: 2, start: ['highdale'] },
      { seat: 'south', name: 'Lowdale', advances: ['military'], population: { lowdale: 6, upford: 4, downford: 2 }, treasury: 2 },
    ],
    calamities: { listed: [{ turn: 1, seat: 'south', calamity: 'superstition' }, { turn: 1, seat: 'north', calamity: 'barbarians' }] },
  };
}

/** Played by the server to its end. */
async function played(server: Server): Promise<{ id: string; setup: Setup; events: Told[] }> {
  const setup = await eventful(server);
  const { id } = await makeCampaign(server, setup, seatsOf(setup));
  const asked = async <Answer>(path: string) => (await fetch(`${server.url}/api/v1/battles/${id}${path}`)).json() as Promise<Answer>;
  await expect.poll(async () => (await asked<{ status: string }>('')).status).toBe('over');
  return { id, setup, events: (await asked<{ events: Told[] }>('/record')).events };
}

const foldedTo = (setup: Setup, events: readonly Told[], seq: number): CampaignState => events.slice(0, seq).reduce((state, event) => advanceCampaign(state, event), startCampaign(setup));

/** From now on everything that the map shows for a moment is noted: "fight upford", "−3", "traveller 6". */
async function noteMoments(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const note = () => {
      for (const mark of document.querySelectorAll('.campaign [data-mark]')) seen.add(`${mark.getAttribute('data-mark')} ${mark.getAttribute('data-at')}`);
      for (const change of document.querySelectorAll('.campaign .change')) seen.add(`${change.classList.contains('pops') ? 'pops ' : ''}${change.textContent!.trim()}`);
      for (const traveller of document.querySelectorAll('.campaign .traveller')) seen.add(`traveller ${traveller.textContent!.trim()}`);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    (window as unknown as { seen: Set<string> }).seen = seen;
  });
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

/** What of the first turn must have been seen where things move. */
function dueOf(events: readonly Told[]): { marks: string[]; losses: string[]; travellers: number } {
  const marks = events.flatMap(({ event, data }) => {
    const mark = { conflict: 'fight', city_assaulted: data.falls ? 'fallen' : 'held', city_founded: 'founded', city_reduced: 'struck' }[event];
    return mark ? [`${mark} ${data.area}`] : [];
  });
  const losses = events.flatMap(({ event, data }) => (event === 'losses_taken' || event === 'surplus_removed' ? [`−${data.population! + data.armies!}`] : []));
  return { marks, losses, travellers: events.filter(({ event, data }) => event === 'barbarians_moved' && data.from && data.to).length };
}

const wholeTurn = async (page: Page, last: number): Promise<void> => {
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('4');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => Number(await page.getByRole('slider', { name: 'Step' }).inputValue()), { timeout: 60_000 }).toBeGreaterThanOrEqual(last);
};

for (const [screen, options] of [['desktop', { viewport: { width: 1280, height: 800 } }], ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]] as const)
  test(`on a ${screen} a turn that plays shows its fights, what is lost, cities that come and fall, and barbarians on their way`, async ({ person, server }) => {
    const { id, setup, events } = await played(server);
    const last = events.find(({ event }) => event === 'turn_ended')!.seq;
    const due = dueOf(events.slice(0, last));
    expect(new Set(due.marks.map((mark) => mark.split(' ')[0]))).toEqual(new Set(['fight', 'fallen', 'founded', 'struck']));
    expect(due.travellers).toBe(1);
    const page = await person({ ...options, reducedMotion: 'no-preference' });
    await page.goto(`${server.url}/b/${id}#1`);
    await expect(page.getByText(/^Step 1 of/)).toBeVisible();
    const seen = await noteMoments(page);
    await wholeTurn(page, last);
    const noted = await seen();
    expect(noted).toEqual(expect.arrayContaining(due.marks));
    expect(noted).toEqual(expect.arrayContaining(due.losses.map((loss) => `pops ${loss}`)));
    expect(noted).toContain('traveller 6');
    // Where it stands, whatever was seen on the way, is what the events come to.
    await page.goto(`${server.url}/b/${id}#${last}`);
    await expect(page.getByText(new RegExp(`^Step ${last} of`))).toBeVisible();
    await expect.poll(() => standingOn(page)).toEqual(standingIn(foldedTo(setup, events, last)));
    await expectAccessible(page);
  });

test('who wants no motion sees the same marks and losses, and nobody on the way', async ({ person, server }) => {
  const { id, events } = await played(server);
  const last = events.find(({ event }) => event === 'turn_ended')!.seq;
  const due = dueOf(events.slice(0, last));
  const page = await person({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.url}/b/${id}#1`);
  await expect(page.getByText(/^Step 1 of/)).toBeVisible();
  const seen = await noteMoments(page);
  await wholeTurn(page, last);
  const noted = await seen();
  expect(noted.map((each) => each.replace(/^pops /, ''))).toEqual(expect.arrayContaining([...due.marks, ...due.losses]));
  expect(noted.filter((each) => each.startsWith('traveller'))).toEqual([]);
});

test('whoever is invited reads as which nation he will play', async ({ person, server }) => {
  const { link } = await againstServer(server, await presetOf(server, 'inner_sea'));
  const page = await person();
  await page.goto(link);
  await expect(page.getByText('You’ll be playing as Asterholm.')).toBeVisible();
});

test('of each nation one reads its place in the census, its pieces, stock and treasury, and whether its cities are supported', async ({ person, server }) => {
  const { id, setup, events } = await played(server);
  const page = await person({ viewport: { width: 1280, height: 800 } });
  const disbanded = events.find(({ event }) => event === 'army_disbanded')!.seq;
  const census = events.find(({ event }) => event === 'census_taken')!.data.order as string[];
  let short = 0;
  for (const moment of [1, disbanded - 1, events.find(({ event }) => event === 'turn_ended')!.seq, events.length]) {
    const state = foldedTo(setup, events, moment);
    await page.goto(`${server.url}/b/${id}#${moment}`);
    await expect(page.getByText(new RegExp(`^Step ${moment} of`))).toBeVisible();
    for (const seat of seatsOf(setup)) {
      const held = [...state.areas.values()].flatMap((sides) => sides.get(seat) ?? []);
      const sum = (pick: (each: (typeof held)[number]) => number) => held.reduce((all, each) => all + pick(each), 0);
      const [population, armies, cities] = [sum((each) => each.population), sum((each) => each.armies), sum(({ city }) => Number(city))];
      const needed = sum((each) => (each.city ? 2 + 2 * each.armies : 0));
      const nation = page.locator(`[data-nation="${seat}"]`);
      const { stock, treasury } = state.purses.get(seat)!;
      await expect(nation).toContainText(`stock ${stock} · treasury ${treasury}`);
      await expect(nation.locator('.board')).toHaveText(new RegExp(`^${population} population · ${armies} arm`));
      await expect(nation.locator('[data-score]')).toHaveAttribute('data-score', String(population + armies + 5 * cities + treasury));
      await expect(nation.locator('.rank')).toHaveCount(moment === 1 ? 0 : 1);
      if (moment > 1) await expect(nation.locator('.rank')).toContainText(`${census.indexOf(seat) + 1}. in the census`);
      await expect(nation.locator('.support')).toHaveCount(needed > 0 ? 1 : 0);
      if (needed === 0) continue;
      await expect(nation.locator('.support')).toHaveText(`${cities} ${cities === 1 ? 'city' : 'cities'} · support ${population} of ${needed}`);
      await expect(nation.locator('.support.short')).toHaveCount(Number(population < needed));
      short += Number(population < needed);
    }
    // What the rules say that each has, at the end of a turn.
    const { event, data } = events[moment - 1]!;
    if (event !== 'turn_ended') continue;
    for (const { seat, stock, treasury } of data.nations as { seat: string; stock: number; treasury: number }[])
      await expect(page.locator(`[data-nation="${seat}"]`)).toContainText(`stock ${stock} · treasury ${treasury}`);
  }
  expect(short).toBeGreaterThan(0);
});
