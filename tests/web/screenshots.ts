// Takes the pictures: each page in three widths in light, and in the least and the most in dark.
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { type Ruleset, bothSit, outcomeOf, playOn, proved, rulesets, startBattle, takeDefault } from './battles';
import { test } from './people';
import { clash, siege, skirmish } from './setups';

const widths = [360, 768, 1440];
const darkWidths = [360, 1440];

async function take(page: Page, name: string): Promise<void> {
  const shoot = async (width: number, colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
    await page.evaluate(() => (scrollTo(0, 0), document.fonts.ready));
    await page.screenshot({ path: join(process.env.MUSTER_SCREENSHOTS!, `${name}-${width}-${colorScheme}.png`), fullPage: true, animations: 'disabled' });
  };
  for (const width of widths) await shoot(width, 'light');
  for (const width of darkWidths) await shoot(width, 'dark');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('pages around a battle', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { title: 'The siege of Alesia', setup: siege });
  await take(ada, 'links');
  await bothSit(ada, babbage, links);
  await Promise.all([playOn(ada), playOn(babbage)]);
  await startBattle(ada, server, 'armies', { title: 'Who feeds Athens?' });
  for (const [name, path] of [['home', '/'], ['archive', '/battles'], ['rules', '/rules'], ['rules-advanced-combat', '/rules/advanced-combat'], ...Object.keys(rulesets).map((id) => [`new-${id}`, `/new?ruleset=${id}`])]) {
    await ada.goto(server.url + path);
    await ada.waitForLoadState('networkidle');
    await take(ada, name!);
  }
});

for (const ruleset of Object.keys(rulesets) as Ruleset[]) {
  test(`a battle of ${ruleset}`, async ({ person, server }) => {
    const [ada, babbage] = [await person(), await person()];
    const setup = { 'advanced-combat': siege, 'phased-combat': clash, 'simple-combat': skirmish }[ruleset as string];
    const links = await startBattle(ada, server, ruleset, { title: 'The siege of Alesia', ...(setup ? { setup } : {}) });
    await ada.goto(links.mine);
    await ada.getByRole('button', { name: 'Sit down' }).waitFor();
    if (ruleset === 'advanced-combat') await take(ada, 'join');
    await bothSit(ada, babbage, links);
    const looked = new Set<string>();
    const look = (page: Page) => playOn(page, async (decision, question) => {
      const kind = (await decision.getAttribute('aria-labelledby')) && question.replace(/[^a-z]+/gi, '-').toLowerCase().slice(0, 24);
      await decision.getByRole('button').first().waitFor();
      if (kind && !looked.has(kind)) {
        looked.add(kind);
        await take(page, `battle-${ruleset}-${kind}`);
      }
      await takeDefault(decision);
    });
    await Promise.all([look(ada), look(babbage)]);
    await outcomeOf(ada).waitFor();
    await take(ada, `over-${ruleset}`);
    await ada.getByRole('button', { name: 'Check the dice' }).click();
    await ada.getByRole('button', { name: 'Check now' }).click();
    await ada.getByText(proved).waitFor();
    await ada.getByRole('slider', { name: 'Moment' }).fill('12');
    await ada.waitForLoadState('networkidle');
    await take(ada, `replay-${ruleset}`);
  });
}
