// axe over every page, and over the battle page in each of its phases, in light and dark.
import type { Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { type Ruleset, bothSit, decisionOf, formOf, outcomeOf, playOn, proved, rulesets, sit, startBattle, takeDefault } from './battles';
import { expect, test } from './people';
import { siege, skirmish } from './setups';

async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
}

for (const address of ['/', '/new', '/new?ruleset=armies', '/new?ruleset=simple-combat', '/battles', '/dice', '/rules', '/rules/advanced-combat', '/rules/simple-combat', '/b/nowhere']) {
  test(`axe finds nothing serious on ${address}, light and dark`, async ({ person, server }) => {
    const page = await person();
    await page.goto(server.url + address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    await expectAccessibleInBoth(page);
  });
}

for (const ruleset of Object.keys(rulesets) as Ruleset[]) {
  test(`axe finds nothing serious in a battle of ${ruleset}: links, joining, waiting, deciding, over, looked back at, proved`, async ({ person, server }) => {
    const [ada, babbage] = [await person(), await person()];
    const links = await startBattle(ada, server, ruleset, ruleset === 'simple-combat' ? { setup: skirmish } : ruleset === 'advanced-combat' ? { setup: siege } : {});
    await expectAccessibleInBoth(ada);
    await ada.goto(links.mine);
    await expect(ada.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
    await expectAccessibleInBoth(ada);
    await sit(ada, links.mine, 'Ada');
    await expect(ada.getByRole('heading', { name: 'Waiting for players' })).toBeVisible();
    await expectAccessibleInBoth(ada);
    await sit(babbage, links.theirs, 'Babbage');

    const looked = new Set<string>();
    const look = (page: Page) => playOn(page, async (decision, question) => {
      const kind = question.replace(/\d+/g, '');
      await formOf(decision);
      if (!looked.has(kind)) {
        looked.add(kind);
        await expectAccessibleInBoth(page);
      }
      await takeDefault(decision);
    });
    await Promise.all([look(ada), look(babbage)]);
    await expect(outcomeOf(ada)).toBeVisible();
    await expectAccessibleInBoth(ada);

    await ada.getByRole('button', { name: /^Check the (dice|record)$/ }).click();
    await expect(ada.getByText(proved)).toBeVisible();
    await expectAccessibleInBoth(ada);
    await ada.goto(`${server.url}/battles`);
    await expect(ada.getByRole('main').getByRole('article')).toHaveCount(1);
    await expectAccessibleInBoth(ada);
  });
}

test('axe finds nothing serious while the connection is away and where a sealed choice waits', async ({ person, server, forgive }) => {
  const [ada, babbage] = [await person(), await person()];
  forgive(/ERR_|WebSocket/);
  const links = await startBattle(ada, server, 'advanced-combat', { setup: siege, confirm: true });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).getByRole('button', { name: /^Accept/ }).click();
  await expect(ada.getByRole('heading', { name: 'Your choice is sealed' }).or(ada.getByText('Waiting for')).first()).toBeVisible();
  await expectAccessibleInBoth(ada);
  await ada.context().setOffline(true);
  await expect(ada.getByText('No connection. Nothing is lost; reconnecting…')).toBeVisible();
  await expectAccessibleInBoth(ada);
});
