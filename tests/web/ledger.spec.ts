// Luck told from choices beside the replay: asked for by whoever wants to know, it adds up, and what changed most leads to its moment.
import { expectAccessible } from './axe';
import { foughtByServer } from './battles';
import { expect, test } from './people';
import { siege } from './setups';

for (const [where, options] of [
  ['a desktop in the light', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
] as const)
  test(`on ${where} a battle's replay tells luck from choices when it is asked`, async ({ person, server }) => {
    const page = await person(options);
    await page.goto(server.url);
    const battle = await foughtByServer(page, siege);
    await page.goto(`${server.url}/b/${battle}#1`);
    await page.getByRole('button', { name: 'Tell luck from choices' }).click();
    const table = page.getByRole('group', { name: 'Luck and choices' }).getByRole('table');
    await expect(table.getByRole('row')).toHaveCount(3);
    const { sides } = (await (await fetch(`${server.url}/api/v1/battles/${battle}/ledger`)).json()) as { sides: { seat: string; start: { sum: number }; luck: { sum: number }; own: { sum: number }; result: number }[] };
    for (const [place, side] of sides.entries()) {
      const cells = await table.getByRole('row').nth(place + 1).getByRole('cell').allTextContents();
      expect(cells).toHaveLength(5);
      const number = (text: string) => Number(text.replace('−', '-').replace(/[+%<> ]/g, ''));
      expect(Math.abs(number(cells[1]!) - side.luck.sum * 100)).toBeLessThanOrEqual(0.51);
      // Whole points are shown: each may be half of one off.
      expect(Math.abs(number(cells[0]!) + number(cells[1]!) + number(cells[2]!) + number(cells[3]!) - number(cells[4]!))).toBeLessThanOrEqual(2.5);
      expect(number(cells[4]!)).toBe(side.result * 100);
    }
    // Whatever fell, something made the difference.
    await expect(page.getByText(/: (The dice|Own choices|Others’ choices) (cost|gave) \d+ points?/).first()).toBeVisible();
    const most = page.getByRole('button', { name: /^(Dice|Choice) · \d+/ }).first();
    const seq = /· (\d+)/.exec((await most.textContent())!)![1];
    await most.click();
    await expect(page.getByText(new RegExp(`^Step ${seq} of`))).toBeVisible();
    await expectAccessible(page);
  });

test('where the server cannot tell, it says why, and may be asked again', async ({ person, server, forgive }) => {
  const page = await person();
  await page.goto(server.url);
  const battle = await foughtByServer(page, siege);
  forgive(/status of 503/);
  await page.route('**/ledger', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ status: 503, code: 'server_busy', title: 'busy', detail: 'too many at once' }) }));
  await page.goto(`${server.url}/b/${battle}#1`);
  const ask = page.getByRole('button', { name: 'Tell luck from choices' });
  await ask.click();
  await expect(page.getByRole('alert')).toContainText('too many at once');
  await page.unroute('**/ledger');
  await ask.click();
  await expect(page.getByRole('group', { name: 'Luck and choices' })).toBeVisible();
});
