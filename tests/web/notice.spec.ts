// Telling somebody who looks elsewhere that it is their turn.
import type { Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { bothSit, decisionOf, openTab, sit, takeDefault } from './battles';
import { makeBattle } from './made';
import { phone } from './narrow';
import { expect, test } from './people';
import { clash, twins } from './setups';

interface Told {
  title: string;
  body: string;
  tag: string;
  closed: boolean;
}

/** Notifications as the page makes them; the browser of a test shows none. And a page that is hidden when the test says so. */
async function standIn(page: Page, permission: NotificationPermission = 'default'): Promise<void> {
  await page.addInitScript((given) => {
    const told: object[] = [];
    class StandIn {
      static permission = given;
      static async requestPermission() {
        return (StandIn.permission = 'granted');
      }
      readonly entry;
      constructor(title: string, { body, tag }: { body: string; tag: string }) {
        this.entry = { title, body, tag, closed: false };
        told.push(this.entry);
      }
      close() {
        this.entry.closed = true;
      }
    }
    Object.assign(window, { Notification: StandIn, told, away: false });
    Object.defineProperty(document, 'hidden', { get: () => (window as unknown as { away: boolean }).away });
  }, permission);
}

const told = (page: Page) => page.evaluate(() => (window as unknown as { told: Told[] }).told);
const lookAway = (page: Page, away: boolean) => page.evaluate((value) => void Object.assign(window, { away: value }), away);

test('who asked for it gets a notification when it is their turn and they look elsewhere', async ({ person, server, forgive }) => {
  const [ada, babbage] = [await person(), await person()];
  await standIn(ada);
  forgive(/Push API in incognito mode/); // the browser of a test has no push service
  const links = await makeBattle(server, 'armies', { title: 'The battle', setup: twins });
  await bothSit(ada, babbage, links);
  await openTab(ada, 'More');
  await ada.getByRole('button', { name: 'Notify me when it’s my turn' }).click();
  await expect(ada.getByText('You’ll be notified when it’s your turn, as long as this page is open.')).toBeVisible();
  await decisionOf(ada).waitFor();
  expect(await told(ada)).toEqual([]); // who looks needs none

  await takeDefault(decisionOf(ada));
  await expect(ada.getByRole('heading', { name: 'Your choice is sealed' })).toBeVisible();
  await lookAway(ada, true);
  await takeDefault(decisionOf(babbage));
  await expect.poll(() => told(ada)).toEqual([{ title: 'It’s your turn', body: expect.stringMatching(/^The battle: /), tag: links.id, closed: false }]);
  await expect(ada).toHaveTitle(/^● Your turn: The battle/);

  await lookAway(ada, false);
  await takeDefault(decisionOf(ada));
  await expect.poll(async () => (await told(ada))[0]!.closed).toBe(true);
});

for (const [permission, words] of [['granted', 'You’ll be notified when it’s your turn, as long as this page is open.'], ['denied', 'Notifications from this page are blocked.']] as const)
  test(`what is said of notifications can be read on a phone, too: ${permission}`, async ({ person, server }) => {
    const page = await person(phone);
    await standIn(page, permission);
    const links = await makeBattle(server, 'phased-combat', { setup: clash, opponent: 'best' });
    await sit(page, links.mine, 'Ada');
    await decisionOf(page).waitFor();
    await openTab(page, 'More');
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page);
  });
