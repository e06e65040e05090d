// Who plays for the first time: three hints at the first question, until they are closed, and the rule behind every question.
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { type Ruleset, answerNext, decisionOf, formOf, playOn, questionOf, rulesets, sit, takeDefault, takesTaps } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import type { Server } from './server';
import { type Setup, airborne, crowd, guards, oldAndNew, seaFight, skirmish, sureHits } from './setups';
import { textsOf } from './texts';

const screens = [
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
] as const;

/** What begins with a question, whatever the dice say. */
const setups: Record<Ruleset, Setup> = { 'advanced-combat': airborne, 'phased-combat': sureHits, 'fleet-combat': seaFight, armies: crowd, 'simple-combat': skirmish };

const texts = (language: string) => textsOf(language).hints;
const hints = (page: Page) => page.getByRole('group', { name: 'Hints for your first battle' });
const why = (page: Page) => decisionOf(page).getByRole('button', { name: 'What the rules say here' });

async function begin(page: Page, server: Server, ruleset: Ruleset, setup: Setup, confirm = false): Promise<void> {
  const links = await makeBattle(server, ruleset, { setup, confirm, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  await questionOf(decisionOf(page)).waitFor();
}

/** What answers the question as it stands. */
const answerOf = (decision: Locator) => decision.locator('button.primary').first();

/** None come: the rule, which is asked for later and loaded in the same way, is there. */
async function expectNoHints(page: Page): Promise<void> {
  await formOf(decisionOf(page));
  await why(page).click();
  await expect(decisionOf(page)).toContainText('All the rules of');
  await expect(hints(page)).toHaveCount(0);
}

for (const [where, options] of screens)
  for (const ruleset of Object.keys(rulesets) as Ruleset[]) {
    test(`three hints at the first question of ${ruleset}, and never again once they are closed, on ${where}`, async ({ person, server }) => {
      const page = await person(options);
      await begin(page, server, ruleset, setups[ruleset]);
      await formOf(decisionOf(page));
      for (const [at, words] of Object.values<string>(texts('en').first_time[ruleset]).entries()) {
        await expect(hints(page)).toContainText(`${at + 1}/3 ${words}`);
        // Beside the table, and with the answer in sight.
        await expect(hints(page)).toBeInViewport({ ratio: 1 });
        await expect(answerOf(decisionOf(page))).toBeInViewport({ ratio: 1 });
        const table = (await page.getByRole('group', { name: 'On the table' }).boundingBox())!;
        const told = (await hints(page).boundingBox())!;
        expect(told.x >= table.x + table.width || told.y >= table.y + table.height).toBe(true);
        if (at === 0) await expectAccessible(page);
        await takesTaps(page);
        if (at < 2) await hints(page).getByRole('button', { name: 'Next' }).click();
      }
      await hints(page).getByRole('button', { name: 'Got it' }).click();
      await expect(hints(page)).toHaveCount(0);
      await expect(questionOf(decisionOf(page))).toBeFocused();
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));
      await begin(page, server, ruleset, setups[ruleset]);
      await expectNoHints(page);
      expect(loaded.filter((url) => url.includes('/assets/FirstTime-'))).toEqual([]);
    });

    test(`each question of ${ruleset} has its rule, on ${where}`, async ({ person, server }) => {
      const page = await person(options);
      await begin(page, server, ruleset, setups[ruleset], true);
      const told = new Set<string>();
      await expect(hints(page)).toHaveCount(0); // nothing is played yet
      await playOn(page, async (decision) => {
        await formOf(decision);
        await why(page).click();
        const id = await why(page).getAttribute('aria-controls');
        const rule = page.locator(`[id="${id}"] p`);
        await expect(rule).toContainText('All the rules of');
        told.add((await rule.textContent())!.replace(/ All the rules of.*/, '').trim());
        await expect(answerOf(decision)).toBeInViewport();
        await takeDefault(decision);
      });
      const known = [...Object.values<string>(texts('en').rules[ruleset]), texts('en').every_ruleset.ready];
      expect([...told].filter((each) => !known.includes(each))).toEqual([]);
      expect(told).toContain(texts('en').every_ruleset.ready);
      expect(told.size).toBeGreaterThan(1);
    });
  }

