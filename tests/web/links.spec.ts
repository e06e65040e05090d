// Links that are made anew: of a seat that is still free, and of one's own for somebody who goes on.
import { type Page } from '@playwright/test';

import { bothSit, decisionOf, openTab, sit, startBattle } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { longSiege } from './setups';
import { keepSecret } from './watch';

const spoken = (page: Page, words: string) => page.getByRole('list', { name: 'Chat' }).getByRole('listitem').filter({ hasText: words });

async function talk(page: Page, words: string): Promise<void> {
  await openTab(page, 'Chat');
  await page.getByRole('textbox', { name: 'Write a message' }).fill(words);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(spoken(page, words)).toBeVisible();
}

test('who opens the link of a seat that is handed over is asked for a name first; the former holder goes on watching', async ({ person, server, forgive }) => {
  const [ada, babbage, heir] = [await person(), await person(), await person()];
  forgive(/status of 401 .*\/odds/); // asked for while the seat changed hands
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  await talk(ada, 'this was Ada');
  await openTab(ada, 'More');
  await ada.getByText('Hand over this seat').click();
  await expect(ada.getByRole('button', { name: 'Create a link' })).toBeInViewport({ ratio: 0.9 }); // unfolded where it is seen
  await ada.getByRole('button', { name: 'Create a link' }).click();
  const link = await ada.getByLabel('Link for the new player').inputValue();
  await expect(ada.getByRole('button', { name: 'Copy the link' })).toBeInViewport({ ratio: 0.9 });
  keepSecret(link);
  await expect(decisionOf(ada)).toBeVisible(); // still hers
  await heir.goto(link);
  await expect(heir.getByText('A seat in this battle is being handed over to you.')).toBeVisible();
  await expect(decisionOf(ada)).toBeVisible(); // looking at the link took nothing
  await sit(heir, link, 'Countess');
  await expect(heir.getByText('Playing as Attacker')).toBeVisible();
  await expect(decisionOf(heir)).toBeVisible();
  await expect(ada.getByRole('alert').filter({ hasText: 'Someone else has this seat now' })).toBeVisible();
  await expect(ada.getByText('Watching', { exact: true })).toBeVisible();
  await expect(ada.getByRole('region', { name: 'The table' })).toBeVisible();
  await ada.getByRole('button', { name: 'Keep watching' }).click();
  await expect(ada.getByRole('button', { name: 'Keep watching' })).toHaveCount(0);
  await expect(ada.getByRole('region', { name: 'Chance of winning' })).toContainText('%'); // as everybody sees it
  await ada.goto(server.url);
  await expect(ada.getByText('Battles you start or join appear here')).toBeVisible();
  await expect(babbage.getByRole('list', { name: 'What happened' })).toContainText('Countess takes over as Attacker.');
  await expect(babbage.locator('.strip').getByRole('listitem').filter({ hasText: 'Attacker' })).toContainText('Countess');
  await expect(babbage.getByRole('list', { name: 'What happened' })).toContainText('Attacker Ada joins.');
  await talk(heir, 'this is the Countess');
  await openTab(babbage, 'Chat');
  for (const page of [heir, babbage]) {
    await expect(spoken(page, 'this was Ada')).toHaveText('Attacker Ada: this was Ada');
    await expect(spoken(page, 'this is the Countess')).toHaveText(`Attacker Countess${page === heir ? ' (you)' : ''}: this is the Countess`);
  }
});

test('in a private battle too a seat is handed over; whoever takes it and clears the name goes on under that of the seat', async ({ person, server, forgive }) => {
  const [ada, babbage, heir] = [await person(), await person(), await person()];
  forgive(/status of 40[14]/); // what is asked for without a seat, or while it changes hands
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege, watchers: 'Only the players' });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  await openTab(ada, 'More');
  await ada.getByText('Hand over this seat').click();
  await ada.getByRole('button', { name: 'Create a link' }).click();
  const link = await ada.getByLabel('Link for the new player').inputValue();
  keepSecret(link);
  await sit(heir, link, '');
  await expect(heir.getByText('Playing as Attacker')).toBeVisible();
  await expect(decisionOf(heir)).toBeVisible();
  await expect(ada.getByRole('alert').filter({ hasText: 'Someone else has this seat now' })).toBeVisible();
  await expect(ada.getByRole('region', { name: 'The table' })).toHaveCount(0); // only its players see it
  await expect(babbage.getByRole('list', { name: 'What happened' })).toContainText('The seat of Attacker Ada was handed over');
  await expect(babbage.locator('.strip').getByRole('listitem').filter({ hasText: 'Attacker' })).toContainText('Ada');
  await talk(heir, 'it is me');
  await openTab(babbage, 'Chat');
  await expect(spoken(babbage, 'it is me')).toHaveText('Attacker Ada: it is me');
});

test('an invitation that went astray is made anew, and the former opens nothing', async ({ person, server }) => {
  const [ada, stranger, babbage] = [await person(), await person(), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege });
  await sit(ada, links.mine, 'Ada');
  const field = ada.getByLabel('Link for Defender');
  await expect(field).toHaveValue(links.theirs);
  await ada.getByRole('button', { name: 'Create a new link' }).click();
  await expect(ada.getByText('This is the new link')).toBeVisible();
  const link = await field.inputValue();
  keepSecret(link);
  expect(link).not.toBe(links.theirs);
  await ada.reload(); // it is kept
  await expect(field).toHaveValue(link);
  await stranger.goto(links.theirs);
  await stranger.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(stranger.getByRole('heading', { name: 'This link doesn’t open a seat' })).toBeVisible();
  await sit(babbage, link, 'Babbage');
  await expect(decisionOf(ada)).toBeVisible();
});

test('who is refused brings the same nonce at the next attempt: the server cannot wait for one that it likes', async ({ person, server, forgive }) => {
  const late = await person();
  forgive(/status of 40[14]/);
  const { theirs } = await makeBattle(server, 'advanced-combat', { setup: longSiege });
  const wrong = theirs.replace(/#.*/, '#tokenThatOpensNothingAtAllHere0000');
  const nonces: string[] = [];
  late.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { type, nonce } = JSON.parse(String(payload));
      if (type === 'follow' && nonce) nonces.push(nonce);
    }),
  );
  for (let attempt = 1; attempt <= 2; ++attempt) {
    await late.goto('about:blank');
    await sit(late, wrong, 'Babbage');
    await expect(late.getByRole('button', { name: 'Watch instead' })).toBeVisible();
    expect(nonces).toHaveLength(attempt);
  }
  expect(nonces[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(nonces[1]).toBe(nonces[0]);
});
