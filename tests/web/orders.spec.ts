// Standing orders: left in the panel beside the table, seen by nobody else, and carried out.
import { bothSit, openTab, outcomeOf } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { siege } from './setups';

test('two people leave orders, see what they would do, and the battle is fought to its end without a click', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await makeBattle(server, 'advanced-combat', { setup: siege });
  await bothSit(ada, babbage, links);

  await openTab(ada, 'More');
  const panel = ada.locator('details', { hasText: 'Standing orders' });
  await panel.getByText('Standing orders', { exact: false }).first().click();
  await expect(panel.getByText('You have no orders')).toBeVisible();
  await panel.getByLabel('Decision').selectOption('losses');
  await panel.getByRole('combobox', { name: 'When' }).selectOption('when I have at most…');
  await panel.getByLabel('What to do').selectOption('choose pieces in this order');
  const first = panel.getByRole('list', { name: 'Which units die first?' }).getByRole('listitem').nth(1);
  const name = (await first.locator('.words').textContent())!.trim();
  await first.getByRole('button', { name: /^Move up/ }).press('Enter');
  await panel.getByRole('button', { name: 'Add this order' }).click();
  await expect(panel.getByText(`Losses, if you have at most 3 pieces: first ${name}`)).toBeVisible();
  await panel.getByLabel('Play the default for me when no other order fits').check();
  await expect(panel.getByText('(2)')).toBeVisible();

  await ada.reload();
  await openTab(ada, 'More');
  await panel.getByText('Standing orders', { exact: false }).first().click();
  await expect(panel.getByText(`first ${name}`)).toBeVisible();
  await expect(babbage.getByText(`first ${name}`)).toHaveCount(0);

  await openTab(babbage, 'More');
  const his = babbage.locator('details', { hasText: 'Standing orders' });
  await his.getByText('Standing orders', { exact: false }).first().click();
  await his.getByLabel('Play the default for me when no other order fits').check();
  await panel.getByRole('button', { name: 'Let the orders decide this one too' }).click();
  await expect(outcomeOf(ada)).toBeVisible();
  await expect(outcomeOf(babbage)).toBeVisible();
  await openTab(ada, 'Log');
  await expect(ada.getByText('had left orders for this.').first()).toBeVisible();
});
