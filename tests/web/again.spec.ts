// Browsers keep that a script failed: whoever lost the connection for a moment would not get that part of the page before it is loaded anew.
import { expect, test } from './people';

test('a part of the page that did not come, and is kept as failed, comes under another address', async ({ person, server, forgive }) => {
  const page = await person();
  forgive(/Failed to load resource|ERR_FAILED|dynamically imported module/);
  let failed = 0;
  await page.route(/\/assets\/Rules-[^/?]*\.js$/, (route) => {
    ++failed;
    return route.abort();
  });
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();
  expect(failed).toBeGreaterThan(0);
});
