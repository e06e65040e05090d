// The stage, with motion on: what is on the screen at each step, in which order, and that nothing tells how it went before the table does.
import type { Page } from '@playwright/test';

import { type Ruleset, bothSit, decisionOf, openTab, outcomeOf, sit, takeDefault } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { type Setup, clash, crowd, longSiege, manyShips, parade, seaFight, siege, skirmish, wholeArmies } from './setups';

/** What a person sees at one moment. */
interface Look {
  beat: string;
  plays: boolean;
  question: boolean;
  outcome: boolean;
  turnInTitle: boolean;
  /** sums that stand there, by side */
  totals: string;
  /** dice that show their face */
  faces: number;
  fallen: number;
  log: number;
}

declare global {
  interface Window {
    looks: Look[];
    /** what happened where: whether all of it was in view */
    /** seen: null until a frame showed it, and for good where the next beat came first */
    places: { beat: string; armies: number; seen: boolean | null }[];
  }
}

/** In the page: a look whenever something changes, kept when it differs from the one before. */
function record(): void {
  window.looks = [];
  const look = () => {
    const table = document.querySelector('section.table');
    const next: Look = {
      beat: table?.getAttribute('data-beat') ?? '',
      plays: document.querySelector('[data-stage=plays]') !== null,
      question: document.querySelector('section.decision h2') !== null,
      outcome: document.querySelector('#outcome-title') !== null,
      turnInTitle: document.title.startsWith('●'),
      totals: [...document.querySelectorAll('section.table dl:not([aria-busy=true]) .total dd')].map((each) => each.textContent).join('/'),
      faces: document.querySelectorAll('section.table svg.die:not(.tumble)').length,
      fallen: document.querySelectorAll('section.table .rank.lost li').length,
      log: document.querySelectorAll('section[aria-labelledby=log-title] li').length,
    };
    if (JSON.stringify(next) !== JSON.stringify(window.looks.at(-1))) window.looks.push(next);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

const withMotion = { reducedMotion: 'no-preference' as const };
const sizes = {
  'a desktop': { ...withMotion, viewport: { width: 1280, height: 800 } },
  'a phone': { ...withMotion, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

const looks = (page: Page) => page.evaluate(() => window.looks.splice(0));

/** The decision that is there is made, and gone. */
async function answered(page: Page): Promise<void> {
  const heading = await decisionOf(page).locator('h2').getAttribute('id');
  await takeDefault(decisionOf(page));
  await page.locator(`#${heading}`).waitFor({ state: 'detached' });
}

/** Beats in the order in which they came, without those that only repeat. */
const beatsOf = (seen: Look[]) => seen.map(({ beat }) => beat).filter((beat, index, all) => beat !== '' && beat !== all[index - 1]);

for (const [where, options] of Object.entries(sizes))
  test(`who skips by a key goes on from there, on ${where}`, async ({ person, server }) => {
    const [ada, babbage, crowd] = [await person(), await person(), await person(options)];
    const links = await makeBattle(server, 'advanced-combat', { setup: longSiege });
    await bothSit(ada, babbage, links);
    await crowd.clock.install();
    await crowd.goto(links.watch);
    await expect(crowd.getByText('The players are deciding.')).toBeVisible();
    await crowd.clock.pauseAt(Date.now() + 60_000); // what is played stays as it is
    await takeDefault(decisionOf(ada));
    const skip = crowd.getByRole('button', { name: 'Skip', exact: true });
    await expect(skip).toHaveAttribute('aria-disabled', 'false');
    await skip.focus();
    await crowd.keyboard.press('Enter');
    await expect(crowd.locator('[data-stage=still]')).toBeVisible();
    await expect(skip).toBeFocused();
    await expect(skip).toBeVisible();
    await expect(skip).toHaveAttribute('aria-disabled', 'true');
    await crowd.keyboard.press('Tab');
    await expect(crowd.getByLabel('Animation')).toBeFocused();
    await expect(skip).toHaveCount(0); // hidden
  });

for (const [where, options] of Object.entries(sizes))
  test(`dice roll and lie, totals are counted, the blow lands, losses fall, and only then it is asked, on ${where}`, async ({ person, server }) => {
    const page = await person(options);
    await page.addInitScript(record);
    const links = await makeBattle(server, 'advanced-combat', { setup: siege, opponent: 'best' });
    await sit(page, links.mine, 'Ada');
    await decisionOf(page).waitFor();
    await looks(page);
    await answered(page);
    await decisionOf(page).or(outcomeOf(page)).first().waitFor();
    const seen = await looks(page);
    const beats = beatsOf(seen);
    for (const [earlier, later] of [['step', 'roll'], ['roll', 'lie'], ['lie', 'count'], ['count', 'total']]) {
      expect(beats, `${earlier} comes`).toContain(earlier);
      expect(beats.indexOf(earlier!), `${earlier} before ${later} in ${beats.join(' ')}`).toBeLessThan(beats.indexOf(later!));
    }
    for (const look of seen.filter(({ plays }) => plays)) {
      // The question that was answered stays until the server took it; the next one is not there before the stage is through.
      if (look.beat !== '') expect(look.outcome, 'the end is told in the midst of it').toBe(false);
    }
    const rolling = seen.findIndex(({ beat }) => beat === 'roll');
    const last = seen.findLastIndex(({ plays }) => plays);
    for (const look of seen.slice(rolling, last + 1)) {
      expect(look.question, `asked while it plays: ${JSON.stringify(look)}`).toBe(false);
      expect(look.turnInTitle, 'the title says it first').toBe(false);
    }
    expect(seen.at(-1)!.question || seen.at(-1)!.outcome).toBe(true);
    // The first roll shows no face while it rolls, and no total is there before it is counted.
    expect(seen[rolling]!.faces).toBe(0);
    expect(seen[rolling]!.totals).toBe('');
  });

test('a blow lands before anybody falls, and the chances move when all lies', async ({ person, server }) => {
  const page = await person(sizes['a desktop']);
  await page.addInitScript(record);
  const links = await makeBattle(server, 'advanced-combat', { setup: siege, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  // Until somebody has fallen: the dice say when.
  const seen: Look[] = [];
  for (;;) {
    await decisionOf(page).or(outcomeOf(page)).first().waitFor();
    seen.push(...(await looks(page)));
    if (seen.some(({ beat }) => beat === 'fall') || (await outcomeOf(page).count()) > 0) break;
    await answered(page);
  }
  const blow = seen.findIndex(({ beat }) => beat === 'blow');
  expect(blow, beatsOf(seen).join(' ')).toBeGreaterThan(0);
  const fall = seen.findIndex(({ beat }, index) => index > blow && beat === 'fall');
  expect(fall).toBeGreaterThan(blow);
  expect(seen[blow]!.fallen).toBe(seen[blow - 1]!.fallen);
  expect(seen[fall]!.fallen).toBeGreaterThan(seen[blow]!.fallen);
});

test('whoever sits down at a battle that begins sees its first dice roll, not only what they came to', async ({ person, server }) => {
  const page = await person(sizes['a phone']);
  await page.addInitScript(record);
  const links = await makeBattle(server, 'phased-combat', { setup: clash, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).waitFor();
  const seen = await looks(page);
  const rolling = seen.findIndex(({ beat }) => beat === 'roll');
  expect(rolling).toBeGreaterThanOrEqual(0);
  expect(seen[rolling]!.faces).toBe(0);
  for (const look of seen.slice(0, -1)) expect(look.question && look.plays, JSON.stringify(look)).toBe(false);
  // Who has decided something and comes back finds the table as it lies.
  await answered(page);
  await decisionOf(page).waitFor();
  await page.reload();
  await decisionOf(page).waitFor();
  expect(beatsOf(await looks(page))).toEqual([]);
});

/** In the page: for each roll, loss and number of hits whether it lay in the box that shows the table in the first frame that has it. */
function watchWhere(): void {
  window.places = [];
  const known = new Set<string>();
  const ids = new WeakMap<Element, number>();
  let count = 0;
  const beatNow = () => document.querySelector('section.table')?.getAttribute('data-beat') ?? '';
  const note = (what: string, beat: string, armies: number, each: Element) => {
    if (!ids.has(each)) ids.set(each, ++count);
    const key = `${what} ${ids.get(each)}`;
    if (known.has(key)) return; // dice lie there until the next roll
    known.add(key);
    const place: Window['places'][number] = { beat: what, armies, seen: null };
    window.places.push(place);
    // Observers of a size are told after the layout, each after those that were there before it, as the table's own was.
    new ResizeObserver((_, observer) => {
      observer.disconnect();
      const box = document.querySelector('.lies')?.getBoundingClientRect();
      if (!box || !each.isConnected || beatNow() !== beat) return;
      const { top, bottom } = each.getBoundingClientRect();
      place.seen = top >= box.top - 1 && bottom <= box.bottom + 1;
    }).observe(each);
  };
  const look = () => {
    const beat = beatNow();
    const selector = beat === 'lie' ? 'ul.rolls' : '.falls .rank.lost';
    const what = beat === 'lie' || beat === 'fall' ? [...document.querySelectorAll(`section.table ${selector}`)] : [];
    for (const each of what) note(beat, beat, what.length, each);
    for (const each of document.querySelectorAll('section.table .sums .strong')) note('hits', beat, 1, each);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Whether all of them lay in view that a frame has shown, and some of each kind. */
function expectInView(places: Window['places'], kinds: string[]): void {
  expect(places.filter(({ seen }) => seen === false)).toEqual([]);
  expect([...new Set(places.filter(({ seen }) => seen).map(({ beat }) => beat))]).toEqual(expect.arrayContaining(kinds));
}

const slowly = () => localStorage.setItem('muster.animation', '0.5'); // so that a busy machine has a frame for each beat

test('on a phone the table goes where something happens: the enemy’s dice and losses are seen, too', async ({ person, server }) => {
  const page = await person(sizes['a phone']);
  await page.addInitScript(watchWhere);
  await page.addInitScript(slowly);
  const links = await makeBattle(server, 'advanced-combat', { setup: wholeArmies, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).waitFor();
  await answered(page);
  await decisionOf(page).or(outcomeOf(page)).first().waitFor();
  if ((await outcomeOf(page).count()) === 0) await answered(page);
  await decisionOf(page).or(outcomeOf(page)).first().waitFor();
  const places = await page.evaluate(() => window.places);
  expect(places.map(({ beat, armies }) => `${beat} ${armies}`)).toEqual(expect.arrayContaining(['lie 1', 'lie 2', 'fall 1']));
  expectInView(places, ['lie', 'fall']);
});

test('on a phone the hits of a fleet of many kinds are seen as they are scored', async ({ person, server }) => {
  const page = await person(sizes['a phone']);
  await page.addInitScript(watchWhere);
  await page.addInitScript(slowly);
  const links = await makeBattle(server, 'fleet-combat', { setup: manyShips, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).waitFor();
  const places = await page.evaluate(() => window.places);
  expect(places.filter(({ beat }) => beat === 'hits').length).toBeGreaterThanOrEqual(2); // both sides'
  expectInView(places, ['hits']);
});

test('who scrolls the table himself stays there when it changes its size', async ({ person, server }) => {
  const page = await person(sizes['a phone']);
  const links = await makeBattle(server, 'advanced-combat', { setup: wholeArmies, opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  await decisionOf(page).waitFor();
  const box = page.getByRole('group', { name: 'On the table' });
  const below = () => box.evaluate(({ scrollTop, clientHeight, scrollHeight }) => ({ at: scrollTop, left: scrollHeight - clientHeight - scrollTop }));
  expect((await below()).left).toBeGreaterThan(40);
  await box.hover();
  await page.mouse.wheel(0, 5000);
  await expect.poll(async () => (await below()).left).toBeLessThan(2);
  const { at } = await below();
  await page.setViewportSize({ width: 350, height: 740 }); // names wrap: the table grows
  await page.waitForFunction(() => innerWidth === 350);
  await page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
  expect((await below()).at).toBe(at);
});

const setups: Record<Ruleset, Setup> = { 'advanced-combat': siege, 'phased-combat': clash, 'fleet-combat': seaFight, armies: crowd, 'simple-combat': skirmish };

for (const [ruleset, setup] of Object.entries(setups) as [Ruleset, Setup][])
  test(`the end of ${ruleset} is told on the table, when the last beat is played`, async ({ person, server }) => {
    const page = await person(sizes['a phone']);
    await page.addInitScript(record);
    await page.addInitScript(() => localStorage.setItem('muster.animation', '4'));
    const links = await makeBattle(server, ruleset, { setup, opponent: 'best' });
    await sit(page, links.mine, 'Ada');
    for (;;) {
      const next = decisionOf(page).or(outcomeOf(page)).first();
      await next.waitFor();
      await expectTableInView(page);
      if ((await outcomeOf(page).count()) > 0) break;
      await answered(page);
    }
    const seen = await looks(page);
    for (const look of seen) expect(look.outcome && look.plays, JSON.stringify(look)).toBe(false);
    await expect(outcomeOf(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Watch the replay' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

test('however much there is to tell of the end, what one turns to next is in view on a phone', async ({ person, server }) => {
  const [ada, babbage] = [await person(sizes['a phone']), await person(sizes['a phone'])];
  const links = await makeBattle(server, 'phased-combat', { setup: parade });
  await bothSit(ada, babbage, links, ['W'.repeat(40), 'M'.repeat(40)]);
  for (const page of [ada, babbage]) await decisionOf(page).waitFor(); // a question that came would take the place of the tab
  await openTab(babbage, 'More');
  const ending = babbage.getByRole('region', { name: 'End the battle early' });
  await ending.getByRole('button', { name: 'Concede' }).click();
  await ending.getByRole('button', { name: 'Yes, concede' }).click();
  for (const page of [ada, babbage]) {
    await expect(outcomeOf(page)).toBeInViewport({ ratio: 1 });
    for (const name of ['Rematch', 'Rematch, sides swapped', 'Watch the replay', 'Check the dice', 'Share', 'Use this setup again']) await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    const told = page.getByRole('group', { name: 'Survivors' });
    expect(await told.evaluate((box) => box.scrollHeight > box.clientHeight), 'it is more than there is room for').toBe(true);
  }
});

/** The table stands where it stood: nobody scrolled away from it. */
async function expectTableInView(page: Page): Promise<void> {
  const table = page.getByRole('region', { name: 'The table' });
  await expect(table).toBeInViewport();
  const box = (await table.evaluate((element) => {
    const { top, height } = element.parentElement!.getBoundingClientRect();
    return { top, height };
  }));
  expect(box.top).toBeGreaterThanOrEqual(0);
  expect(box.height).toBeGreaterThan(120);
  expect(await page.evaluate(() => scrollY)).toBe(0);
}
