// Strangers choose names, titles and what they say. All of it is text.
import type { Page } from '@playwright/test';

import { bothSit, openTab, outcomeOf, playOn, startBattle } from './battles';
import { expect, test } from './people';

const title = `<img src=x onerror="window.hit=1"> "'\`</title><script>window.hit=1</script> {{7*7}} \${7}`;
const ada = '<script>window.hit=1</script>';
const babbage = '"><svg onload=hit=1>\u202Eeb\u200F\'&amp;';
const words = `<img src=x onerror=window.hit=1><a href="javascript:window.hit=1">x</a> </li><script>window.hit=1</script>\u202E`;

async function expectUnharmed(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
  expect(await page.locator('main img, main script, main a[href^="javascript:"]').count()).toBe(0);
}

test('names, titles and talk of strangers are shown as text and do nothing', async ({ person, server }) => {
  const [mine, theirs, crowd] = [await person(), await person(), await person()];
  const links = await startBattle(mine, server, 'armies', { title });
  await expect(mine.getByText(`${title}: share the links`)).toBeVisible();
  await bothSit(mine, theirs, links, [ada, babbage]);
  await crowd.goto(links.watch);
  for (const page of [mine, theirs, crowd]) {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main').getByText(ada, { exact: true })).toBeVisible();
    await expect(page.getByRole('list', { name: 'What happened' })).toContainText(ada);
  }

  for (const page of [mine, theirs, crowd]) await openTab(page, 'Chat');
  for (const page of [mine, crowd]) {
    await page.getByLabel('Write a message').fill(words);
    await page.getByRole('button', { name: 'Send message' }).click();
  }
  for (const page of [mine, theirs, crowd]) await expect(page.getByRole('list', { name: 'Chat' })).toContainText(words);
  await expect(theirs.getByRole('list', { name: 'Chat' }).getByRole('listitem')).toHaveCount(1); // the spectators' room is another

  await Promise.all([playOn(mine), playOn(theirs)]);
  await expect(outcomeOf(crowd)).toBeVisible();
  for (const page of [mine, theirs, crowd]) await expectUnharmed(page);

  await crowd.goto(`${links.watch}#2`);
  await expect(crowd.getByRole('heading', { level: 1, name: `Replay: ${title}` })).toBeVisible();
  await expectUnharmed(crowd);
  await crowd.goto(`${server.url}/battles?q=${encodeURIComponent('<img')}`);
  await expect(crowd.getByRole('link', { name: title })).toBeVisible();
  await expect(crowd.getByText(ada, { exact: true })).toBeVisible();
  await expectUnharmed(crowd);
  await mine.goto(server.url);
  await expect(mine.getByRole('link', { name: title }).first()).toBeVisible();
  await expectUnharmed(mine);
});

test('addresses made up by strangers do nothing', async ({ person, server, forgive }) => {
  const page = await person();
  forgive(/status of 40\d/);
  const nonsense = encodeURIComponent('<img src=x onerror=window.hit=1>');
  for (const path of [`/rules/${nonsense}`, `/battles?q=${nonsense}&player=${nonsense}&ruleset=${nonsense}&outcome=${nonsense}`, `/new?ruleset=${nonsense}`, `/new?made=${nonsense}`, `/b/${nonsense}`]) {
    await page.goto(server.url + path);
    await expect(page.getByRole('main')).not.toHaveText('Loading…');
    await expectUnharmed(page);
  }
  await page.goto(`${server.url}/b/0123456789abcdefghijk#3`);
  await expect(page.getByRole('heading', { name: 'Battle not found' })).toBeVisible();
});

test('the pages forbid inline scripts and leave no referrer', async ({ person, server }) => {
  const page = await person();
  const answer = await page.goto(server.url);
  const headers = answer!.headers();
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['referrer-policy']).toBe('no-referrer');
});
