// What is asked is chosen on the table, by taps and by keys; the form beside it says the same, and one button says what will happen.
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { type Ruleset, decisionOf, openTab, outcomeOf, questionOf, sit } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import type { Server } from './server';
import { type Setup, airborne, crowd, guards, oldAndNew, sureHits, wholeArmies } from './setups';

const screens = [
  ['a desktop', { viewport: { width: 1280, height: 800 } }, (button: Locator) => button.click()],
  ['a phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, (button: Locator) => button.tap()],
] as const;

const table = (page: Page) => page.getByRole('region', { name: 'The table' });
const onTable = (page: Page, name: string) => table(page).getByRole('button', { name, exact: true });
const answer = (page: Page) => decisionOf(page).locator('button.primary');
const counted = (page: Page, name: string) => decisionOf(page).getByRole('spinbutton', { name, exact: true });

async function begin(page: Page, server: Server, ruleset: Ruleset, setup: Setup): Promise<void> {
  const links = await makeBattle(server, ruleset, { setup, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  await questionOf(decisionOf(page)).waitFor();
}

/** Sends what was chosen, and sees in the log that it was that. */
async function send(page: Page, press: (button: Locator) => Promise<void>, told: string | RegExp): Promise<void> {
  const asked = await questionOf(decisionOf(page)).getAttribute('id');
  await press(answer(page));
  await page.locator(`#${asked}`).waitFor({ state: 'detached' });
  await decisionOf(page).or(outcomeOf(page)).first().waitFor(); // a question brings its tab up
  await openTab(page, 'Log');
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText(told);
}

for (const [where, options, press] of screens) {
  test(`aircraft are sent beside a class by a tap on its blocks, on ${where}`, async ({ person, server }) => {
    const page = await person(options);
    await begin(page, server, 'advanced-combat', airborne);
    for (const [kind, name] of [['cavalry', 'Chariots'], ['infantry', 'Swordsmen']] as const) {
      const block = onTable(page, `Support the ${kind}: ${name}`);
      await press(block);
      await expect(block).toHaveAttribute('aria-pressed', 'true');
      await expect(table(page).locator('[aria-pressed=true]')).toHaveCount(1);
      await expect(decisionOf(page).getByRole('radio', { checked: true })).toHaveAccessibleName(new RegExp(`^${kind}`, 'i'));
      await expect(answer(page)).toHaveText(`Support the ${kind}`);
      await expect(answer(page)).toBeInViewport({ ratio: 1 });
    }
    await expectAccessible(page);
    await press(onTable(page, 'Support the cavalry: Chariots'));
    await send(page, press, /Ada.*sends aircraft to support the cavalry/);
  });

  test(`losses of two eras are tapped on the table, on ${where}`, async ({ person, server }) => {
    const page = await person(options);
    await begin(page, server, 'advanced-combat', oldAndNew);
    await expect(decisionOf(page).getByRole('heading', { name: /^Lose 2 from era 1/ })).toBeVisible();
    await expect(onTable(page, 'One fewer: Swordsmen')).toBeVisible(); // both eras lie there
    const names = ['Pikemen', 'Knights'];
    const lost = await Promise.all(names.map(async (name) => Number(await counted(page, name).inputValue())));
    const [from, to] = lost[0]! > 0 ? [0, 1] : [1, 0];
    await press(onTable(page, `One fewer: ${names[from]}`));
    await expect(counted(page, names[from]!)).toHaveValue(String(lost[from]! - 1));
    await expect(answer(page)).toBeDisabled();
    await press(onTable(page, `One more: ${names[to]}`));
    await expect(counted(page, names[to]!)).toHaveValue(String(lost[to]! + 1));
    await expect(counted(page, 'Swordsmen')).toHaveValue('1');
    await expect(answer(page)).toBeEnabled();
    await expect(answer(page)).toHaveText(/^Lose .*1 swordsman/);
    await expectAccessible(page);
    await send(page, press, /Ada.*loses/);
  });

  test(`where no more can be chosen, one more tap says so, on ${where}`, async ({ person, server }) => {
    const page = await person(options);
    const full = table(page).getByRole('status');
    await begin(page, server, 'advanced-combat', guards); // three are chosen of three
    await expect(full).toHaveText('');
    const rest = onTable(page, 'One more: Swordsmen');
    for (let tap = 0; tap < 2; ++tap) {
      await press(rest);
      await expect(full).toHaveText('Full. Take one out first.');
    }
    await expect(full).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await press(onTable(page, 'One fewer: Swordsmen'));
    await expect(full).toHaveText('');
    await press(rest);
    await expect(counted(page, 'Swordsmen')).toHaveValue('1');
    await expect(full).toHaveText('');
    await begin(page, server, 'advanced-combat', oldAndNew);
    await press(onTable(page, 'One more: Knights'));
    await expect(full).toHaveText('Full. Take one out first.');
  });

  test(`the class to be hit is tapped among the enemy’s blocks, on ${where}`, async ({ person, server }) => {
    const page = await person(options);
    await begin(page, server, 'phased-combat', sureHits);
    const enemy = table(page).getByRole('region', { name: /^Army of/ }).last();
    await press(enemy.getByRole('button', { name: 'Hit the cavalry first: Lancers' }));
    await expect(answer(page)).toHaveText('Hit the cavalry first');
    await press(enemy.getByRole('button', { name: 'Hit the infantry first: Riflemen' }));
    await expect(answer(page)).toHaveText('Hit the infantry first');
    await expect(decisionOf(page).getByRole('radio', { name: /^Infantry/ })).toBeChecked();
    await expect(table(page).getByRole('region', { name: /^Army of/ }).first().getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
    await send(page, press, 'aims at the infantry');
  });

  test(`the token to lose is tapped, on ${where}`, async ({ person, server }) => {
    const page = await person(options);
    await begin(page, server, 'armies', crowd);
    await expect(answer(page)).toHaveText('Lose one population token'); // as it is by default
    await press(onTable(page, 'Lose one army token: Army tokens'));
    await expect(answer(page)).toHaveText('Lose one army token');
    await expect(decisionOf(page).getByRole('radio', { name: /^Army token/ })).toBeChecked();
    await expect(decisionOf(page).getByRole('button', { name: 'Default: population token' })).toBeVisible();
    await expectAccessible(page);
    await send(page, press, /Ada.*loses .*army token/);
  });
}

test('the focus goes with a pile into the other rank, and enhanced pieces have a name of their own', async ({ person, server }) => {
  const page = await person();
  await begin(page, server, 'advanced-combat', guards);
  // By default both guards and one of the others go forward.
  await expect(counted(page, 'Swordsmen, enhanced')).toHaveValue('2');
  await onTable(page, 'One fewer: Swordsmen').focus();
  await page.keyboard.press('Enter');
  await expect(counted(page, 'Swordsmen')).toHaveValue('0');
  await expect(onTable(page, 'One fewer: Swordsmen')).toHaveCount(0);
  await expect(onTable(page, 'One more: Swordsmen')).toBeFocused();

  // A part of a pile leaves the rest, and the focus on it.
  await onTable(page, 'One fewer: Swordsmen, enhanced').focus();
  await page.keyboard.press('Space');
  await expect(counted(page, 'Swordsmen, enhanced')).toHaveValue('1');
  await expect(onTable(page, 'One fewer: Swordsmen, enhanced')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(onTable(page, 'One more: Swordsmen, enhanced')).toBeFocused();
  await page.keyboard.press('Shift+Enter');
  await expect(counted(page, 'Swordsmen, enhanced')).toHaveValue('2');
  await expect(onTable(page, 'One fewer: Swordsmen, enhanced')).toBeFocused();
});

test('each kind keeps its place in both ranks, so that a second tap finds what the first one found', async ({ person, server }) => {
  const page = await person({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await begin(page, server, 'advanced-combat', wholeArmies);
  const kinds = ['Swordsmen', 'Chariots', 'Catapults', 'Pikemen', 'Knights'];
  await expect(table(page).getByRole('button', { name: /^One (more|fewer): / }).first()).toBeVisible(); // counted below as they are
  // Five kinds of five for a wave of twenty: whatever is the default, some of them have both ranks.
  const places = async () => {
    const lie = new Map<string, number>();
    for (const kind of kinds)
      for (const label of [`One more: ${kind}`, `One fewer: ${kind}`]) if (await onTable(page, label).count()) lie.set(label, (await onTable(page, label).boundingBox())!.x);
    return lie;
  };
  const at = new Map<string, number>();
  for (const kind of kinds) {
    for (const label of [`One fewer: ${kind}`, `One more: ${kind}`]) while (await onTable(page, label).count()) {
      for (const [where, x] of await places()) expect(at.get(where) ?? x, where).toBe(x);
      for (const [where, x] of await places()) at.set(where, x);
      const before = Number(await counted(page, kind).inputValue());
      await onTable(page, label).tap();
      if (Number(await counted(page, kind).inputValue()) === before) break; // the wave is full
    }
  }
  expect(at.size).toBeGreaterThan(kinds.length);
});

test('the focus goes with what is lost into the other rank, and back', async ({ person, server }) => {
  const page = await person();
  await begin(page, server, 'advanced-combat', oldAndNew);
  const lost = table(page).getByRole('button', { name: /^One fewer: (Pikemen|Knights)$/ }).first();
  const name = (await lost.getAttribute('aria-label'))!.replace('One fewer: ', '');
  await lost.focus();
  await page.keyboard.press('Shift+Enter');
  await expect(onTable(page, `One fewer: ${name}`)).toHaveCount(0);
  await expect(onTable(page, `One more: ${name}`)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(counted(page, name)).toHaveValue('1');
  await expect(onTable(page, `One more: ${name}`)).toBeFocused();
  await onTable(page, 'One fewer: Swordsmen').focus();
  await page.keyboard.press('Enter');
  await expect(onTable(page, 'One more: Swordsmen')).toBeFocused();
});

test('a class and a token are named by keys alone', async ({ person, server }) => {
  const page = await person();
  await begin(page, server, 'phased-combat', sureHits);
  await onTable(page, 'Hit the infantry first: Riflemen').focus();
  await page.keyboard.press('Enter');
  await expect(onTable(page, 'Hit the infantry first: Riflemen')).toBeFocused();
  const radio = decisionOf(page).getByRole('radio', { name: /^Infantry/ });
  await expect(radio).toBeChecked();
  await radio.focus();
  await page.keyboard.press('ArrowDown');
  await expect(onTable(page, 'Hit the cavalry first: Lancers')).toHaveAttribute('aria-pressed', 'true');
});
