// What a device keeps: taken to another one as a file, played on there, and compared with the record; a record that the server forged with its own key
// is caught, and the step is named.
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { forged, newKey } from '../js/forger.mjs';
import { expectAccessible } from './axe';
import { answerNext, bothSit, outcomeOf, playOn, proved } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { siege } from './setups';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const movingOf = (page: Page) => page.locator('details.moving');

async function exported(page: Page, url: string): Promise<string> {
  await page.goto(url);
  await movingOf(page).locator('summary').click();
  const downloading = page.waitForEvent('download');
  await movingOf(page).getByRole('button', { name: 'Export to a file' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  await expect(movingOf(page).getByText('1 seat exported.')).toBeVisible();
  return text;
}

async function imported(page: Page, text: string): Promise<void> {
  await movingOf(page).getByLabel('Import a file').setInputFiles({ name: 'seats.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

const checkOf = (page: Page) => page.getByRole('region', { name: /^(Check the dice|Würfel prüfen)$/ });

/** Changes what this device kept of its only battle. */
const tampered = (page: Page, change: string) =>
  page.evaluate((body) => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('muster.kept '))!;
    const kept = JSON.parse(localStorage.getItem(name)!);
    new Function('kept', body)(kept);
    localStorage.setItem(name, JSON.stringify(kept));
  }, change);

/** How many inputs the last head had that the device has looked at and kept. */
const pinned = (page: Page) =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('muster.kept '))!;
    return (JSON.parse(localStorage.getItem(name)!) as { pin?: { inputs: number } }).pin?.inputs;
  });

test('a seat moves from a phone to another device by a file and is played on there; the check says that what was kept agrees', async ({ person, server }) => {
  const [ada, babbage] = [await person(phone), await person()];
  const links = await makeBattle(server, 'advanced-combat', { setup: siege });
  await bothSit(ada, babbage, links);
  const other = playOn(babbage);
  await answerNext(ada);
  const text = await exported(ada, server.url);
  const mine = JSON.parse(text);
  expect(mine.format).toBe('muster.mine/1');
  expect(mine.seats).toHaveLength(1);
  expect(mine.seats[0]).toMatchObject({ server: server.url, battle: links.id, since: 0, sent: [{ accepted: true }] });
  await expectAccessible(ada);
  await ada.close();

  const desk = await person();
  await desk.goto(server.url);
  await movingOf(desk).locator('summary').click();
  await imported(desk, '{}');
  await expect(movingOf(desk).getByRole('alert')).toBeVisible();
  await imported(desk, text);
  await expect(movingOf(desk).getByText('1 seat imported.')).toBeVisible();
  await desk.locator('ul.mine a').first().click();
  await expect(desk.getByText(/Playing as /).first()).toBeVisible();
  await playOn(desk);
  await other;
  await expect(outcomeOf(desk)).toBeVisible();

  for (const page of [desk, babbage]) {
    await page.goto(`${links.watch}?check#1`);
    await expect(checkOf(page).getByText(proved)).toBeVisible();
    await expect(checkOf(page).getByText(/^What this device kept as .* is in it as it was/)).toBeVisible();
  }
});

test('a record that the server forged with its own key is caught by what this device kept, in English and German', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await makeBattle(server, 'advanced-combat', { setup: siege });
  await bothSit(ada, babbage, links);
  await Promise.all([playOn(ada), playOn(babbage)]);
  const record: Json = await (await fetch(`${server.url}/api/v1/battles/${links.id}/record`)).json();
  const index: number = record.inputs.findIndex(({ input }: Json) => input.seat === 'attacker' && input.choice?.units?.[0]?.count > 1);
  const step: number = record.inputs[index].seq;
  const key = newKey();
  const forgery = forged(
    record,
    ({ inputs, events }: Json) => [inputs[index].input, events[step - 1].data].forEach(({ choice }: Json) => (choice.units[0].count -= 1)),
    key,
  );

  await ada.goto(`${links.watch}?check#1`);
  const dice = checkOf(ada);
  await expect(dice.getByText(proved)).toBeVisible();
  const file = (json: Json) => ({ name: 'record.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(json)) });
  await ada.getByLabel('Check a record file').setInputFiles(file(forgery));
  await expect(dice.getByText('This isn’t the battle this device played.')).toBeVisible();
  await expect(dice.locator('.problem code')).toHaveText('/server_key');

  // As if that key were the server's.
  await tampered(ada, `kept.start.server_key = '${key.hex}'; delete kept.pin;`);
  await ada.getByLabel('Check a record file').setInputFiles(file(forgery));
  await expect(dice.locator('.problem code')).toHaveText(`/inputs/${index}/input/choice`);
  await expect(dice.locator('.problem')).toContainText(`step ${step} (input ${index + 1}): this device sent {`);

  await ada.evaluate(() => localStorage.setItem('muster.language', 'de'));
  await ada.reload();
  await ada.getByLabel('Aufzeichnung aus einer Datei prüfen').setInputFiles(file(forgery));
  await expect(checkOf(ada).getByText('Das ist nicht die Schlacht, die dieses Gerät gespielt hat.')).toBeVisible();
  await expect(checkOf(ada).locator('.problem')).toContainText(`Moment ${step} (Eingabe ${index + 1}): Dieses Gerät hat {`);
  await expectAccessible(ada);
});

test('a fork, a step back and another setup are told as they are heard, until they are read', async ({ person, server }) => {
  const [ada, babbage] = [await person(phone), await person()];
  const links = await makeBattle(server, 'advanced-combat', { setup: siege });
  await bothSit(ada, babbage, links);
  await answerNext(ada);
  const word = (text: RegExp) => ada.getByRole('alert').filter({ hasText: text });
  const read = () => ada.getByRole('button', { name: 'I’ve read it' }).click();
  await expect.poll(() => pinned(ada)).toBe(3); // two seats and her wave: no other pin comes after what is altered here

  await tampered(ada, "kept.pin = { ...kept.pin, chain: '00'.repeat(32) };");
  await ada.reload();
  await expect(word(/after input \d+, the server signed two different histories of this battle/)).toBeVisible();
  await expectAccessible(ada);
  await read();
  await expect(word(/./)).toHaveCount(0);
  await ada.reload(); // whoever comes back is told again
  await expect(word(/two different histories/)).toBeVisible();

  await tampered(ada, 'delete kept.against; kept.pin = { ...kept.pin, inputs: 900 };');
  await ada.reload();
  await expect(word(/the battle has gone back to input \d+, but the server had signed 900 inputs/)).toBeVisible();

  await tampered(ada, "delete kept.against; delete kept.pin; kept.start.title = 'Another';");
  await ada.reload();
  await expect(word(/before step 1, for this device the battle began with "Another"/)).toBeVisible();

  await ada.evaluate(() => {
    Object.keys(localStorage).filter((key) => key.startsWith('muster.kept')).forEach((key) => localStorage.removeItem(key));
    localStorage.setItem('muster.keys', JSON.stringify([`04${'11'.repeat(64)}`]));
  });
  await ada.reload();
  await expect(ada.getByText('This server signs with another key.')).toBeVisible();
});
