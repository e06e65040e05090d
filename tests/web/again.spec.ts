// Who loses the connection for a moment gets the part of the page that did not come all the same, also in a browser that keeps that a script failed.
import type { Page } from '@playwright/test';

import { expect, test } from './people';

/** A script does not come under its own address before the page is loaded anew ("kept", as by Chromium 150), or it fails just once. Gives how often it failed. */
async function lose(page: Page, script: RegExp, how: 'once' | 'kept'): Promise<() => number> {
  let [failed, documents] = [0, 0];
  page.on('request', (request) => request.isNavigationRequest() && ++documents);
  await page.route(script, (route) => {
    if (how === 'kept' ? documents > 1 : failed > 0) return route.continue();
    ++failed;
    return route.abort();
  });
  return () => failed;
}

test('a part of the page that does not come under its own address comes under another one', async ({ person, server, forgive }) => {
  const page = await person();
  forgive(/Failed to load resource|ERR_FAILED|dynamically imported module/);
  const failed = await lose(page, /\/assets\/Rules-[^/?]*\.js$/, 'kept');
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();
  expect(failed()).toBeGreaterThan(0);
});

// It has what other parts remember, and would be there twice under two addresses.
for (const how of ['once', 'kept'] as const)
  test(`a part that others are built on, and failed (${how}), is missing, and all of it comes with the next page`, async ({ person, server, forgive }) => {
    const page = await person();
    forgive(/Failed to load resource|ERR_FAILED|dynamically imported module/);
    const failed = await lose(page, /\/assets\/Battle-[^/]*\.js/, how);
    await page.goto(server.url);
    await page.getByRole('button', { name: /^Theatre of War/ }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'didn’t load (battle)' })).toBeVisible();
    const anew = page.waitForEvent('load');
    await page.goBack();
    await anew;
    await page.getByRole('main').getByRole('link', { name: /Two Dales|Theatre/ }).first().click();
    await expect(page.getByRole('region', { name: 'Map of the campaign' })).toBeVisible();
    expect(failed()).toBeGreaterThan(0);
  });
