// Tables of dice to which not the server alone adds: for whom a throw waits is told to all who are there, and how it goes on.
import type { Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { proved, sit } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect } from './people';
import { leaveTable, makeTable, names, press, row, write } from './tables';
import { test } from './witness';

const shared = { dice: 'shared' };
const waiting = (page: Page, title: string) => page.getByRole('region', { name: title });
const device = (page: Page) => page.getByRole('region', { name: 'Whose device adds to the dice' });
const checkOf = (page: Page) => page.getByRole('region', { name: 'Check the dice' });
const shot = (page: Page, name: string) => page.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS}/dice-shared-${name}.png` });

async function throwNow(page: Page, roll: string, words: string): Promise<void> {
  await write(page, roll, words);
  await press(page);
}

/** All read for whom the throw waits, on any screen. */
async function expectWaits(pages: readonly Page[], title: string, words: string): Promise<void> {
  for (const page of pages) {
    await expect(waiting(page, title)).toContainText(words);
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
}

for (const [where, options] of [['desk', {}], ['phone', phone]] as const)
  test(`at a ${where}: where both add to the dice, who threw and who watches read whose device is missing; it comes back, the throw falls, and the proof holds`, async ({ person, server }) => {
    const { watch, links } = await makeTable(server, 2, {}, shared);
    const [ada, babbage, eve] = [await person(options), await person(), await person(options)];
    await ada.goto(links[0]!);
    await expect(ada.getByText('Dice: the server’s and both players’.')).toBeVisible();
    await sit(ada, links[0]!, 'Ada');
    await sit(babbage, links[1]!, 'Babbage');
    await eve.goto(watch);
    await throwNow(ada, '3d6', 'the ford');
    for (const page of [ada, babbage, eve]) await expect(row(page, 1)).toContainText('the ford');
    await expect(ada.getByText('Waiting for', { exact: false })).toHaveCount(0);

    await babbage.goto('about:blank');
    await throwNow(ada, '8d6>=5', 'the bridge');
    await expectWaits([ada, eve], 'Ada wants to throw 8d6>=5 for “the bridge”', 'Waiting for Babbage’s device to add to the dice.');
    await shot(ada, `waits-${where}`);
    await shot(eve, `waits-watching-${where}`);
    await expect(ada.getByRole('button', { name: 'Throw', exact: true })).toBeDisabled();
    await expect(eve.getByRole('form', { name: 'Throw dice' })).toHaveCount(0);
    await ada.reload(); // it says so to whoever comes anew
    await expect(waiting(ada, 'Ada wants to throw 8d6>=5 for “the bridge”')).toContainText('Waiting for Babbage’s device');
    await babbage.goto(watch);
    for (const page of [ada, babbage, eve]) {
      await expect(row(page, 2)).toContainText('the bridge');
      await expect(page.getByText('Waiting for', { exact: false })).toHaveCount(0);
    }

    // Without both nothing is thrown.
    await ada.getByText('Talk and more').click();
    await ada.getByRole('button', { name: 'Leave the table' }).click();
    await expect(ada.getByText('The dice need both of you, so the table is closed for the other, too.', { exact: false })).toBeVisible();
    await ada.getByRole('button', { name: 'Yes, leave' }).click();
    for (const page of [ada, babbage, eve]) await expect(page.getByText('This table is closed: one of the two has left.')).toBeVisible();
    for (const page of [ada, babbage]) {
      await page.goto(`${watch}?check#1`);
      await expect(checkOf(page).getByText(proved)).toBeVisible();
      await expect(checkOf(page).getByText(/both sides added a number that their devices had fixed beforehand/)).toBeVisible();
      await expect(checkOf(page).getByText(/^What this device kept as .* is in it as it was/)).toBeVisible();
    }
    await expectAccessible(ada);
    await expectNoOverflow(ada);
  });

