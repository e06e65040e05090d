// Ground that is neither open nor impassable: seen, told and paid for on the map, and painted where a field is set up.
import type { Locator, Page } from '@playwright/test';

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

/** The middle of a cell of a field that is set up, on the screen: hexes as `wooded` has them, or squares. */
async function cellOnScreen(map: Locator, kind: 'hex' | 'square', column: number, row: number): Promise<{ x: number; y: number }> {
  return map.evaluate(
    (svg, { kind, column, row }) => {
      svg.scrollIntoView({ block: 'center', behavior: 'instant' });
      const scale = Math.sqrt(3);
      const [x, y] = kind === 'hex' ? [column + 0.5 + (row & 1) / 2, (row * 1.5 + 1) / scale] : [column + 0.5, row + 0.5];
      const point = new DOMPoint(x * scale, y * scale).matrixTransform((svg as SVGSVGElement).getScreenCTM()!);
      return { x: point.x, y: point.y };
    },
    { kind, column, row },
  );
}

const setupOf = async (page: Page) => JSON.parse(await page.getByRole('textbox', { name: 'Setup as JSON' }).inputValue()) as Setup & { terrain: { terrain: string; cells: [number, number][] }[]; impassable: [number, number][] };

for (const [kind, colorScheme, options] of [['hex', 'light', phone], ['square', 'dark', { viewport: { width: 1280, height: 800 } }]] as const) {
  test(`terrain is painted over ${kind} cells by taps, strokes and keys, rubbed out and taken back, ${colorScheme}`, async ({ person, server }, info) => {
    const page = await person({ ...options, colorScheme });
    await page.goto(`${server.url}/new?ruleset=simple-combat`);
    await pasteSetup(page, { ...wooded, grid: kind, south: { units: [{ id: 's1', profile: 'medium_tank', at: [kind === 'hex' ? -1 : 2, 6] }] } });
    const map = page.getByRole('application', { name: 'Map' });
    const at = async (column: number, row: number) => cellOnScreen(map, kind, column, row);
    const placeOf = (column: number, row: number) => [kind === 'hex' ? column - (row >> 1) : column, row];
    const cellsOf = async (terrain: string) => (await setupOf(page)).terrain.find((each) => each.terrain === terrain)!.cells;
    const before = await setupOf(page);
    const brush = (name: string) => page.getByRole('group', { name: 'Tapping or drawing' }).getByRole('radio', { name });

    // A stroke over a whole row is one step, however quick it is.
    await brush('The Ford').check();
    await expect(page.getByText('The Ford: 3 steps to enter')).toBeVisible();
    const [from, to] = [await at(0, 5), await at(6, 5)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    await expect.poll(() => cellsOf('ford')).toHaveLength(10);
    for (let column = 0; column < 7; column++) expect(await cellsOf('ford')).toContainEqual(placeOf(column, 5));
    await page.screenshot({ path: info.outputPath('stroke.png') });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => setupOf(page)).toEqual(before);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();

    // A tap lays one cell, over whatever lay there; a rock too.
    await brush('Woods').check();
    const [rockColumn, rockRow] = kind === 'hex' ? [3, 3] : [2, 3];
    const rock = await at(rockColumn, rockRow);
    if (kind === 'hex') await page.touchscreen.tap(rock.x, rock.y);
    else await page.mouse.click(rock.x, rock.y);
    await expect.poll(() => cellsOf('woods')).toContainEqual([2, 3]);
    expect((await setupOf(page)).impassable).toEqual([]);

    // By keys, also on the way; then open ground again.
    await map.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => cellsOf('woods')).toContainEqual([4, 3]);
    expect(await cellsOf('ford')).not.toContainEqual([4, 3]); // a cell is of one kind
    await page.keyboard.press('Control+z');
    await expect.poll(() => cellsOf('woods')).not.toContainEqual([4, 3]);
    await brush('Open ground').check();
    await map.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(() => cellsOf('woods')).not.toContainEqual([3, 3]);

    // Another kind, as presets know it; what another place changes is taken back by no step.
    await page.getByRole('combobox', { name: 'Another kind of ground' }).selectOption('Rubble');
    await expect(brush('Rubble')).toBeChecked();
    await map.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => cellsOf('rubble')).toHaveLength(1);
    await page.screenshot({ path: info.outputPath('painted.png') });
    await page.getByRole('button', { name: 'One more: Columns' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
    expect(await cellsOf('rubble')).toHaveLength(1);

    // What is painted is what is fought on.
    await page.getByRole('button', { name: 'Start the battle' }).click();
    await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  });
}

