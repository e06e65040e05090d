// A battle on one screen: nothing that asks something is out of sight, whatever people are called and however small the screen is.
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { bothSit, decisionOf, openTab, outcomeOf, sit, takeDefault, takesTaps } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { clash, longSiege, siege, sureHits } from './setups';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 800 } };
const table = (page: Page) => page.getByRole('region', { name: 'The table' });

async function expectNothingWider(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}

for (const [where, options] of [['a desktop', desktop], ['a phone', phone]] as const) {
  test(`table and question are in view together on ${where}, and what is sent is one button`, async ({ person, server }) => {
    const page = await person(options);
    const links = await makeBattle(server, 'advanced-combat', { setup: siege, opponent: 'best' });
    await sit(page, links.mine, 'Ada');
    await expect(table(page).getByRole('region', { name: /^Army of/ }).first()).toBeInViewport();
    await expect(table(page).getByRole('region', { name: /^Army of/ }).last()).toBeInViewport();
    await expect(decisionOf(page).getByRole('heading').first()).toBeInViewport({ ratio: 1 });
    await expect(decisionOf(page).locator('button.primary')).toBeInViewport({ ratio: 1 });
    await expect(decisionOf(page).locator('button.primary')).toHaveText(/^(Send|Lose) \d+ /);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test(`an offered draw and talk are seen on ${where}`, async ({ person, server }) => {
    const [ada, babbage] = [await person(options), await person()];
    const links = await makeBattle(server, 'advanced-combat', { setup: longSiege });
    await bothSit(ada, babbage, links);
    await decisionOf(ada).waitFor();
    await openTab(babbage, 'Chat');
    await babbage.getByLabel('Write a message').fill('Well met');
    await babbage.getByRole('button', { name: 'Send message' }).click();
    await expect(ada.getByRole('tab', { name: /^Chat/ })).toContainText('1 new message');
    await openTab(babbage, 'More');
    const ending = babbage.getByRole('region', { name: 'End the battle early' });
    await ending.getByRole('button', { name: 'Offer a draw' }).click();
    await ending.getByRole('button', { name: 'Yes, offer a draw' }).click();
    await expect(ada.getByRole('button', { name: 'Accept the draw' })).toBeInViewport({ ratio: 1 });
    await openTab(ada, 'Chat'); // in the midst of something else, too
    await expect(ada.getByRole('list', { name: 'Chat' })).toContainText('Well met');
    await expect(ada.getByRole('tab', { name: /^Chat/ })).not.toContainText('new');
    await expect(ada.getByRole('button', { name: 'Accept the draw' })).toBeInViewport({ ratio: 1 });
    await takesTaps(ada);
    await ada.evaluate(() => scrollTo(0, document.documentElement.scrollHeight)); // the end comes into view from anywhere
    await ada.getByRole('button', { name: 'Accept the draw' }).click();
    await expect(outcomeOf(ada)).toBeInViewport({ ratio: 1 });
    await expect(outcomeOf(babbage)).toContainText('agreed to a draw');
  });

  test(`names of forty letters, of pictures and from the right push nothing away on ${where}`, async ({ person, server }) => {
    const [mine, theirs] = [await person(options), await person(options)];
    const names = ['Wolfeschlegelsteinhausenbergerdorffsenio', '🏰⚔️🐉 القائد العظيم صلاح الدين'] as const;
    const links = await makeBattle(server, 'advanced-combat', { setup: longSiege, title: 'Donaudampfschifffahrtsgesellschaftskapitän' });
    await bothSit(mine, theirs, links, names);
    await decisionOf(mine).waitFor();
    for (const page of [mine, theirs]) {
      await expectNothingWider(page);
      const boxes = await page.locator('.strip li:not(.crowd), .strip .title, .strip section').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom })));
      for (const [at, a] of boxes.entries())
        for (const b of boxes.slice(at + 1)) expect(a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1, JSON.stringify([a, b])).toBe(true);
    }
    await expect(decisionOf(mine).getByRole('heading').first()).toBeInViewport();
  });
}

test('blocks are chosen by taps on the table, and the counters say the same', async ({ person, server }) => {
  const page = await person(phone);
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  const decision = decisionOf(page);
  const counter = decision.getByRole('spinbutton', { name: 'Swordsmen', exact: true });
  const before = Number(await counter.inputValue());
  expect(before).toBeGreaterThan(0);
  await table(page).getByRole('button', { name: 'One fewer: Swordsmen' }).tap();
  await expect(counter).toHaveValue(String(before - 1));
  await expect(decision.locator('button.primary')).toBeDisabled(); // one is missing
  await table(page).getByRole('button', { name: 'One more: Chariots' }).tap();
  await expect(decision.locator('button.primary')).toBeEnabled();
  const heading = await decision.locator('h2').getAttribute('id');
  await decision.locator('button.primary').tap();
  await page.locator(`#${heading}`).waitFor({ state: 'detached' });
  await decisionOf(page).or(outcomeOf(page)).first().waitFor(); // a question brings its tab up
  await openTab(page, 'Log');
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText(/sends forward/);
});

