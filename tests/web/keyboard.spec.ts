// A whole battle without a pointer, and what a screen reader hears of it.
import type { Locator, Page } from '@playwright/test';

import { decisionOf, outcomeOf, playOn, presses, questionOf, sit, takesTaps, untilRetreat } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { longSiege, oldAndNew, seaFight, siege } from './setups';

/** Tabs until the focus is where `wanted` says; fails where it is lost or cannot be seen. */
async function tabTo(page: Page, wanted: Locator, backwards = false): Promise<void> {
  const stopsMax = 150;
  for (let stop = 0; stop < stopsMax; ++stop) {
    if (await wanted.evaluate((element) => element === document.activeElement).catch(() => false)) return expectFocusSeen(page);
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`no way by Tab to ${String(wanted)}`);
}

async function expectFocusSeen(page: Page): Promise<void> {
  const focus = await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const shown = element.classList.contains('visually-hidden') ? element.closest('label')! : element;
    const box = shown.getBoundingClientRect();
    const style = getComputedStyle(shown);
    return { outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0, ring: style.boxShadow !== 'none', inView: box.bottom > 0 && box.top < innerHeight, name: shown.textContent };
  });
  expect(focus.outline || focus.ring, `the focus on ${focus.name} cannot be seen`).toBe(true);
  expect(focus.inView, `the focus on ${focus.name} is out of sight`).toBe(true);
}

async function pressKey(button: Locator): Promise<void> {
  await tabTo(button.page(), button);
  await button.page().keyboard.press('Enter');
}

test('a battle is made, fought and looked back at by keys alone', async ({ person, server }) => {
  const page = await person();
  presses(page, pressKey);
  await page.goto(server.url);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await pressKey(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Start a battle' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Start a battle' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused(); // a new page begins at its beginning

  await tabTo(page, page.getByRole('radio', { name: 'Advanced combat' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Advanced combat' })).toBeChecked();
  await expect(page.getByRole('radiogroup', { name: 'Battle', exact: true })).toBeVisible(); // what comes late would push the focus out of sight
  const who = page.getByRole('region', { name: 'Players', exact: true });
  await tabTo(page, who.getByRole('radio', { name: 'A friend' }));
  await page.keyboard.press('ArrowDown');
  await expect(who.getByRole('group', { name: 'Opponent' }).getByRole('radio', { name: 'Anyone' })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(who.getByRole('radio', { name: 'The server, at its best' })).toBeChecked();
  await pressKey(page.getByRole('button', { name: 'Start the battle' }));
  await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeFocused();
  await pressKey(page.getByRole('link', { name: 'Go to my seat' }));
  await tabTo(page, page.getByLabel('Your name, as others will see it'));
  await page.keyboard.type('Keys');
  await page.keyboard.press('Enter');

  // What happens is read out politely, what is asked at once; the question has the focus.
  const heard = page.getByRole('log', { name: 'What’s happening now' });
  const urgent = page.locator('p[aria-live=assertive]');
  await expect(urgent).toHaveText(/^It’s your turn\. /);
  await expect(questionOf(decisionOf(page))).toBeFocused();
  const answered = await playOn(page);
  expect(answered).toBeGreaterThan(0);
  await expect(outcomeOf(page)).toBeVisible();
  // Each event is an element of its own, so that none is read over by the next; the newest are those of the log that can be seen.
  const lines = await heard.getByRole('paragraph').allTextContents();
  expect(lines.length).toBeGreaterThan(5);
  const seen = await page.getByRole('list', { name: 'What happened' }).locator('li > span').allTextContents();
  expect(lines.slice(-6).reverse()).toEqual(seen.slice(0, 6));

  await pressKey(page.getByRole('button', { name: 'Watch the replay' }));
  await expect(page.getByRole('heading', { level: 1, name: /^Replay/ })).toBeVisible();
  const scrub = page.getByRole('slider', { name: 'Step' });
  await tabTo(page, scrub);
  await page.keyboard.press('Home');
  await expect(page.getByText('Before the first step')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^Step 1 of/)).toBeVisible();
  await page.keyboard.press('End');
  await pressKey(page.getByRole('button', { name: 'Check now' }));
  await expect(page.getByText('The dice were fair.')).toBeVisible();
});

test('a unit is moved on the map by keys, and the cells are read out', async ({ person, server }) => {
  const page = await person();
  presses(page, pressKey);
  await page.goto(`${server.url}/new?ruleset=simple-combat`);
  await page.getByRole('region', { name: 'Players', exact: true }).getByRole('radio', { name: 'The server, at its best' }).check();
  await pressKey(page.getByRole('button', { name: 'Start the battle' }));
  await pressKey(page.getByRole('link', { name: 'Go to my seat' }));
  await tabTo(page, page.getByRole('button', { name: 'Join', exact: true }));
  await page.keyboard.press('Enter');
  const map = page.getByRole('application', { name: 'Battlefield' });
  await map.waitFor();
  await tabTo(page, map);
  for (let step = 0; step < 2; ++step) {
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('section.map p[aria-live=polite]')).toContainText(/^[A-Z]\d+: /);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText(/moves to .*: \d+ of \d+ steps/)).toBeVisible();
  await pressKey(page.getByRole('button', { name: /^Move / }));
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText(/n\d moves to/);
});

/** Notes in the page, from now on, each time that nothing has the focus when something has changed. */
async function watchFocus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const lost: string[] = [];
    Object.assign(window, { lost });
    const look = () => {
      if (document.activeElement === document.body) lost.push(document.querySelector('.room')?.textContent?.slice(0, 200) ?? '');
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { lost: string[] }).lost);
}

test('the key that the main button tells of sends, and the focus stays in the battle', async ({ person, server }) => {
  const page = await person();
  const links = await makeBattle(server, 'advanced-combat', { setup: siege, opponent: 'best' });
  await sit(page, links.mine, 'Keys');
  await expect(questionOf(decisionOf(page))).toBeFocused();
  // Its frame, which keys bring up, lies in itself: the panel, which scrolls, would cut off what is around it.
  await page.keyboard.press('Tab');
  const frame = await questionOf(decisionOf(page)).evaluate((heading: HTMLElement) => {
    heading.focus();
    const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(heading);
    return { outlineStyle, out: parseFloat(outlineOffset) + parseFloat(outlineWidth) };
  });
  expect(frame).toEqual({ outlineStyle: 'solid', out: 0 });
  const lost = await watchFocus(page);
  const main = decisionOf(page).locator('.primary');
  await expect(main).toHaveAttribute('aria-keyshortcuts', 'Control+Enter');
  expect(await main.evaluate((button) => getComputedStyle(button, '::after').content)).toContain('Ctrl+Enter');
  let sent = 0;
  const answered = await playOn(page, async (decision) => {
    await decision.locator('.primary:enabled').waitFor();
    await takesTaps(page);
    await page.keyboard.press(++sent % 2 ? 'Control+Enter' : 'Meta+Enter');
  });
  expect(answered).toBeGreaterThan(0);
  expect(await lost()).toEqual([]);
});

test('a key held down answers one question, and what has just come up none', async ({ person, server }) => {
  const page = await person();
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege, opponent: 'best' });
  await sit(page, links.mine, 'Keys');
  const first = questionOf(decisionOf(page));
  await expect(first).toBeFocused();
  const id = (await first.getAttribute('id'))!;
  await decisionOf(page).locator('.primary:enabled').waitFor();
  await takesTaps(page);
  await page.evaluate(() => {
    const clicks: string[] = [];
    Object.assign(window, { clicks });
    addEventListener('click', ({ target }) => clicks.push((target as Element).closest('section')?.querySelector('h2')?.id ?? ''), true);
  });
  const clicks = () => page.evaluate(() => (window as unknown as { clicks: string[] }).clicks);
  await page.keyboard.down('Control');
  await page.keyboard.down('Enter');
  const next = questionOf(decisionOf(page));
  await expect(next).not.toHaveId(id);
  await decisionOf(page).locator('.primary:enabled').waitFor();
  await takesTaps(page);
  await page.keyboard.down('Enter'); // without having been let go: it repeats
  await page.keyboard.up('Control');
  await decisionOf(page).locator('.primary').focus();
  await page.keyboard.down('Enter'); // on the button itself
  await page.keyboard.up('Enter');
  expect(await clicks()).toEqual([id]);

  // While a question comes up it takes no taps; nor this key.
  const section = decisionOf(page);
  await section.evaluate((element) => (element.style.pointerEvents = 'none'));
  await page.keyboard.press('Control+Enter');
  expect(await clicks()).toEqual([id]);
  const second = (await next.getAttribute('id'))!;
  await section.evaluate((element) => (element.style.pointerEvents = ''));
  await page.keyboard.press('Control+Enter');
  await expect.poll(clicks).toEqual([id, second]);
});

