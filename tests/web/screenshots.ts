// Takes the pictures: each page in three widths in light, and in the least and the most in dark.
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { type Ruleset, bothSit, decisionOf, formOf, openTab, outcomeOf, playOn, proved, rulesets, sit, startBattle, takeDefault, takesTaps } from './battles';
import { againstServer, presetOf } from './campaigns';
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
    await ada.getByRole('button', { name: 'Join', exact: true }).waitFor();
    if (ruleset === 'advanced-combat') await take(ada, 'join');
    await bothSit(ada, babbage, links);
    const looked = new Set<string>();
    const look = (page: Page) => playOn(page, async (decision, question) => {
      const kind = (await decision.getAttribute('aria-labelledby')) && question.replace(/[^a-z]+/gi, '-').toLowerCase().slice(0, 24);
      await formOf(decision);
      if (kind && !looked.has(kind)) {
        looked.add(kind);
        await take(page, `battle-${ruleset}-${kind}`);
      }
      await takeDefault(decision);
    });
    await Promise.all([look(ada), look(babbage)]);
    await outcomeOf(ada).waitFor();
    await take(ada, `over-${ruleset}`);
    await ada.getByRole('button', { name: /^Check the (dice|record)$/ }).click();
    await ada.getByText(proved).waitFor();
    await ada.getByRole('slider', { name: 'Step' }).fill('12');
    await ada.waitForLoadState('networkidle');
    await take(ada, `replay-${ruleset}`);
  });
}

test('a campaign', async ({ person, server }) => {
  const ada = await person();
  const { link } = await againstServer(server, await presetOf(server, 'inner_sea'));
  await ada.goto(link);
  await ada.getByRole('button', { name: 'Join', exact: true }).waitFor();
  await take(ada, 'join-theatre');
  await sit(ada, link, 'Ada');
  const looked = new Set<string>();
  for (let asked = 0; asked < 4; ++asked) {
    const decision = decisionOf(ada).first();
    await decision.locator('.answer').waitFor();
    await takesTaps(ada);
    const title = decision.getByRole('heading').first();
    const kind = ((await title.textContent()) ?? '').replace(/[^a-z0-9]+/gi, '-').toLowerCase().slice(0, 24);
    if (!looked.has(kind)) {
      looked.add(kind);
      await take(ada, `battle-theatre-${kind}`);
    }
    const question = await title.getAttribute('id');
    await decision.locator('[aria-keyshortcuts]').click();
    await ada.locator(`#${question}`).waitFor({ state: 'detached' });
  }
});

test('a table of dice', async ({ person, server }) => {
  const [ada, clara] = [await person(), await person()];
  const question = { ruleset: 'dice', setup: { seats: ['red', 'blue'] }, options: { title: 'Tuesday game' } };
  const answer = await fetch(`${server.url}/api/v1/battles`, { method: 'POST', body: JSON.stringify(question) });
  const { battle, seats } = (await answer.json()) as { battle: string; seats: { token: string }[] };
  const [first, second] = seats.map(({ token }) => `${server.url}/b/${battle}#${token}`);
  await sit(ada, first!, 'Ada');
  await take(ada, 'dice-empty');
  await sit(clara, second!, 'Clara');
  for (const [roll, words] of [['8d6>=5, 2d20kh1+3', 'the attack on Moscow'], ['3d6', 'the weather'], ['d%', '']]) {
    await ada.getByLabel('What do you throw?').fill(roll!);
    await ada.getByLabel('What for?').fill(words!);
    await ada.getByRole('button', { name: 'Throw', exact: true }).click();
    await ada.getByLabel('What for?').and(ada.locator(':enabled')).waitFor();
  }
  await ada.locator('#throw-3').waitFor();
  await take(ada, 'dice-thrown');
});

test('clocks, standing orders and what is not there', async ({ person, server, forgive }) => {
  const [ada, babbage] = [await person(), await person()];
  forgive(/status of 404/);
  await ada.goto(`${server.url}/new?ruleset=advanced-combat`);
  const clock = ada.getByRole('region', { name: 'Clock', exact: true });
  for (const mode of ['Live', 'Correspondence']) {
    await clock.getByRole('radio', { name: new RegExp(`^${mode}`) }).check();
    await take(ada, `new-clock-${mode.split(' ')[0]!.toLowerCase()}`);
  }
  const links = await startBattle(ada, server, 'advanced-combat', { title: 'Against the clock', setup: siege, clock: { mode: 'Live' } });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  await openTab(ada, 'More');
  const panel = ada.locator('details', { hasText: 'Standing orders' });
  await panel.getByText('Standing orders').first().click();
  await panel.getByLabel('Decision').selectOption('losses');
  await panel.getByRole('button', { name: 'Add this order' }).click();
  await panel.getByText('(1)').waitFor();
  await ada.getByText('Other notifications').click();
  await take(ada, 'clock-and-orders');
  await ada.goto(`${server.url}/nowhere`);
  await ada.getByRole('heading', { level: 1 }).waitFor();
  await take(ada, 'not-there');
});

test('in German, whose words are longer', async ({ person, server }) => {
  const [ada, babbage, german] = [await person(), await person(), await person({ locale: 'de-DE' })];
  const links = await startBattle(ada, server, 'advanced-combat', { title: 'Die Belagerung von Alesia', setup: siege, clock: { mode: 'Live' } });
  await german.goto(links.theirs);
  await german.getByRole('button', { name: 'Hinsetzen' }).waitFor();
  await take(german, 'de-join');
  await bothSit(ada, babbage, links);
  await takeDefault(decisionOf(ada));
  const asked = (page: Page, link: string) => decisionOf(page).waitFor().then(() => link);
  await german.goto(await Promise.any([asked(ada, links.mine), asked(babbage, links.theirs)])); // who is asked next is up to the dice
  await german.getByRole('button', { name: 'So entscheiden' }).waitFor();
  await take(german, 'de-battle');
  await Promise.all([playOn(ada), playOn(babbage)]);
  await german.goto(`${links.watch}#9`);
  await german.getByRole('button', { name: 'Jetzt prüfen' }).click();
  await german.getByText('Die Würfel waren').waitFor();
  await take(german, 'de-replay');
  for (const [name, path] of [['home', '/'], ['new', '/new'], ['archive', '/battles'], ['rules', '/rules']]) {
    await german.goto(server.url + path);
    await german.waitForLoadState('networkidle');
    await take(german, `de-${name}`);
  }
});
