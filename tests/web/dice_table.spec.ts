// A table where dice are thrown for a game that is played elsewhere: who throws what, what all others see of it, and what is left of it.
import { readFileSync } from 'node:fs';

import { type Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { proved, sit } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test } from './people';
import { leaveTable, makeTable, names, press, row, rowsOf, write } from './tables';

/** What happens when something is saved. */
async function saved(page: Page, save: () => Promise<void>): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await save();
  return readFileSync(await (await download).path());
}

test('eight people throw at once at one table, and all see all throws, live', async ({ person, server }) => {
  const { watch, links } = await makeTable(server, 8);
  const people = await Promise.all(links.map(() => person()));
  const watcher = await person();
  await watcher.goto(watch);
  await expect(watcher.getByText('Waiting for players: 8 seats are free.')).toBeVisible();
  await Promise.all(people.map((page, at) => sit(page, links[at]!, names[at]!)));

  // All are asked one and the same decision: seven come too late for it, and throw at the next.
  await Promise.all(people.map((page, at) => write(page, '8d6>=5', `the attack of ${names[at]}`)));
  await Promise.all(people.map(press));
  for (const page of [...people, watcher]) {
    await expect(rowsOf(page)).toHaveCount(8);
    for (const name of names) await expect(rowsOf(page).filter({ hasText: `the attack of ${name}` }).getByText(name, { exact: true })).toHaveCount(1);
  }
  await expect(watcher.getByRole('form', { name: 'Throw dice' })).toHaveCount(0);
  const told = await rowsOf(people[0]!).allInnerTexts();
  expect(told.join('\n').match(/(no hits|\d hits?) · total \d+/g)).toHaveLength(8);
  expect(await rowsOf(people[7]!).allInnerTexts()).toEqual(told);
  await people[0]!.getByText('Totals', { exact: true }).click();
  await expect(people[0]!.getByRole('group', { name: 'Totals' }).getByRole('row')).toHaveCount(9);
});

