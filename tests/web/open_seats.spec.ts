// A battle that is open to anybody: who wants to play finds it in the lobby and sits there at once.
import { type Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { decisionOf, openTab, pasteSetup, rulesets, sit } from './battles';
import { expect, test } from './people';
import type { Server } from './server';
import { siege } from './setups';
import { keepSecret } from './watch';

/** Goes through /new with the opponent 'Anyone'; the link of one's own seat. */
async function openBattle(page: Page, server: Server, title: string): Promise<string> {
  await page.goto(`${server.url}/new`);
  await page.getByRole('radio', { name: rulesets['advanced-combat'] }).check({ force: true });
  await pasteSetup(page, siege);
  const who = page.getByRole('region', { name: 'Players', exact: true });
  await who.getByRole('group', { name: 'Opponent' }).getByRole('radio', { name: 'Anyone' }).check();
  await who.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Start the battle' }).click();
  const link = await page.getByRole('textbox', { name: /^Your seat/ }).inputValue();
  keepSecret(link);
  keepSecret(await page.getByRole('textbox', { name: /^For your opponent/ }).inputValue());
  return link;
}

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for players' });
const takes = { name: 'Join as Defender' };

test('Ada leaves a seat to anybody, Babbage finds it in the lobby and sits there with two taps and a name; then it is nobody else’s', async ({ person, server }) => {
  const [ada, babbage, eve] = [await person(), await person(), await person()];
  const mine = await openBattle(ada, server, 'Come one');
  await sit(ada, mine, 'Ada');
  await ada.goto(server.url);
  await expect(ada.getByRole('region', { name: 'My battles on this device' }).getByText('Come one')).toBeVisible();
  await expect(waiting(ada)).toHaveCount(0);
  await ada.goto(mine);

  await eve.goto(server.url);
  await expect(waiting(eve).getByRole('button', takes)).toBeVisible();
  await babbage.goto(server.url);
  await expect(waiting(babbage).getByText('open to anyone')).toBeVisible();
  await expectAccessible(babbage);
  await waiting(babbage).getByRole('button', takes).click();
  await expect(babbage.getByLabel('Your name, as others will see it')).toBeFocused();
  await expectAccessible(babbage);
  await babbage.keyboard.type('Babbage');
  await babbage.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(babbage).toHaveURL(/\/b\/[^/#]+$/);
  await expect(decisionOf(ada)).toBeVisible();
  for (const page of [ada, babbage]) await expect(page.getByText('Babbage').first()).toBeVisible();

  await waiting(eve).getByRole('button', takes).click();
  await eve.getByLabel('Your name, as others will see it').fill('Eve');
  await eve.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(waiting(eve).getByRole('alert')).toContainText('this seat has already been taken');
  expect(await eve.evaluate(() => localStorage.getItem('muster.seats') ?? '')).not.toContain(new URL(mine).pathname.split('/')[2]!);
  await eve.goto(`${server.url}/battles?status=open`);
  await expect(eve.getByText('No battles match.')).toBeVisible();

  await babbage.reload(); // the seat is kept on this device
  await openTab(babbage, 'More');
  await expect(babbage.getByRole('button', { name: 'Concede' }).first()).toBeAttached();
});

test('whoever played here before takes a seat with one tap, in the archive and in the battle that is looked at', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  await openBattle(ada, server, 'The first');
  await babbage.goto(`${server.url}/battles?status=open`);
  await babbage.getByRole('button', takes).click();
  await babbage.getByLabel('Your name, as others will see it').fill('Babbage');
  await babbage.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(babbage.getByRole('heading', { name: 'Waiting for players' })).toBeVisible();

  const id = new URL(await openBattle(ada, server, 'The second')).pathname;
  await babbage.goto(server.url + id);
  await babbage.getByRole('button', takes).click();
  await expect(babbage.getByRole('button', takes)).toHaveCount(0);
  await expect(babbage.getByText('Nobody has joined as Attacker yet.')).toBeVisible();
  await babbage.goto(server.url);
  const own = babbage.getByRole('region', { name: 'My battles on this device' });
  for (const title of ['The first', 'The second']) await expect(own.getByText(title)).toBeVisible();
});

/** Joins as Babbage, and as soon as the server is asked, and has answered if it is `asked` at all, the page is left: it hears of nothing. */
async function joinAndLeave(page: Page, server: Server, asked: boolean): Promise<void> {
  let taking = '';
  let leave = () => {};
  const left = new Promise<void>((resolve) => (leave = resolve));
  await page.routeWebSocket(/\/ws$/, (client) => {
    const there = client.connectToServer();
    client.onMessage((text) => {
      const { type, id } = JSON.parse(String(text));
      if (type !== 'take') return there.send(text);
      taking = id;
      if (asked) there.send(text);
      else leave();
    });
    there.onMessage((text) => (taking && JSON.parse(String(text)).id === taking ? leave() : client.send(text)));
  });
  await page.goto(server.url);
  await waiting(page).getByRole('button', takes).click();
  await page.getByLabel('Your name, as others will see it').fill('Babbage');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await left;
  await page.reload();
}

test('an answer that is lost costs nobody the seat', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const mine = await openBattle(ada, server, 'Come back');
  await sit(ada, mine, 'Ada');
  await joinAndLeave(babbage, server, true);
  await babbage.getByRole('region', { name: 'My battles on this device' }).getByText('Come back').waitFor();
  await babbage.goto(server.url + new URL(mine).pathname);
  await expect(babbage.getByText('Playing as Defender')).toBeVisible();
  await expect(decisionOf(ada)).toBeVisible();
});

test('a seat that was asked for and not given is offered again', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const mine = await openBattle(ada, server, 'Come again');
  await sit(ada, mine, 'Ada');
  await joinAndLeave(babbage, server, false);
  await babbage.goto(server.url + new URL(mine).pathname);
  await expect(babbage.getByRole('button', takes)).toBeVisible();
  expect(await babbage.evaluate(() => localStorage.getItem('muster.seats'))).toBe('[]');
});

test('only a public battle is open to anybody', async ({ person, server }) => {
  const page = await person();
  await page.goto(`${server.url}/new`);
  const who = page.getByRole('region', { name: 'Players', exact: true });
  await who.getByRole('group', { name: 'Opponent' }).getByRole('radio', { name: 'Anyone' }).check();
  await who.getByRole('radio', { name: 'Only the players' }).check();
  await expect(who.getByRole('group', { name: 'Opponent' }).getByRole('radio', { name: 'Anyone' })).toHaveCount(0);
  await expect(who.getByRole('radio', { name: 'A friend' })).toBeChecked();
});
