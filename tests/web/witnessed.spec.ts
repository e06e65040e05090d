// Battles to whose dice a third server adds: chosen where one is started, said before anybody sits down, and what all read while the battle waits for it.
import type { Page, Route } from '@playwright/test';

import { expectAccessible } from './axe';
import { answerNext, bothSit, decisionOf, outcomeOf, playOn, proved, startBattle } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test as withPeople } from './people';
import { longSiege, siege } from './setups';
import { test } from './witness';

const whose = (page: Page) => page.getByRole('region', { name: 'Whose dice' });
const waitsOf = (page: Page) => page.locator('.waits');
const shot = (page: Page, name: string) => page.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS}/witnessed-${name}.png` });

for (const device of ['desk', 'phone'] as const)
  test(`at a ${device} one chooses the witness by one tap; whoever is invited to a private battle reads whose dice they are before sitting down`, async ({ person, server, witness }) => {
    const options = device === 'phone' ? phone : {};
    const [ada, babbage] = [await person(options), await person(options)];
    await ada.goto(`${server.url}/new`);
    const choice = whose(ada).getByRole('radio', { name: new RegExp(`^The server’s and those of a witness, ${witness.url} Another server adds to every roll.* Its key: [0-9a-f :-]{8,}`) });
    await choice.check();
    await expectAccessible(ada);
    await expectNoOverflow(ada);
    await choice.scrollIntoViewIfNeeded();
    await shot(ada, `builder-${device}`);
    await ada.reload(); // kept with all else that was chosen
    await expect(choice).toBeChecked();

    const links = await startBattle(ada, server, 'advanced-combat', { setup: siege, title: 'Among us', witness: witness.url, watchers: 'Only the players' });
    await babbage.goto(links.theirs);
    await expect(babbage.getByRole('heading', { level: 1 })).toHaveText('Among us');
    await expect(babbage.getByText(`Dice: the server’s and those of a witness, ${witness.url}.`)).toBeVisible();
    await expect(babbage.getByText(/^Another server, the witness, adds to every roll.* by its key, [0-9a-f :-]{8,}\. This page couldn’t ask the witness for its key; compare it with the key and fingerprint that http\S+\/api\/v1\/witness tells\.$/)).toBeVisible();
    await expect(babbage.getByText('You’ll be playing as Defender.')).toBeVisible();
    await expectAccessible(babbage);
    await expectNoOverflow(babbage);
    await shot(babbage, `invited-${device}`);
    await bothSit(ada, babbage, links);
    await decisionOf(ada).waitFor();
  });

test('where it can’t be heard which witnesses there are the page says so, and asks again; whatever was chosen, a battle with other dice is never begun', async ({ person, server, witness, forgive }) => {
  const ada = await person();
  forgive(/\/api\/v1\/witnesses/);
  const list = '**/api/v1/witnesses';
  const unknown = whose(ada).getByText('Which witnesses there are couldn’t be found out.');
  const again = whose(ada).getByRole('button', { name: 'Try again' });
  const choice = whose(ada).getByRole('radio', { name: new RegExp(`^The server’s and those of a witness, ${witness.url} `) });
  await ada.route(list, (route) => route.abort());
  await ada.goto(`${server.url}/new`);
  await expect(unknown).toBeVisible();
  await expectAccessible(ada);

  // While it asks again nothing is said, so that the same is read out once more; by the keyboard one stays where one was.
  await ada.unroute(list);
  const asked = new Promise<Route>((resolve) => void ada.route(list, resolve));
  await again.focus();
  await ada.keyboard.press('Enter');
  const question = await asked;
  await expect(unknown).toHaveCount(0);
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await question.abort();
  await expect(unknown).toBeVisible();
  await expect(again).toBeFocused();
  await ada.unroute(list);
  await ada.keyboard.press('Enter');
  await expect(whose(ada).getByRole('heading', { name: 'Whose dice' })).toBeFocused();
  await choice.check();
  await expect(unknown).toHaveCount(0);
  await expect(again).toHaveCount(0);

  await ada.route(list, (route) => route.fulfill({ status: 503 }));
  await ada.reload();
  await expect(unknown).toBeVisible();
  await expect(choice).toBeChecked();
  await ada.unroute(list);
  await ada.route(list, (route) => route.fulfill({ json: { witnesses: [] } }));
  await again.click();
  await expect(whose(ada).getByText(`The witness you chose, ${witness.url}, can’t be had now.`)).toBeVisible();
  await expect(choice).toBeChecked();
  await ada.getByRole('button', { name: 'Start the battle' }).click();
  await ada.getByRole('heading', { name: 'Your battle is ready' }).waitFor();
  const battles = (await (await fetch(`${server.url}/api/v1/battles`)).json()) as { battles: { options: { dice?: string } }[] };
  expect(battles.battles.map(({ options }) => options.dice)).toEqual(['witnessed']);
});

test('a witness that signs with another key than the one chosen is told as that, and offered beside it', async ({ person, server, witness }) => {
  const ada = await person();
  await ada.goto(`${server.url}/new`);
  const choice = whose(ada).getByRole('radio', { name: new RegExp(`^The server’s and those of a witness, ${witness.url} .*Its key: `) });
  await choice.check();
  const print = /Its key: ([0-9a-f :-]{8,})\./.exec((await whose(ada).textContent())!)![1]!;
  const key = `04${'ab'.repeat(64)}`;
  await ada.route('**/api/v1/witnesses', (route) => route.fulfill({ json: { witnesses: [{ address: witness.url, key }] } }));
  await ada.reload();
  await expect(whose(ada).getByRole('status')).toHaveText(new RegExp(`^The witness you chose, ${witness.url}, now signs with another key\\.`));
  const list = whose(ada).getByRole('combobox', { name: 'Witness', exact: true });
  await expect(list.getByRole('option')).toHaveText([/^http\S+, key [0-9a-f :-]{8,}$/, `${witness.url}, key ${print}`]);
  await expect(list).toHaveValue('1');
  await expect(choice).toBeChecked();
  await expectAccessible(ada);

  // Whoever looks at other dice and comes back has the one chosen, and reads the same.
  await whose(ada).getByRole('radio', { name: /^The server’s It rolls/ }).check();
  await expect(whose(ada).getByRole('status')).toBeEmpty();
  await choice.check();
  await expect(whose(ada).getByRole('status')).toContainText('now signs with another key.');
  await expect(choice).toHaveAccessibleName(new RegExp(print));

  await list.focus();
  await ada.keyboard.press('ArrowUp');
  await expect(whose(ada).getByRole('status')).toBeEmpty();
  await expect(list).toHaveCount(0);
  await expect(whose(ada).getByRole('heading', { name: 'Whose dice' })).toBeFocused();
  await expect(choice).toBeChecked();
  await expect(choice).not.toHaveAccessibleName(new RegExp(print));
});

for (const device of ['desk', 'phone'] as const)
  test(`at a ${device} one picks from several witnesses by their addresses, once dice with one are chosen`, async ({ person, server }) => {
    const ada = await person(device === 'phone' ? phone : {});
    const witnesses = ['one', 'two', 'three'].map((name, i) => ({ address: `https://${name}.example`, key: `04${`a${i}`.repeat(64)}` }));
    await ada.route('**/api/v1/witnesses', (route) => route.fulfill({ json: { witnesses } }));
    await ada.goto(`${server.url}/new`);
    const both = (name: string) => whose(ada).getByRole('radio', { name: new RegExp(`^The server’s, both players’ and those of a witness, https://${name}\\.example `) });
    const list = whose(ada).getByRole('combobox', { name: 'Witness', exact: true });
    await expect(whose(ada).getByRole('radio')).toHaveCount(4);
    await expect(list).toHaveCount(0);
    await both('one').check();
    await list.focus();
    for (let i = 0; i < 2; ++i) await ada.keyboard.press('ArrowDown');
    await expect(list).toBeFocused();
    await expect(both('three')).toBeChecked();
    await expect(list.getByRole('option')).toHaveText(witnesses.map(({ address }) => address));
    await expectAccessible(ada);
    await expectNoOverflow(ada);
    await list.scrollIntoViewIfNeeded();
    await shot(ada, `several-${device}`);

    // Whoever looks at other dice and comes back finds the witness that was picked; so does whoever loads the page again.
    await whose(ada).getByRole('radio', { name: /^The server’s It rolls/ }).check();
    await expect(list).toHaveCount(0);
    await both('three').check();
    await ada.reload();
    await expect(both('three')).toBeChecked();
    await expect(list).toHaveValue('2');
  });

