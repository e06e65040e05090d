// Two servers on one database: whoever comes by either plays and watches the same battle, and it goes on when the one that has it is killed.
import { join } from 'node:path';

import { freePort } from '../support/free_port.mjs';
import { startPostgres } from '../support/postgres.mjs';
import { answerNext, decisionOf, outcomeOf, playOn, sit } from './battles';
import { makeBattle } from './made';
import { expect, test as base } from './people';
import { Server } from './server';
import { longSiege } from './setups';

const test = base.extend<{ other: Server; database: string }>({
  database: async ({}, use) => {
    const postgres = await startPostgres(join(__dirname, '../support/postgres.sh'));
    await use(postgres.address);
    await postgres.remove();
  },
  server: async ({ database }, use) => {
    const server = await node(database);
    await use(server);
    await server.remove();
  },
  other: async ({ database, server }, use) => {
    expect(server.url).not.toBe(''); // it made the tables
    const other = await node(database);
    await use(other);
    await other.remove();
  },
});

async function node(database: string): Promise<Server> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const server = new Server(['--store', database, '--node-url', url]);
  server.url = url;
  await server.start();
  return server;
}

const lost = 'No connection. Nothing is lost; reconnecting…';

test('two browsers on two servers fight a battle whose server is killed: one notices nothing, the other comes back to it', async ({ person, server, other, forgive }) => {
  const [ada, babbage, crowd] = [await person(), await person({}, other.url), await person({}, other.url)];
  forgive(/ERR_|WebSocket connection/);
  forgive(/status of 503 .*\/api\/v1\/odds/); // a question about chances may meet the moment in which nobody has the battle
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege });
  const there = (link: string) => link.replace(server.url, other.url);
  await sit(ada, links.mine, 'Ada');
  await sit(babbage, there(links.theirs), 'Babbage');
  await crowd.goto(there(links.watch));
  await answerNext(ada);
  const log = (page: typeof ada) => page.getByRole('list', { name: 'What happened' });
  await expect(log(crowd)).toContainText('sends forward');
  await expect(log(babbage)).toContainText('sends forward');

  let missed = false;
  for (const page of [babbage, crowd]) void page.getByText(lost).waitFor().then(() => (missed = true), () => {});
  await server.kill();
  await expect(ada.getByText(lost)).toBeVisible();
  await server.start();
  await expect(ada.getByText(lost)).toBeHidden();
  await decisionOf(ada).waitFor();
  await Promise.all([playOn(ada), playOn(babbage)]);
  for (const page of [ada, babbage, crowd]) await expect(outcomeOf(page)).toBeVisible();
  expect(missed).toBe(false);

  // Every moment is there once, and the same on all pages.
  const moments = (page: typeof ada) => log(page).getByRole('link').allTextContents();
  const told = await moments(crowd);
  expect(new Set(told).size).toBe(told.length);
  for (const page of [ada, babbage]) expect(await moments(page)).toEqual(told);
});
