// From the front page to the table: how many taps it takes, by the page's own buttons, and what is remembered of them.
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { bothSit, decisionOf, playOn, questionOf, readLinks, rulesets, startBattle, takeDefault } from './battles';
import { expect, test } from './people';

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};
type Size = keyof typeof sizes;

/** Counts what a person does. */
class Taps {
  count = 0;
  constructor(private readonly size: Size) {}
  on = async (place: Locator): Promise<void> => {
    ++this.count;
    await (this.size === 'phone' ? place.tap() : place.click());
  };
}

/** Answers the first question by one tap. */
async function firstChoice(page: Page, taps: Taps): Promise<void> {
  const question = questionOf(decisionOf(page));
  await question.waitFor();
  const id = await question.getAttribute('id');
  await takeDefault(decisionOf(page));
  ++taps.count;
  await expect(page.locator(`#${id}`).filter({ hasNotText: 'sealed' })).toHaveCount(0);
}

for (const size of Object.keys(sizes) as Size[]) {
  test(`against the server it is one tap to the table and two to the first choice, ${size}`, async ({ person, server }) => {
    const page = await person(sizes[size]);
    const taps = new Taps(size);
    await page.goto(server.url);
    const fight = page.getByRole('button', { name: /^Fight the server now/ });
    await expect(fight).toBeInViewport({ ratio: 1 });
    await taps.on(fight);
    await expect(page).toHaveURL(/\/b\/[\w-]+$/);
    await firstChoice(page, taps);
    expect(taps.count).toBeLessThanOrEqual(3);
    const battle = new URL(page.url()).pathname.split('/')[2]!;
    const { seats, options } = await (await page.request.get(`${server.url}/api/v1/battles/${battle}/record`)).json().then((record) => ({ seats: record.seats ?? [], options: record.options }));
    expect(options.bots).toEqual({ defender: 'best' });
    expect(JSON.stringify(seats)).toContain('Guest');
  });

  for (const [ruleset, rules] of Object.entries(rulesets))
    test(`${ruleset} against the server is one tap to the table, which the front page names, and two to the first choice, ${size}`, async ({ person, server }) => {
      const page = await person(sizes[size]);
      const taps = new Taps(size);
      await page.goto(server.url);
      // The first is what the large button starts; each of the others has a button of its own.
      const card = page.locator('summary', { hasText: rules });
      const tile = page.getByRole('list', { name: 'Or take on the server' }).getByRole('button', { name: rules });
      await expect(card.or(tile)).toBeInViewport({ ratio: 1 });
      const [, title] = (await card.or(tile).innerText()).split('\n').map((each) => each.trim());
      await taps.on((await tile.count()) > 0 ? tile : page.getByRole('button', { name: /^Fight the server now/ }));
      await expect(page).toHaveURL(/\/b\/[\w-]+$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!);
      await firstChoice(page, taps);
      expect(taps.count).toBeLessThanOrEqual(2);
      const battle = new URL(page.url()).pathname.split('/')[2]!;
      const record = await (await page.request.get(`${server.url}/api/v1/battles/${battle}/record`)).json();
      expect(record.ruleset).toBe(ruleset);
      expect(Object.values(record.options.bots)).toEqual(['best']);
      // It comes first the next time, for a friend too.
      await page.goto(server.url);
      await expect(card).toBeInViewport({ ratio: 1 });
      await expect(tile).toHaveCount(0);
    });

  test(`against a friend it is five taps at most to the first choice, ${size}`, async ({ person, server }) => {
    const [page, friend] = [await person(sizes[size]), await person(sizes[size])];
    const taps = new Taps(size);
    await page.goto(server.url);
    await expect(page.getByRole('button', { name: /^Challenge a friend/ })).toBeInViewport({ ratio: 1 });
    await taps.on(page.getByRole('button', { name: /^Challenge a friend/ }));
    await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
    const copy = page.getByRole('button', { name: 'Copy the link' }).first();
    await expect(copy).toBeInViewport({ ratio: 1 }); // at once, without scrolling
    await expect(page.getByRole('button', { name: 'QR code' }).first()).toBeInViewport({ ratio: 1 });
    const links = await readLinks(page);
    await taps.on(copy);
    await taps.on(page.getByRole('link', { name: 'Go to my seat' }));
    await expect(page.getByRole('heading', { name: 'Waiting for players' })).toBeVisible();

    await friend.goto(links.theirs);
    await friend.getByRole('button', { name: 'Join', exact: true }).click();
    void playOn(friend).catch(() => {}); // whoever is asked first; the test ends in the midst of it
    await firstChoice(page, taps);
    expect(taps.count).toBeLessThanOrEqual(5);
  });

  test(`axe finds nothing serious on the front page and where a battle is started, ${size}`, async ({ person, server }) => {
    const page = await person(sizes[size]);
    for (const path of ['/', '/new']) {
      await page.goto(server.url + path);
      await expect(page.getByText('Loading…')).toHaveCount(0);
      if (path === '/') await page.getByText('Choose your battle').click();
      await expect(page.getByText('Loading…')).toHaveCount(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expectAccessible(page);
      }
    }
  });
}