test('with a clock the time runs of whoever’s share is missing, for all to see; where the other is asked first he is asked, and then the dice wait', async ({ person, server }) => {
  const clock = { mode: 'live', bank: 'PT1H', decision_max: 'PT9M' };
  const { watch, links } = await makeTable(server, 2, { ask_first: true }, { ...shared, clock, on_timeout: 'default' });
  const [ada, babbage, eve] = [await person(), await person(phone), await person(phone)];
  await sit(ada, links[0]!, 'Ada');
  await sit(babbage, links[1]!, 'Babbage');
  await eve.goto(watch);
  await throwNow(ada, '3d6', 'the ford');
  await expect(babbage.getByRole('button', { name: 'Yes, roll it' })).toBeVisible();
  await ada.goto('about:blank');
  await babbage.getByRole('button', { name: 'Yes, roll it' }).click();
  await expect(babbage.getByText('The others are asked before a throw. 1 hour each;', { exact: false })).toBeVisible();
  const title = 'Ada wants to throw 3d6 for “the ford”';
  await expectWaits([babbage, eve], title, 'Waiting for Ada’s device to add to the dice.');
  for (const page of [babbage, eve]) await expect(waiting(page, title).getByRole('timer', { name: /^Time left: / })).toHaveCount(1);
  await expect(babbage.getByText('You have answered.')).toHaveCount(0);
  await shot(babbage, 'waits-clock');
  await ada.goto(watch);
  for (const page of [ada, babbage, eve]) await expect(row(page, 1)).toContainText('the ford');
});

test('a second device takes over what adds to the dice, and what it threw before is vouched for', async ({ person, server }) => {
  const { watch, links } = await makeTable(server, 2, {}, shared);
  const [ada, babbage, desk] = [await person(phone), await person(), await person(phone)];
  await sit(ada, links[0]!, 'Ada');
  await sit(babbage, links[1]!, 'Babbage');
  await desk.goto(links[0]!);
  await expect(device(desk).getByText('Another device of yours adds to the dice here; this one can’t.')).toBeVisible();
  await expectAccessible(desk);
  await expectNoOverflow(desk);
  await shot(desk, 'other-device');
  await throwNow(desk, '2d20kh1', 'the wall');
  await expect(device(desk).getByText(/Your share is due now, and it can only come from the device/)).toBeVisible();
  await expect(device(ada).getByText(/^Something was decided in your name that didn’t come from this device \(step \d+, throw\)/)).toBeVisible();
  await expectAccessible(ada);
  await expectNoOverflow(ada);
  await shot(ada, 'vouch');
  await expect(waiting(babbage, 'Ada wants to throw 2d20kh1 for “the wall”')).toContainText('Waiting for Ada’s device to add to the dice.');
  await device(ada).getByRole('button', { name: 'Yes, that was me' }).click();
  for (const page of [ada, babbage, desk]) await expect(row(page, 1)).toContainText('the wall');

  await ada.goto('about:blank');
  await device(desk).getByRole('button', { name: 'Do it from here' }).click();
  await expect(device(desk)).toHaveCount(0);
  await throwNow(babbage, '3d6', 'the gate');
  for (const page of [babbage, desk]) await expect(row(page, 2)).toContainText('the gate');
  await leaveTable(babbage);
  await desk.goto(`${watch}?check#1`);
  await expect(checkOf(desk).getByText(proved)).toBeVisible();
});

test('whoever holds both seats in one browser gives both shares, by a page for each', async ({ person, server }) => {
  const { links } = await makeTable(server, 2, {}, shared);
  const red = await person();
  const blue = await red.context().newPage();
  await sit(red, links[0]!, 'Ada');
  await sit(blue, links[1]!, 'Babbage');
  await throwNow(red, '3d6', 'the ford');
  for (const page of [red, blue]) await expect(row(page, 1)).toContainText('the ford');
  await blue.goto('about:blank');
  await throwNow(red, '4d6', 'the hill');
  await expect(waiting(red, 'Ada wants to throw 4d6 for “the hill”')).toContainText('Waiting for Babbage’s device');
  await blue.goto(links[1]!);
  for (const page of [red, blue]) await expect(row(page, 2)).toContainText('the hill');
});

