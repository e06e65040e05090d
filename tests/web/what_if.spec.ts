// A battle that was, tried otherwise: by the rules in the page, with nothing said to the server, and never to be taken for the battle.
import type { Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { foughtByServer } from './battles';
import { expect, test } from './people';
import { siege } from './setups';

const about = (page: Page) => page.getByText(/^A trial from step \d+ on\. It did not happen/);
const lines = (page: Page) => page.getByRole('region', { name: 'What happens in this trial' }).getByRole('listitem');
const undo = (page: Page) => page.getByRole('button', { name: 'Take the last choice back' });

/** The default of what is asked, which every form offers. */
const chooseDefault = (page: Page) => page.getByRole('button', { name: /default/i }).or(page.locator('.asks button[data-usual]')).first().click();

for (const [where, options] of [
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
] as const)
  test(`on ${where} one goes on from a moment of the replay with other choices, and the address is the trial`, async ({ person, server }) => {
    const page = await person(options);
    await page.goto(server.url);
    const battle = await foughtByServer(page, siege);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${server.url}/b/${battle}#1`);
    await expect(page.getByRole('link', { name: 'Try from here' })).toBeVisible();
    expect(asked).not.toContain('/muster.wasm'); // the rules come when they are needed
    expect(asked).not.toContain('/rules_worker.js');

    await page.goto(`${server.url}/b/${battle}#6`);
    await page.getByRole('link', { name: 'Try from here' }).click();
    await expect(about(page)).toBeVisible();
    await expect(page).toHaveTitle(/^What if: /);
    await expect(page).toHaveURL(new RegExp(`/b/${battle}/what-if#6\\.`));
    await expect(page.getByText(/^Asked: /)).toBeVisible();
    await expect(undo(page)).toBeDisabled();
    await expectAccessible(page);

    await chooseDefault(page);
    await expect(undo(page)).toBeEnabled();
    await expect(lines(page).first()).toBeVisible();
    const told = await lines(page).allTextContents();
    await page.reload(); // the address has all of it
    await expect(about(page)).toBeVisible();
    await expect(lines(page).first()).toBeVisible();
    expect(await lines(page).allTextContents()).toEqual(told);
    await undo(page).click();
    await expect(undo(page)).toBeDisabled();

    // To the end, by the policy for both.
    for (const select of await page.getByRole('combobox').filter({ hasText: 'you choose' }).all()) await select.selectOption('best');
    await expect(page.locator('.asks p.who[role=status]')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the battle' }).click();
    await expect(page).toHaveURL(new RegExp(`/b/${battle}#`));
    await expect(page.getByRole('slider', { name: 'Step' })).toBeVisible();
    await expectAccessible(page);
  });

test('dice by hand are asked for, and what does not fit is not taken', async ({ person, server }) => {
  const page = await person();
  await page.goto(server.url);
  const battle = await foughtByServer(page, siege);
  await page.goto(`${server.url}/b/${battle}/what-if#6`);
  await expect(about(page)).toBeVisible();
  await page.getByLabel('Dice (begins again)').selectOption('by hand');
  await expect(page.getByText(/^Asked: /)).toBeVisible();
  await chooseDefault(page);
  const field = page.locator('.asks input');
  const take = page.getByRole('button', { name: 'Take these dice' });
  await expect(field).toBeVisible();
  const count = Number(/of (\d+)/.exec((await page.locator('#by-hand').textContent())!)![1]);
  await field.fill(Array(count).fill(7).join(' '));
  await expect(take).toBeDisabled();
  await field.fill(Array(count).fill(3).join(' '));
  const told = await lines(page).count();
  await take.click();
  await expect.poll(() => lines(page).count()).toBeGreaterThan(told);
});

test('only the worker of the rules may run WebAssembly, and the module is sent compressed', async ({ server }) => {
  const policyOf = async (path: string) => (await fetch(server.url + path)).headers.get('content-security-policy') ?? '';
  expect(await policyOf('/rules_worker.js')).toContain("script-src 'wasm-unsafe-eval'");
  for (const path of ['/', '/sw.js', '/muster.wasm', '/b/0000000000000000000000/what-if']) expect(await policyOf(path)).not.toContain('wasm-unsafe-eval');
  const module = await fetch(`${server.url}/muster.wasm`, { headers: { 'Accept-Encoding': 'br' } });
  expect(module.headers.get('content-type')).toBe('application/wasm');
  expect(module.headers.get('content-encoding')).toBe('br');
});

test('a link with nonsense in it begins at its moment, and what the rules refuse is said', async ({ person, server }) => {
  const page = await person();
  await page.goto(server.url);
  const battle = await foughtByServer(page, siege);
  await page.goto(`${server.url}/b/${battle}/what-if#6.nonsense`);
  await expect(about(page)).toBeVisible();
  await expect(page.getByText(/^Asked: /)).toBeVisible();
  const wrong = Buffer.from(JSON.stringify({ moves: [{ seat: 'nobody', choice: {} }], dice: { seed: 1 }, best: [] })).toString('base64url');
  await page.goto(`${server.url}/b/${battle}/what-if#6.${wrong}`);
  await page.reload();
  await expect(page.getByRole('alert').first()).toContainText('this seat is not asked now');
});
