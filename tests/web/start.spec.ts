// Starting a battle in the page.
import type { Locator } from '@playwright/test';

import { type Ruleset, openBuilder, pasteSetup, readLinks, rulesets, startBattle } from './battles';
import { phone } from './narrow';
import { expect, test } from './people';
import { skirmish } from './setups';

for (const ruleset of Object.keys(rulesets) as Ruleset[]) {
  test(`a battle of ${ruleset} starts from its example and gives three links`, async ({ person, server }) => {
    const page = await person();
    const links = await startBattle(page, server, ruleset, { title: `Example of ${ruleset}` });
    expect(links.mine).toContain(`/b/${links.id}#`);
    expect(links.theirs).toContain(`/b/${links.id}#`);
    expect(links.theirs).not.toBe(links.mine);
    expect(links.watch).toBe(`${server.url}/b/${links.id}`);

    await page.getByRole('button', { name: 'QR code' }).first().click();
    await expect(page.getByRole('img', { name: /^QR code for the link/ })).toBeVisible();
    await page.getByRole('link', { name: 'Go to my seat' }).click();
    await expect(page.getByRole('heading', { name: `Example of ${ruleset}` })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Setup' })).toBeVisible();
    expect(new URL(page.url()).hash).toBe(''); // a token does not stay in the address bar
  });
}

test('who says a name where the battle is started sits down by one tap; the opponent is chosen before anything is built', async ({ person, server }) => {
  const page = await person(phone);
  await page.goto(`${server.url}/new`);
  const who = page.getByRole('region', { name: 'Players', exact: true });
  await who.waitFor();
  const top = async (what: Locator) => (await what.boundingBox())!.y;
  expect(await top(who)).toBeLessThan(await top(page.getByText('Build your own').first()));
  await who.getByLabel('Your name, as others will see it').fill('Ada');
  await page.getByRole('button', { name: 'Start the battle' }).tap();
  await page.getByRole('link', { name: 'Go to my seat' }).tap();
  await expect(page.getByRole('heading', { name: 'Waiting for players' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Attacker' }).first()).toContainText('Ada');
  await page.goto(`${server.url}/new`);
  await expect(who.getByLabel('Your name, as others will see it')).toHaveValue('Ada');
});

test('a link is copied by a press', async ({ person, server }) => {
  const page = await person({ permissions: ['clipboard-read', 'clipboard-write'] });
  const links = await startBattle(page, server, 'armies');
  await page.getByRole('button', { name: 'Copy the link' }).first().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(links.theirs);
});

test('a link is handed to the share sheet of the device, where there is one', async ({ person, server }) => {
  const page = await person();
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    navigator.share = async (data) => void shared.push(data);
  });
  const links = await startBattle(page, server, 'armies', { title: 'Who feeds Athens?' });
  await page.getByRole('button', { name: 'Share' }).first().click();
  expect(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([
    { title: 'Who feeds Athens?', text: 'A battle on Muster: Who feeds Athens?', url: links.theirs },
  ]);
});

test('armies are counted together, a mistake is told where it stands, and the chances follow', async ({ person, server }) => {
  const page = await person();
  await page.goto(`${server.url}/new?ruleset=advanced-combat`);
  await openBuilder(page);
  await page.getByText('Load or paste a setup').click();
  await page.getByRole('button', { name: 'Clear everything' }).click();

  const start = page.getByRole('button', { name: 'Start the battle' });
  const attacker = page.getByRole('region', { name: 'Attacker' });
  const defender = page.getByRole('region', { name: 'Defender' });
  await expect(attacker.locator('.fault')).toBeVisible();
  await expect(start).toBeDisabled();
  await attacker.getByRole('button', { name: 'One more: Swordsmen' }).click();
  await attacker.getByRole('button', { name: 'One more: Swordsmen' }).click();
  await expect(attacker.getByText('2 pieces')).toBeVisible();
  await expect(attacker.locator('.fault')).toHaveCount(0);
  await expect(defender.locator('.fault')).toBeVisible();
  await defender.getByRole('spinbutton', { name: 'Catapults' }).fill('2');
  await defender.getByRole('spinbutton', { name: 'Catapults' }).blur();
  await expect(defender.locator('.fault')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Chances with this setup' })).toContainText(/Attacker\s*\d/);

  await defender.getByRole('button', { name: 'One fewer: Catapults' }).click();
  await page.getByLabel('Title').fill('Counted by hand');
  await start.click();
  await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  const { id } = await readLinks(page);
  const made = await (await page.request.get(`${server.url}/api/v1/battles/${id}/record`)).json();
  expect(made.setup.attacker.army).toEqual([{ unit: 'swordsmen', count: 2, enhanced: false }]);
  expect(made.setup.defender.army).toEqual([{ unit: 'catapults', count: 1, enhanced: false }]);
  expect(made.title).toBe('Counted by hand');
});

test('tokens and advances of an area are counted together', async ({ person, server }) => {
  const page = await person();
  await page.goto(`${server.url}/new?ruleset=armies`);
  const advances = ['metalworking', 'military', 'mathematics'];
  await pasteSetup(page, { population_limit: 2, attacker: { population: 4, armies: 3, advances }, defender: { population: 5, armies: 1 } });
  const attacker = page.getByRole('region', { name: 'Attacker' });
  await attacker.getByRole('button', { name: 'One more: Population' }).click();
  await attacker.getByRole('checkbox', { name: 'Mathematics' }).uncheck();
  await page.getByRole('button', { name: 'Start the battle' }).click();
  await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  const { id } = await readLinks(page);
  const made = await (await page.request.get(`${server.url}/api/v1/battles/${id}/record`)).json();
  expect(made.setup.attacker).toEqual({ advances: ['metalworking', 'military'], armies: 3, population: 5, extra_advantage: 0 });
});

test('units are counted onto a field, and a setup that is pasted is told what is wrong with it', async ({ person, server }) => {
  const page = await person();
  await page.goto(`${server.url}/new?ruleset=simple-combat`);
  await pasteSetup(page, skirmish);
  const north = page.getByRole('region', { name: 'North' });
  await north.getByRole('button', { name: 'One more: Scout car' }).click();
  await expect(north.getByText('202 points')).toBeVisible();
  // By default nobody would move; what the chances are about is said.
  await expect(page.getByRole('region', { name: 'Chances with this setup' })).toContainText('if both sides play like the server at its best');
  const text = page.getByLabel('Setup as JSON');
  await text.fill('{"north": ');
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(page.getByRole('alert')).toContainText('That’s not a JSON object.');
  await text.fill(JSON.stringify({ north: { units: [{ id: 'n1', profile: 'zeppelin', at: [0, 0] }] }, south: { units: [{ id: 's1', profile: 'light_tank', at: [2, 2] }] } }));
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(north.locator('.fault')).toContainText(/profile|zeppelin/i);
});

test('a setup that was begun survives a reload, and a former one comes back by a tap', async ({ person, server }) => {
  const page = await person();
  await page.goto(`${server.url}/new?ruleset=fleet-combat`);
  await pasteSetup(page, { attacker: { army: [{ unit: 'galleons', count: 4 }] }, defender: { army: [{ unit: 'ironclads', count: 3 }] } });
  await page.getByRole('region', { name: 'Attacker' }).getByRole('button', { name: 'One more: Galleons' }).click();
  await expect(page.getByRole('region', { name: 'Attacker' }).getByText('5 pieces')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Attacker' }).getByText('5 pieces')).toBeVisible();
  await page.getByLabel('Title').fill('Five at sea');
  await page.getByRole('button', { name: 'Start the battle' }).click();
  await page.getByRole('button', { name: 'Start another battle' }).click();
  await pasteSetup(page, { attacker: { army: [{ unit: 'galleys', count: 1 }] }, defender: { army: [{ unit: 'galleys', count: 1 }] } });
  await expect(page.getByRole('region', { name: 'Attacker' }).getByText('1 piece', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Five at sea/ }).click();
  await expect(page.getByRole('region', { name: 'Attacker' }).getByText('5 pieces')).toBeVisible();
});

test('everything is there in German', async ({ person, server }) => {
  const page = await person({ locale: 'de-DE' });
  await page.goto(server.url);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('navigation', { name: 'Seiten' }).getByRole('link', { name: 'Schlacht beginnen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Schlacht beginnen' })).toBeVisible();
  await page.getByRole('button', { name: 'Schlacht beginnen' }).click();
  await expect(page.getByRole('heading', { name: 'Die Schlacht steht bereit' })).toBeVisible();
  await page.getByRole('link', { name: 'Zu meinem Platz' }).click();
  await expect(page.getByRole('button', { name: 'Hinsetzen' })).toBeVisible();
  await page.getByLabel('Sprache').selectOption('en');
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
});

test('what was built is kept beside the battles with a name, and opens what builds it', async ({ person, server }) => {
  const page = await person();
  await page.goto(`${server.url}/new?ruleset=armies`);
  const battles = page.getByRole('radiogroup', { name: 'Battle', exact: true });
  const builder = page.getByRole('region', { name: 'Attacker' });
  await expect(battles.getByRole('radio').first()).toBeChecked();
  await expect(battles).toContainText(/\d × Population/); // who fights, in short
  await expect(builder).toHaveCount(0);
  await openBuilder(page);
  await expect(battles.getByRole('radio', { name: 'Your own' })).toHaveCount(0);
  await builder.getByRole('button', { name: 'One more: Population' }).click();
  await expect(battles.getByRole('radio', { name: 'Your own' })).toBeChecked();
  const counted = await builder.getByRole('spinbutton', { name: 'Population' }).inputValue();

  await battles.getByRole('radio').first().check({ force: true });
  await expect(builder.getByRole('spinbutton', { name: 'Population' })).not.toHaveValue(counted);
  await battles.getByRole('radio', { name: 'Your own' }).check({ force: true });
  await expect(builder.getByRole('spinbutton', { name: 'Population' })).toHaveValue(counted);
  await page.reload(); // one's own: it stands open
  await expect(builder.getByRole('spinbutton', { name: 'Population' })).toHaveValue(counted);
});

test('a setup that is handed over opens what builds it', async ({ person, server }) => {
  const page = await person();
  await page.goto(server.url);
  const setup = { attacker: { army: [{ unit: 'knights', count: 3 }] }, defender: { army: [{ unit: 'pikemen', count: 2 }] } };
  await page.evaluate((given) => sessionStorage.setItem('muster.setup', JSON.stringify({ ruleset: 'phased-combat', setup: given })), setup);
  await page.goto(`${server.url}/new`);
  await expect(page.getByRole('radio', { name: 'Phased combat' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Attacker' }).getByText('3 pieces')).toBeVisible();
});

test('both sides are told what they are worth, and a budget says what is left of it', async ({ person, server }) => {
  const page = await person();
  await page.goto(`${server.url}/new?ruleset=advanced-combat`);
  await pasteSetup(page, { attacker: { army: [{ unit: 'knights', count: 3 }] }, defender: { army: [{ unit: 'catapults', count: 4, enhanced: true }], aircraft: [{ unit: 'biplanes', count: 1 }] } });
  const points = page.getByRole('region', { name: 'Points' });
  await expect(points.getByRole('listitem').first()).toContainText('24 points'); // 3 × 2 × 4
  await expect(points.getByRole('listitem').last()).toContainText('28 points'); // 4 × 1 × (4 + 1 + 1) + 1 × 4
  await expect(points).toContainText('Defender is worth 4 more.');
  await points.getByLabel('Budget: Attacker').fill('20');
  await points.getByLabel('Budget: Attacker').blur();
  await expect(points).toContainText('4 over budget');
  await page.getByRole('region', { name: 'Attacker' }).getByRole('button', { name: 'One fewer: Knights' }).click();
  await expect(points).toContainText('4 left');
  await page.reload();
  await expect(points.getByLabel('Budget: Attacker')).toHaveValue('20');
  await points.getByLabel('Budget: Attacker').fill('');
  await points.getByLabel('Budget: Attacker').blur();
  await expect(points).not.toContainText('4 left');
});
