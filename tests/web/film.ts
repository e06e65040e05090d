// Films the stage: a picture each 200 ms of one exchange as a player sees it, on a phone and on a desktop.
import { join } from 'node:path';

import { type Page } from '@playwright/test';

import { type Ruleset, decisionOf, outcomeOf, sit, startBattle, takeDefault } from './battles';
import { test } from './people';
import { type Setup, clash, siege, skirmish } from './setups';

const every = 200; // milliseconds
const framesMax = 60;
const decisionsMax = 3;

/** Until the next question is there. */
async function film(page: Page, name: string): Promise<void> {
  for (let frame = 0; frame < framesMax; ++frame) {
    await page.screenshot({ path: join(process.env.MUSTER_SCREENSHOTS!, `film-${name}-${String(frame).padStart(2, '0')}.png`) });
    if (frame > 3 && (await page.locator('[data-stage=still]').count()) > 0) return;
    await page.waitForTimeout(every);
  }
}

const sizes = { phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, desktop: { viewport: { width: 1280, height: 800 } } };
const setups: Partial<Record<Ruleset, Setup>> = { 'advanced-combat': siege, 'phased-combat': clash, 'simple-combat': skirmish };

for (const [size, options] of Object.entries(sizes))
  for (const [ruleset, setup] of Object.entries(setups))
    test(`an exchange of ${ruleset} on a ${size}`, async ({ person, server }) => {
      const page = await person({ ...options, reducedMotion: 'no-preference' });
      const links = await startBattle(page, server, ruleset as Ruleset, { setup, opponent: 'The server, at its best' });
      await sit(page, links.mine, 'Ada');
      for (let decision = 0; decision < decisionsMax; ++decision) {
        const next = decisionOf(page).or(outcomeOf(page)).first();
        await next.waitFor();
        await page.screenshot({ path: join(process.env.MUSTER_SCREENSHOTS!, `asked-${ruleset}-${size}-${decision}.png`) });
        if ((await outcomeOf(page).count()) > 0) break;
        await takeDefault(decisionOf(page));
        await film(page, `${ruleset}-${size}-${decision}`);
      }
    });