/** What presses of keys do comes a little later than the question: a held key is nobody's press of the main button from then on. */
async function keysAreHeard(page: Page): Promise<void> {
  const main = decisionOf(page).locator('button.primary');
  const held = () => main.evaluate((button) => !button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })));
  await expect.poll(held).toBe(true);
}

test('a key held down goes on counting', async ({ person, server }) => {
  const page = await person();
  const links = await makeBattle(server, 'advanced-combat', { setup: oldAndNew, opponent: 'best' });
  await sit(page, links.mine, 'Keys');
  const field = decisionOf(page).getByRole('spinbutton', { name: 'Pikemen', exact: true });
  await field.fill('0');
  await field.blur();
  await decisionOf(page).getByRole('button', { name: 'One more: Pikemen' }).focus();
  await keysAreHeard(page);
  for (let times = 0; times < 3; ++times) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(field).toHaveValue('3');
});

test('the key that sends gives no battle away', async ({ person, server }) => {
  const page = await person();
  const links = await makeBattle(server, 'fleet-combat', { setup: seaFight, opponent: 'best' });
  await sit(page, links.mine, 'Keys');
  await untilRetreat(page);
  const leave = decisionOf(page).locator('button.grave');
  await leave.focus();
  await page.keyboard.down('Enter');
  const back = page.getByRole('button', { name: 'No, go back' });
  await expect(back).toBeFocused();
  await page.keyboard.down('Enter'); // held: it neither goes back nor forth
  await page.keyboard.up('Enter');
  await page.keyboard.press('Control+Enter'); // no button is the main one
  await expect(back).toBeFocused();
  await takesTaps(page);
  await page.keyboard.press('Enter');
  await expect(leave).toBeFocused();
});
