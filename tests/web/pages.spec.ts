import { expectAccessible } from './axe';
import { expect, test } from './server';

for (const address of ['/', '/new', '/battles', '/rules', '/rules/advanced-combat', '/nowhere-at-all']) {
  test(`axe finds nothing serious on ${address}, light and dark`, async ({ page, server }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(server.url + address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  });
}
