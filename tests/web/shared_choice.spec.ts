// Whose dice a battle has: chosen where it is started, and said before anybody sits down.
import { expectAccessible } from './axe';
import { pasteSetup, rulesets, startBattle } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test } from './people';
import { siege } from './setups';

const both = 'Dice: the server’s and both players’';

for (const device of ['a desk', 'a phone'] as const)
  test(`on ${device} one chooses whose dice, with a sentence for each; whoever is invited reads it before sitting down`, async ({ person, server }) => {
    const options = device === 'a phone' ? phone : {};
    const [ada, babbage] = [await person(options), await person(options)];
    await ada.goto(`${server.url}/new`);
    const whose = ada.getByRole('region', { name: 'Whose dice' });
    await expect(whose.getByRole('radio', { name: /^The server’s It rolls by itself/ })).toBeChecked();
    const shared = whose.getByRole('radio', { name: /^The server’s and both players’ Both players’ devices add to every roll/ });
    await shared.check();
    await expectAccessible(ada);
    await expectNoOverflow(ada);
    await ada.reload(); // kept with all else that was chosen
    await expect(shared).toBeChecked();

    const links = await startBattle(ada, server, 'advanced-combat', { setup: siege, shared: true });
    expect((await (await fetch(`${server.url}/api/v1/battles/${links.id}`)).json()).options.dice).toBe('shared');
    await babbage.goto(links.theirs);
    await expect(babbage.getByText(`${both}.`)).toBeVisible();
    await expect(babbage.getByText(/^Your device adds to every roll/)).toBeVisible();
    await expect(babbage.getByLabel('Your name, as others will see it')).toBeVisible();
    await expectAccessible(babbage);
    await expectNoOverflow(babbage);
  });

test('who may sit down from the list reads whose dice they are; of the server’s dice nothing more is said', async ({ person, server }) => {
  const ada = await person();
  for (const shared of [true, false]) {
    await ada.goto(`${server.url}/new`);
    await ada.getByRole('region', { name: 'Rules', exact: true }).getByRole('radio', { name: rulesets['advanced-combat'] }).check({ force: true });
    await pasteSetup(ada, siege);
    await ada.getByRole('radio', { name: /^Anyone Whoever/ }).check();
    await ada.getByRole('region', { name: 'Whose dice' }).getByRole('radio', { name: shared ? /^The server’s and both/ : /^The server’s It/ }).check();
    await ada.getByLabel('Title').fill(shared ? 'Of both' : 'Of one');
    await ada.getByRole('button', { name: 'Start the battle' }).click();
    await expect(ada.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  }
  const babbage = await person();
  await babbage.goto(server.url);
  const card = (title: string) => babbage.getByRole('article').filter({ hasText: title });
  await expect(card('Of both').getByText(both)).toBeVisible();
  await expect(card('Of one').getByRole('button', { name: /^Join as / })).toBeVisible();
  await expect(card('Of one').getByText(both)).toHaveCount(0);
});
