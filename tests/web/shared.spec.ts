// Battles in which both players add to the dice: the page does it by itself, says what it waits for, and what it cannot do.
import type { Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { answerNext, bothSit, decisionOf, openTab, outcomeOf, playOn, proved, sit, startBattle } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test } from './people';
import { longSiege, siege, skirmish, twins } from './setups';

const logOf = (page: Page) => page.getByRole('list', { name: 'What happened' });
const noteOf = (page: Page) => page.getByRole('region', { name: 'Whose device adds to the dice' });
const waitsOf = (page: Page) => page.locator('.waits');
const both = 'Dice: the server’s and both players’';

/** Each page checks the record with what its device kept. */
async function expectProved(page: Page, watch: string): Promise<void> {
  await page.goto(`${watch}?check#1`);
  const check = page.getByRole('region', { name: 'Check the dice' });
  await expect(check.getByText(proved)).toBeVisible();
  await expect(check.getByText(/^What this device kept as .* is in it as it was/)).toBeVisible();
  await expect(check.getByText(/both sides added a number that their devices had fixed beforehand/)).toBeVisible();
  await expect(check.getByText('could look into its memory')).toHaveCount(0);
}

test('two people play to the end: both pages add to the dice by themselves, the log tells it, and the record agrees with what both kept', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person(phone)];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: siege, shared: true });
  await bothSit(ada, babbage, links);
  for (const page of [ada, babbage]) await expect(page.getByText(both).first()).toBeAttached();
  await decisionOf(ada).waitFor();
  await openTab(ada, 'More');
  await expect(ada.getByText('There are no standing orders here', { exact: false })).toBeVisible();
  await expect(ada.getByText('Standing orders', { exact: true })).toHaveCount(0);
  await expectAccessible(ada);
  await Promise.all([playOn(ada), playOn(babbage)]);
  await openTab(ada, 'Log');
  await expect(logOf(ada).getByText('Both sides have added to the dice.').first()).toBeVisible();
  for (const page of [ada, babbage]) {
    await expectProved(page, links.watch);
    await expectAccessible(page);
  }
  await expectNoOverflow(babbage);
  await expect(ada.getByRole('alert')).toHaveCount(0);
});

test('against the server, and on a map, the page plays to the end too', async ({ person, server }) => {
  for (const [ruleset, setup] of [['advanced-combat', siege], ['simple-combat', skirmish]] as const) {
    const page = await person();
    const links = await startBattle(page, server, ruleset, { setup, shared: true, opponent: 'The server, at its best' });
    await sit(page, links.mine, 'Ada');
    await playOn(page);
    await expectProved(page, links.watch);
  }
});

test('what is sealed cannot be read by the server nor taken back, and is opened with the shares', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await startBattle(ada, server, 'armies', { setup: twins, shared: true });
  await bothSit(ada, babbage, links);
  await answerNext(ada);
  await expect(ada.getByRole('heading', { name: 'Your choice is sealed' })).toBeVisible();
  await expect(ada.getByText('Nobody can read it until the other side has chosen too, not even the server.', { exact: false })).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Take it back' })).toHaveCount(0);
  await expect(ada.getByText(/^You chose: /)).toBeVisible();
  await ada.reload(); // this device knows what it sealed; the server does not
  await expect(ada.getByText(/^You chose: \w+ token$/)).toBeVisible();
  await answerNext(babbage);
  await expect(logOf(ada)).toContainText('is fixed now; not even the server can read it yet.');
  await Promise.all([playOn(ada), playOn(babbage)]);
  await expectProved(ada, links.watch);
});

