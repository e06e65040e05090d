// Battles whose setup names the seats: made in the page, and joined by whoever has a link.
import type { Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { sit } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test } from './people';
import { keepSecret } from './watch';

async function rulesOf(page: Page, url: string, ruleset: string): Promise<void> {
  await page.goto(`${url}/new?ruleset=${ruleset}`);
  await page.getByRole('region', { name: 'Players', exact: true }).waitFor();
}

const preset = (page: Page, name: string) => page.getByRole('region', { name: 'Battle', exact: true }).getByRole('radio', { name }).check({ force: true });

/** The links that were given, by the label of each. */
async function linksOf(page: Page): Promise<Map<string, string>> {
  await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  const fields = await page.getByRole('textbox').all();
  const found = await Promise.all(fields.map(async (field) => [(await field.getAttribute('aria-label')) ?? (await field.evaluate((it: HTMLInputElement) => it.labels?.[0]?.innerText ?? '')), await field.inputValue()] as const));
  for (const [, link] of found) if (link.includes('#')) keepSecret(link);
  return new Map(found.map(([label, link]) => [label.trim().split('\n')[0]!, link]));
}

const recordOf = async (page: Page, url: string, link: string) => (await page.request.get(`${url}/api/v1/battles/${new URL(link).pathname.split('/')[2]}/record`)).json();

