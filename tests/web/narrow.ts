// A phone, and what does not fit on it.
import { type Page, expect } from '@playwright/test';

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export async function expectNoOverflow(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const screen = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= screen) return [];
    return [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > screen).map((each) => each.outerHTML.slice(0, 100));
  });
  expect(wide, `wider than ${page.url()}`).toEqual([]);
}
