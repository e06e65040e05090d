// A phone: 360 pixels wide, with fingers.
import type { Page } from '@playwright/test';

import { type Ruleset, formOf, outcomeOf, playOn, presses, readLinks, rulesets, startBattle, takeDefault } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test } from './people';
import { skirmish } from './setups';

/** What can be tapped and is smaller than a finger. */
async function expectTouchTargets(page: Page): Promise<void> {
  const small = await page.getByRole('main').locator('button, select, summary, input:not([type=radio]):not([type=checkbox]):not(.visually-hidden)').evaluateAll((targets) =>
    targets.flatMap((target) => {
      const box = target.getBoundingClientRect();
      const seen = box.width > 0 && getComputedStyle(target).visibility !== 'hidden';
      return seen && (box.height < 43.5 || box.width < 43.5) ? [`${target.textContent?.trim() || target.getAttribute('aria-label')}: ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`] : [];
    }),
  );
  expect(small).toEqual([]);
}

test('a battle against the server is made and fought to its end by taps', async ({ person, server }) => {
  const page = await person(phone);
  presses(page, (button) => button.tap());
  await page.goto(server.url);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Start a battle' }).tap();
  const who = page.getByRole('region', { name: 'Players', exact: true });
  await who.getByText('The server, at its best').tap();
  await expectNoOverflow(page);
  await expectTouchTargets(page);
  await page.getByRole('button', { name: 'Start the battle' }).tap();
  await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  await readLinks(page);
  await expectNoOverflow(page);
  await page.getByRole('link', { name: 'Go to my seat' }).tap();
  await page.getByLabel('Your name, as others will see it').fill('Thumb');
  await page.getByRole('button', { name: 'Join', exact: true }).tap();
  await playOn(page);
  await expect(page.getByRole('main')).toContainText(/You (win!|lose\.)|No winner/);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Watch the replay' }).tap();
  await page.getByRole('button', { name: 'One step forward' }).tap();
  await expect(page.getByText(/^Step \d+ of/)).toBeVisible();
  await expectNoOverflow(page);
  await expectTouchTargets(page);
});

for (const ruleset of Object.keys(rulesets) as Ruleset[]) {
  test(`nothing of ${ruleset} is wider than the phone or smaller than a finger`, async ({ person, server }) => {
    const page = await person(phone);
    presses(page, (button) => button.tap());
    const links = await startBattle(page, server, ruleset, { opponent: 'The server, at its best', ...(ruleset === 'simple-combat' ? { setup: skirmish } : {}) });
    await page.goto(links.mine);
    await expect(page.getByRole('heading', { name: 'Join the battle' })).toBeVisible();
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Join', exact: true }).tap();
    let looked = 0;
    await playOn(page, async (decision) => {
      await formOf(decision);
      if (looked++ < 6) {
        await expectNoOverflow(page);
        await expectTouchTargets(page);
      }
      await takeDefault(decision);
    });
    await expect(outcomeOf(page)).toBeVisible();
    await expectNoOverflow(page);
  });
}

test('no other page is wider than the phone, in English, German and French', async ({ person, server }) => {
  for (const locale of ['en-GB', 'de-DE', 'fr-FR']) {
    const page = await person({ ...phone, locale });
    for (const path of ['/', '/new', '/battles', '/rules', ...Object.keys(rulesets).flatMap((id) => [`/rules/${id}`, `/new?ruleset=${id}`]), '/b/nowhere']) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expectNoOverflow(page);
    }
  }
});