for (const language of ['de', 'fr'])
  test(`hints leave the answer in sight on a phone in other languages, too: ${language}`, async ({ person, server }) => {
    const page = await person(screens[1][1]);
    await page.goto(server.url);
    for (const ruleset of Object.keys(rulesets) as Ruleset[]) {
      await page.evaluate(() => localStorage.setItem('muster.language', 'en'));
      await begin(page, server, ruleset, setups[ruleset]);
      await page.evaluate((kept) => localStorage.setItem('muster.language', kept), language);
      await page.reload();
      const { first_time, title, next } = texts(language);
      const told = page.getByRole('group', { name: title });
      for (const words of Object.values<string>(first_time[ruleset])) {
        await expect(told).toContainText(words);
        await expect(told).toBeInViewport({ ratio: 1 });
        await expect(answerOf(decisionOf(page))).toBeInViewport({ ratio: 1 });
        const more = told.getByRole('button', { name: next });
        await takesTaps(page);
        if ((await more.count()) > 0) await more.click();
      }
    }
  });

test('the first hint leaves all choices in sight on a phone, and fits a question that has no fields', async ({ person, server }) => {
  const page = await person(screens[1][1]);
  const unit = (name: string, kind: string) => ({ unit: name, name, class: kind, era: 1, modifier: 4, enhanced_modifier: 0 });
  const army = { army: [{ unit: 'engines', count: 6 }, { unit: 'lancers', count: 6 }, { unit: 'riflemen', count: 8 }] };
  await begin(page, server, 'phased-combat', { roster: [unit('engines', 'artillery'), unit('lancers', 'cavalry')], attacker: army, defender: army });
  await expect(hints(page)).toContainText('1/3');
  await expect(hints(page)).not.toContainText('fields');
  const choices = decisionOf(page).getByRole('radio');
  await expect(choices).toHaveCount(3);
  for (const choice of await choices.all()) await expect(choice).toBeInViewport({ ratio: 1 });
  await expect(answerOf(decisionOf(page))).toBeInViewport({ ratio: 1 });
});

test('hints that are left open go with the first answer, and come back in the next battle', async ({ person, server }) => {
  const page = await person();
  await begin(page, server, 'simple-combat', skirmish);
  await expect(hints(page)).toBeVisible();
  await page.reload(); // nothing is answered yet
  await expect(hints(page)).toBeVisible();
  await answerNext(page);
  await expectNoHints(page);
  await page.reload();
  await expectNoHints(page);
  await begin(page, server, 'simple-combat', skirmish);
  await expect(hints(page)).toBeVisible();
  await begin(page, server, 'advanced-combat', guards); // each ruleset has its own
  await expect(hints(page)).toContainText('1/3');
});

test('hints and rules are reached by keys, and do not cost the focus', async ({ person, server }) => {
  const page = await person();
  await begin(page, server, 'advanced-combat', guards);
  await expect(hints(page)).toBeVisible();
  await expect(questionOf(decisionOf(page))).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(why(page)).toBeFocused();
  await expect(why(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(why(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(decisionOf(page)).toContainText(texts('en').rules['advanced-combat'].wave);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(decisionOf(page)).not.toContainText(texts('en').rules['advanced-combat'].wave);
  await expect(hints(page)).toBeVisible(); // they give way to the rule, and come back
  await page.keyboard.press('Tab');
  await expect(hints(page).getByRole('button', { name: 'Next' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(hints(page).getByRole('button', { name: 'Close the hints' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(hints(page)).toHaveCount(0);
  await expect(questionOf(decisionOf(page))).toBeFocused();
});

test('every ruleset of this server has three hints, and each of its questions a rule, in every language', async ({ server }) => {
  const catalogs: { id: string; choice_schemas: object }[] = (await (await fetch(`${server.url}/api/v1/rulesets`)).json()).rulesets;
  expect(catalogs.length).toBeGreaterThanOrEqual(Object.keys(rulesets).length);
  for (const { id, choice_schemas } of catalogs) {
    for (const language of ['en', 'de', 'fr']) {
      const { first_time, rules, every_ruleset } = texts(language);
      expect(Object.keys(first_time[id]), `${language} ${id}`).toHaveLength(3);
      expect(Object.keys({ ...rules[id], ...every_ruleset }), `${language} ${id}`).toEqual(expect.arrayContaining(Object.keys(choice_schemas)));
    }
  }
});

test('on a phone the rule leaves the fields that it is about in sight', async ({ person, server }) => {
  const page = await person(screens[1][1]);
  await begin(page, server, 'advanced-combat', oldAndNew);
  const decision = decisionOf(page);
  await why(page).tap(); // in the place of the hints
  await expect(decision).toContainText('All the rules of');
  await expect(hints(page)).toHaveCount(0);
  await decision.getByRole('button', { name: /^One (fewer|more): / }).and(page.locator(':enabled')).first().tap();
  await page.locator('.inside').evaluate((it) => (it.scrollTop = 0));
  const field = (await decision.getByRole('spinbutton').first().boundingBox())!;
  const answer = (await decision.locator('.answer').boundingBox())!;
  expect(field.y + field.height, 'the first field is above the answer').toBeLessThanOrEqual(answer.y);
});
