// Notes at moments of a battle that is over: written beside the replay by who holds a seat, read by everybody, without spoilers not before their moment.
import type { Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { expect, test } from './people';
import type { Server } from './server';
import { siege } from './setups';

interface Over {
  id: string;
  /** of its seats */
  tokens: [string, string];
}

/** A battle in which the attacker has conceded after some steps. */
async function over(server: Server): Promise<Over> {
  const ask = async (path: string, token?: string, body?: object): Promise<Record<string, unknown>> => {
    const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    const answer = await fetch(`${server.url}/api/v1/battles${path}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { battle: id, seats } = (await ask('', undefined, { ruleset: 'advanced-combat', setup: siege })) as { battle: string; seats: { token: string }[] };
  const tokens: [string, string] = [seats[0]!.token, seats[1]!.token];
  for (const token of tokens) await ask(`/${id}/events?wait=0`, token);
  await ask(`/${id}/messages`, tokens[0], { type: 'concede' });
  return { id, tokens };
}

const section = (page: Page) => page.getByRole('region', { name: 'Notes' });
const write = (server: Server, { id, tokens }: Over, at: number, text: string) =>
  fetch(`${server.url}/api/v1/battles/${id}/notes`, { method: 'POST', headers: { Authorization: `Bearer ${tokens[1]}` }, body: JSON.stringify({ at, text }) });

for (const [where, options] of [
  ['a desktop in the light', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
] as const)
  test(`on ${where} a note is written at a moment, changed, found by others and taken away`, async ({ person, server }) => {
    const battle = await over(server);
    const page = await person(options);
    await page.goto(`${server.url}/b/${battle.id}#${battle.tokens[0]}`);
    await page.waitForURL(`${server.url}/b/${battle.id}`); // the token is kept
    await page.goto(`${server.url}/b/${battle.id}#0`);
    await expect(section(page)).toContainText('Nobody has noted anything yet.');
    await expect(section(page)).toContainText('Go to a step to note something there.');
    await page.goto(`${server.url}/b/${battle.id}#2`);
    const field = page.getByLabel('Your note at step 2');
    const save = page.getByRole('button', { name: 'Save note' });
    await field.fill('Here I was sure');
    await save.click();
    await expect(section(page).getByRole('listitem')).toContainText('Here I was sure');
    await field.fill('Here I was wrong');
    await save.click();
    await expect(section(page).getByRole('listitem')).toContainText('Here I was wrong');
    await expect(page.locator('.noted i')).toHaveCount(1);
    await expectAccessible(page);

    const other = await person(options);
    await other.goto(`${server.url}/b/${battle.id}#1`);
    await expect(section(other).getByRole('listitem')).toContainText('Here I was wrong');
    await expect(section(other).getByRole('textbox')).toHaveCount(0);
    await section(other).getByRole('button', { name: 'Step 2' }).click();
    await expect(other.getByText(/^Step 2 of/)).toBeVisible();
    await expect(section(other).locator('[aria-current]')).toContainText('Here I was wrong');

    await page.getByRole('button', { name: 'Take it away' }).click();
    await expect(section(page)).toContainText('Nobody has noted anything yet.');
  });

test('without spoilers no note of a later moment is in the page or comes over the network', async ({ person, server }) => {
  const battle = await over(server);
  expect((await write(server, battle, 2, 'early words')).ok).toBe(true);
  expect((await write(server, battle, 4, 'late words')).ok).toBe(true);
  const page = await person();
  const heard: string[] = [];
  const read: Promise<unknown>[] = [];
  page.on('response', (response) => new URL(response.url()).pathname.startsWith('/api/') && read.push(response.text().then((text) => heard.push(text))));
  await page.goto(`${server.url}/b/${battle.id}/unspoiled#2`);
  await expect(section(page)).toContainText('early words');
  await Promise.all(read);
  expect(heard.join('\n')).toContain('early words');
  expect(heard.join('\n')).not.toContain('late words');
  await expect(page.getByText('late words')).toHaveCount(0);
  await page.getByRole('button', { name: 'One step forward' }).click();
  await page.getByRole('button', { name: 'One step forward' }).click();
  await expect(section(page)).toContainText('late words');
});
