// A field without cells: any point can be tapped, what it costs the server tells, and what cannot be reached is said.
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { decisionOf, formOf, openBuilder, outcomeOf, pasteSetup, playOn, sit, takeDefault } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { walled } from './setups';

const phone = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

/** Whoever has the initiative: what stands on the other side of the wall stays there. */
const bunkers = {
  ...walled,
  profiles: [{ profile: 'bunker', name: 'Bunker', move_allowance: 0, armour: 0, damage_capacity: 4, weapons: ['medium_gun'], points: 100 }],
  south: { units: walled.south.units.map((unit) => ({ ...unit, profile: 'bunker' })) },
};

const counter = (page: Page, unit: string) => page.locator('svg g.counter').filter({ hasText: unit });
const fieldOf = (page: Page) => page.getByRole('application', { name: 'Battlefield' });

/** Where a point of the field is on the screen, in DU: by the names of the lines along the edges. */
async function onScreen(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const middle = async (element: Locator) => {
    const box = (await element.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const column = (at: number) => middle(page.locator('svg .coordinates text.column').nth(at));
  const row = (at: number) => middle(page.locator('svg .coordinates text.row').nth(at));
  const [left, right, top, bottom] = [(await column(0)).x, (await column(1)).x, (await row(0)).y, (await row(1)).y];
  return { x: left + x * (right - left), y: top + y * (bottom - top) };
}

test('one taps a point, on a phone: the way round a wall and its cost are shown, and what cannot be reached is said', async ({ person, server }) => {
  const page = await person(phone);
  const links = await makeBattle(server, 'simple-combat', { setup: bunkers, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const decision = decisionOf(page);
  await decision.getByRole('button', { name: 'n1 stays in place' }).waitFor();
  await decision.getByRole('button', { name: 'Close the hints' }).tap();
  await counter(page, 'n2').tap();
  await expect(page.locator('svg g.counter.picked text.name')).toHaveText('n2');
  await expect(page.locator('svg circle.radius')).toHaveCount(2); // as far as it goes, and shoots

  const wall = await onScreen(page, 5.5, 4);
  await page.touchscreen.tap(wall.x, wall.y);
  await expect(decision.getByText(/^n2 can’t get to 5\.\d \/ 4/)).toBeVisible();
  await expect(decision.getByRole('button', { name: /^Move n2/ })).toBeDisabled();

  const beyond = await onScreen(page, 5.2, 5.3);
  await page.touchscreen.tap(beyond.x, beyond.y);
  const move = decision.getByRole('button', { name: /^Move n2 to 5\.?\d? \/ 5\.?\d?$/ });
  await expect(move).toBeEnabled();
  await expect(decision.getByText(/^n2 moves to 5\.?\d? \/ 5\.?\d?: [4-8]\.?\d? of 8 steps\./)).toBeVisible();
  await expect(page.locator('svg polyline.way')).toHaveCount(1);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('phone.png') });
  await move.tap();
  await expect(page.getByRole('log', { name: 'What’s happening now' })).toContainText(/n2 moves to 5\.?\d? \/ 5/);
  await playOn(page, async (next) => {
    await formOf(next);
    await takeDefault(next);
  });
  await expect(outcomeOf(page)).toBeVisible();
});

test('one fires by taps at a base, wherever it is hit', async ({ person, server }) => {
  const page = await person(phone);
  const setup = { ...walled, polygons: [], north: { units: [{ id: 'n1', profile: 'medium_tank', at: [43, 52] }] }, south: { units: [{ id: 's1', profile: 'medium_tank', at: [68, 47] }] } };
  const links = await makeBattle(server, 'simple-combat', { setup, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const decision = decisionOf(page);
  await decision.getByRole('button', { name: 'n1 stays in place' }).tap();
  const hold = decision.getByRole('button', { name: 'n1 holds its fire' });
  await hold.waitFor();
  const close = decision.getByRole('button', { name: 'Close the hints' });
  if (await close.isVisible()) await close.tap();
  const enemy = (await counter(page, 's1').locator('rect.face').boundingBox())!;
  await page.touchscreen.tap(enemy.x + 3, enemy.y + enemy.height - 3);
  await expect(decision.getByRole('button', { name: /^n1 fires/ })).toBeVisible();
  await expect(page.locator('svg line.sight')).toHaveCount(1);
});

test('by keys one moves over a field without cells by half a distance unit, or a tenth of it', async ({ person, server }) => {
  const page = await person(desktop);
  const links = await makeBattle(server, 'simple-combat', { setup: bunkers, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const decision = decisionOf(page);
  await decision.getByRole('button', { name: 'n1 stays in place' }).waitFor();
  const map = fieldOf(page);
  await map.focus();
  await expect(map).toHaveAccessibleDescription(/with Shift by a tenth/);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+ArrowLeft', 'Shift+ArrowLeft']) await page.keyboard.press(key);
  await expect(page.locator('section.map p[aria-live=polite]')).toHaveText('3.8 / 3.5: free');
  await page.keyboard.press('Enter');
  await expect(decision.getByText('n1 moves to 3.8 / 3.5: 1.6 of 5 steps.')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('desktop.png') });
  await decision.getByText('Exact controls').click();
  await expect(decision.getByRole('combobox', { name: 'To' })).toBeVisible();
  await decision.getByRole('button', { name: 'Move n1 to 3.8 / 3.5' }).click();
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText('n1 moves to 3.8 / 3.5.');
  await page.getByText('Units as a table').click();
  await expect(page.getByRole('cell', { name: '3.8 / 3.5' })).toBeVisible();
});

test('who sets up a field without cells begins with one, types places and polygons, and is told what is wrong', async ({ person, server }) => {
  const page = await person(desktop);
  await page.goto(`${server.url}/new?ruleset=simple-combat`);
  await openBuilder(page);
  await page.getByRole('combobox', { name: 'Cells' }).selectOption('Without cells');
  const polygons = page.getByRole('textbox', { name: 'Polygons' });
  await expect(polygons).toHaveValue(/\[\[20,30\],\[45,30\]/);
  await expect(page.locator('svg polygon.rocks')).toHaveCount(3);
  await polygons.fill('[[[20,30],[45,30]');
  await expect(page.getByText('That’s not a list of polygons')).toBeVisible();
  await polygons.fill('[[[20,30],[45,30],[45,40]]]');
  await expect(page.locator('svg polygon.rocks')).toHaveCount(1);
  await page.getByRole('spinbutton', { name: 'n1 x' }).fill('4.2');
  await page.getByRole('spinbutton', { name: 'n1 x' }).blur();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('setup.png'), fullPage: true });
  await page.getByRole('combobox', { name: 'Cells' }).selectOption('Squares');
  await expect(polygons).toHaveCount(0);
});

type FreeSetup = { polygons: [number, number][][]; north: { units: { at: [number, number] }[] } };

for (const [size, colorScheme, options] of [['a phone', 'dark', { ...phone, viewport: { width: 390, height: 844 } }], ['a desk', 'light', desktop]] as const) {
  test(`who sets up a field without cells draws polygons by their corners and moves units by taps, on ${size}, and what is typed keeps step`, async ({ person, server }, info) => {
    const page = await person({ ...options, colorScheme });
    await page.goto(`${server.url}/new?ruleset=simple-combat`);
    await openBuilder(page);
    await page.getByRole('combobox', { name: 'Cells' }).selectOption('Without cells');
    await page.getByText('Load or paste a setup').click();
    const setupOf = async () => JSON.parse(await page.getByLabel('Setup as JSON').inputValue()) as FreeSetup;
    const map = page.getByRole('application', { name: 'Map' });
    const tap = async (x: number, y: number) => {
      const point = await map.evaluate(
        (svg, [x, y]) => {
          svg.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { x: left, y: top } = new DOMPoint(x * 10, y * 10).matrixTransform((svg as SVGSVGElement).getScreenCTM()!);
          return [left, top] as const;
        },
        [x, y] as const,
      );
      await (size === 'a phone' ? page.touchscreen.tap(...point) : page.mouse.click(...point));
    };
    const polygons = page.getByRole('textbox', { name: 'Polygons' });
    const tool = (name: string) => page.getByRole('group', { name: 'Tapping or drawing' }).getByRole('radio', { name });
    const undo = page.getByRole('button', { name: 'Undo' });

    // What is wrong in the text is about polygons that are gone as soon as others are drawn.
    await polygons.fill('[[[20,30],[45,30]');
    await expect(page.getByText('That’s not a list of polygons')).toBeVisible();
    await tool('Removes polygons').check();
    await tap(2.5, 4.8);
    await expect.poll(async () => (await setupOf()).polygons.length).toBe(2);
    await expect(polygons).toHaveValue(/^\[\n \[\[80,60\]/);
    await expect(page.getByText('That’s not a list of polygons')).toHaveCount(0);

    await tool('Draws a polygon').check();
    const finish = page.getByRole('button', { name: 'Finish polygon' });
    await tap(1.1, 2.9);
    await tap(3.1, 3.1);
    await expect(finish).toBeDisabled();
    await tap(8, 2);
    await undo.click(); // a corner
    await tap(1.9, 5.1);
    await expect(page.getByRole('status').filter({ hasText: '3 corners so far.' })).toBeVisible();
    await page.screenshot({ path: info.outputPath('drawing.png') });
    await tap(1.3, 3.2); // near enough to the first
    await expect.poll(async () => (await setupOf()).polygons.at(-1)).toEqual([[10, 30], [30, 30], [20, 50]]);
    await expect(polygons).toHaveValue(/\[\[10,30\],\[30,30\],\[20,50\]\]/);
    await undo.click();
    await expect.poll(async () => (await setupOf()).polygons.length).toBe(2);

    // By keys, to a tenth.
    await map.focus();
    const keys = async (...pressed: string[]) => {
      for (const key of pressed) await page.keyboard.press(key);
    };
    await keys('Enter', 'Shift+ArrowRight', 'Enter', 'ArrowDown', 'Enter');
    await finish.click();
    const [first, second, third] = (await setupOf()).polygons.at(-1)!;
    expect([second![0] - first![0], second![1] - first![1], third![0] - second![0], third![1] - second![1]]).toEqual([1, 0, 0, 5]);
    await map.focus();
    await keys('Control+z');
    await expect.poll(async () => (await setupOf()).polygons.length).toBe(2);

    // Units, and the numbers beside them.
    const x = page.getByRole('spinbutton', { name: 'n1 x' });
    await x.fill('4.23');
    await x.blur();
    await expect(x).toHaveValue('4.2');
    await x.fill('');
    await x.blur();
    await expect(x).toHaveValue('4.2');
    await tool('Moves units').check();
    await tap(4.2, 1);
    await expect(page.getByRole('status').filter({ hasText: 'n1, Medium tank picked up' })).toBeVisible();
    await tap(2.1, 1.4);
    await expect.poll(async () => (await setupOf()).north.units[0]!.at).toEqual([20, 15]);
    await expect(x).toHaveValue('2');
    await expect(page.getByRole('spinbutton', { name: 'n1 y' })).toHaveValue('1.5');
    await undo.click();
    await expect(x).toHaveValue('4.2');

    // The names of all lines along its edges are whole.
    const cut = await map.evaluate((svg) => {
      const field = svg.getBoundingClientRect();
      const names = [...svg.querySelectorAll('.coordinates text')];
      return [names.length, ...names.filter((name) => { const box = name.getBoundingClientRect(); return box.left < field.left || box.right > field.right || box.top < field.top || box.bottom > field.bottom; }).map((name) => name.textContent)];
    });
    expect(cut).toEqual([21]); // 0 to 10, and 0 to 9
    await expectAccessible(page);
    await map.evaluate((svg) => svg.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await page.screenshot({ path: info.outputPath('drawn.png') });
    await page.getByRole('button', { name: 'Start the battle' }).click();
    await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  });
}

test('all lines of a field without cells have their names along its edges, the last ones too', async ({ person, server }) => {
  const page = await person(desktop);
  const links = await makeBattle(server, 'simple-combat', { setup: bunkers, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const columns = page.locator('svg .coordinates text.column');
  const rows = page.locator('svg .coordinates text.row');
  await expect(columns).toHaveText(Array.from({ length: bunkers.width + 1 }, (_, at) => `${at}`));
  await expect(rows).toHaveText(Array.from({ length: bunkers.height + 1 }, (_, at) => `${at}`));
  const field = (await page.locator('section.map svg').first().boundingBox())!;
  for (const name of [columns, rows]) {
    const box = (await name.last().boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(field.x + field.width);
    expect(box.y + box.height).toBeLessThanOrEqual(field.y + field.height);
  }
});

test('no more polygons and corners can be drawn than the rules have room for', async ({ person, server }) => {
  const page = await person(desktop);
  await page.goto(`${server.url}/new?ruleset=simple-combat`);
  const small = (at: number): [number, number][] => [[10 + 30 * (at % 5), 30 + 30 * Math.floor(at / 5)], [20 + 30 * (at % 5), 30 + 30 * Math.floor(at / 5)], [10 + 30 * (at % 5), 40 + 30 * Math.floor(at / 5)]];
  await pasteSetup(page, { ...walled, width: 20, height: 20, polygons: Array.from({ length: 15 }, (_, at) => small(at)) });
  const map = page.getByRole('application', { name: 'Map' });
  await page.getByRole('radio', { name: 'Draws a polygon' }).check();
  await map.focus();
  const setupOf = async () => JSON.parse(await page.getByLabel('Setup as JSON').inputValue()) as FreeSetup;
  // The twelfth corner ends it.
  for (const key of ['Enter', ...Array.from({ length: 5 }, () => ['ArrowRight', 'Enter']).flat(), 'ArrowDown', 'Enter', ...Array.from({ length: 4 }, () => ['ArrowLeft', 'Enter']).flat()]) await page.keyboard.press(key);
  expect((await setupOf()).polygons).toHaveLength(15);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await setupOf()).polygons.at(-1)?.length).toBe(12);
  await expect(page.getByRole('status').filter({ hasText: 'There are 16 polygons, and there can’t be more.' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'corner' })).toHaveCount(0);
  expect((await setupOf()).polygons).toHaveLength(16);
});

test('what was begun on a field without cells is not finished on a smaller one, on another one, or when there is no more room', async ({ person, server }) => {
  const page = await person(desktop);
  await page.goto(`${server.url}/new?ruleset=simple-combat`);
  await pasteSetup(page, { ...walled, width: 20, height: 20, polygons: [] });
  const map = page.getByRole('application', { name: 'Map' });
  const finish = page.getByRole('button', { name: 'Finish polygon' });
  const corners = (count: number) => expect(page.locator('svg circle.corner')).toHaveCount(count);
  const setupOf = async () => JSON.parse(await page.getByLabel('Setup as JSON').inputValue()) as FreeSetup;
  const draw = async () => {
    await map.focus();
    for (const key of ['Enter', 'ArrowRight', 'Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await corners(3);
    await expect(finish).toBeEnabled();
  };
  await page.getByRole('radio', { name: 'Draws a polygon' }).check();
  await map.focus();
  for (let step = 0; step < 38; ++step) await page.keyboard.press('ArrowRight');
  await draw();
  await page.getByRole('button', { name: 'One fewer: Columns' }).click();
  await corners(0);
  await expect(finish).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await map.focus(); // the cursor is on the field again
  await expect(page.getByRole('status').filter({ hasText: '19 / 1: free' })).toBeVisible();

  const left = async () => {
    await map.focus();
    for (let step = 0; step < 4; ++step) await page.keyboard.press('ArrowLeft');
  };
  await left();
  await draw();
  await page.getByLabel('Setup as JSON').fill(JSON.stringify({ ...walled, polygons: [] }));
  await page.getByRole('button', { name: 'Use this text' }).click();
  await corners(0);
  await expect(finish).toBeDisabled();

  await left();
  await draw();
  const polygons = page.getByRole('textbox', { name: 'Polygons' });
  await polygons.fill(JSON.stringify(Array.from({ length: 16 }, (_, at) => [[at, 0], [at + 1, 0], [at, 1]])));
  await expect(finish).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: 'There are 16 polygons, and there can’t be more.' })).toBeVisible();
  await map.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter'); // on the first corner, which would end it
  expect((await setupOf()).polygons).toHaveLength(16);
  await polygons.fill('[]');
  await finish.click();
  await expect.poll(async () => (await setupOf()).polygons.length).toBe(1);
});
