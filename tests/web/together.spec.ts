// A battle looked back at together: one leads, the others' pages follow.
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { foughtByServer } from './battles';
import { makeBattle } from './made';
import { phone, expectNoOverflow } from './narrow';
import { expect, test } from './people';
import type { Server } from './server';
import { siege } from './setups';

const place = (page: Page): Locator => page.locator('.transport .place');
const forward = (page: Page): Locator => page.getByRole('button', { name: 'One step forward' });
const room = (page: Page): Locator => page.getByRole('region', { name: 'Look back together' });
const bar = (page: Page): Locator => page.getByRole('group', { name: 'Look back together' });

async function open(page: Page, server: Server, battle: string, name = 'Ada', at = 0): Promise<string> {
  await page.goto(`${server.url}/b/${battle}#${at}`);
  await page.getByRole('link', { name: 'Look back together' }).click();
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Open a room' }).click();
  const link = room(page).getByLabel('Link to this room');
  await expect(link).toHaveValue(/\/together\/\w+$/);
  return link.inputValue();
}
async function comeIn(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Come in' }).click();
  await expect(bar(page)).toBeVisible();
}
async function fought(page: Page, server: Server): Promise<string> {
  await page.goto(server.url);
  return foughtByServer(page, siege);
}
const step = async (page: Page): Promise<string> => {
  const before = (await place(page).textContent())!;
  await forward(page).click();
  await expect(place(page)).not.toHaveText(before);
  return (await place(page).textContent())!;
};

for (const [where, options] of [['a desktop', { viewport: { width: 1280, height: 800 } }], ['a phone', phone]] as const)
  test(`on ${where} the others' pages go where one leads, who comes late arrives there, and a reload comes back`, async ({ person, server }) => {
    const [ada, bob, cleo] = [await person(options), await person(options), await person(options)];
    const battle = await fought(ada, server);
    const link = await open(ada, server, battle);
    await expect(bar(ada)).toContainText('You lead.');
    await comeIn(bob, link, 'Babbage');
    await expect(bar(bob)).toContainText('Ada leads.');
    await expect(bar(ada)).toContainText('2 people here');
    await step(ada);
    const second = await step(ada);
    await expect(place(bob)).toHaveText(second);
    await comeIn(cleo, link, 'Cleo');
    await expect(place(cleo)).toHaveText(second);
    for (const page of [ada, cleo]) {
      await expectAccessible(page);
      await expectNoOverflow(page);
    }

    // Who looks elsewhere stays there, until he wants to go along.
    await step(bob);
    const third = await step(ada);
    await expect(place(cleo)).toHaveText(third);
    const fourth = await step(ada);
    await expect(place(cleo)).toHaveText(fourth);
    await expect(place(bob)).toHaveText(third);
    await bob.getByRole('button', { name: 'Go along with Ada' }).click();
    await expect(place(bob)).toHaveText((await place(ada).textContent())!);

    await ada.reload();
    await expect(bar(ada)).toContainText('You lead.');
    const after = await step(ada);
    await expect(place(bob)).toHaveText(after);
    await expect(place(cleo)).toHaveText(after);
  });

test('the lead is handed over, everybody may lead, and when the leader goes another leads', async ({ person, server }) => {
  const [ada, bob] = [await person(), await person()];
  const battle = await fought(ada, server);
  const link = await open(ada, server, battle);
  await comeIn(bob, link, 'Babbage');
  await ada.getByRole('button', { name: 'Let Babbage lead' }).click();
  await expect(bar(bob)).toContainText('You lead.');
  await expect(bar(ada)).toContainText('Babbage leads.');
  await expect(place(ada)).toHaveText((await step(bob))!);
  await bob.getByLabel('Everybody may lead').check();
  await expect(bar(ada)).toContainText('Everybody leads.');
  await expect(place(bob)).toHaveText((await step(ada))!);
  await bob.getByRole('button', { name: 'Leave the room' }).click();
  await expect(bob.getByText('You left this room')).toBeVisible();
  await expect(ada.getByLabel('Everybody may lead')).toBeVisible();
  await expectAccessible(bob);
  await bob.getByRole('button', { name: 'Come in again' }).click();
  await expect(bar(ada)).toContainText('2 people here');
});

test('what is said and where people point is seen by the others, on the same piece', async ({ person, server }) => {
  const [ada, bob] = [await person(), await person({ viewport: { width: 700, height: 900 } })];
  const battle = await fought(ada, server);
  const link = await open(ada, server, battle);
  await comeIn(bob, link, 'Babbage');
  await bob.getByPlaceholder('Say something').fill('Why not the left one?');
  await bob.getByRole('button', { name: 'Send' }).click();
  await expect(bar(ada)).toContainText('Babbage: Why not the left one?');
  await ada.evaluate(() => scrollTo(0, 0));
  await bob.evaluate(() => scrollTo(0, 0));
  const piece = (page: Page) => page.locator('.place li').first();
  await piece(ada).hover();
  const mark = bob.locator('.mark', { hasText: 'Ada' });
  await expect(mark).toBeVisible();
  await expect(async () => {
    const [around, at] = [(await piece(bob).boundingBox())!, (await mark.boundingBox())!];
    expect(at.x).toBeGreaterThanOrEqual(around.x - 12);
    expect(at.x).toBeLessThanOrEqual(around.x + around.width);
  }).toPass();
  await ada.getByRole('button', { name: 'Point', exact: true }).click();
  await expect(mark).toHaveCount(0);
});

test('a restart of the server ends the room in plain words, with ways on; a battle that goes on has none', async ({ person, server, forgive }) => {
  const ada = await person();
  forgive(/ERR_|WebSocket connection/);
  const battle = await fought(ada, server);
  const link = await open(ada, server, battle);
  await server.kill();
  await expect(bar(ada)).toContainText('On the way into the room');
  await server.start();
  await expect(ada.getByText('This room no longer exists.')).toBeVisible();
  await expectAccessible(ada);
  await ada.getByRole('button', { name: 'Open another room' }).click();
  await ada.getByRole('button', { name: 'Open a room' }).click();
  await expect(room(ada).getByLabel('Link to this room')).not.toHaveValue(link);

  const { watch } = await makeBattle(server, 'advanced-combat');
  await ada.goto(`${watch}/together`);
  await expect(ada.getByText('This battle is not over yet.')).toBeVisible();
});