test('a page that is away keeps the dice waiting, the other says for whom; opened again it adds to them', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person(phone)];
  const links = await startBattle(ada, server, 'advanced-combat', { seat: 'Defender', setup: siege, shared: true, clock: { mode: 'Live' } });
  await bothSit(ada, babbage, links);
  await decisionOf(babbage).waitFor();
  await ada.goto('about:blank');
  await answerNext(babbage);
  await expect(waitsOf(babbage)).toHaveText(/^\s*Waiting for Defender Ada’s device to add to the dice\./);
  await expect(waitsOf(babbage).getByRole('timer', { name: /^Time left: / })).toBeVisible();
  await expectAccessible(babbage);
  await expectNoOverflow(babbage);
  await babbage.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS}/shared-waits.png` });
  await ada.goto(`${server.url}/b/${links.id}`);
  await expect(logOf(ada).getByText('Both sides have added to the dice.').first()).toBeVisible();
  await Promise.all([playOn(ada), playOn(babbage)]);
  await expectProved(ada, links.watch);
});

test('a second device has nothing to add to the dice and says so; it takes that over, and the battle is played on there', async ({ person, server }) => {
  const [ada, babbage, desk] = [await person(phone), await person(), await person(phone)];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege, shared: true });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  await ada.goto('about:blank');
  await desk.goto(links.mine);
  const note = noteOf(desk);
  await expect(note.getByText(/^Another device of yours adds to the dice/)).toBeVisible();
  await expectAccessible(desk);
  await expectNoOverflow(desk);
  await desk.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS}/shared-other-device.png` });
  await note.getByRole('button', { name: 'Do it from here' }).click();
  await expect(note).toHaveCount(0);
  await expect(logOf(babbage)).toContainText('adds to the dice from another device.');
  await Promise.all([playOn(desk), playOn(babbage)]);
  await expectProved(desk, links.watch);

  await ada.goto(`${server.url}/b/${links.id}`); // the device of before
  await expect(outcomeOf(ada)).toBeVisible();
});

test('who does not add to the dice in time has lost, and the check says whose word that is', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { seat: 'Defender', setup: siege, shared: true, clock: { mode: 'Live', fields: { 'Minutes for the whole battle, each': '0.75' } } });
  await bothSit(ada, babbage, links);
  await decisionOf(babbage).waitFor();
  await ada.goto('about:blank');
  await answerNext(babbage);
  await expect(outcomeOf(babbage)).toHaveText(/wins: time ran out for adding to the dice\.$/, { timeout: 150_000 });
  await openTab(babbage, 'Log');
  await expect(logOf(babbage)).toContainText('Defender Ada didn’t add to the dice in time and loses the battle.');
  await expectProvedByClock(babbage, links.watch);
});

async function expectProvedByClock(page: Page, watch: string): Promise<void> {
  await page.goto(`${watch}?check#1`);
  const check = page.getByRole('region', { name: 'Check the dice' });
  await expect(check.getByText(proved)).toBeVisible();
  await expect(check.getByText(/^This battle was ended by the clock\. .* Shares for step 1 of the dice were due\.$/)).toBeVisible();
}

test('what another device decides is asked about before this one adds to the dice', async ({ person, server }) => {
  const [ada, babbage, desk] = [await person(phone), await person(), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege, shared: true });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  await desk.goto(links.mine);
  await answerNext(desk);
  await expect(noteOf(desk).getByText(/^Another device of yours .* Your share is due now/)).toBeVisible();
  await expect(noteOf(desk).getByRole('button')).toHaveCount(0);
  await expect(noteOf(ada).getByText(/^Something was decided in your name that didn’t come from this device \(step \d+, wave\)/)).toBeVisible();
  await expectAccessible(ada);
  await expectNoOverflow(ada);
  await ada.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS}/shared-asks.png` });
  await noteOf(ada).getByRole('button', { name: 'Yes, that was me' }).click();
  await expect(noteOf(ada)).toHaveCount(0);
  await expect(logOf(babbage)).toContainText('Both sides have added to the dice.');
  await Promise.all([playOn(ada), playOn(babbage)]);
  await expectProved(ada, links.watch);
});

test('a server that signs otherwise than it did gets nothing for the dice, and the page says why in a sentence', async ({ person, server }) => {
  const [ada, babbage] = [await person(phone), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege, shared: true });
  await ada.routeWebSocket(/\/ws$/, (page) => {
    const real = page.connectToServer();
    real.onMessage((message) => page.send(String(message).replace(/("kind":"share".*"shown":")[0-9a-f]{4}/, '$10000')));
  });
  await bothSit(ada, babbage, links);
  await answerNext(ada);
  await expect(ada.getByRole('alert').filter({ hasText: 'This server doesn’t stand by its word:' })).toBeVisible();
  await expect(ada.getByText(/after input \d+, the server’s signature doesn’t fit this battle/)).toBeVisible();
  await expect(ada.getByText(/^This device adds nothing to the dice as long as that’s so\./)).toBeAttached();
  await expectAccessible(ada);
  await ada.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS}/shared-refused.png` });
  await ada.getByRole('button', { name: 'I’ve read it' }).click();
  await expectAccessible(ada);
  await expect(waitsOf(babbage)).toContainText('Waiting for Attacker Ada’s device to add to the dice.');
});
