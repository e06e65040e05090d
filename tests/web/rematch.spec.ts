// After the fight: the same once more with a tap of each, sides as they were or swapped; what decided it; and a link to hand on.
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { bothSit, decisionOf, type Links, openTab, outcomeOf, proved, sit, startBattle } from './battles';
import { makeBattle, makeForThree } from './made';
import { expect, test } from './people';
import type { Server } from './server';
import { crowd, parade, siege } from './setups';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function concede(page: Page): Promise<void> {
  await page.locator('.room[data-stage=still] :is(section.decision, .waits)').first().waitFor(); // a question that came would take the place of the tab
  await openTab(page, 'More');
  await page.getByRole('button', { name: 'Concede' }).click();
  await page.getByRole('button', { name: 'Yes, concede' }).click();
}

const siegeOn = (server: Server) => makeBattle(server, 'advanced-combat', { setup: siege });

/** Ada and Babbage, whose battle Ada has conceded. */
async function ended(ada: Page, babbage: Page, links: Links): Promise<Links> {
  await bothSit(ada, babbage, links);
  await concede(ada);
  for (const page of [ada, babbage]) await expect(outcomeOf(page)).toBeVisible();
  return links;
}

/** Chances that nothing changes before the end. */
const evenOdds = (page: Page) =>
  page.route('**/api/v1/odds', async (route) => {
    const { seq = 0 } = route.request().postDataJSON() as { seq?: number };
    const odds = { attacker: 0.5, defender: 0.5, nobody: 0, reasons: {}, expected_survivors: {}, survivors: [], method: 'exact', runs: 0, standard_error: 0, policy: 'best', states: 1, milliseconds: 1 };
    await route.fulfill({ json: { ...odds, seq } });
  });

const rematch = (page: Page, swapped = false) => page.getByRole('button', { name: swapped ? 'Rematch, sides swapped' : 'Rematch', exact: true });
const word = (page: Page) => page.getByRole('region', { name: 'Rematch' });
const battleOf = (page: Page) => new URL(page.url()).pathname.split('/')[2];

/** How many of the places that are read out say it. */
const aloud = (page: Page, words: string) =>
  page.locator('[role=alert], [role=status], [role=log], [aria-live=polite], [aria-live=assertive]').filter({ hasText: words }).count();

test('of three each sees who wants a rematch and who is missing; it begins when all do', async ({ person, server }) => {
  const links = await makeForThree(server);
  const pages = [await person(), await person(), await person()];
  for (const [index, name] of ['Ada', 'Babbage', 'Cleo'].entries()) await sit(pages[index]!, links[index]!, name);
  const [ada, babbage, cleo] = pages as [Page, Page, Page];
  for (const page of [ada, babbage]) await concede(page);
  for (const page of pages) await expect(outcomeOf(page)).toBeVisible();
  await rematch(babbage).click();
  await expect(word(babbage)).toContainText(/accepted by .*Ada.* and .*Cleo/);
  await expect(word(ada)).toContainText(/Babbage.* wants a rematch/);
  await word(ada).getByRole('button', { name: 'Accept' }).click();
  await expect(word(ada)).toContainText(/accepted by .*Cleo/);
  await expect(word(ada)).not.toContainText('Babbage');
  await expect(word(cleo)).toContainText(/Ada.* wants a rematch/);
  await expect(word(cleo)).toContainText(/Babbage.* wants a rematch/);
  const before = battleOf(cleo);
  await word(cleo).getByRole('button', { name: 'Accept' }).click();
  for (const page of pages) await expect.poll(() => battleOf(page)).not.toBe(before);
});