test('throws are found by their words, saved as a table and as a picture, and each has a link', async ({ person, server }) => {
  const { watch, links } = await makeTable(server, 2);
  const [ada, babbage] = [await person({ permissions: ['clipboard-read', 'clipboard-write'] }), await person()];
  await sit(ada, links[0]!, 'Ada');
  await sit(babbage, links[1]!, '=SUM(A1)');
  for (const [number, [page, roll, words]] of ([[ada, '8d6', 'the attack on Moscow'], [babbage, '4d6kh3+2', '=1+1'], [ada, 'd%, 2d8', 'Moscow, "again"'], [babbage, '30d6', '']] as const).entries()) {
    await write(page, roll, words);
    await press(page);
    await expect(row(ada, number + 1)).toBeVisible();
    await expect(row(babbage, number + 1)).toBeVisible();
  }
  // What is for something is for that once; the dice stay.
  await expect(ada.getByLabel('What for?')).toHaveValue('');
  await expect(ada.getByLabel('What do you throw?')).toHaveValue('d%, 2d8');

  const search = ada.getByLabel('Find throws');
  await search.fill('MOSCOW ada');
  await expect(ada.getByText('2 throws found')).toBeVisible();
  await expect(rowsOf(ada)).toHaveCount(2);
  await search.fill('dragon');
  await expect(ada.getByText('No throws found')).toBeVisible();
  await search.fill('');
  await expect(rowsOf(ada)).toHaveCount(4);

  const csv = (await saved(ada, () => ada.getByRole('button', { name: 'Save as CSV' }).click())).toString('utf8');
  const lines = csv.replace('\ufeff', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('throw,at,seat,name,for,roll,dice,total,hits');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/^1,[^,]+,red,Ada,the attack on Moscow,8d6,\d( \d){7},\d+,$/);
  expect(lines[2]).toMatch(/^2,[^,]+,blue,'=SUM\(A1\),'=1\+1,4d6kh3\+2,.*\(\d\).*,\d+,$/); // no formula, and the die that is not kept is in brackets
  expect(lines[3]).toContain(',"Moscow, ""again""","1d100, 2d8",');

  await ada.getByLabel('More about throw 1').click();
  const png = await saved(ada, () => ada.getByRole('button', { name: 'Save picture' }).click());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(1440);
  await ada.getByRole('button', { name: 'Copy picture' }).click();
  await expect(ada.getByText('The picture is in the clipboard.')).toBeVisible();
  expect(await ada.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types))).toContain('image/png');
  await ada.getByRole('button', { name: 'Copy link' }).last().click();
  const link = await ada.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${watch}?throw=1`);

  const stranger = await person(phone);
  await stranger.goto(link);
  await expect(row(stranger, 1)).toBeFocused();
  await expect(row(stranger, 1)).toBeInViewport({ ratio: 1 });
  await expect(row(stranger, 1)).toHaveAttribute('aria-current', 'true');
  await expect(row(stranger, 1)).toContainText('the attack on Moscow');
  await stranger.goto(`${watch}?throw=99`);
  await expect(stranger.getByText('There is no throw 99 at this table.')).toBeVisible();
});

test('just dice is one tap from home on a phone, and says for whom it waits', async ({ person, server }) => {
  const page = await person(phone);
  await page.goto(server.url);
  await page.getByRole('button', { name: /^Just dice/ }).tap();
  await expect(page).toHaveURL(/\/b\/[\w-]+$/);
  await expect(page.getByText('Waiting for players: 1 seat is free.')).toBeVisible();
  await expect(page.getByLabel('What do you throw?')).toHaveCount(0);
  await expectNoOverflow(page);
  await expectAccessible(page);
  const link = await page.getByLabel('Others join with this link').inputValue();
  expect(link).not.toContain('#');

  const friend = await person(phone);
  await friend.goto(link);
  await friend.getByRole('button', { name: 'Join as Blue' }).tap();
  await friend.getByLabel('Your name, as others will see it').fill('Babbage');
  await friend.getByRole('button', { name: 'Join', exact: true }).tap();
  // By buttons alone.
  await friend.getByRole('button', { name: 'One more d6' }).tap();
  await friend.getByRole('button', { name: 'Hits on …' }).tap();
  await expect(friend.getByText('2d6>=4: 2 dice, up to 2 hits')).toBeVisible();
  await expectAccessible(friend);
  await friend.getByRole('button', { name: 'Throw', exact: true }).tap();
  await expect(row(page, 1)).toContainText('2d6>=4');
  await expect(row(friend, 1)).toBeInViewport();
  await page.getByLabel('What do you throw?').fill('2d6>');
  await expect(page.getByLabel('What do you throw?')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('a throw is written like 8d6>=5', { exact: false })).toBeVisible();
  for (const each of [page, friend]) {
    await expectNoOverflow(each);
    await expectAccessible(each);
  }
  // It is nobody's turn, and only who has the link finds it.
  await friend.goto(server.url);
  const mine = friend.getByRole('region', { name: 'My battles on this device' });
  await expect(mine.getByRole('listitem')).toContainText('In progress');
  await expect(friend.getByRole('region', { name: 'Battles in progress' }).getByRole('link', { name: 'Just dice' })).toHaveCount(0);
  await expect(friend.getByRole('list', { name: 'Or take on the server' }).getByText('Dice', { exact: true })).toHaveCount(0);
});

test('where the others are asked a throw waits for all of them, and one no is enough; whoever leaves goes, and the dice are checked', async ({ person, server }) => {
  const { watch, links } = await makeTable(server, 3, { ask_first: true });
  const people = [await person(), await person(), await person()] as const;
  const [ada, babbage, clara] = people;
  for (const [at, page] of people.entries()) await sit(page, links[at]!, names[at]!);
  await write(ada, '3d6', 'the bridge');
  await press(ada);
  await expect(ada.getByRole('heading', { name: 'Ada wants to throw 3d6 for “the bridge”' })).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Yes, roll it' })).toHaveCount(0);
  await babbage.getByRole('button', { name: 'Yes, roll it' }).click();
  await expect(babbage.getByText('You have answered.')).toBeVisible();
  await expect(ada.getByText('Babbage has answered')).toBeVisible();
  await expect(rowsOf(ada)).toHaveCount(0);
  await expectAccessible(clara);
  await clara.getByRole('button', { name: 'No', exact: true }).click();
  for (const page of people) await expect(page.getByText('Ada wanted to throw 3d6 for “the bridge”. It isn’t rolled: Clara says no.').last()).toBeVisible();

  await write(babbage, '2d20kh1', 'the wall');
  await press(babbage);
  for (const page of [ada, clara]) await page.getByRole('button', { name: 'Yes, roll it' }).click();
  for (const page of people) {
    await expect(row(page, 1)).toContainText('the wall');
    await expect(page.getByText('It isn’t rolled', { exact: false })).toHaveCount(0);
  }

  for (const page of people) {
    await leaveTable(page);
    await expect(page.getByText(page === clara ? 'This table is closed: all have left.' : 'You have left this table.')).toBeVisible();
  }
  const stranger = await person();
  await stranger.goto(`${watch}?check#5`);
  await expect(stranger.getByText(proved)).toBeVisible();
  await stranger.getByRole('button', { name: 'To the end' }).click();
  await expect(row(stranger, 1)).toContainText('the wall');
  for (const silly of ['The armies stand ready', 'survivors', '0 of 0', 'both sides']) await expect(stranger.getByText(silly, { exact: false })).toHaveCount(0);
  await expectAccessible(stranger);
});

