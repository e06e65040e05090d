// Ground that is neither open nor impassable: seen, told and paid for on the map.
import { expectAccessible } from './axe';
import { decisionOf, pasteSetup, readLinks, sit } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import type { Setup } from './setups';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

const wooded: Setup = {
  grid: 'hex',
  width: 7,
  height: 7,
  turn_limit: 2,
  impassable: [[2, 3]],
  terrain: [
    { terrain: 'woods', cost: 2, to_hit: -1, blocks_sight: true, cells: [[2, 1], [3, 1], [1, 2], [0, 4]] },
    { terrain: 'ford', name: 'The Ford', cost: 3, cells: [[3, 3], [4, 3], [0, 3]] },
  ],
  north: { units: [{ id: 'n1', profile: 'medium_tank', at: [2, 0] }, { id: 'n2', profile: 'light_tank', at: [4, 0] }] },
  south: { units: [{ id: 's1', profile: 'medium_tank', at: [-1, 6] }, { id: 's2', profile: 'light_tank', at: [0, 4] }] },
};

test('on a phone terrain is tinted and named, and a move tells what it costs', async ({ person, server }, info) => {
  const page = await person(phone);
  const links = await makeBattle(server, 'simple-combat', { setup: wooded, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const decision = decisionOf(page);
  await decision.getByRole('button', { name: 'n1 stays in place' }).waitFor();
  await expect(page.locator('svg path.terrain').first()).toBeVisible();
  const legend = page.locator('.map summary').filter({ hasText: 'Woods' });
  await expect(legend).toContainText('The Ford');
  await page.screenshot({ path: info.outputPath('terrain.png') });
  await expectAccessible(page);
  await legend.tap();
  await expect(page.getByText('Woods: 2 steps to enter, −1 to hit a unit in it and blocks the view through it')).toBeVisible();
  await page.screenshot({ path: info.outputPath('legend.png') });
  await legend.tap();
  await page.locator('svg text.cost[x="120"][y^="61"]').tap(); // woods, beside n1
  await expect(decision).toContainText('2 of 5 steps');
  await expect(decision.getByRole('button', { name: 'Move n1 to C2' })).toBeVisible();
  await page.screenshot({ path: info.outputPath('move.png') });
});

test('where nobody may measure first the board and the question fit on a phone', async ({ person, server }, info) => {
  const page = await person(phone);
  const links = await makeBattle(server, 'simple-combat', { setup: { ...wooded, house_rules: { premeasure: false } }, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const decision = decisionOf(page);
  await decision.getByRole('button', { name: /^All others stay/ }).waitFor();
  await page.screenshot({ path: info.outputPath('unmeasured-move.png') });
  await decision.getByRole('button', { name: /^All others stay/ }).tap();
  await decision.getByText('No measuring first').waitFor();
  await page.screenshot({ path: info.outputPath('unmeasured-fire.png') });
  await expectAccessible(page);
  await expect(decision).not.toContainText('%');
});

test('the builder keeps terrain, draws it, and a rock takes its place', async ({ person, request, server }, info) => {
  const page = await person(phone);
  await page.goto(`${server.url}/new?ruleset=simple-combat`);
  await pasteSetup(page, wooded);
  const map = page.getByRole('application', { name: 'Map' });
  await expect(map.locator('path.terrain').nth(1)).toBeVisible();
  await map.focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page.getByRole('status').filter({ hasText: 'Woods' })).toBeVisible(); // [2,1], in column and row
  await page.keyboard.press('Enter');
  await page.screenshot({ path: info.outputPath('builder.png') });
  await page.getByRole('button', { name: 'Start the battle' }).click();
  await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  const links = await readLinks(page);
  const { setup } = await (await request.get(`${server.url}/api/v1/battles/${links.id}/record`)).json();
  expect(setup.impassable).toContainEqual([2, 1]);
  expect(setup.terrain.map(({ cells }: { cells: unknown[] }) => cells.length)).toEqual([3, 3]);
});

test('the preset with all of it is offered, and its mortar fires in the first turn', async ({ person, server }, info) => {
  const page = await person({ viewport: { width: 1280, height: 800 } });
  const catalogs = (await (await fetch(`${server.url}/api/v1/rulesets`)).json()).rulesets as { id: string; presets: { preset: string; setup: Setup }[] }[];
  const { setup } = catalogs.find(({ id }) => id === 'simple-combat')!.presets.find(({ preset }) => preset === 'bridgehead')!;
  await page.goto(`${server.url}/new?ruleset=simple-combat`);
  await expect(page.getByText('The Bridgehead').first()).toBeAttached();
  // Two mortars that see each other; the other one stays where it is, whoever has the initiative.
  const near = { ...setup, impassable: [], terrain: [{ terrain: 'woods', cells: [] }], width: 8, height: 1, turn_limit: 2, house_rules: { decides: 'destruction' },
    north: { units: [{ id: 'n1', profile: 'mortar_carrier', at: [0, 0] }] }, south: { units: [{ id: 's1', profile: 'hunter_team', at: [4, 0] }] } };
  const tough = { ...near, profiles: (near as unknown as { profiles: object[] }).profiles.map((each) => ({ ...each, damage_capacity: 12, ...((each as { profile: string }).profile === 'hunter_team' ? { move_allowance: 0, weapons: ['mortar'] } : {}) })) };
  const links = await makeBattle(server, 'simple-combat', { setup: tough, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const decision = decisionOf(page);
  await decision.getByRole('button', { name: 'n1 stays in place' }).click();
  await decision.getByRole('button', { name: /^n1 fires/ }).click();
  await decision.getByRole('button', { name: 'n1 stays in place' }).click();
  await page.screenshot({ path: info.outputPath('reloading.png') });
});
