// Time that runs: chosen at /new, seen by all, and what happens when it is up. Waits are for what the server does, never for a time.
import type { Page } from '@playwright/test';

import { bothSit, decisionOf, openTab, outcomeOf, proved, sit, startBattle } from './battles';
import { makeForThree } from './made';
import { phone } from './narrow';
import { expect, test } from './people';
import { longSiege, siege, sureHits } from './setups';

const logOf = (page: Page) => page.getByRole('list', { name: 'What happened' });
const minutes = 'Minutes for the whole battle, each';
const longest = 'Maximum minutes per decision';
const gone = 'Seconds a player can be away';

test('a live clock is chosen, agreed on by whoever sits down, and runs for who is asked', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: siege, clock: { mode: 'Live', onTimeout: 'The battle is lost' } });
  const made = await (await ada.request.get(`${server.url}/api/v1/battles/${links.id}/record`)).json();
  expect(made.options.clock).toMatchObject({ mode: 'live', bank: 'PT600S', increment: 'PT10S', disconnected: 'PT60S' });
  expect(made.options.on_timeout).toBe('forfeit');

  await babbage.goto(links.theirs);
  await expect(babbage.getByText('10 minutes each, plus 10 seconds per decision; if time runs out, the battle is lost')).toBeVisible();
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  for (const page of [ada, babbage]) {
    await expect(page.getByRole('timer', { name: /^Time left: (9|10):\d\d$/ })).toHaveCount(1);
    await expect(page.getByRole('timer', { name: 'Time left for the next decision: 10:00' })).toHaveCount(1);
  }
});

test('on a phone the clock leaves the names to be read', async ({ person, server }) => {
  const [ada, babbage] = [await person(phone), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: siege, clock: { mode: 'Live' } });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  const heads = ada.locator('.strip').getByRole('listitem').filter({ has: ada.getByRole('timer') });
  await expect(heads).toHaveCount(2);
  for (const head of await heads.all()) {
    const name = head.locator('bdi');
    const clock = (await head.getByRole('timer').boundingBox())!;
    const box = (await name.boundingBox())!;
    expect(await name.evaluate((it) => it.scrollWidth <= it.clientWidth), 'the name is whole').toBe(true);
    expect(clock.y + clock.height <= box.y + 1 || clock.x >= box.x + box.width, 'the clock lies beside the name or above it').toBe(true);
    const whole = (await head.boundingBox())!;
    expect(clock.x + clock.width).toBeLessThanOrEqual(whole.x + whole.width);
    for (const side of await head.locator('.side').all()) expect((await side.boundingBox())!.width, 'the side gives way').toBeLessThanOrEqual(1);
  }
});

test('who does not decide in time is warned, the default is played, and the log and the replay say so', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege, clock: { mode: 'Live', fields: { [longest]: '0.1' } } });
  await bothSit(ada, babbage, links);
  await expect(ada.getByRole('alert')).toHaveText(/^You’re running out of time: [1-6] seconds? left\.$/);
  for (const page of [ada, babbage]) await expect(logOf(page)).toContainText(/Ada.* ran out of time; the default is played\./);
  await openTab(babbage, 'More');
  const ending = babbage.getByRole('region', { name: 'End the battle early' });
  await ending.getByRole('button', { name: 'Concede' }).click();
  await ending.getByRole('button', { name: 'Yes, concede' }).click();
  await expect(outcomeOf(babbage)).toBeVisible();
  await babbage.goto(`${links.watch}?check#1`);
  await expect(babbage.getByRole('button', { name: /^Out of time/ }).first()).toBeVisible();
  await expect(babbage.getByText(proved)).toBeVisible();
});

test('a battle whose other player is gone is claimed, and its record holds', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await startBattle(ada, server, 'phased-combat', { setup: sureHits, clock: { mode: 'Live', fields: { [gone]: '10' } } });
  await bothSit(ada, babbage, links);
  await decisionOf(babbage).waitFor();
  await babbage.close();
  const absence = ada.getByRole('region', { name: 'A player is away' });
  await expect(absence).toContainText('You can claim victory in 0:');
  await expect(absence).toContainText('has been away too long');
  await absence.getByRole('button', { name: 'Claim victory' }).click();
  await expect(outcomeOf(ada)).toContainText('the other side was away too long');
  await expect(ada.getByText('You win!')).toBeVisible();
  await ada.goto(`${links.watch}?check#1`);
  await expect(ada.getByText(proved)).toBeVisible();
});

test('of three, one concedes and one goes away: the last claims the battle from the one who is away', async ({ person, server }) => {
  const links = await makeForThree(server, { clock: { mode: 'live', bank: 'PT600S', disconnected: 'PT10S' } });
  const pages = [await person(), await person(), await person()];
  for (const [index, name] of ['Ada', 'Babbage', 'Cleo'].entries()) await sit(pages[index]!, links[index]!, name);
  const [ada, babbage, cleo] = pages as [Page, Page, Page];
  await decisionOf(cleo).waitFor();
  await openTab(ada, 'More');
  await ada.getByRole('button', { name: 'Concede' }).click();
  await ada.getByRole('button', { name: 'Yes, concede' }).click();
  await expect(logOf(babbage)).toContainText(/Ada.* concede/);
  await cleo.close();
  const absence = babbage.getByRole('region', { name: 'A player is away' });
  await expect(absence).toContainText('Cleo');
  await absence.getByRole('button', { name: 'Claim victory' }).click();
  await expect(babbage.getByText('You win!')).toBeVisible();
});

test('the time of a server that was killed is given back', async ({ person, server, forgive }) => {
  const [ada, babbage] = [await person(), await person()];
  forgive(/ERR_|WebSocket connection/);
  const links = await startBattle(ada, server, 'advanced-combat', { setup: siege, clock: { mode: 'Live', fields: { [minutes]: '60' } } });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  await server.kill();
  await expect(ada.getByText('No connection. Nothing is lost; reconnecting…')).toBeVisible();
  await server.start();
  for (const page of [ada, babbage]) await expect(logOf(page)).toContainText(/The server was away; .* gets .* back/);
});

test('of my battles the one whose deadline is next stands first', async ({ person, server }) => {
  const page = await person();
  for (const perDecision of ['7 days', '1 day', '3 days'] as const) {
    const links = await startBattle(page, server, 'advanced-combat', { title: `Within ${perDecision}`, setup: siege, opponent: 'The server, at its best', clock: { mode: 'Correspondence', perDecision } });
    await sit(page, links.mine, 'Ada');
    await expect(decisionOf(page)).toContainText(/Decide by .*\d/);
  }
  await page.goto(server.url);
  const mine = page.getByRole('region', { name: 'My battles on this device' }).getByRole('listitem');
  await expect(mine.filter({ hasText: /It’s your turn\. Decide by/ })).toHaveCount(3);
  await expect(mine.getByRole('link')).toHaveText(['Within 1 day', 'Within 3 days', 'Within 7 days']);
});
