// What a ruleset's battles are shown by comes when it comes: a question that was put without has its form then, and not only the next one.
import { decisionOf, sit } from './battles';
import { againstServer, presetOf } from './campaigns';
import { expect, test } from './people';

test('a description that comes late gives an open question its form and the table its map', async ({ person, server, forgive }) => {
  const { link } = await againstServer(server, await presetOf(server, 'two_dales'));
  const page = await person();
  forgive(/Failed to load resource|ERR_FAILED|dynamically imported module/);
  let lost = true;
  await page.route(/\/assets\/en-[^/]*\.js|\/rulesets\/theatre\/description/, async (route) => {
    const response = await route.fetch();
    return lost && (await response.text()).includes('calamity_struck') ? route.abort() : route.fulfill({ response });
  });
  await sit(page, link, 'Ada');
  // Without it there is the form that any decision has, and no map.
  await expect(decisionOf(page).getByRole('heading', { name: 'Your options' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Map of the campaign' })).toHaveCount(0);
  const question = await decisionOf(page).getByRole('heading').first().getAttribute('id');
  lost = false;
  await expect(page.getByRole('region', { name: 'Map of the campaign' })).toBeVisible();
  await expect(decisionOf(page).getByText('To keep one costs 1')).toBeVisible();
  expect(await decisionOf(page).getByRole('heading').first().getAttribute('id')).toBe(question);
});
