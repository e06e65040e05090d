// What a block on the table is, for who asks: by a finger that stays, or a mouse that rests.
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { type Ruleset, decisionOf, questionOf, sit } from './battles';
import { makeBattle } from './made';
import { phone } from './narrow';
import { expect, test } from './people';
import type { Server } from './server';
import { type Setup, oldAndNew, sureHits } from './setups';

const table = (page: Page) => page.getByRole('region', { name: 'The table' });
const card = (page: Page) => page.locator('.facts');

async function begin(page: Page, server: Server, ruleset: Ruleset, setup: Setup): Promise<void> {
  const links = await makeBattle(server, ruleset, { setup, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  await questionOf(decisionOf(page)).waitFor();
}

/** A finger that stays on it until something is told. */
async function stayOn(page: Page, block: Locator): Promise<void> {
  await block.scrollIntoViewIfNeeded();
  const box = (await block.boundingBox())!;
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  await expect(card(page)).toBeVisible();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const told = (await card(page).boundingBox())!;
  expect(told.y > finger.y + 20 || told.y + told.height < finger.y - 20, 'the card is under the finger').toBe(true);
  expect(told.x >= 0 && told.y >= 0 && told.x + told.width <= 360 && told.y + told.height <= 740, 'the card is on the screen').toBe(true);
}

test('a finger that stays on a block, own or enemy, is told what it is, and takes nothing', async ({ person, server }) => {
  const page = await person(phone);
  await begin(page, server, 'advanced-combat', oldAndNew);
  const own = table(page).getByRole('button', { name: 'One fewer: Swordsmen', exact: true });
  await stayOn(page, own);
  await expect(card(page).locator('p')).toHaveText(['1 × Swordsmen', 'Infantry · Ancient', 'Beats artillery. Beaten by cavalry.']);
  await expect(decisionOf(page).getByRole('spinbutton', { name: 'Swordsmen', exact: true })).toHaveValue('1');
  await own.tap(); // as ever
  await expect(decisionOf(page).getByRole('spinbutton', { name: 'Swordsmen', exact: true })).toHaveValue('0');
  await expect(card(page)).toHaveCount(0);
  const enemy = table(page).getByRole('region', { name: /^Army of/ }).last().getByRole('img').first();
  await stayOn(page, enemy);
  await expect(card(page).locator('p').first()).toHaveText((await enemy.getAttribute('aria-label'))!);
});

test('a finger that stays on a class to be hit does not name it', async ({ person, server }) => {
  const page = await person(phone);
  await begin(page, server, 'phased-combat', sureHits);
  const lancers = table(page).getByRole('button', { name: 'Hit the cavalry first: Lancers' });
  const before = await lancers.getAttribute('aria-pressed');
  const other = before === 'true' ? table(page).getByRole('button', { name: 'Hit the infantry first: Riflemen' }) : lancers;
  await stayOn(page, other);
  await expect(card(page)).toContainText(before === 'true' ? 'Fires last' : 'Fires second');
  await expect(other).toHaveAttribute('aria-pressed', 'false');
});

test('a mouse reads it in the title of the block', async ({ person, server }) => {
  const page = await person({ viewport: { width: 1280, height: 800 } });
  await begin(page, server, 'advanced-combat', oldAndNew);
  const block = table(page).getByRole('button', { name: 'One fewer: Swordsmen', exact: true }).locator('[title]').last();
  await block.hover();
  await expect(block).toHaveAttribute('title', '1 × Swordsmen\nInfantry · Ancient\nBeats artillery. Beaten by cavalry.');
});

test('who goes by keys is told of the block that has the focus, and a screen reader of every block', async ({ person, server }) => {
  const page = await person({ viewport: { width: 1280, height: 800 } });
  await begin(page, server, 'advanced-combat', oldAndNew);
  const own = table(page).getByRole('button', { name: 'One fewer: Swordsmen', exact: true });
  await expect(own).toHaveAccessibleDescription('Infantry · Ancient Beats artillery. Beaten by cavalry.');
  await page.getByRole('heading', { level: 1 }).first().focus();
  while (!(await own.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab');
  await expect(card(page).locator('p')).toHaveText(['1 × Swordsmen', 'Infantry · Ancient', 'Beats artillery. Beaten by cavalry.']);
  await expectAccessible(page);
  // A press counts, and what is told counts with it.
  await table(page).getByRole('button', { name: 'One fewer: Pikemen', exact: true }).focus();
  const told = card(page).locator('p').first();
  await expect(told).toHaveText(/^[2-9] × Pikemen$/);
  const before = parseInt((await told.textContent())!, 10);
  await page.keyboard.press('Space');
  await expect(told).toHaveText(`${before - 1} × Pikemen`);
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  const enemy = table(page).getByRole('region', { name: /^Army of/ }).last().getByRole('img').first();
  await expect(enemy).toHaveAccessibleDescription(/^Infantry · .* Beaten by cavalry\.$/);
});
