// What a campaign asks: a person plays a turn on the map of two dales, against the server's defaults, by the forms beside the map.
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { decisionOf, questionOf, sit, takesTaps } from './battles';
import { againstServer, presetOf } from './campaigns';
import { expectNoOverflow } from './narrow';
import { expect, test } from './people';
import type { Server } from './server';
import type { Setup } from './setups';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Two dales, where the north has come as far as a ship in Upford and the south holds the mill. */
async function dales(server: Server): Promise<Setup> {
  const setup = await presetOf(server, 'two_dales');
  const [north, south] = setup.nations as object[];
  return {
    ...setup,
    nations: [
      { ...north, population: { highdale: 3, upford: 4 }, armies: { highdale: 2 }, ships: { upford: 1 }, treasury: 4 },
      { ...south, population: { lowdale: 3, millbrook: 3 }, armies: { millbrook: 1 } },
    ],
    house_rules: {},
  };
}

interface Told {
  event: string;
  data: Record<string, unknown>;
}
async function eventsOf(server: Server, id: string): Promise<Told[]> {
  const told: Told[] = [];
  for (;;) {
    const { events, next } = (await (await fetch(`${server.url}/api/v1/battles/${id}/events?since=${told.length}`)).json()) as { events: Told[]; next?: number };
    told.push(...events);
    if (next === undefined || events.length === 0) return told;
  }
}
const ofNorth = (events: Told[], event: string) => events.filter((each) => each.event === event && each.data.seat === 'north').map(({ data }) => data);

/** The question whose words these are, once it is put. */
async function asked(page: Page, words: RegExp): Promise<Locator> {
  const decision = page.locator('section.decision').filter({ has: page.getByRole('heading', { name: words }) });
  await decision.waitFor();
  await decision.locator('.answer').waitFor();
  await takesTaps(page);
  return decision;
}
const mainOf = (decision: Locator) => decision.locator('[aria-keyshortcuts]');

/** Sends what the main button says, which is this. */
async function send(decision: Locator, words: string | RegExp): Promise<void> {
  const id = await questionOf(decision).getAttribute('id');
  await expect(mainOf(decision)).toHaveText(words);
  await expect(mainOf(decision)).toBeEnabled();
  await mainOf(decision).click();
  await decision.page().locator(`#${id}`).waitFor({ state: 'detached' });
}

const chip = (decision: Locator, name: string | RegExp) => decision.getByRole('button', { name, exact: typeof name === 'string' });
const counter = (decision: Locator, name: string) => decision.getByRole('spinbutton', { name, exact: true });

