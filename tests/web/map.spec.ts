// The map of simple-combat as the place where one chooses: by taps, by keys, and by what it tells of a cell.
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { type Links, answerNext, bothSit, decisionOf, openTab, outcomeOf, questionOf, sit } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { type Setup, company } from './setups';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'no-preference' } as const;
const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' } as const;

const counter = (page: Page, unit: string) => page.locator('svg g.counter').filter({ hasText: unit });
const pickedOn = (page: Page) => page.locator('svg g.counter.picked text.name');
const card = (page: Page) => page.locator('.map .facts');
const fieldOf = (page: Page) => page.getByRole('application', { name: 'Battlefield' });

/** Whoever is asked first: the other side answers by default until this one has the question. */
async function untilAsked(mine: Page, theirs: Page, question: RegExp): Promise<Locator> {
  const wanted = questionOf(decisionOf(mine)).filter({ hasText: question });
  const other = questionOf(decisionOf(theirs));
  for (;;) {
    await Promise.any([wanted.waitFor(), other.waitFor()]);
    if ((await wanted.count()) > 0) return decisionOf(mine);
    await answerNext(theirs);
  }
}

/** A point of the screen where a counter can be touched: in the map's visible part, and nothing lies over it. */
async function expectOpen(unit: Locator): Promise<void> {
  await expect.poll(() => unit.evaluate((element) => {
    const { x, y, width, height } = element.querySelector('rect.face')!.getBoundingClientRect();
    return element.closest('svg')?.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ?? false;
  })).toBe(true);
}

/** Two frames have passed: whatever was to be moved has been. */
const settled = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** What of an element can be seen and touched, in pixels of the screen. */
const boxOf = async (element: Locator) => (await element.boundingBox())!;