test('on two phones: one asks, the other sees it at once and accepts with a tap, and both sit in the new battle', async ({ person, server }) => {
  const [ada, babbage] = [await person(phone), await person(phone)];
  const links = await ended(ada, babbage, await siegeOn(server));
  for (const name of ['Rematch', 'Rematch, sides swapped', 'Watch the replay', 'Check the dice', 'Share'])
    await expect(ada.getByRole('button', { name, exact: true }), name).toBeInViewport({ ratio: 1 });
  await expectAccessible(ada);
  await rematch(ada).tap();
  await expect(word(ada)).toContainText('It starts as soon as');
  const accept = word(babbage).getByRole('button', { name: 'Accept' });
  await expect(accept).toBeInViewport({ ratio: 1 });
  await expect(word(babbage)).toContainText('Ada');
  await expect(babbage).toHaveTitle(/Ada wants a rematch with the same sides/); // for who has turned to another tab
  await expectAccessible(ada);
  await expectAccessible(babbage);
  await accept.tap();
  for (const page of [ada, babbage]) {
    await expect(page).not.toHaveURL(new RegExp(links.id));
    await expect(page).toHaveURL(/\/b\/[^/#]+$/); // no token stays in the address
  }
  expect(battleOf(ada)).toBe(battleOf(babbage));
  await expect(decisionOf(ada)).toBeVisible();
  for (const page of [ada, babbage]) await expect(page.getByText('Babbage').first()).toBeVisible();
  await ada.reload(); // the seat is kept on this device
  await expect(decisionOf(ada)).toBeVisible();
  await ada.goto(`${server.url}/b/${links.id}`); // who comes back to the former one looks at that
  await expect(outcomeOf(ada)).toBeVisible();
  await word(ada).getByRole('button', { name: 'Go to the rematch' }).tap();
  await expect(decisionOf(ada)).toBeVisible();
});

test('what is new of a rematch is read out once', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  await ended(ada, babbage, await siegeOn(server));
  await rematch(ada).click();
  const wanted = 'Ada wants a rematch with the same sides.';
  await expect(word(babbage)).toContainText(wanted);
  await expect(babbage.getByRole('log')).toContainText(wanted);
  expect(await aloud(babbage, wanted)).toBe(1);
  await expect(word(ada)).toContainText('You asked for a rematch.');
  expect(await aloud(ada, 'You asked for a rematch.')).toBe(0);
});

test('with the sides swapped the attacker defends; who only looks on is led there by a link, and gets no seat', async ({ person, server }) => {
  const [ada, babbage, eve] = [await person(), await person(), await person()];
  const links = await ended(ada, babbage, await siegeOn(server));
  await eve.goto(links.watch);
  await expect(outcomeOf(eve)).toBeVisible();
  await expect(rematch(eve)).toHaveCount(0);
  await rematch(babbage, true).click();
  await expect(word(ada)).toContainText('with the sides swapped');
  const accept = ada.getByRole('button', { name: 'Accept: Rematch, sides swapped', exact: true });
  await expect(accept).toHaveClass(/primary/);
  await expect(rematch(ada)).not.toHaveClass(/primary/);
  await rematch(ada).click(); // as they were: that is another wish
  await expect(word(babbage)).toContainText('wants a rematch with the same sides.');
  await accept.click();
  for (const page of [ada, babbage]) await expect(page).not.toHaveURL(new RegExp(links.id));
  await expect(decisionOf(babbage)).toBeVisible(); // he has the side that is asked first now
  await word(eve).getByRole('link', { name: 'Watch the rematch' }).click();
  await expect(eve).toHaveURL(new RegExp(battleOf(ada)!));
  await expect(eve.getByText('Babbage').first()).toBeVisible();
  await expect(decisionOf(eve)).toHaveCount(0);
});

test('what was asked for is taken back, and asked for again it is led to from wherever one looks, after a reload too', async ({ person, server, forgive }) => {
  const [ada, babbage] = [await person(), await person()];
  forgive(/ERR_|WebSocket connection/);
  const links = await ended(ada, babbage, await siegeOn(server));
  await rematch(ada).click();
  await expect(word(babbage)).toBeVisible();
  await word(ada).getByRole('button', { name: 'Take it back' }).click();
  await expect(word(babbage)).toHaveCount(0);
  await rematch(ada).click();
  await expect(word(babbage)).toBeVisible();
  await server.kill(); // what was asked for is not forgotten
  await server.start();
  await ada.reload();
  await expect(word(ada)).toContainText('It starts as soon as');
  await ada.getByRole('button', { name: 'Watch the replay' }).click();
  await expect(ada.getByText(/^Step \d+ of/)).toBeVisible();
  await word(babbage).getByRole('button', { name: 'Accept' }).click();
  await expect(ada).not.toHaveURL(new RegExp(links.id));
  await expect(decisionOf(ada)).toBeVisible();
});

test('who asked on one device, and anew on another, is led to the seat from the one that is left', async ({ person, server }) => {
  const [ada, second, babbage] = [await person(phone), await person(), await person()];
  const links = await ended(ada, babbage, await siegeOn(server));
  await rematch(ada).tap();
  await second.goto(links.mine);
  await expect(word(second)).toContainText('It starts as soon as');
  await word(second).getByRole('button', { name: 'Take it back' }).click();
  await expect(word(babbage)).toHaveCount(0);
  await rematch(second).click(); // with a token that the phone does not know
  await expect(word(babbage)).toBeVisible();
  await second.close();
  await word(babbage).getByRole('button', { name: 'Accept' }).click();
  await expect(ada).not.toHaveURL(new RegExp(links.id));
  await expect(decisionOf(ada)).toBeVisible();
});

test('who waits for a rematch that the server cannot make hears why, and may ask again', async ({ person, server }) => {
  const [ada, babbage] = [await person(phone), await person()];
  let head = 0;
  let tell: (message: object) => void = () => {};
  await ada.routeWebSocket(/\/ws$/, (client) => {
    const real = client.connectToServer();
    client.onMessage((text) => real.send(text));
    real.onMessage((text) => {
      const { type, seq } = JSON.parse(String(text)) as { type: string; seq: number };
      if (type === 'event') head = seq;
      client.send(text);
    });
    tell = (message) => client.send(JSON.stringify(message));
  });
  const links = await ended(ada, babbage, await siegeOn(server));
  await rematch(ada).tap();
  await expect(word(ada)).toContainText('It starts as soon as');
  // As a server of rules that refuse what was fought by the former ones says it.
  const why = 'There can be no rematch: these rules are gone';
  tell({ type: 'notice', notice: 'rematch', battle: links.id, message: 'the rematch has to wait' });
  await expect(word(ada)).toContainText('the server can’t set up the rematch right now');
  for (const seat of ['attacker', 'defender']) {
    const data = { seat, code: 'bad_setup', message: 'these rules are gone' };
    tell({ type: 'event', battle: links.id, seq: head + 1, at: new Date().toISOString(), event: 'rematch_withdrawn', data });
    ++head;
  }
  await expect(word(ada)).toHaveText(why);
  await expect(ada.getByRole('log').getByText(why)).toHaveCount(1);
  expect(await aloud(ada, why)).toBe(1);
  await expectAccessible(ada);
  await expect(rematch(ada)).toHaveAttribute('aria-pressed', 'false');
});

test('on a phone the sheet comes up for a wish, and again when it changes to other sides', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person(phone)];
  await ended(ada, babbage, await siegeOn(server));
  const sheet = babbage.locator('.hand');
  const handle = sheet.locator('.handle');
  const pushDown = async () => {
    for (const height of ['high', 'low']) {
      await handle.tap();
      await expect(sheet).toHaveClass(new RegExp(`\\b${height}\\b`));
    }
  };
  for (const swapped of [false, true]) {
    await rematch(ada, swapped).click();
    await expect(word(babbage)).toContainText(swapped ? 'with the sides swapped' : 'with the same sides');
    await expect(sheet).toHaveClass(/\bhalf\b/);
    await pushDown();
  }
});