for (const [where, options] of [['at a desk', {}], ['on a phone', phone]] as const) {
  test(`a whole turn is played by the forms of a campaign, ${where}`, async ({ person, server }) => {
    const page = await person(options);
    const { id, link } = await againstServer(server, await dales(server));
    const drawUp = async () => void (options === phone && (await page.getByRole('button', { name: 'Pull the panel up' }).click())); // all of it is in the list, too
    await sit(page, link, 'Ada');

    // What is supported and built: one more army, for which the treasury is too small.
    let decision = await asked(page, /^What do you support and build\?/);
    await expect(mainOf(decision)).toHaveText('Build: 3 kept');
    await expect(decision).toContainText('Costs 3: 3 from the treasury, 0 levied. 1 left in the treasury.');
    await expectNoOverflow(page);
    await expectAccessible(page);
    await decision.getByRole('button', { name: 'More: New armies, Highdale' }).click();
    await expect(decision).toContainText('Costs 5: 4 from the treasury, 1 levied. 0 left in the treasury.');
    await expect(counter(decision, 'Levy, Highdale')).toHaveValue('1');
    await expect(decision.getByRole('button', { name: 'Default: 3 kept' })).toBeVisible();
    await send(decision, 'Build: 3 kept and 1 new army');

    // Armies alone: they stay.
    decision = await asked(page, /^Part 1 of 3/);
    await send(decision, 'All stay');

    // Everything: a march, a ship that is led on and back, and a march behind it.
    decision = await asked(page, /^Part 2 of 3/);
    await drawUp();
    await chip(decision, /^Highdale:/).click();
    await chip(decision, 'Millbrook').click();
    await expect(counter(decision, 'Population, Highdale → Millbrook')).toHaveValue('4');
    await expect(counter(decision, 'Armies, Highdale → Millbrook')).toHaveValue('3');
    await expect(decision).toContainText('Millbrook: Highdale 7 and Lowdale 6. The land feeds 4: they fight until no more are left, or one side alone. That leaves Highdale');
    await chip(decision, /^Upford:/).click();
    await chip(decision, 'Harbour, by ship').click();
    await expect(decision).toContainText('5 of 5 aboard');
    await chip(decision, 'Downford').click();
    await expect(decision).toContainText('Ship: Upford → Harbour → Downford');
    await chip(decision, 'One stop back').click();
    await chip(decision, 'It ends in Harbour').click();
    await expect(counter(decision, 'Population, Upford → Harbour')).toHaveValue('5');
    await chip(decision, /^Upford:/).click();
    await chip(decision, 'Harbour').click();
    await expect(mainOf(decision)).toHaveText('Move: 2 marches and 1 voyage');
    await expectNoOverflow(page);
    await expectAccessible(page);

    // Taken back step by step, and made again; it is still there after a reload.
    await decision.getByRole('button', { name: 'Undo' }).click();
    await expect(mainOf(decision)).toHaveText('Move: 1 march and 1 voyage');
    await page.reload();
    decision = await asked(page, /^Part 2 of 3/);
    await drawUp();
    await expect(mainOf(decision)).toHaveText('Move: 1 march and 1 voyage');
    await chip(decision, /^Upford:/).click();
    await chip(decision, 'Harbour').click();
    await send(decision, 'Move: 2 marches and 1 voyage');

    decision = await asked(page, /^Part 3 of 3/);
    await send(decision, 'All stay');

    // Of the lost tokens one is an army.
    decision = await asked(page, /^You lose tokens:/);
    await decision.getByRole('button', { name: 'More: Armies, Millbrook' }).click();
    await expect(counter(decision, 'Armies, Millbrook')).toHaveValue('1');
    await send(decision, /^Give up: \d population and 1 army$/);

    // Six are on the harbour's site.
    decision = await asked(page, /^Where do you found cities\?/);
    await decision.getByRole('checkbox', { name: /^Harbour/ }).setChecked(true);
    await send(decision, 'Found: Harbour');
    await asked(page, /^What do you support and build\?/);

    const events = await eventsOf(server, id);
    expect(ofNorth(events, 'built')[0]).toMatchObject({ paid: 4, areas: [{ area: 'highdale', keep_armies: 2, build_armies: 1, levy: 1 }, { area: 'upford', keep_ships: 1 }] });
    expect(ofNorth(events, 'moved')).toEqual([
      {
        seat: 'north',
        step: 2,
        marches: [
          { from: 'highdale', to: 'millbrook', population: 4, armies: 3 },
          { from: 'upford', to: 'harbour', population: 1, armies: 0 },
        ],
        voyages: [{ ship: 'upford', route: ['harbour'], cargo: [{ on: 0, off: 1, population: 5, armies: 0 }] }],
      },
    ]);
    expect(ofNorth(events, 'losses_taken')[0]).toMatchObject({ area: 'millbrook', armies: 1 });
    expect(ofNorth(events, 'city_founded')[0]).toMatchObject({ area: 'harbour' });
  });
}

test('a march and a voyage are made on the map by taps, and by keys', async ({ person, server }) => {
  const page = await person();
  const { link } = await againstServer(server, await dales(server));
  await sit(page, link, 'Ada');
  await send(await asked(page, /^What do you support and build\?/), 'Build: 3 kept');
  await send(await asked(page, /^Part 1 of 3/), 'All stay');
  const decision = await asked(page, /^Part 2 of 3/);
  const area = (name: string) => page.getByRole('region', { name: 'Map of the campaign' }).getByRole('button', { name: new RegExp(`^${name}:`) });
  await expect(area('Highdale')).toHaveAccessibleName(/to move from here: 5 population and 2 armies/);
  await area('Highdale').click();
  await expect(decision).toContainText('From Highdale (5 + 2): where to?');
  await area('Upford').click();
  await expect(counter(decision, 'Population, Highdale → Upford')).toHaveValue('5');
  await expect(area('Upford')).toHaveAccessibleName(/\+7/);
  // A ship goes where no land leads at once: it is led on by the areas it enters, and ends where it is tapped again.
  await area('Upford').press('Enter');
  await expect(decision).toContainText('From Upford (6 · 1 ship): where to?');
  await chip(decision, 'Harbour, by ship').press('Enter');
  await expect(decision.getByText('The ship is in Harbour. Where next? 3 steps are left.')).toBeFocused();
  await area('Downford').click();
  await expect(decision).toContainText('Ship: Upford → Harbour → Downford');
  await area('Downford').click();
  await expect(decision).toContainText('Who goes? Tap an area on the map or in the list.');
  await expect(mainOf(decision)).toHaveText('Move: 1 march and 1 voyage');
  await page.keyboard.press('Control+Enter');
  await asked(page, /^Part 3 of 3/);
});