test('on a phone the map has most of the screen while one is asked, and what is to be tapped is large and in view', async ({ person, server }) => {
  const page = await person({ ...phone, reducedMotion: 'reduce' });
  const links = await makeBattle(server, 'simple-combat', { setup: company, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const decision = decisionOf(page);
  const stay = decision.getByRole('button', { name: 'n1 stays in place' });
  await stay.waitFor();
  const screen = phone.viewport.height;
  const expectLarge = async (unit: string, share: number) => {
    await expect.poll(async () => (await boxOf(page.locator('.map .scroller'))).height).toBeGreaterThan(screen * share);
    const cell = (await boxOf(page.locator('svg .coordinates text.column').nth(1))).x - (await boxOf(page.locator('svg .coordinates text.column').nth(0))).x;
    expect(cell).toBeGreaterThanOrEqual(35);
    await expectOpen(counter(page, unit));
    for (const button of await decision.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 });
  };
  await expectLarge('n1', 0.35);
  await decision.getByRole('button', { name: 'Close the hints' }).tap();
  await expectLarge('n1', 0.42);
  await expect(decision.getByText('All units (5)')).toBeHidden();
  await page.getByRole('button', { name: 'Whole battlefield' }).tap();
  await stay.tap(); // the server has no more than one unit, which moves once
  await expect(pickedOn(page)).toHaveText('n2');
  await expectLarge('n2', 0.42);
});

test('one taps a unit and a cell; the form beside the map is small and never hides the unit', async ({ person, server }) => {
  const page = await person(phone);
  const links = await makeBattle(server, 'simple-combat', { setup: company, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const decision = decisionOf(page);
  await expect(decision.getByRole('button', { name: 'n1 stays in place' })).toBeVisible();
  await expect(decision.getByRole('radio')).toHaveCount(0);
  await expect(decision.getByRole('combobox')).toHaveCount(0);

  await counter(page, 'n3').tap();
  await expect(pickedOn(page)).toHaveText('n3');
  await expectOpen(counter(page, 'n3'));
  await page.locator('svg text.cost', { hasText: '1' }).last().tap();
  const move = decision.getByRole('button', { name: /^Move n3 to [A-I][1-9]$/ });
  await expect(move).toBeEnabled();
  await expect(move).toBeInViewport({ ratio: 1 });
  await expectOpen(counter(page, 'n3'));
  const handle = page.locator('.hand > button.handle');
  await handle.tap();
  await expect(decision.getByText('All units (5)')).toBeVisible();
  await handle.tap();
  await expect(page.locator('.hand.high')).toBeVisible();
  await expectOpen(counter(page, 'n3'));
  await expectAccessible(page);
  await decision.getByText('Exact controls').tap();
  await expect(decision.getByRole('combobox', { name: 'To' })).toBeVisible();
  await decision.getByText('All units (5)').tap();
  await expect(decision.getByRole('radio', { name: /n3/ })).toBeChecked();
  await move.tap();
  await expect(page.getByRole('log', { name: 'What’s happening now' })).toContainText('n3 moves to');
});

test('Tab goes round the units that may act, and is no trap', async ({ person, server }) => {
  const page = await person(desktop);
  const links = await makeBattle(server, 'simple-combat', { setup: company, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const map = fieldOf(page);
  await map.focus();
  await expect(map).toHaveAccessibleDescription(/Tab goes through your units/);
  await expect(pickedOn(page)).toHaveText('n1');
  for (const unit of ['n2', 'n3', 'n4', 'n5']) {
    await page.keyboard.press('Tab');
    await expect(pickedOn(page)).toHaveText(unit);
    await expect(page.locator('section.map p[aria-live=polite]')).toContainText(unit);
    await expect(map).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(map).not.toBeFocused();
  await map.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(pickedOn(page)).toHaveText('n4');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(decisionOf(page).getByRole('button', { name: /^Move n4 to / })).toBeEnabled();
  await expect(page.locator('svg polyline.way')).toHaveCount(1); // which the server has found
  await page.keyboard.press('Tab'); // what was chosen is kept
  await expect(map).not.toBeFocused();
  await expect(pickedOn(page)).toHaveText('n4');
  await expect(decisionOf(page).getByRole('button', { name: /^Move n4 to / })).toBeEnabled();
});

const twoAgainst: Setup = { ...company, south: { units: [3, 4].map((q) => ({ id: `s${q}`, profile: 'dual_heavy_tank', at: [q, 5] })) } };

/** Two people with the company, the first of them asked. */
async function companyOf(mine: Page, theirs: Page, links: Links): Promise<Locator> {
  await bothSit(mine, theirs, links);
  return untilAsked(mine, theirs, /^Move/);
}

test('all others stay: a phase is ended at once, can be taken up again, and nothing else is answered', async ({ person, server }) => {
  const [ada, babbage] = [await person(desktop), await person()];
  const links = await makeBattle(server, 'simple-combat', { setup: twoAgainst });
  const decision = await companyOf(ada, babbage, links);
  const status = ada.getByText('All your other units stay in place this turn.');
  const log = ada.getByRole('list', { name: 'What happened' });
  await decision.getByRole('button', { name: 'All others stay in place (5)' }).click();
  await expect(status).toBeVisible();
  await expect(log).toContainText('n1 stays in place');
  await questionOf(decisionOf(babbage)).waitFor();
  await expect(decisionOf(ada)).toHaveCount(0);

  await ada.getByRole('button', { name: 'Choose for myself again' }).click();
  await expect(status).toHaveCount(0);
  const again = await untilAsked(ada, babbage, /^Move/);
  await again.getByRole('button', { name: 'All others stay in place (4)' }).click();
  const fire = await untilAsked(ada, babbage, /^Fire/);
  for (const unit of ['n1', 'n2', 'n3', 'n4', 'n5']) await expect(log).toContainText(`${unit} stays in place`);
  await expect(status).toHaveCount(0);
  await fire.getByRole('button', { name: /^All others hold their fire/ }).click();
  await untilAsked(ada, babbage, /^Move/); // the next turn
  await expect(ada.getByText('All your other units hold their fire this turn.')).toHaveCount(0);
  await expect(log).toContainText(/n\d holds its fire/);
  await expect(log.getByText(/^n\d fires/)).toHaveCount(0);
});

test('what is known of a cell is told beside the pointer and the cursor: what a unit can do, and how well a shot would go', async ({ person, server }) => {
  const [ada, babbage] = [await person(desktop), await person()];
  const links = await makeBattle(server, 'simple-combat', { setup: company });
  const decision = await companyOf(ada, babbage, links);
  await counter(ada, 'n2').hover();
  await expect(card(ada)).toContainText('D2: n2, Medium tank');
  await expect(card(ada)).toContainText('strength 4 of 4, armour 0, moves up to 5');
  await expect(card(ada)).toContainText('Medium gun: range 1–6, power 2');
  await expect(card(ada)).toContainText(/can reach \d+ cells/);
  await counter(ada, 'n2').click(); // the card is in nobody's way
  await expect(pickedOn(ada)).toHaveText('n2');
  await ada.mouse.move(0, 0);
  await expect(card(ada)).toHaveCount(0);
  await fieldOf(ada).focus();
  await ada.keyboard.press('ArrowDown');
  await expect(ada.locator('section.map p[aria-live=polite]')).toHaveText((await card(ada).locator('p').allTextContents()).join('. '));

  await decision.getByRole('button', { name: 'All others stay in place (5)' }).click();
  await untilAsked(ada, babbage, /^Fire/);
  await counter(ada, 's1').hover();
  await expect(card(ada)).toContainText(/range \d+, \d+\s?% to hit, \d+\s?% to damage/);
});

test('a finger that stays on a unit is told of it, and chooses nothing', async ({ person, server }) => {
  const page = await person(phone);
  const links = await makeBattle(server, 'simple-combat', { setup: company, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  await expect(pickedOn(page)).toHaveText('n1');
  const unit = counter(page, 'n3');
  const box = (await unit.locator('rect.face').boundingBox())!;
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  await expect(card(page)).toContainText('n3, Medium tank');
  const told = (await card(page).boundingBox())!;
  expect(told.y > finger.y + 20 || told.y + told.height < finger.y - 20, 'the card is under the finger').toBe(true);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(card(page)).toBeVisible(); // to be read
  await expect(pickedOn(page)).toHaveText('n1');
  await unit.tap();
  await expect(pickedOn(page)).toHaveText('n3');
});

test('a cell has one name: on the board’s edge, in the facts, on the button and in the log', async ({ person, server }) => {
  const page = await person(desktop);
  const links = await makeBattle(server, 'simple-combat', { setup: company, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).getByRole('button', { name: 'Move n1' }).waitFor();
  await counter(page, 'n3').click();
  const middle = async (element: Locator) => {
    const { x, y, width, height } = (await element.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  // By the rulers: the cell in column F of row 3, which is not shoved.
  const at = { x: (await middle(page.locator('svg .coordinates text.column').nth(5))).x, y: (await middle(page.locator('svg .coordinates text.row').nth(2))).y };
  await expect(page.locator('svg .coordinates text.column').nth(5)).toHaveText('F');
  await page.mouse.move(at.x, at.y);
  await expect(card(page)).toContainText('F3: ');
  await page.mouse.click(at.x, at.y);
  await decisionOf(page).getByRole('button', { name: 'Move n3 to F3' }).click();
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText('n3 moves to F3.');
});

/** Resolves when shots strike and what they did pops up. */
const struck = (page: Page) => page.evaluate(() => new Promise<string>((resolve) => {
  const look = () => {
    const effect = document.querySelector('[data-beat=strike] g.effect.pops text');
    if (effect) resolve(effect.textContent ?? '');
    return effect !== null;
  };
  const observer = new MutationObserver(() => look() && observer.disconnect());
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
}));

for (const [motion, reducedMotion] of [['with motion', 'no-preference'], ['without motion', 'reduce']] as const)
  test(`what a shot did stands at its target, ${motion}`, async ({ person, server }) => {
    const page = await person({ ...phone, reducedMotion });
    const links = await makeBattle(server, 'simple-combat', { setup: company, opponent: 'listed' });
    await sit(page, links.mine, 'Ada');
    await decisionOf(page).getByRole('button', { name: 'All others stay in place (5)' }).tap();
    await questionOf(decisionOf(page)).filter({ hasText: /^Fire/ }).waitFor();
    const pops = reducedMotion === 'reduce' ? null : struck(page);
    await decisionOf(page).getByRole('button', { name: /^n\d fires \d shots? at s1$/ }).tap();
    const told = /^(−\d+|miss|no damage)$/;
    if (pops) expect(await pops).toMatch(told);
    await expect(page.locator('.room[data-stage=still]')).toBeVisible();
    await expect(page.locator('svg g.effect text').first()).toHaveText(told);
  });

test('coordinates stand on the board where they can be read', async ({ person, server }) => {
  const page = await person(desktop);
  const wide: Setup = { ...company, width: 60, height: 60 };
  const links = await makeBattle(server, 'simple-combat', { setup: wide, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const columns = page.locator('svg .coordinates text.column');
  await expect(columns).toHaveCount(60);
  await expect(columns.nth(3)).toHaveText('D');
  await expect(page.locator('svg .coordinates text.row').nth(59)).toHaveText('60');
  await expect(columns.nth(59)).toHaveText('BH');
  const height = await columns.nth(3).evaluate((text) => text.getBoundingClientRect().height);
  expect(height).toBeGreaterThan(10);
  await page.getByRole('button', { name: 'Whole battlefield' }).click();
  await expect(columns).toHaveCount(0);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(columns).toHaveCount(60);
});

test('a finger’s tap on an enemy tells of it while one moves: what it is, and how well it could be hit from here', async ({ person, server }) => {
  const page = await person({ ...phone, reducedMotion: 'reduce' });
  const links = await makeBattle(server, 'simple-combat', { setup: company, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).getByRole('button', { name: 'Move n1' }).waitFor();
  await counter(page, 's1').tap();
  await expect(card(page)).toContainText('s1, Dual heavy tank');
  await expect(card(page)).toContainText('armour −1');
  await expect(card(page)).toContainText('2 × Heavy gun: range 1–6, power 2');
  await expect(card(page)).toContainText(/range \d+ from n1/);
  await expect(pickedOn(page)).toHaveText('n1');
});

test('a zoom button that can do no more keeps the focus; the last cells are whole', async ({ person, server }) => {
  const page = await person(desktop);
  const links = await makeBattle(server, 'simple-combat', { setup: company, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).getByRole('button', { name: /^Move / }).first().waitFor(); // a new question zooms to what it is about
  const nearer = page.getByRole('button', { name: 'Zoom in' });
  const spare = await page.locator('.map .scroller svg').first().evaluate((drawing: SVGSVGElement) => {
    const ground = drawing.querySelector('path')!.getBoundingClientRect();
    const box = drawing.getBoundingClientRect();
    return Math.min(box.right - ground.right, box.bottom - ground.bottom);
  });
  expect(spare, 'pixels for the outermost lines').toBeGreaterThanOrEqual(1);
  await nearer.focus();
  for (let presses = 0; presses < 8; ++presses) await page.keyboard.press('Enter');
  await expect(nearer).toBeDisabled();
  await expect(nearer).toBeFocused();
});

test('a map that somebody has turned about stays so while there is talk', async ({ person, server }) => {
  const [ada, babbage] = [await person({ ...phone, reducedMotion: 'reduce' }), await person()];
  const links = await makeBattle(server, 'simple-combat', { setup: company });
  await bothSit(ada, babbage, links);
  await untilAsked(ada, babbage, /./);
  const width = async () => (await boxOf(ada.locator('svg g.counter rect.face').first())).width;
  const before = await width();
  await ada.getByRole('button', { name: 'Zoom in' }).tap();
  await expect.poll(width).toBeGreaterThan(before);
  const mine = await width();
  await openTab(babbage, 'Chat');
  await babbage.getByLabel('Write a message').fill('Well met');
  await babbage.getByRole('button', { name: 'Send message' }).click();
  await expect(ada.getByRole('tab', { name: /^Chat/ })).toContainText('1 new message');
  await settled(ada);
  expect(await width()).toBe(mine);
});

test('after the last turn the end tells the points that decided it', async ({ person, server }) => {
  const page = await person({ ...desktop, reducedMotion: 'reduce' });
  const apart: Setup = { ...company, width: 20, south: { units: [{ id: 's1', profile: 'scout_car', at: [14, 8] }] }, impassable: Array.from({ length: 9 }, (_, row) => [11 - (row >> 1), row]), turn_limit: 1 };
  const links = await makeBattle(server, 'simple-combat', { setup: apart, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).getByRole('button', { name: /^All others stay in place/ }).click();
  await decisionOf(page).getByRole('button', { name: /^All others hold their fire/ }).click();
  await expect(outcomeOf(page)).toContainText('the last turn is over');
  const told = page.getByRole('region', { name: /wins: the last turn is over/ });
  await expect(told).toContainText('5 units, 500 points');
  await expect(told).toContainText('1 unit, 32 points');
});