test('what is fought and who one is are remembered on this device', async ({ person, server }) => {
  const page = await person();
  await page.goto(server.url);
  const what = page.locator('details').filter({ hasText: 'Choose your battle' });
  await what.getByText('Choose your battle').click();
  await what.getByLabel('Rules').selectOption({ label: 'Armies' });
  await expect(what).toContainText('Population');
  await what.getByLabel('Battle').selectOption({ index: 0 });
  await what.getByLabel('Your name').fill('Hannibal');
  await what.getByLabel('Your name').blur();
  await page.reload();
  await expect(what.locator('summary')).toContainText('Armies');
  await what.getByText('Choose your battle').click();
  await expect(what.getByLabel('Rules')).toHaveValue('armies');
  await expect(what.getByLabel('Your name')).toHaveValue('Hannibal');
  await page.getByRole('button', { name: /^Fight the server now/ }).click();
  await expect(page.getByRole('main')).toContainText('Hannibal');
  await expect(page.getByRole('heading', { name: 'Join the battle' })).toHaveCount(0);
  await page.goto(server.url);
  await expect(page.getByRole('region', { name: 'My battles on this device' }).getByRole('listitem')).toHaveCount(1);
});

test('who is challenged fights what was fought last', async ({ person, server }) => {
  const page = await person();
  await page.goto(server.url);
  await page.getByRole('list', { name: 'Or take on the server' }).getByRole('button', { name: 'Fleet combat' }).click();
  await expect(page).toHaveURL(/\/b\/[\w-]+$/);
  await page.goto(server.url);
  await page.getByRole('button', { name: /^Challenge a friend/ }).click();
  await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  const { id } = await readLinks(page);
  const { ruleset } = await (await page.request.get(`${server.url}/api/v1/battles/${id}`)).json();
  expect(ruleset).toBe('fleet-combat');
});

test('what is tried against the server is not listed among the battles that one may watch; a challenge is', async ({ person, server }) => {
  const page = await person();
  const listed = async () => (await (await page.request.get(`${server.url}/api/v1/battles`)).json()).battles.length;
  await page.goto(server.url);
  await page.getByRole('button', { name: /^Fight the server now/ }).click();
  await expect(page).toHaveURL(/\/b\/[\w-]+$/);
  expect(await listed()).toBe(0);
  await page.goto(server.url);
  await page.getByRole('button', { name: /^Challenge a friend/ }).click();
  await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  expect(await listed()).toBe(1);
});

test('a long name stands beside its emblem', async ({ person, server }) => {
  const [page, friend] = [await person(sizes.phone), await person()];
  const links = await startBattle(page, server, 'advanced-combat');
  await bothSit(page, friend, links, ['W'.repeat(40), 'M'.repeat(40)]);
  await decisionOf(page).waitFor();
  await friend.setViewportSize(sizes.phone.viewport);
  await friend.goto(server.url);
  const names = friend.getByRole('article').getByRole('listitem');
  await expect(names).toHaveCount(2);
  for (const line of await names.all()) {
    const [emblem, name] = [(await line.locator('svg').boundingBox())!, (await line.locator('bdi').boundingBox())!];
    expect(name.y).toBeLessThan(emblem.y + emblem.height);
  }
});

test('where most often nobody wins, the chances say so, and the first hint what one plays for', async ({ person, server }) => {
  const page = await person(sizes.phone);
  await page.goto(server.url);
  await page.getByRole('button', { name: /^Armies/ }).click();
  await expect(page.getByRole('region', { name: 'Chance of winning' }).getByText('Nobody 100%', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('group', { name: 'Hints for your first battle' })).toContainText('You play to outlast the others');
});

test('a server that cannot make the battle is told of, and a second tap makes it', async ({ person, server, forgive }) => {
  const page = await person();
  forgive(/ERR_FAILED/);
  await page.route('**/api/v1/rulesets', (route) => route.abort(), { times: 1 });
  await page.goto(server.url);
  const fight = page.getByRole('button', { name: /^Fight the server now/ });
  await fight.click();
  await expect(page.getByRole('alert')).toContainText('Can’t reach the server');
  await fight.click();
  await expect(page).toHaveURL(/\/b\/[\w-]+$/);
});

test('a short page has its foot at the foot, and a dead end leads on', async ({ person, server, forgive }) => {
  const page = await person({ viewport: { width: 1280, height: 1400 } });
  forgive(/status of 404/);
  for (const path of ['/nowhere', '/b/0123456789abcdefghijk']) {
    await page.goto(server.url + path);
    const ways = page.getByRole('navigation', { name: 'Where to go from here' });
    await expect(ways.getByRole('link')).toHaveText(['Home', 'Battles', 'Start a battle']);
    const foot = await page.getByRole('contentinfo').boundingBox();
    expect(Math.round(foot!.y + foot!.height)).toBe(1400);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(1400);
  }
});

test('at 200 % the front page and /new are not wider than the window', async ({ person, server }) => {
  const page = await person({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  for (const path of ['/', '/new']) {
    await page.goto(server.url + path);
    await expect(page.getByText('Loading…')).toHaveCount(0);
    for (const fold of await page.locator('main summary').all()) await fold.click();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640);
  }
});

test('the front page lists the battles that somebody attends, with how many and how far they are', async ({ person, server }) => {
  const [ada, babbage, visitor] = [await person(), await person(), await person()];
  await bothSit(ada, babbage, await startBattle(ada, server, 'phased-combat', { title: 'All have left' }));
  await ada.getByRole('group', { name: 'On the table' }).waitFor();
  await bothSit(ada, babbage, await startBattle(ada, server, 'phased-combat', { title: 'They are here' }));
  await ada.getByRole('group', { name: 'On the table' }).waitFor();
  const live = visitor.getByRole('region', { name: 'Battles in progress' });
  await expect(async () => {
    await visitor.goto(server.url);
    const card = live.getByRole('article').filter({ hasText: 'They are here' });
    await expect(card).toContainText(/step \d+ · 2 people here/, { timeout: 5_000 });
    await expect(live.getByText('All have left')).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});