test('a table of dice for three: names, one link for each, and no dice that only two can share', async ({ person, server }) => {
  const page = await person(phone);
  await rulesOf(page, server.url, 'dice');
  const table = page.getByRole('region', { name: 'The table' });
  await table.getByRole('button', { name: 'One more: Players' }).tap();
  await table.getByLabel('Name of seat 3').fill('red');
  await table.getByLabel('Name of seat 3').blur();
  await expect(table.getByText(/^▲ Each seat needs its own name/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make the table' })).toBeDisabled();
  await table.getByLabel('Name of seat 3').fill('Old Fritz');
  await table.getByLabel('Name of seat 3').blur();
  await table.getByRole('radio', { name: /^The others are asked first/ }).check();
  await table.getByLabel('Seconds to answer').fill('45');
  await table.getByLabel('Seconds to answer').blur();
  await table.getByLabel('Throws, at most', { exact: true }).fill('600');
  await table.getByLabel('Throws, at most', { exact: true }).blur();
  const who = page.getByRole('region', { name: 'Players', exact: true });
  await who.getByRole('radio', { name: 'Old fritz' }).check(); // the seat is called old_fritz
  // Nobody wins: the server plays no seat, and there are no chances.
  await expect(who.getByRole('combobox', { name: /^Red/ }).locator('option')).toHaveText(['A friend', 'Anyone']);
  await expect(page.getByRole('region', { name: 'Whose dice' })).toContainText('where there are exactly two of them');
  await expect(page.getByRole('radio', { name: /both players/ })).toHaveCount(0);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make the table' }).tap();

  const links = await linksOf(page);
  expect([...links.keys()].slice(0, 3)).toEqual(['Link for Red', 'Link for Blue', 'Your seat: old fritz']);
  const header = await (await page.request.get(`${server.url}/api/v1/battles/${new URL(links.get('Link for Red')!).pathname.split('/')[2]}`)).json();
  expect(header.options.clock).toMatchObject({ mode: 'live', decision_max: 'PT45S' });
  expect((await recordOf(page, server.url, links.get('Link for Red')!)).setup.throws).toBe(600);
  await expectAccessible(page);
  for (const [label, name] of [['Link for Red', 'Ada'], ['Link for Blue', 'Babbage']] as const) {
    const guest = await person(phone);
    await guest.goto(links.get(label)!);
    await sit(guest, links.get(label)!, name);
    await expect(guest.getByText(name).first()).toBeVisible();
    await expect(guest.getByText('The others are asked before a throw.').first()).toBeVisible();
  }
});

test('three nations in one area: the preset is changed, two are played by the server', async ({ person, server }) => {
  const page = await person(phone);
  await rulesOf(page, server.url, 'armies');
  await preset(page, 'Three Peoples');
  await page.getByText('Build your own').first().tap();
  const crete = page.getByRole('region', { name: 'Crete' });
  await crete.getByRole('checkbox', { name: 'Metalworking' }).check();
  await crete.getByLabel('Its name').fill('minos');
  await crete.getByLabel('Its name').blur();
  await expect(page.getByRole('region', { name: 'Chances with this setup' })).toContainText(/Rome.*Egypt.*Minos/);
  const who = page.getByRole('region', { name: 'Players', exact: true });
  await who.getByRole('radio', { name: 'Minos' }).check();
  await who.getByRole('combobox', { name: /^Rome/ }).selectOption('The server, at its best');
  await who.getByRole('combobox', { name: /^Egypt/ }).selectOption('The server, by the list');
  await expectNoOverflow(page);
  await expect(page.locator('.old')).toHaveCount(0); // chances that are being worked out anew are pale
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start the battle' }).tap();
  const links = await linksOf(page);
  expect([...links.keys()].filter((label) => label.startsWith('Link for'))).toEqual([]);
  await sit(page, links.get('Your seat: minos')!, 'Ada');
  const record = await recordOf(page, server.url, links.get('Your seat: minos')!);
  expect(record.setup.nations.map(({ seat, advances }: { seat: string; advances: string[] }) => [seat, advances.length])).toEqual([['rome', 3], ['egypt', 0], ['minos', 1]]);
  await expect(page.getByRole('heading', { name: 'Which token is lost?' }).or(page.locator('section.decision')).first()).toBeVisible();
});

test('a campaign is made from its preset, told in words before one joins, and joined by two', async ({ person, server }) => {
  const page = await person(phone);
  await rulesOf(page, server.url, 'theatre');
  await preset(page, 'The Inner Sea');
  const campaign = page.getByRole('region', { name: 'The campaign' });
  await campaign.getByRole('checkbox', { name: 'Jorvale' }).uncheck();
  const who = page.getByRole('region', { name: 'Players', exact: true });
  await expect(who.getByRole('radio', { name: /Asterholm|Eastreach|Garnet|Jorvale/ })).toHaveCount(3);
  await expect(page.locator('.old')).toHaveCount(0);
  await expectAccessible(page);
  await campaign.getByRole('checkbox', { name: 'Jorvale' }).check();
  await expect(who.getByRole('radio', { name: 'Jorvale' })).toBeVisible();

  await preset(page, 'Two Dales');
  await campaign.getByRole('button', { name: 'One fewer: Turns' }).tap();
  await page.getByText('House rules:').tap();
  await page.getByRole('radio', { name: /^no: one after another/ }).check();
  await who.getByRole('radio', { name: 'Lowdale' }).check();
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Start the battle' }).tap();
  const links = await linksOf(page);
  const [mine, theirs] = [links.get('Your seat: Lowdale')!, links.get('For your opponent: Highdale')!];
  const guest = await person(phone);
  await guest.goto(theirs);
  await expect(guest.getByText('5 turns · 6 areas, 3 city sites · no calamities')).toBeVisible();
  await expect(guest.getByText('Begins in Highdale')).toBeVisible();
  await expect(guest.getByText('Advances: Metalworking')).toBeVisible();
  await expectAccessible(guest);
  await sit(page, mine, 'Ada');
  await sit(guest, theirs, 'Babbage');
  const record = await recordOf(page, server.url, mine);
  expect([record.setup.turns, record.setup.house_rules.sealed_movement]).toEqual([5, false]);
});

test('a map is drawn: an area added, named and joined by tapping two, nations put on it, and it comes back from its file', async ({ person, server }) => {
  const page = await person(phone);
  await rulesOf(page, server.url, 'theatre');
  await preset(page, 'Two Dales');
  await page.getByText('Build your own').first().tap();
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await map.getByRole('button', { name: /^Highdale/ }).waitFor();
  await map.getByRole('button', { name: 'Add an area' }).tap();
  const area = page.getByRole('region', { name: 'Area 7' });
  await area.getByLabel('Name').fill('Übermoor');
  await area.getByLabel('Name').blur();
  const moor = page.getByRole('region', { name: 'Übermoor' });
  await moor.getByRole('checkbox', { name: 'city site' }).check();
  await moor.getByRole('button', { name: 'One more: Population, Lowdale' }).tap();
  await map.getByRole('radio', { name: 'join it to another over land' }).check();
  await map.getByRole('button', { name: /^Übermoor/ }).tap();
  await expect(map.getByRole('status')).toHaveText(/^Übermoor, and which other/);
  await map.getByRole('button', { name: /^Lowdale/ }).tap();
  await expect(map.getByRole('status')).toHaveText('Übermoor and Lowdale border over land.');
  await page.getByRole('region', { name: 'Nations', exact: true }).getByRole('button', { name: 'Add a nation' }).tap();
  await expect(page.getByRole('region', { name: 'Players', exact: true }).getByRole('radio', { name: 'Green' })).toBeVisible(); // red and blue are north's and south's colours
  const south = moor.getByRole('group', { name: 'Lowdale' });
  await south.getByRole('checkbox', { name: 'barbarians come here' }).uncheck(); // where it begins, too, unless it is said
  const nations = page.getByRole('region', { name: 'Nations', exact: true });
  await nations.locator('summary').filter({ hasText: 'Lowdale' }).tap();
  await nations.getByRole('button', { name: 'One more: Levels by other rules' }).tap();
  const terms = page.getByRole('region', { name: 'Pieces of each nation, at most' });
  await terms.getByRole('button', { name: 'One fewer: Pieces of each nation, at most: Ships' }).tap();
  for (const _ of ['one', 'two']) await terms.getByRole('button', { name: 'Add a calamity' }).tap();
  const second = terms.getByRole('group', { name: 'calamity 2' });
  await second.getByRole('button', { name: 'One more: Turn, calamity 2' }).tap();
  await second.getByRole('combobox', { name: 'Nation' }).selectOption('Lowdale');
  await second.getByRole('combobox', { name: 'Calamity' }).selectOption('An epidemic');
  await terms.getByRole('button', { name: 'Remove calamity 1' }).tap();
  await expectNoOverflow(page);
  await expect(page.locator('.old')).toHaveCount(0); // chances that are being worked out anew are pale
  await expectAccessible(page);

  // What the server refuses is told where it stands.
  const start = page.getByRole('button', { name: 'Start the battle' });
  await map.getByRole('radio', { name: 'choose it' }).check();
  await moor.getByRole('checkbox', { name: 'a city' }).nth(1).check(); // beside Lowdale's population
  await expect(page.getByRole('region', { name: 'Nations', exact: true })).toContainText('beside the city');
  await expect(start).toBeDisabled();
  await moor.getByRole('checkbox', { name: 'a city' }).nth(1).uncheck();
  await expect(start).toBeEnabled();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).tap();
  const file = await (await saved).path();
  await page.getByText('Load or paste a setup').tap();
  await page.getByRole('button', { name: 'Clear everything' }).tap();
  await expect(map.getByRole('button', { name: /^Übermoor/ })).toHaveCount(0);
  await page.getByLabel('Open a file').setInputFiles(file);
  await map.getByRole('button', { name: /^Übermoor/ }).waitFor();
  await start.tap();
  const links = await linksOf(page);
  const { setup } = await recordOf(page, server.url, links.values().next().value!);
  expect(setup.areas[6]).toMatchObject({ area: 'ubermoor', name: 'Übermoor', limit: 2, city_site: true });
  expect(setup.land).toContainEqual(['ubermoor', 'lowdale']);
  expect(setup.nations.map(({ seat, population }: { seat: string; population: object }) => [seat, population])).toEqual([
    ['north', { highdale: 3 }],
    ['south', { lowdale: 3, ubermoor: 1 }],
    ['green', { highdale: 1 }],
  ]);
  expect(setup.nations[1]).toMatchObject({ extra_advantage: 1, start: ['lowdale'] });
  expect(setup.pieces).toMatchObject({ tokens: 55, ships: 3 });
  expect(setup.calamities).toMatchObject({ listed: [{ turn: 2, seat: 'south', calamity: 'epidemic' }] });
});