test('by keys nothing is laid outside of a field that was made smaller', async ({ person, server }) => {
  const page = await person({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.url}/new?ruleset=simple-combat`);
  await pasteSetup(page, { ...wooded, grid: 'square', width: 3, height: 7, impassable: [], terrain: [{ terrain: 'woods', cost: 2, cells: [] }],
    north: { units: [{ id: 'n1', profile: 'medium_tank', at: [0, 0] }] }, south: { units: [{ id: 's1', profile: 'medium_tank', at: [0, 6] }] } });
  const map = page.getByRole('application', { name: 'Map' });
  await page.getByRole('group', { name: 'Tapping or drawing' }).getByRole('radio', { name: 'Woods' }).check();
  await map.focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page.getByRole('status').filter({ hasText: 'Column C, row 2' })).toBeVisible();
  await page.getByRole('button', { name: 'One fewer: Columns' }).click();
  await map.focus();
  await expect(page.getByRole('status').filter({ hasText: 'Column B, row 2' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await setupOf(page)).terrain[0]!.cells).toEqual([[1, 1]]);
});

test('two fingers scroll a field on which one paints, and paint nothing', async ({ person, server }) => {
  const page = await person(phone);
  await page.goto(`${server.url}/new?ruleset=simple-combat`);
  await pasteSetup(page, { ...wooded, grid: 'square', width: 20, height: 20, south: { units: [{ id: 's1', profile: 'medium_tank', at: [2, 6] }] } });
  const map = page.getByRole('application', { name: 'Map' });
  await page.getByRole('group', { name: 'Tapping or drawing' }).getByRole('radio', { name: 'Woods' }).check();
  const before = await setupOf(page);
  const { x, y } = await cellOnScreen(map, 'square', 5, 10);
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]) => fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([dx, dy], id) => ({ x: x + dx, y: y + dy, id })) });
  const scrolled = () => map.evaluate((svg) => [svg.parentElement!.scrollLeft, svg.parentElement!.scrollTop]);
  const [left, top] = (await scrolled()) as [number, number];
  await touch('touchStart', [[0, 0]]);
  await touch('touchStart', [[0, 0], [40, 40]]);
  await touch('touchMove', [[-60, 0], [-20, 10]]);
  await touch('touchEnd', []);
  await expect.poll(scrolled).toEqual([left + 60, top + 30]);
  expect(await setupOf(page)).toEqual(before);
  await touch('touchStart', [[0, 0]]);
  await touch('touchMove', [[0, 60]]);
  await touch('touchEnd', []);
  await expect.poll(async () => (await setupOf(page)).terrain[0]!.cells.length).toBeGreaterThan(before.terrain[0]!.cells.length + 1);
  expect(await scrolled()).toEqual([left + 60, top + 30]);

  // Where the first finger finds what it would lay, there is nothing of it to take back, and what was painted before stays.
  const painted = await setupOf(page);
  await touch('touchStart', [[0, 0]]);
  await touch('touchStart', [[0, 0], [40, 40]]);
  await touch('touchMove', [[-20, 0], [20, 40]]);
  await touch('touchEnd', []);
  await expect.poll(scrolled).toEqual([left + 80, top + 30]);
  expect(await setupOf(page)).toEqual(painted);
});
