// The web client's Chances, without a browser: what it asks the server, and what it still knows. A module of the client keeps what was
// asked as long as the page is open, so each test takes a battle of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nextTurn } from './support.mjs';
import { webModules } from './web_modules.mjs';

const load = await webModules();
const { Chances } = await load('lib/chances.svelte.ts');
const { muster } = await load('lib/server.ts');

/** what the server is asked, as "battle#seq" */
const asked = [];
/** the chance that it tells now */
let chance = 0;

muster.odds = async ({ battle, seq }) => {
  asked.push(`${battle}#${seq}`);
  return { attacker: chance };
};

/** What a page that shows this battle tells of a moment. */
async function told(battle, generation, seq) {
  const chances = new Chances(battle, generation);
  chances.want([seq]);
  await nextTurn();
  chances.stop();
  return chances.odds.get(seq)?.attacker;
}

test('a moment is asked for once, however often its battle is opened', async () => {
  chance = 0.25;
  assert.equal(await told('once', 'a', 7), 0.25);
  chance = 0.75;
  assert.equal(await told('once', 'a', 7), 0.25);
  assert.equal(await told('once', 'a', 8), 0.75);
  assert.deepEqual(asked, ['once#7', 'once#8']);
});

test('a server that was restored from a copy is asked again: under the same number stands another moment', async () => {
  chance = 0.25;
  assert.equal(await told('restored', 'a', 7), 0.25);
  chance = 0.75;
  assert.equal(await told('restored', 'b', 7), 0.75);
});