test('where the browser computes no fingerprints the page shows how the key begins, and says that it is that', async ({ person, server, witness }) => {
  const ada = await person();
  await ada.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  const { key } = (await (await fetch(`${witness.url}/api/v1/witness`)).json()) as { key: string };
  await ada.goto(`${server.url}/new`);
  await expect(whose(ada).getByText(`Its key: ${key.slice(0, 20)}… (its beginning).`)).toHaveCount(2); // alone, and beside shared dice
});

withPeople('a private battle’s invitation says of shared dice, too, whose they are; a server that takes no witness offers none', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const told = ada.waitForResponse('**/api/v1/witnesses');
  await ada.goto(`${server.url}/new`);
  await (await told).finished();
  await expect(whose(ada).getByRole('radio')).toHaveCount(2);
  const links = await startBattle(ada, server, 'advanced-combat', { setup: siege, shared: true, watchers: 'Only the players', clock: { mode: 'Live' } });
  await babbage.goto(links.theirs);
  await expect(babbage.getByText('Dice: the server’s and both players’.')).toBeVisible();
  await expect(babbage.getByText(/^Your device adds to every roll/)).toBeVisible();
  await expect(babbage.getByText(/^Clock: /)).toBeVisible();
  await bothSit(ada, babbage, links);
  await Promise.all([playOn(ada), playOn(babbage)]);
  await expect(outcomeOf(babbage)).toBeVisible();
});

