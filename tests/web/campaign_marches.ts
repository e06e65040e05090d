// Marches in a campaign as people make them: from area to area on the map, by a mouse that drags or by a finger's taps.
import { type Locator, type Page, expect } from '@playwright/test';

import { takesTaps } from './battles';

/** What of an area is tapped, and where a drag begins and ends. */
export const ground = (page: Page, area: string) => page.locator(`[role="button"][data-area="${area}"] circle.ring`);
export const shownAs = (page: Page, area: string) => page.locator(`[role="button"][data-area="${area}"]`);

export async function drag(page: Page, from: string, to: string): Promise<void> {
  await ground(page, from).hover();
  await page.mouse.down();
  await ground(page, to).hover();
  await page.mouse.up();
}

export async function tap(page: Page, from: string, to: string): Promise<void> {
  await ground(page, from).tap();
  await expect(shownAs(page, from)).toHaveClass(/picked/);
  await ground(page, to).tap();
}

export interface March {
  from: string;
  to: string;
  /** how many go, if not all that may */
  population?: number;
}

const named = (area: string) => area[0]!.toUpperCase() + area.slice(1);

/** Lays these marches on the map, one after the other, and sends them. */
export async function march(decision: Locator, how: (page: Page, from: string, to: string) => Promise<void>, marches: readonly March[]): Promise<void> {
  const page = decision.page();
  await decision.locator('.answer').waitFor();
  await takesTaps(page);
  for (const [before, { from, to, population }] of marches.entries()) {
    await expect(shownAs(page, from)).toHaveClass(/pickable/);
    await how(page, from, to);
    await expect(page.locator('.campaign path.way.march')).toHaveCount(before + 1);
    if (population === undefined) continue;
    const count = decision.getByRole('spinbutton', { name: `Population, ${named(from)} → ${named(to)}`, exact: true });
    await count.fill(String(population));
    await count.press('Tab');
    await expect(count).toHaveValue(String(population));
  }
  const send = decision.locator('[aria-keyshortcuts]');
  await expect(send).toHaveText(marches.length === 1 ? 'Move: 1 march' : `Move: ${marches.length} marches`);
  await send.click();
}
