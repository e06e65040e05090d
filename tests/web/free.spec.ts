// A field without cells: any point can be tapped, what it costs the server tells, and what cannot be reached is said.
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { decisionOf, formOf, openBuilder, outcomeOf, playOn, sit, takeDefault } from './battles';
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
