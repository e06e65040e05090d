// The parts of a campaign's turn, one after the other.
import type { Page } from '@playwright/test';

import { decisionOf, takesTaps } from './battles';

/** Takes the defaults until marches are asked for the second time: by then everything is where the setup put it. */
export async function untilPartTwo(page: Page): Promise<void> {
  for (;;) {
    const decision = decisionOf(page).first();
    await decision.locator('.answer').waitFor();
    await takesTaps(page);
    const title = decision.getByRole('heading').first();
    if (/^Part 2/.test((await title.textContent()) ?? '')) return;
    const id = await title.getAttribute('id');
    await decision.locator('[aria-keyshortcuts]').click();
    await page.locator(`#${id}`).waitFor({ state: 'detached' });
  }
}
