// A ruleset that is newer than the page: the toy of tests/docs/toy, in a server that knows it, and a page that was built without it. Two people make, play and
// watch a battle of it in its own words, which the server tells.
import { resolve } from 'node:path';

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

test.describe.configure({ mode: 'default' }); // in one worker, which builds it once

/** What a page shows where it has no words. */
const untold = /undefined|NaN|\[object|high[-_]die|again_|\b(hare|owl|pebbles|shells)\b(?<!The (hare|owl)|carries the (hare|owl)|pebbles|shells)|\{\w+\}/;

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
    await Promise.all([playOn(ada), playOn(babbage)]);
    await expect(outcomeOf(ada)).toBeVisible();
    await expect(ada.getByText(/the higher sum wins|both have the same sum/).first()).toBeVisible();
    await expect(ada.getByText('Survivors')).toHaveCount(0); // nothing lay on the table
    await look('over');

    await ada.goto(links.watch);
    await expect(outcomeOf(ada)).toBeVisible();
    await ada.getByRole('button', { name: 'Watch the replay' }).click();
    await ada.getByRole('button', { name: 'To the end' }).waitFor();
    await look('replay');
    await ada.goto(`${links.watch}?check#1`);
    await expect(ada.getByText(proved)).toBeVisible();
  });