test('who is asked about a throw has a clock that all see, and it stops for whoever has answered', async ({ person, server }) => {
  const { links } = await makeTable(server, 3, { ask_first: true }, { clock: { mode: 'live', bank: 'PT1H', decision_max: 'PT9M' }, on_timeout: 'default' });
  const people = [await person(), await person(phone), await person()] as const;
  const [ada, babbage, clara] = people;
  for (const [at, page] of people.entries()) await sit(page, links[at]!, names[at]!);
  await write(ada, '3d6', 'the ford');
  await press(ada);
  for (const page of people) {
    const asked = page.getByRole('region', { name: 'Ada wants to throw 3d6 for “the ford”' });
    await expect(asked.getByRole('timer')).toHaveCount(2);
    await expect(asked.getByRole('timer').first()).toHaveAccessibleName(/[0-9]:[0-5][0-9]/);
  }
  await expectNoOverflow(babbage);
  await babbage.getByRole('button', { name: 'Yes, roll it' }).click();
  await expect(ada.getByRole('timer')).toHaveCount(1); // one has answered, and only the other's time runs
  await clara.getByRole('button', { name: 'Yes, roll it' }).click();
  for (const page of people) await expect(row(page, 1)).toContainText('the ford');
  await expect(clara.getByRole('timer')).toHaveCount(0);
});

test('whoever is asked and says nothing agrees when his time has passed', async ({ person, server }) => {
  const { links } = await makeTable(server, 3, { ask_first: true }, { clock: { mode: 'live', bank: 'PT1H', decision_max: 'PT5S' }, on_timeout: 'default' });
  const people = [await person(), await person(), await person()] as const;
  for (const [at, page] of people.entries()) await sit(page, links[at]!, names[at]!);
  await write(people[0], '3d6', 'the ford');
  await press(people[0]);
  for (const page of people) await expect(row(page, 1)).toContainText('the ford');
});

test('of many throws no more are laid out than somebody looks through, however far he goes back', async ({ person, server }) => {
  const { links } = await makeTable(server, 1);
  const page = await person();
  await sit(page, links[0]!, 'Ada');
  await expect(page.getByRole('form', { name: 'Throw dice' })).toBeVisible(); // the seat is taken, not only asked for
  const [watch, token] = links[0]!.split('#') as [string, string];
  const api = watch.replace('/b/', '/api/v1/battles/');
  const count = 260;
  for (let decision = 1; decision <= count; ++decision) {
    const thrown = await fetch(`${api}/choices`, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: JSON.stringify({ id: `c${decision}`, decision, choice: { roll: '8d6>=5', for: `hill ${decision}` } }) });
    expect(thrown.ok, await thrown.text()).toBe(true);
  }
  await expect(row(page, count)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(40);
  for (let further = 0; further < 6; ++further) {
    const rows = await rowsOf(page).count();
    expect(rows).toBeLessThanOrEqual(160);
    await page.getByRole('button', { name: 'Earlier' }).click();
  }
  await expect(row(page, 1)).toBeAttached();
  await expect.poll(() => rowsOf(page).count()).toBeLessThanOrEqual(160);
  await page.getByRole('searchbox').fill('hill 17');
  await expect(page.getByText('13 throws found')).toBeVisible();
});

test('what stands in the field of the dice is written over by whoever comes to it, by keys or by a press; a further press is for a place in it', async ({ person, server }) => {
  for (const device of [{}, phone]) {
    const { links } = await makeTable(server, 1);
    const page = await person(device);
    await sit(page, links[0]!, 'Ada');
    const field = page.getByLabel('What do you throw?');
    await expect(field).toHaveValue('1d6');
    await field.click();
    await page.keyboard.type('8d6');
    await expect(field).toHaveValue('8d6');
    await field.click();
    await page.keyboard.type('>=5');
    await expect(field).toHaveValue('8d6>=5');
    await page.getByLabel('What for?').focus();
    for (let presses = 0; presses < 20 && !(await field.evaluate((each) => each === document.activeElement)); ++presses) await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('2d8');
    await expect(field).toHaveValue('2d8');
    // Thrown by a key, it is as if one came to it anew.
    await page.keyboard.press('Enter');
    await expect(rowsOf(page).filter({ hasText: '2d8' }).first()).toBeVisible();
    await page.keyboard.type('4d4');
    await expect(field).toHaveValue('4d4');
  }
});

/** How much wider than its field the words are that stand in it while it is empty, in pixels. */
function placeholderCut(field: Element): number {
  const { placeholder } = field as HTMLInputElement;
  const style = getComputedStyle(field);
  const pen = document.createElement('canvas').getContext('2d')!;
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return pen.measureText(placeholder).width - (field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight));
}

test('what the field to find throws is for fits into it on a phone, in each language', async ({ person, server }, info) => {
  const { watch, links } = await makeTable(server, 1);
  const ada = await person();
  await sit(ada, links[0]!, 'Ada');
  await write(ada, '8d6');
  await press(ada);
  await expect(row(ada, 1)).toBeVisible();
  for (const locale of ['en', 'de', 'fr']) {
    const page = await person({ ...phone, viewport: { width: 390, height: 844 }, locale });
    await page.goto(watch);
    const field = page.locator('input[type=search]');
    await expect(field).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await field.evaluate(placeholderCut), `${locale}, ${width} pixels wide`).toBeLessThanOrEqual(0);
      await expectNoOverflow(page);
    }
    await page.screenshot({ path: info.outputPath(`find-${locale}.png`) });
  }
});
