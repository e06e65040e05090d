// A ruleset that is newer than the page: the toy of tests/docs/toy, in a server that knows it, and a page that was built without it. Two people make, play and
// watch a battle of it in its own words, which the server tells.
import { resolve } from 'node:path';

import type { Page } from '@playwright/test';

import { buildToy } from '../docs/toy/build.mjs';
import { expectAccessible } from './axe';
import { answerNext, bothSit, decisionOf, outcomeOf, pasteSetup, playOn, proved, readLinks } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test as base } from './people';
import { Server } from './server';

type Toy = Awaited<ReturnType<typeof buildToy>>;

const test = base.extend<object, { toy: Toy }>({
  toy: [
    async ({}, use) => {
      const toy = await buildToy(resolve(__dirname, '../..'), resolve(process.env.MUSTERD!, '../..'));
      await use(toy);
      toy.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  server: async ({ toy }, use) => {
    const server = new Server([], toy.musterd);
    await server.start();
    await use(server);
    await server.remove();
  },
});

/** The oath in a page whose server has fields of it that the page can make little of. */
async function newer(page: Page, link: string): Promise<void> {
  await page.route('**/api/v1/rulesets', async (route) => {
    const response = await route.fetch();
    const all = (await response.json()) as { rulesets: { id: string; choice_schemas: Record<string, { properties: object }> }[] };
    Object.assign(all.rulesets.find(({ id }) => id === 'high-die')!.choice_schemas.swear!.properties, {
      gifts: { type: 'object', additionalProperties: { type: 'integer' } },
      riddles: { type: 'array', items: { description: 'whatever a riddle is' } },
      seal: { description: 'as it was pressed into wax' },
    });
    await route.fulfill({ response, json: all });
  });
  await page.goto(link);
  const asked = decisionOf(page);
  await asked.getByLabel('Name', { exact: true }).fill('rose');
  await asked.getByRole('button', { name: 'Add: Gifts' }).press('Enter');
  await expect(asked.getByRole('spinbutton', { name: 'Rose' })).toHaveValue('0');
  await asked.getByRole('button', { name: 'Remove: Rose' }).press('Enter');
  await expect(asked.getByLabel('Name', { exact: true })).toBeFocused(); // nothing can be added before it has one
  await expect(asked.getByRole('group', { name: 'Riddles' })).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Add: Riddles' })).toHaveCount(0);
  await expect(asked.getByText('Seal as it was pressed into wax')).toBeVisible();

  // What is being typed is not lost by a touch of the fields, which show what it was before.
  const stake = asked.getByLabel('Stake', { exact: true });
  await stake.fill('3');
  await stake.press('Tab');
  await asked.locator('summary').filter({ hasText: 'Answer with JSON' }).click();
  const json = asked.getByRole('textbox', { name: 'Answer with JSON' });
  await json.fill('{"stake": 4,');
  await expect(stake).toHaveValue('3');
  await stake.evaluate((field: HTMLElement) => field.focus());
  await expect(stake).not.toBeFocused();
  await json.fill('{"stake": 4, "riddles": ["of the sphinx"]}');
  await expect(stake).toHaveValue('4');
  await asked.getByRole('button', { name: 'Remove: Riddles 1' }).press('Enter');
  await expect(asked.getByRole('group', { name: 'Riddles' })).toBeFocused();
  await page.context().close();
}

test.describe.configure({ mode: 'default' }); // in one worker, which builds it once

/** What a page shows where it has no words. */
const untold = /undefined|NaN|\[object|high[-_]die|\b(again|charm|lay)_|up to: |\{\w+\}/;

for (const [size, options] of [
  ['a phone', { ...phone, viewport: { width: 390, height: 844 } }],
  ['a desk', { viewport: { width: 1280, height: 900 } }],
] as const)
  test(`a ruleset that the page was built without is found, made, played and watched again: ${size}`, async ({ person, server }, info) => {
    const [ada, babbage] = [await person(options), await person()];
    const look = async (name: string) => {
      expect(await ada.locator('body').innerText()).not.toMatch(untold);
      await expectNoOverflow(ada);
      await expectAccessible(ada);
      await info.attach(name, { body: await ada.screenshot({ fullPage: true, animations: 'disabled' }), contentType: 'image/png' });
    };

    const elsewhere = async (link: string) => {
      const page = await person({ ...options, locale: 'de-DE' });
      await page.goto(link);
      return page;
    };

    await ada.goto(`${server.url}/rules`);
    await ada.getByRole('link', { name: 'High die', exact: true }).click();
    await expect(ada.getByRole('heading', { level: 1, name: 'High die' })).toBeVisible();
    await expect(ada.getByText('A die each, rolled again at will, a charm and pieces; the higher sum wins.')).toBeVisible();
    await look('rules');

    await ada.getByRole('link', { name: 'Start a battle with these rules' }).click();
    const battle = ada.getByRole('region', { name: 'Battle', exact: true });
    await expect(battle.getByRole('radio', { name: /^Six sides/ })).toBeChecked();
    await pasteSetup(ada, { sides: 20 });
    await look('start');
    await ada.getByRole('button', { name: 'Start the battle' }).click();
    await expect(ada.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
    const links = await readLinks(ada);
    await bothSit(ada, babbage, links);

    const asked = decisionOf(ada);
    await expect(asked.getByRole('heading', { name: /^Your die shows \d+\. Will you roll it again\?$/ })).toBeVisible();
    await look('asked');
    await answerNext(ada, (decision) => decision.getByRole('button', { name: 'Roll again' }).click());
    await answerNext(babbage, (decision) => decision.getByRole('button', { name: 'Keep it' }).click());

    // One of a list of names, which are on nobody's table; with keys alone.
    await expect(asked.getByRole('heading', { name: 'Which charm do you carry?' })).toBeVisible();
    const hare = asked.getByRole('radio', { name: 'The hare (default) adds 1 to a 20 at most' });
    await expect(hare).toBeChecked();
    await look('charms');
    await answerNext(ada, async (decision) => {
      await hare.focus();
      await ada.keyboard.press('ArrowDown');
      await expect(decision.getByRole('radio', { name: 'The owl adds 3 to a 3 at most' })).toBeChecked();
      await expect(decision.getByRole('button', { name: 'The owl' })).toBeEnabled();
      await ada.keyboard.press('Control+Enter');
    });
    await answerNext(babbage);

    // Some of each, of which nothing but the server knows how many in all.
    await expect(asked.getByRole('heading', { name: 'Which pieces do you lay? 2 at most.' })).toBeVisible();
    const more = (name: string) => asked.getByRole('button', { name: `One more: ${name}` });
    await expect(asked.getByRole('button', { name: 'Lay nothing' })).toBeEnabled();
    for (const name of ['Pebbles', 'Pebbles', 'Shells']) await more(name).click();
    await expect(more('Shells')).toBeDisabled();
    await expect(asked.getByText('two pieces at most may be laid')).toBeVisible();
    await expect(asked.getByRole('button', { name: 'Lay 2 pebbles and 1 shell' })).toBeDisabled();
    await look('too many');
    const there = await elsewhere(links.mine);
    await expect(there.getByRole('heading', { name: 'Was legst du? Höchstens 2.' })).toBeVisible();
    await expect(there.getByText('je 2 wert')).toBeVisible();
    await expect(there.getByRole('spinbutton', { name: 'Muscheln' })).toHaveValue('0');
    await there.close();
    await asked.getByRole('spinbutton', { name: 'Pebbles' }).fill('1');
    await ada.keyboard.press('Tab');
    await expect(asked.getByText('two pieces at most may be laid')).toHaveCount(0);
    await look('laid');
    await answerNext(ada, (decision) => decision.getByRole('button', { name: 'Lay 1 pebble and 1 shell' }).click());
    await expect(ada.getByText('You chose: 1 pebble and 1 shell')).toBeVisible();
    await answerNext(babbage);

    // What has no form of its own, by its fields as the catalog has them.
    await expect(asked.getByRole('heading', { name: 'What do you swear?' })).toBeVisible();
    const stake = asked.getByRole('spinbutton', { name: 'Stake' });
    await expect(stake).toHaveValue('0');
    await stake.fill('9');
    await stake.press('Tab');
    await expect(stake).toHaveValue('5');
    await asked.getByLabel('On', { exact: true }).selectOption('The charm');
    for (const name of ['sun', 'moon']) {
      await asked.getByRole('button', { name: 'Add: By' }).press('Enter');
      await asked.getByRole('combobox', { name: /^By \d/ }).last().fill(name);
    }
    await asked.getByRole('button', { name: 'Remove: By 2' }).press('Enter');
    await expect(asked.getByRole('button', { name: 'Add: By' })).toBeFocused(); // not lost with what it removed
    await expect(asked.getByLabel('By 1', { exact: true })).toHaveValue('sun');
    await expect(asked.getByLabel('By 2', { exact: true })).toHaveCount(0);
    await look('oath');
    await newer(await person(options), links.mine);
    await answerNext(ada, async (decision) => {
      await stake.focus();
      await ada.keyboard.press('Control+Enter');
      await decision.getByRole('heading', { name: 'What do you swear?' }).waitFor({ state: 'detached' });
    });
    await Promise.all([playOn(ada), playOn(babbage)]);
    await expect(outcomeOf(ada)).toBeVisible();
    await expect(ada.getByText(/the higher sum wins|the higher stake wins|both have the same sum/).first()).toBeVisible();
    await expect(ada.getByText('Survivors')).toHaveCount(0); // nothing lay on the table
    await expect(ada.getByText(/Ada.* stakes 5 and swears by 1 name\./).first()).toBeVisible();
    await expect(ada.getByText(/Ada.* lays 1 pebble and 1 shell: \d+ together\./).first()).toBeVisible();
    await look('over');

    await ada.goto(links.watch);
    await expect(outcomeOf(ada)).toBeVisible();
    await ada.getByRole('button', { name: 'Watch the replay' }).click();
    await ada.getByRole('button', { name: 'To the end' }).waitFor();
    await look('replay');
    await ada.goto(`${links.watch}?check#1`);
    await expect(ada.getByText(proved)).toBeVisible();
  });