test('a line that is being written stays when something is asked, and when one looks at something else', async ({ person, server }) => {
  const [ada, babbage] = [await person(phone), await person()];
  const links = await makeBattle(server, 'phased-combat', { setup: sureHits });
  await bothSit(ada, babbage, links);
  await takeDefault(decisionOf(ada));
  await expect(ada.getByRole('heading', { name: 'Your choice is sealed' })).toBeVisible();
  await openTab(ada, 'Chat');
  const line = ada.getByLabel('Write a message');
  await line.fill('Well fou');
  await takeDefault(decisionOf(babbage));
  const decide = ada.getByRole('tab', { name: /^Decide/ });
  await expect(decide).toContainText('You have a decision to make');
  await expect(decide).toHaveAttribute('aria-selected', 'false');
  await expect(line).toBeFocused();
  await decide.tap();
  await expect(decisionOf(ada)).toBeVisible();
  await openTab(ada, 'Chat');
  await expect(line).toHaveValue('Well fou');
  await line.fill('Well fought');
  await line.press('Enter');
  await expect(ada.getByRole('list', { name: 'Chat' })).toContainText('Well fought');
  await expect(line).toHaveValue('');
});

test('what happened is told in another language as soon as that is chosen, in the midst of a battle', async ({ person, server }) => {
  const [ada, babbage] = [await person(desktop), await person()];
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  await takeDefault(decisionOf(ada));
  const log = (name: string) => ada.getByRole('list', { name });
  await expect(log('What happened')).toContainText('sends forward');
  await ada.getByLabel('Language').selectOption('Deutsch');
  await expect(log('Was geschah')).toContainText('schickt nach vorn');
  await expect(log('Was geschah')).not.toContainText('sends forward');
  const lines = await log('Was geschah').getByText('schickt nach vorn').count();
  await decisionOf(ada).locator('button.primary').click();
  await expect(log('Was geschah').getByText('schickt nach vorn')).not.toHaveCount(lines);
  await expect(log('Was geschah')).not.toContainText('sends forward');
});

test('the log tells many dice in few words', async ({ person, server }) => {
  const page = await person(desktop);
  const links = await makeBattle(server, 'phased-combat', { setup: clash, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).waitFor();
  const log = page.getByRole('list', { name: 'What happened' });
  await expect(log).toContainText(/rolls .*\d+ dice, \d+ hits?/);
  for (const line of await log.getByRole('listitem').allTextContents()) expect(line).not.toMatch(/(\b[1-6] ){8}/);
});

test('what happens is heard once somebody touched the page, and one switch ends it for good', async ({ person, server }) => {
  const page = await person({ ...desktop, reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const played: number[] = [];
    Object.assign(window, { played });
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) {
      played.push(Math.round((this.buffer?.duration ?? 0) * 100));
      return start.apply(this, when);
    };
  });
  const played = () => page.evaluate(() => (window as unknown as { played: number[] }).played.splice(0));
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege, opponent: 'best' });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).waitFor();
  let heard = 0;
  await takeDefault(decisionOf(page));
  await decisionOf(page).or(outcomeOf(page)).first().waitFor();
  await expect.poll(async () => (heard += (await played()).length)).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Sound' }).click();
  await expect(page.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'false');
  await played();
  await decisionOf(page).or(outcomeOf(page)).first().waitFor();
  if ((await decisionOf(page).count()) > 0) {
    const heading = await decisionOf(page).locator('h2').getAttribute('id');
    await takeDefault(decisionOf(page));
    await page.locator(`#${heading}`).waitFor({ state: 'detached' });
    await decisionOf(page).or(outcomeOf(page)).first().waitFor();
  }
  expect(await played()).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'false');
});

test('the tab carries a mark while it is one’s turn', async ({ person, server }) => {
  const page = await person(desktop);
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).waitFor();
  await expect(page).toHaveTitle(/^●/);
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/icon-turn.svg');
  await page.goto(server.url);
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/icon.svg');
});