test('while the witness of a table of eight is silent all read it, who throws, who sits there with a phone and who watches; it answers, and the throw falls', async ({ person, server, witness }) => {
  const { key } = (await (await fetch(`${witness.url}/api/v1/witness`)).json()) as { key: string };
  const { id, watch, links } = await makeTable(server, 8, {}, { dice: 'witnessed', witness: { address: witness.url, key } });
  const people = await Promise.all(links.slice(0, 3).map((_, at) => person(at === 1 ? phone : {})));
  const eve = await person(phone);
  for (const [at, link] of links.entries()) {
    if (at < 3) await sit(people[at]!, link, names[at]!);
    else await (await fetch(`${server.url}/api/v1/battles/${id}/events?wait=0&name=${names[at]}`, { headers: { Authorization: `Bearer ${link.split('#')[1]}` } })).text(); // sits down
  }
  await eve.goto(watch);
  const [ada] = people as [Page];
  await expect(ada.getByText(`Dice: the server’s and those of a witness, ${witness.url}.`)).toBeVisible();
  await throwNow(ada, '3d6', 'the ford');
  for (const page of [...people, eve]) await expect(row(page, 1)).toContainText('the ford');

  await witness.kill();
  await throwNow(ada, '8d6>=5', 'the bridge');
  const told = `Waiting for the witness, ${witness.url}: it adds to the dice, but doesn’t answer. Nobody loses by that; play goes on by itself as soon as it answers.`;
  await expectWaits([...people, eve], 'Ada wants to throw 8d6>=5 for “the bridge”', told);
  await shot(ada, 'witness-desk');
  await shot(eve, 'witness-phone');
  await shot(people[1]!, 'witness-seated-phone');
  await witness.start();
  for (const page of [...people, eve]) {
    await expect(row(page, 2)).toContainText('the bridge');
    await expect(page.getByText('Waiting for the witness')).toHaveCount(0);
  }
});

test('a witness beside both: its silence is told once both have given their shares; its refusal is told as that, and one of the two may end it', async ({ person, server, witness }) => {
  const { key } = (await (await fetch(`${witness.url}/api/v1/witness`)).json()) as { key: string };
  const restore = witness.copy();
  const { watch, links } = await makeTable(server, 2, {}, { ...shared, witness: { address: witness.url, key } });
  const [ada, babbage] = [await person(phone), await person()];
  await sit(ada, links[0]!, 'Ada');
  await sit(babbage, links[1]!, 'Babbage');
  await expect(ada.getByText(`Dice: the server’s, both players’ and those of a witness, ${witness.url}.`)).toBeVisible();
  await throwNow(babbage, '3d6', 'the ford');
  await expect(row(ada, 1)).toContainText('the ford');
  await witness.kill();
  await babbage.goto('about:blank');
  await throwNow(ada, '3d6', 'the bridge');
  const title = 'Ada wants to throw 3d6 for “the bridge”';
  await expect(waiting(ada, title)).toContainText('Waiting for Babbage’s device to add to the dice.');
  await babbage.goto(watch);
  for (const page of [ada, babbage]) await expect(waiting(page, title)).toContainText(`Waiting for the witness, ${witness.url}: it adds`);
  await witness.start();
  await expect(row(ada, 2)).toContainText('the bridge');

  await witness.kill();
  restore();
  await witness.start();
  await throwNow(ada, '4d6', 'the hill');
  await expectWaits([ada, babbage], 'Ada wants to throw 4d6 for “the hill”', `The witness, ${witness.url}, refuses to add to the dice. Play can’t go on unless whoever runs it changes that.`);
  await expect(ada.getByText('can be conceded', { exact: false })).toHaveCount(0);
  await shot(ada, 'witness-refuses');
  await leaveTable(ada);
  await expect(babbage.getByText('This table is closed: one of the two has left.')).toBeVisible();
  await ada.goto(`${watch}?check#1`);
  await expect(checkOf(ada).getByText(proved)).toBeVisible();
});
