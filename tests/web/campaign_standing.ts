// What stands on the map of a campaign: as its events have it, and as a page shows it.
import type { Page } from '@playwright/test';

import type { CampaignState } from '../../clients/js/src/table/campaign';

/** All that stands on the map: "harbour north token 3", sorted. */
export function standingIn(state: CampaignState): string[] {
  return [...state.areas]
    .flatMap(([area, sides]) =>
      [...sides].flatMap(([side, { population, armies, ships, city }]) =>
        Object.entries({ token: population, army: armies, ship: ships, city: Number(city) }).flatMap(([sort, count]) => (count > 0 ? [`${area} ${side} ${sort} ${count}`] : [])),
      ),
    )
    .sort();
}

/** The same, as a page shows it. */
export const standingOn = (page: Page) =>
  page.locator('.campaign [data-sort]').evaluateAll((pieces) =>
    pieces
      .map((piece) => [piece.closest('[data-area]')?.getAttribute('data-area'), piece.closest('[data-side]')?.getAttribute('data-side'), piece.getAttribute('data-sort'), piece.getAttribute('data-count')].join(' '))
      .sort(),
  );
