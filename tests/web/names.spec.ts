// What strangers call themselves and their battles: as long as may be, without a space, in another direction. Nothing gives way to it.
import type { Page } from '@playwright/test';

import { bothSit, decisionOf, pasteSetup, startBattle } from './battles';
import { expect, test } from './people';
import { siege } from './setups';

const plain = 'W'.repeat(40);
const emoji = '🐘'.repeat(13) + 'X'.repeat(14); // forty, as fields count
const toTheLeft = 'ש'.repeat(40);
const title = 'M'.repeat(100);
const sizes = [{ width: 360, height: 740 }, { width: 1280, height: 800 }];

/** Texts of the page that lie over each other, and boxes that reach out of the window. */
function outOfPlace(): string[] {
  const wide = [...document.querySelectorAll('main *')].filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5 || each.getBoundingClientRect().left < -0.5);
  const texts: { words: string; box: DOMRect }[] = [];
  const walk = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement!;
    if (!node.textContent?.trim() || parent.closest('.visually-hidden, option, svg, .dock') || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 1) texts.push({ words: node.textContent.trim().slice(0, 30), box });
  }
  const over = texts.flatMap((one, index) =>
    texts.slice(index + 1).filter(({ box }) => {
      const across = Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left);
      const down = Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top);
      return across > 2 && down > 10; // lines of one paragraph touch
    }).map(({ words }) => `${one.words} over ${words}`),
  );
  return [...wide.map((each) => `too wide: ${each.outerHTML.slice(0, 100)}`), ...over];
}

async function expectInPlace(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect(await page.evaluate(outOfPlace), `${page.url()} at ${size.width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
}

for (const [what, names] of Object.entries({ 'without a space and with emoji': [plain, emoji], 'from right to left': [toTheLeft, plain] }) as [string, [string, string]][]) {
  test(`names of forty letters ${what} push nothing aside, on the front page, in the lists and on the links`, async ({ person, server }) => {
    const [ada, babbage, crowd] = [await person(), await person(), await person()];
    const links = await startBattle(ada, server, 'advanced-combat', { setup: siege, title });
    await expectInPlace(ada);
    await bothSit(ada, babbage, links, names);
    await decisionOf(ada).waitFor();
    await ada.goto(server.url);
    await expect(ada.getByRole('region', { name: 'My battles on this device' }).getByText(title)).toBeVisible();
    await expect(ada.getByRole('article')).toHaveCount(1);
    await expectInPlace(ada);
    await crowd.goto(`${server.url}/battles`);
    for (const name of names) {
      const shown = crowd.getByRole('article').getByText(name, { exact: true });
      await expect(shown).toBeVisible();
      expect(await shown.evaluate((each) => each.localName)).toBe('bdi'); // the words beside it keep their place
    }
    await expectInPlace(crowd);
    await ada.goto(`${server.url}/new`);
    await pasteSetup(ada, { ...siege });
    await expect(ada.getByRole('button', { name: title })).toBeVisible();
    await expectInPlace(ada);
  });
}