test('against the server one tap is enough', async ({ person, server }) => {
  const page = await person(phone);
  const links = await makeBattle(server, 'advanced-combat', { setup: siege, opponent: 'best' });
  await page.goto(links.mine);
  await page.getByLabel('Your name, as others will see it').fill('Ada');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(decisionOf(page)).toBeVisible();
  await concede(page);
  await rematch(page).tap();
  await expect(page).not.toHaveURL(new RegExp(links.id));
  await expect(decisionOf(page)).toBeVisible();
});

test('the end says which moment decided it, and leads there', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  for (const page of [ada, babbage]) await evenOdds(page);
  await ended(ada, babbage, await siegeOn(server));
  const end = babbage.getByRole('region').filter({ has: outcomeOf(babbage) });
  await end.getByText('What decided it').click();
  await expect(end).toContainText(/from 50 ?% to 100 ?%/);
  await end.getByRole('link', { name: 'Decisive' }).click();
  await expect(babbage.getByText(/^Step \d+ of/)).toBeVisible();
});

test('on a phone the end says once who won, what decided it is seen when it is asked for, and nothing stands behind or under the card', async ({ person, server }) => {
  const [ada, babbage] = [await person(phone), await person(phone)];
  for (const page of [ada, babbage]) await evenOdds(page);
  await ended(ada, babbage, await makeBattle(server, 'phased-combat', { setup: parade }));
  const end = babbage.getByRole('region').filter({ has: outcomeOf(babbage) });
  await expect(end.getByText('You win!')).toBeVisible();
  await expect(outcomeOf(babbage)).toContainText('wins');
  const size = (of: Locator) => of.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  expect(await size(end.getByText('You win!'))).toBeGreaterThan(1.3 * (await size(outcomeOf(babbage))));
  await expect(babbage.getByLabel('Speed')).toHaveCount(0);
  await expect(babbage.getByRole('button', { name: 'Sound' })).toHaveCount(0);
  await expect(babbage.getByText('The battle is over.')).toHaveCount(0);
  await expect(babbage.getByRole('tab')).toHaveText(['Result', 'Log', 'Chat', 'More']);
  await expect(babbage.getByRole('tab', { name: 'Result' })).toHaveAttribute('aria-selected', 'true');
  await babbage.getByRole('tab', { name: 'More' }).tap();
  await expect(babbage.getByRole('button', { name: 'Sound' })).toBeVisible();
  await babbage.getByRole('tab', { name: 'Result' }).tap();
  await end.getByText('What decided it').tap();
  await expect(end.getByText(/from 50 ?% to 100 ?%/)).toBeInViewport({ ratio: 0.95 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await babbage.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(babbage);
  }
});

test('where no die fell, the record is checked at the end', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  await ended(ada, babbage, await makeBattle(server, 'armies', { setup: crowd }));
  await expect(ada.getByRole('button', { name: 'Check the dice' })).toHaveCount(0);
  await ada.getByRole('button', { name: 'Check the record' }).click();
  await expect(ada.getByText(proved)).toBeVisible(); // at once
});

test('the link for those who look on is handed on by the share sheet, or copied where there is none; a private battle has none', async ({ person, server }) => {
  const [ada, babbage] = [await person({ permissions: ['clipboard-read', 'clipboard-write'] }), await person()];
  await babbage.addInitScript(() => {
    Object.assign(navigator, { share: async (data: ShareData) => void Object.assign(window, { shared: data }) });
  });
  const links = await ended(ada, babbage, await siegeOn(server));
  await babbage.getByRole('button', { name: 'Share' }).click();
  expect(await babbage.evaluate(() => (window as unknown as { shared: ShareData }).shared.url)).toBe(links.watch);
  await ada.getByRole('button', { name: 'Share' }).click();
  await expect(ada.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await ada.evaluate(() => navigator.clipboard.readText())).toBe(links.watch);
  await ended(ada, babbage, await startBattle(ada, server, 'advanced-combat', { setup: siege, watchers: 'Only the players' }));
  await expect(rematch(ada)).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Share' })).toHaveCount(0);
});
