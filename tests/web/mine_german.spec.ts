// What a server does against its word is told in German too, with the place: by one that was put back to an older copy of its store, and by one that tells
// another beginning.
import type { Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { answerNext, decisionOf, sit } from './battles';
import { makeBattle } from './made';
import { expectNoOverflow, phone } from './narrow';
import { expect, test } from './people';
import { longSiege, siege } from './setups';

const wordOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'Dieser Server steht nicht zu seinem Wort:' });

/** From the next time that the page is opened. */
const inGerman = (page: Page) => page.evaluate(() => localStorage.setItem('muster.language', 'de'));

/** How many inputs the last head had that the device has looked at and kept of each battle. */
const pinned = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('muster.kept '))
      .map(([, kept]) => (JSON.parse(kept!) as { pin?: { inputs: number } }).pin?.inputs),
  );

async function expectTold(page: Page, sentence: string): Promise<void> {
  await expect(wordOf(page)).toContainText(`Dieser Server steht nicht zu seinem Wort: ${sentence}. Bewahre, was dieses Gerät hat`);
}

/** Its check says the same of the record. */
async function expectFound(page: Page, watch: string, sentence: string): Promise<void> {
  await page.goto(`${watch}?check#1`);
  const check = page.getByRole('region', { name: 'Würfel prüfen' });
  await expect(check.getByText('Das ist nicht die Schlacht, die dieses Gerät gespielt hat.')).toBeVisible();
  await expect(check.locator('.problem')).toContainText(sentence);
  await expectAccessible(page);
  await expectNoOverflow(page);
}

test('a server that was put back tells one battle shorter than it has signed, and another with a different end: in German', async ({ person, server, forgive }) => {
  const [ada, grace, babbage] = [await person(phone), await person(phone), await person()];
  forgive(/ERR_|WebSocket connection/);
  forgive(/status of (400|503) .*\/api\/v1\/odds/);
  const [shorter, other] = [await makeBattle(server, 'advanced-combat', { setup: longSiege }), await makeBattle(server, 'advanced-combat', { setup: longSiege })];
  await sit(ada, shorter.mine, 'Ada');
  await sit(grace, other.mine, 'Grace');
  await sit(babbage, other.theirs, 'Babbage');
  const goBack = server.copy(); // seats are inputs once both are taken: of the one it has none, of the other two
  await sit(babbage, shorter.theirs, 'Babbage');
  for (const page of [ada, grace]) {
    await answerNext(page);
    await expect.poll(() => pinned(page)).toEqual([3]);
    await inGerman(page);
    await page.reload();
    await decisionOf(page).waitFor();
  }

  await server.stop('SIGTERM');
  goBack();
  await server.start(); // and ends both battles, which is one more input of each
  const back = 'die Schlacht ist auf Eingabe 1 zurückgesprungen, doch der Server hatte für dieses Gerät 3 Eingaben unterschrieben';
  const forked = 'nach Eingabe 3 hat der Server zwei verschiedene Verläufe dieser Schlacht unterschrieben';
  await expectTold(ada, back);
  await expectTold(grace, forked);
  for (const [page, name] of [[ada, 'back'], [grace, 'forked']] as const) {
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS}/german-${name}.png` });
    await page.getByRole('button', { name: 'Gelesen' }).click();
    await expect(wordOf(page)).toHaveCount(0);
    await page.reload(); // whoever comes back is told again
  }
  await expectTold(ada, back);
  await expectTold(grace, forked);
  await expectFound(ada, shorter.watch, back);
  await expectFound(grace, other.watch, forked);
});

test('a server that tells another title or setup than at the beginning: in German', async ({ person, server }) => {
  const ada = await person(phone);
  const links = await makeBattle(server, 'advanced-combat', { setup: siege, title: 'Unter uns' });
  await sit(ada, links.mine, 'Ada');
  await expect.poll(() => pinned(ada)).toEqual([0]);
  await inGerman(ada);
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  let lie = (_following: any) => {};
  await ada.routeWebSocket(/\/ws$/, (socket) => {
    const upstream = socket.connectToServer();
    upstream.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === 'following') lie(message);
      socket.send(JSON.stringify(message));
    });
  });
  lie = (following) => (following.title = 'Unter euch');
  await ada.reload();
  await expectTold(ada, 'vor Moment 1: Für dieses Gerät begann die Schlacht mit "Unter uns", jetzt mit "Unter euch" (/title)');
  await expectAccessible(ada);
  await ada.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS}/german-title.png` });

  lie = ({ setup }) => (setup.defender.army[1].count = 19);
  await ada.reload();
  await expectTold(ada, 'vor Moment 1: Für dieses Gerät begann die Schlacht mit 9, jetzt mit 19 (/setup/defender/army/1/count)');
  await expectNoOverflow(ada);
  await ada.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS}/german-setup.png` });
});