/** Another answer than the default, where the form lets one be made. */
async function vary(decision: Locator): Promise<void> {
  const [radios, boxes] = [decision.locator('input[type=radio]'), decision.locator('input[type=checkbox]')];
  if ((await radios.count()) > 0) return radios.last().check();
  const [fewer, more] = [decision.locator('.stepper button:first-child:enabled'), decision.locator('.stepper button:last-child:enabled')];
  if ((await fewer.count()) > 0) await fewer.first().click();
  if ((await more.count()) > 0) await more.last().click();
  else if ((await boxes.count()) > 0) {
    const checked = decision.locator('input[type=checkbox]:checked');
    if ((await checked.count()) > 0) await checked.first().uncheck();
    await decision.locator('input[type=checkbox]:not(:checked):enabled').last().check();
  }
}

// Two misfortunes that between them lead to every question there is.
const misfortunes = [
  { what: 'a nation that falls apart', turns: [['civil_war', 'slave_revolt'], ['famine']], asks: ['tax', 'expand', 'build', 'move', 'losses', 'found', 'faction', 'keep', 'support', 'allot', 'lose'] },
  { what: 'cities that fall', turns: [['superstition'], ['famine'], ['earthquake']], asks: ['tax', 'expand', 'build', 'move', 'losses', 'found', 'reduce', 'allot', 'lose', 'site'] },
];
for (const { what, turns, asks } of misfortunes) {
  test(`all that a campaign asks has its form, shows the default and sends other answers: ${what}`, async ({ person, server }) => {
    const page = await person();
    const sea = await presetOf(server, 'inner_sea');
    const [north, east, south, west] = sea.nations as object[];
    // Cities that it can hardly support, a fight at its border, little stock: the north is asked much.
    const population = { brinewatch: 6, oakfell: 4, dunmere: 2, kestrel: 3, nessa: 6, verge: 7, lowmarsh: 4 };
    const { id, link } = await againstServer(server, {
      ...sea,
      turns: turns.length,
      pieces: { tokens: 50 },
      nations: [
        { ...north, advances: ['coinage', 'architecture', 'metalworking'], cities: ['asterholm', 'caldmouth', 'pinedale', 'quarry', 'umber'], population, armies: { brinewatch: 2, oakfell: 1 }, treasury: 3 },
        { ...east, cities: ['fallowbay'], population: { eastreach: 3, brinewatch: 4, saltflats: 1, redsteppe: 1 } },
        { ...south, population: { garnet: 3, tarn: 2, hollin: 2 } },
        { ...west, population: { jorvale: 4, ironstrand: 3, mirren: 2 } },
      ],
      calamities: { listed: turns.flatMap((calamities, before) => calamities.map((calamity) => ({ turn: before + 1, seat: 'north', calamity }))) },
    });
    await sit(page, link, 'Ada');
    const seen = new Set<string>();
    const over = page.locator('#outcome-title');
    for (;;) {
      const decision = decisionOf(page);
      await decision.locator('.answer').or(over).first().waitFor();
      if (await over.isVisible()) break;
      await takesTaps(page);
      const heading = questionOf(decision);
      const words = (await heading.textContent())!.replace(/ (of|on|in|by) .*|[\d:].*/, '');
      await expect(mainOf(decision)).toHaveAttribute('data-usual', 'true');
      if (!seen.has(words)) {
        await expectNoOverflow(page);
        await expectAccessible(page);
        await vary(decision);
      }
      seen.add(words);
      await expect(mainOf(decision)).toBeEnabled();
      const at = await heading.getAttribute('id');
      await mainOf(decision).click();
      await page.locator(`#${at}`).waitFor({ state: 'detached' });
    }
    const kinds = (await eventsOf(server, id)).filter(({ event, data }) => event === 'chosen' && data.seat === 'north' && data.forced !== true).map(({ data }) => data.kind);
    expect(asks.filter((kind) => !kinds.includes(kind))).toEqual([]);
  });
}
