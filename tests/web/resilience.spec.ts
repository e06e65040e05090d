// Connections break, servers die, pages reload: nothing is lost, and a half-made choice least of all.
import type { Locator, Page } from '@playwright/test';

import { answerNext, bothSit, decisionOf, openTab, outcomeOf, playOn, questionOf, takeDefault } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { longSiege } from './setups';

/** Takes one unit out of what would go by default; how the counters stand then. */
async function halfMake(decision: Locator): Promise<string[]> {
  const fewer = decision.locator('button:enabled', { hasText: '−' }).first();
  const before = await counters(decision);
  await fewer.click();
  await expect.poll(() => counters(decision)).not.toEqual(before);
  return counters(decision);
}

async function counters(decision: Locator): Promise<string[]> {
  return decision.getByRole('spinbutton').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
}

async function expectCounters(page: Page, values: string[]): Promise<void> {
  const fields = decisionOf(page).getByRole('spinbutton');
  await expect(fields).toHaveCount(values.length);
  for (const [at, value] of values.entries()) await expect(fields.nth(at)).toHaveValue(value);
}

async function finish(decision: Locator): Promise<void> {
  await decision.locator('button:enabled', { hasText: '+' }).first().click();
  await decision.locator('button.primary').click();
}

test('offline and back in the midst of a decision: the half-made choice stays and can be sent', async ({ person, server, forgive }) => {
  const [ada, babbage] = [await person(), await person()];
  forgive(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  const values = await halfMake(decisionOf(ada));

  await ada.context().setOffline(true);
  await expect(ada.getByText('No connection. Nothing is lost; reconnecting…')).toBeVisible();
  await expectCounters(ada, values);
  await ada.context().setOffline(false);
  await expect(ada.getByText('No connection. Nothing is lost; reconnecting…')).toBeHidden();  // that it is back is told for a few seconds only
  await expectCounters(ada, values);
  expect(await answerNext(ada, finish)).toBe(true);
  await Promise.all([playOn(ada), playOn(babbage)]);
  await expect(outcomeOf(ada)).toBeVisible();
});

test('the server is killed and started again in the midst of a battle', async ({ person, server, forgive }) => {
  const [ada, babbage, crowd] = [await person(), await person(), await person()];
  forgive(/ERR_|WebSocket connection/);
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  await crowd.goto(links.watch);
  await answerNext(ada);
  await expect(crowd.getByRole('list', { name: 'What happened' })).toContainText('sends forward');
  await expect(decisionOf(ada)).toBeVisible();
  const values = await halfMake(decisionOf(ada));

  await server.kill();
  for (const page of [ada, babbage, crowd]) await expect(page.getByText('No connection. Nothing is lost; reconnecting…')).toBeVisible();
  await server.start();
  await expect(ada.getByText('No connection. Nothing is lost; reconnecting…')).toBeHidden();
  await expectCounters(ada, values);
  expect(await answerNext(ada, finish)).toBe(true);
  await Promise.all([playOn(ada), playOn(babbage)]);
  await expect(outcomeOf(crowd)).toBeVisible();

  // Every moment is there once, with its number.
  const moments = await crowd.getByRole('list', { name: 'What happened' }).getByRole('link').allTextContents();
  expect(new Set(moments).size).toBe(moments.length);
});

test('a server that was restored from an older copy: the page says so, and shows what is left of the battle, which is closed', async ({ person, server, forgive }) => {
  const [ada, babbage, crowd] = [await person(), await person(), await person()];
  forgive(/ERR_|WebSocket connection/);
  // A question about chances may meet a server that is ending, or one that does not have that moment yet and has not said so.
  forgive(/status of (400|503) .*\/api\/v1\/odds/);
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  await crowd.goto(links.watch);
  const first = await questionOf(decisionOf(ada)).getAttribute('id');
  const goBack = server.copy();
  await answerNext(ada);
  for (const page of [ada, crowd]) await expect(page.getByRole('list', { name: 'What happened' })).toContainText('sends forward');
  await expect(ada.locator(`#${first}`)).toHaveCount(0);

  await server.stop('SIGTERM');
  goBack();
  await server.start();
  const notice = /^The server went back to an older copy/;
  for (const page of [ada, babbage, crowd]) await expect(page.getByText(notice)).toBeVisible();
  for (const page of [ada, babbage, crowd]) await expect(outcomeOf(page)).toBeVisible();
  for (const page of [ada, crowd]) await expect(page.getByRole('list', { name: 'What happened' })).not.toContainText('sends forward');
  const moments = await crowd.getByRole('list', { name: 'What happened' }).getByRole('link').allTextContents();
  expect(new Set(moments).size).toBe(moments.length);
});

test('two tabs on one seat stay in step', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  const second = await ada.context().newPage();
  await second.goto(links.watch); // this device knows its seat
  await expect(second.getByText('Playing as Attacker')).toBeVisible();
  await decisionOf(second).waitFor();
  const first = await questionOf(decisionOf(ada)).getAttribute('id');
  await expect(second.locator(`#${first}`)).toBeVisible();

  await takeDefault(decisionOf(second));
  for (const page of [ada, second]) await expect(page.locator(`#${first}`)).toHaveCount(0);
  await decisionOf(ada).waitFor();
  const next = await questionOf(decisionOf(ada)).getAttribute('id');
  await expect(second.locator(`#${next}`)).toBeVisible();
  await takeDefault(decisionOf(ada));
  for (const page of [ada, second]) await expect(page.locator(`#${next}`)).toHaveCount(0);

  await openTab(second, 'More');
  const ending = second.getByRole('region', { name: 'End the battle early' });
  await ending.getByRole('button', { name: 'Concede' }).click();
  await ending.getByRole('button', { name: 'Yes, concede' }).click();
  for (const page of [ada, second]) await expect(outcomeOf(page)).toContainText('you conceded');
  await expect(outcomeOf(babbage)).toContainText('the other side conceded');
  await openTab(second, 'Log');
  const logs = await Promise.all([ada, second].map((page) => page.getByRole('list', { name: 'What happened' }).innerText()));
  expect(logs[1]).toBe(logs[0]);
});

test('a reload keeps the seat and the half-made choice', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  const values = await halfMake(decisionOf(ada));
  await ada.reload();
  await expect(ada.getByText('Playing as Attacker')).toBeVisible();
  await expectCounters(ada, values);
  await finish(decisionOf(ada));
  await expect(ada.getByRole('list', { name: 'What happened' })).toContainText('sends forward');

  // From the front page, where what waits stands first.
  await ada.goto(server.url);
  const mine = ada.getByRole('region', { name: 'My battles on this device' });
  await expect(mine.getByText('It’s your turn')).toBeVisible();
  await mine.getByRole('link').first().click();
  await expect(ada.getByText('Playing as Attacker')).toBeVisible();
});

test('who looks at an earlier moment is not moved by what happens meanwhile', async ({ person, server }) => {
  const [ada, babbage, crowd] = [await person(), await person(), await person()];
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  await crowd.goto(`${links.watch}#3`);
  await expect(crowd.getByText(/^Step 3 of \d+$/)).toBeVisible();
  await takeDefault(decisionOf(ada));
  await expect(crowd.getByText(/^\d+ new steps?$/)).toBeVisible();
  await expect(crowd.getByText(/^Step 3 of \d+$/)).toBeVisible();
  await crowd.getByRole('button', { name: 'Show the latest' }).click();
  await expect(crowd.getByText(/^\d+ new steps?$/)).toHaveCount(0);
});