test('a witness beside shared dice is chosen, said before one sits down, and played with to a proof that holds', async ({ person, server, witness }) => {
  const [ada, babbage] = [await person(), await person(phone)];
  await ada.goto(`${server.url}/new`);
  const choice = whose(ada).getByRole('radio', { name: new RegExp(`^The server’s, both players’ and those of a witness, ${witness.url} Another server adds to what both players’ devices do.* Its key: [0-9a-f :-]{8,}`) });
  await choice.check();
  await expectAccessible(ada);
  await ada.reload();
  await expect(choice).toBeChecked();
  const links = await startBattle(ada, server, 'advanced-combat', { setup: siege, shared: true, witness: witness.url });
  await babbage.goto(links.theirs);
  await expect(babbage.getByText(`Dice: the server’s, both players’ and those of a witness, ${witness.url}.`)).toBeVisible();
  await expect(babbage.getByText(/^Your device adds to every roll/)).toBeVisible();
  await expect(babbage.getByText(/Another server, the witness, adds to every roll/)).toBeVisible();
  await expectAccessible(babbage);
  await expectNoOverflow(babbage);
  await shot(babbage, 'invited-shared-phone');
  await bothSit(ada, babbage, links);
  await Promise.all([playOn(ada), playOn(babbage)]);
  await expect(outcomeOf(babbage)).toBeVisible();
  await expect(ada.getByRole('button', { name: /rematch/i })).toHaveCount(0);
  await ada.goto(`${links.watch}?check#1`);
  await expect(ada.getByRole('region', { name: 'Check the dice' }).getByText(proved)).toBeVisible();
});

test('while the witness is away players and spectators read that the battle waits for it; it answers, and they play on to a proof that holds', async ({ person, server, witness }) => {
  const [ada, babbage, eve] = [await person(), await person(phone), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege, witness: witness.url });
  await bothSit(ada, babbage, links);
  await eve.goto(links.watch);
  await decisionOf(ada).waitFor();
  await witness.kill();
  await answerNext(ada);
  for (const page of [ada, babbage, eve]) await expect(waitsOf(page)).toHaveText(`Waiting for the witness, ${witness.url}: it adds to the dice, but doesn’t answer. Nobody loses by that; play goes on by itself as soon as it answers.`);
  for (const page of [ada, babbage]) {
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
  await shot(ada, 'waits-desk');
  await shot(babbage, 'waits-phone');
  await witness.start();
  await Promise.all([playOn(ada), playOn(babbage)]);
  await expect(eve.getByText('Waiting for the witness')).toHaveCount(0);
  await eve.goto(`${links.watch}?check#1`);
  await expect(eve.getByRole('region', { name: 'Check the dice' }).getByText(proved)).toBeVisible();
});

test('a witness whose store was put back refuses, which its words say; the battle can be conceded', async ({ person, server, witness }) => {
  const [ada, babbage] = [await person(phone), await person()];
  const restore = witness.copy();
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege, witness: witness.url });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  await witness.kill();
  restore();
  await witness.start();
  await answerNext(ada);
  for (const page of [ada, babbage]) await expect(waitsOf(page)).toHaveText(new RegExp(`^\\s*The witness, ${witness.url}, refuses to add to the dice\\..* the witness http:.* refuses: this server is not the witness of this battle, or no longer`));
  await expectAccessible(ada);
  await expectNoOverflow(ada);
  await shot(ada, 'refuses-phone');
});

test('of a battle with shared dice that was ended while it waited for its witness the check says whose share was due', async ({ person, server, witness }) => {
  const [ada, babbage] = [await person(phone), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege, shared: true, witness: witness.url });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  await witness.kill();
  await answerNext(ada);
  await expect(waitsOf(ada)).toContainText(`Waiting for the witness, ${witness.url}`);
  server.close(links.id);
  await expect(outcomeOf(ada)).toBeVisible();
  await ada.goto(`${links.watch}?check#1`);
  const check = ada.getByRole('region', { name: 'Check the dice' });
  await expect(check.getByText('The server’s operator ended this battle. That there was a reason is the server’s word. The witness’s share for its step 1 of the dice was due.')).toBeVisible();
  await expectAccessible(ada);
  await expectNoOverflow(ada);
  await shot(ada, 'due-phone');
});