test('a step of the stage, the question and the end are accessible, in light and dark, small and large', async ({ person, server }) => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const options of [phone, desktop]) {
      const page = await person({ ...options, colorScheme, reducedMotion: 'no-preference' });
      await page.goto(server.url);
      await page.evaluate(() => localStorage.setItem('muster.animation', '0.5')); // slow enough to be looked at in the midst of it
      const links = await makeBattle(server, 'advanced-combat', { setup: siege, opponent: 'best' });
      await sit(page, links.mine, 'Ada');
      await decisionOf(page).waitFor();
      await expectAccessible(page);
      await takeDefault(decisionOf(page));
      // Where the machine is too slow to look at a beat in its time, the next one is looked at.
      for (const beat of ['roll', 'lie', 'count', 'total']) {
        await page.locator(`section.table[data-beat=${beat}], [data-stage=still]`).first().waitFor();
        await expectAccessible(page);
      }
      await decisionOf(page).or(outcomeOf(page)).first().waitFor();
      await expectAccessible(page);
    }
});

/** Seen, and nothing lies over it. */
async function expectUncovered(page: Page, what: Locator): Promise<void> {
  await expect(what).toBeInViewport({ ratio: 1 });
  await takesTaps(what.page());
  expect(await what.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [0.1, 0.5, 0.9].every((share) => element.contains(document.elementFromPoint(left + width * share, top + height / 2)));
  }), String(what)).toBe(true);
}

for (const [where, options] of [
  ['at twice the size', { viewport: { width: 640, height: 400 } }],
  ['on a phone that is held sideways', { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true }],
] as const)
  test(`table and question are beside each other ${where}, and nothing lies over the other`, async ({ person, server }) => {
    const page = await person({ ...options, reducedMotion: 'no-preference' });
    const links = await makeBattle(server, 'advanced-combat', { setup: siege, opponent: 'best' });
    await sit(page, links.mine, 'Ada');
    await decisionOf(page).waitFor();
    const seen = async () => {
      await expectNothingWider(page);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await expectUncovered(page, decisionOf(page).getByRole('heading').first());
      await expectUncovered(page, decisionOf(page).locator('button.primary'));
      await expectUncovered(page, table(page).getByRole('heading', { name: 'Attacker' }));
    };
    await seen();
    const room = page.evaluate(
      () =>
        new Promise<number>((done) => {
          new MutationObserver((_, watch) => {
            if (!document.querySelector('[data-beat=lie]')) return;
            watch.disconnect();
            const skip = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Skip')!;
            done(skip.getBoundingClientRect().top - document.querySelector('.lies')!.getBoundingClientRect().bottom);
          }).observe(document, { subtree: true, childList: true, attributes: true });
        }),
    );
    await takeDefault(decisionOf(page));
    expect(await room, 'between the table and what skips').toBeGreaterThanOrEqual(0); // a beat is too short to be waited for from here
    await decisionOf(page).or(outcomeOf(page)).first().waitFor();
    if ((await outcomeOf(page).count()) === 0) await seen();
  });

test('at four times the size one comes after the other', async ({ person, server }) => {
  const page = await person({ viewport: { width: 320, height: 256 } });
  const links = await makeBattle(server, 'advanced-combat', { setup: siege, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).waitFor();
  await expectNothingWider(page);
  const [first, second] = [(await table(page).boundingBox())!, (await decisionOf(page).boundingBox())!];
  expect(second.y).toBeGreaterThanOrEqual(first.y + first.height);
  await decisionOf(page).locator('button.primary').scrollIntoViewIfNeeded();
  await expectUncovered(page, decisionOf(page).locator('button.primary'));
});

test('what is folded beside a question has room on a desktop, and the question’s answer stays in sight', async ({ person, server }) => {
  const page = await person(desktop);
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).locator('button.primary').waitFor();
  await openTab(page, 'More');
  await page.getByText('Standing orders', { exact: true }).click();
  const panel = page.getByRole('tabpanel', { name: 'More' });
  await expect.poll(async () => (await panel.boundingBox())!.height).toBeGreaterThan(300);
  await expectUncovered(page, decisionOf(page).getByRole('heading').first());
  await expectUncovered(page, decisionOf(page).locator('button.primary'));
});

test('a sheet that is pulled up has room for much, and wastes none on little', async ({ person, server }) => {
  const page = await person(phone);
  const pulledUp = async () => {
    while ((await page.locator('.hand.high').count()) === 0) await page.locator('.hand > button.handle').tap();
    const [sheet, question] = [(await page.locator('.hand').boundingBox())!, (await decisionOf(page).boundingBox())!];
    return { height: sheet.height, below: sheet.y + sheet.height - question.y - question.height };
  };
  const much = await makeBattle(server, 'advanced-combat', { setup: longSiege, opponent: 'best' });
  await sit(page, much.mine, 'Ada');
  await decisionOf(page).locator('button.primary').waitFor();
  expect((await pulledUp()).height).toBeGreaterThan(440);
  const little = await makeBattle(server, 'armies', { opponent: 'best' });
  await sit(page, little.mine, 'Ada');
  await decisionOf(page).locator('button.primary').waitFor();
  expect((await pulledUp()).below).toBeLessThan(12);
});
