// Links that are made anew: of a seat that is still free, and of one's own for somebody who goes on.
import { bothSit, decisionOf, openTab, sit, startBattle } from './battles';
import { expect, test } from './people';
import { longSiege } from './setups';
import { keepSecret } from './watch';

test('who has handed a seat over is told so when somebody else sits down there, and may watch', async ({ person, server, forgive }) => {
  const [ada, babbage, heir] = [await person(), await person(), await person()];
  forgive(/status of 401 .*\/odds/); // asked for while the seat changed hands
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor();
  await openTab(ada, 'More');
  await ada.getByText('Hand this seat over').click();
  await ada.getByRole('button', { name: 'Make a link' }).click();
  const link = await ada.getByLabel('Link for who goes on').inputValue();
  keepSecret(link);
  await expect(decisionOf(ada)).toBeVisible(); // still hers
  await heir.goto(link);
  await expect(heir.getByText('You play the Attacker.')).toBeVisible();
  await expect(decisionOf(heir)).toBeVisible();
  await expect(ada.getByRole('heading', { name: 'Somebody else plays this seat now' })).toBeVisible();
  await ada.getByRole('button', { name: 'Look on instead' }).click();
  await expect(ada.getByText('You are watching.')).toBeVisible();
  await expect(ada.getByRole('region', { name: 'Chance of winning' })).toContainText('%'); // as everybody sees it
  await ada.goto(server.url);
  await expect(ada.getByText('Battles that you start or join appear here')).toBeVisible();
  await expect(babbage.getByRole('list', { name: 'What happened' })).toContainText('The seat of Attacker Ada was handed over');
});

test('an invitation that went astray is made anew, and the former opens nothing', async ({ person, server }) => {
  const [ada, stranger, babbage] = [await person(), await person(), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege });
  await sit(ada, links.mine, 'Ada');
  const field = ada.getByLabel('Link for the Defender');
  await expect(field).toHaveValue(links.theirs);
  await ada.getByRole('button', { name: 'Make a new link' }).click();
  await expect(ada.getByText('This is the new link')).toBeVisible();
  const link = await field.inputValue();
  keepSecret(link);
  expect(link).not.toBe(links.theirs);
  await ada.reload(); // it is kept
  await expect(field).toHaveValue(link);
  await stranger.goto(links.theirs);
  await stranger.getByRole('button', { name: 'Sit down' }).click();
  await expect(stranger.getByRole('heading', { name: 'This link opens no seat of this battle' })).toBeVisible();
  await sit(babbage, link, 'Babbage');
  await expect(decisionOf(ada)).toBeVisible();
});
