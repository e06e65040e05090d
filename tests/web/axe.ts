// axe-core over a page: nothing serious may be found.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Page, expect } from '@playwright/test';

const source = readFileSync(join(__dirname, 'node_modules/axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

/** Fails with what axe finds, but for what it calls minor. */
export async function expectAccessible(page: Page): Promise<void> {
  // Over the debugger, which the page's policy does not concern; once for each page that was loaded: it is much.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate(async () => {
    // What is still coming in is paler than it will be. What plays on the table is looked at as it is.
    const coming = document.getAnimations().filter(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity && !target?.closest('section.table');
    });
    await Promise.allSettled(coming.map(({ finished }) => finished));
    const { axe } = window as unknown as { axe: { run: (context: Document, options: object) => Promise<{ violations: Finding[] }> } };
    return (await axe.run(document, { resultTypes: ['violations'] })).violations;
  });
  expect(found.filter(({ impact }) => impact !== 'minor').map((each) => `${each.id}: ${each.help}: ${each.nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary ?? ''})`).join(', ')}`)).toEqual([]);
}
