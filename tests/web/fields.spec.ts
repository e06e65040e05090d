// Fields as every browser should show them: in our own colours, with nothing in them that looks filled, and never below a bar.
import type { Page } from '@playwright/test';

import { openBuilder } from './battles';
import { expect, test } from './people';

test('selects and numbers wear nothing of the browser’s own, in light and dark', async ({ person, server }) => {
  const page = await person();
  await page.goto(`${server.url}/new?ruleset=advanced-combat`);
  await openBuilder(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const looks = await page.locator('select, input[type=number]').evaluateAll((fields) =>
      fields.map((field) => {
        const { appearance, backgroundImage } = getComputedStyle(field);
        return { appearance, bare: field.localName === 'select' && !backgroundImage.includes('gradient') };
      }),
    );
    expect(looks.length).toBeGreaterThan(4);
    for (const { appearance, bare } of looks) {
      expect(['none', 'textfield']).toContain(appearance);
      expect(bare).toBe(false); // an arrow of our own
    }
  }
});

test('a day that is not filled in does not look so, and can be filled in', async ({ person, server }) => {
  const page = await person();
  await page.goto(`${server.url}/battles`);
  const from = page.getByLabel(/^From/);
  await expect(page.getByText('Any day')).toHaveCount(2);
  await expect(from).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await from.fill('2026-01-31');
  await from.blur();
  await expect(page.getByText('Any day')).toHaveCount(1);
  await expect(from).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
  await expect(page).toHaveURL(/from=2026-01-31/);
});

/** What would be hit in the midst of each control after it was scrolled to, where that is the bar at the foot. */
function caught(block: ScrollLogicalPosition): string[] {
  const bar = document.querySelector<HTMLElement>('.dock')!;
  return [...document.querySelectorAll<HTMLElement>('form :is(button, select, summary, textarea, input)')]
    .filter((each) => !bar.contains(each) && each.checkVisibility() && !each.classList.contains('visually-hidden'))
    .flatMap((each) => {
      each.scrollIntoView({ block, behavior: 'instant' });
      const box = each.getBoundingClientRect();
      const edge = bar.getBoundingClientRect().top;
      return box.bottom > edge && box.height < edge ? [`${each.outerHTML.slice(0, 80)} ends at ${box.bottom}, the bar begins at ${edge}`] : [];
    });
}

async function focusedBelowBar(page: Page): Promise<string> {
  return page.evaluate(() => {
    const field = document.activeElement!;
    const bar = document.querySelector('.dock')!;
    const covered = !bar.contains(field) && field.closest('form') && field.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
    return covered ? field.outerHTML.slice(0, 100) : '';
  });
}

for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 740 }]) {
  test(`the bar at the foot of /new covers nothing that is scrolled to or focused, ${viewport.width} wide`, async ({ person, server }) => {
    const page = await person({ viewport });
    await page.goto(`${server.url}/new?ruleset=advanced-combat`);
    await openBuilder(page);
    await expect(page.getByRole('region', { name: 'Points' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Chances with this setup' })).toContainText('%');
    for (const block of ['end', 'nearest'] as const) expect(await page.evaluate(caught, block)).toEqual([]);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('radio', { name: 'Advanced combat' }).focus();
    for (let step = 0; step < 60; ++step) {
      await page.keyboard.press('Tab');
      expect(await focusedBelowBar(page)).toBe('');
    }
  });
}

test('a wheel over a number scrolls, and what is no number leaves it as it was', async ({ person, server }) => {
  const page = await person();
  await page.goto(`${server.url}/new?ruleset=advanced-combat`);
  await openBuilder(page);
  const field = page.getByRole('spinbutton', { name: 'Swordsmen', exact: true }).first();
  await field.fill('7');
  await field.blur();
  await field.click();
  await page.mouse.wheel(0, -120);
  await expect(field).not.toBeFocused();
  await expect(field).toHaveValue('7');
  await field.click();
  await page.keyboard.type('-e');
  await field.blur();
  await expect(field).toHaveValue('7');
});
