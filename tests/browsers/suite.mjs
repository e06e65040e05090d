// The tests of one browser. Whatever goes wrong in a page fails them; that it would be noticed is shown once.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { ServerProcess } from '../support/server_process.mjs';
import { fight, lookBack, proveTheDice, throwDice } from './battle.mjs';
import { Person } from './person.mjs';
import { battles } from './setups.mjs';

/** In the page, whose policy allows no script but the server's own. */
function misbehave() {
  setTimeout(() => {
    throw new Error('a deliberate error');
  });
  void Promise.reject(new Error('a deliberate refusal'));
  console.error('a deliberate complaint');
  const script = document.createElement('script');
  script.textContent = 'window.breached = true';
  document.head.append(script);
}
const noticed = [/a deliberate error/, /a deliberate refusal/, /a deliberate complaint/, /script-src/];

export function suite({ name, launch }) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-browsers-'));
  const server = new ServerProcess(process.env.MUSTERD, ['--data', folder, '--log-level', 'warn']);
  before(() => server.start());
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function withPerson(act) {
    const person = new Person(await launch());
    try {
      await act(person);
    } finally {
      await person.close();
    }
  }

  test(`errors and breaches of the policy are noticed in ${name}`, () =>
    withPerson(async (person) => {
      await person.open(server.url);
      assert.deepEqual(await person.errors(), []);
      await person.evaluate(misbehave);
      await person.until('all of them to be noticed', async () => {
        const seen = await person.errors();
        return noticed.every((pattern) => seen.some((each) => pattern.test(each)));
      });
      assert.equal(await person.evaluate(() => 'breached' in window), false);
    }));

  for (const ruleset of Object.keys(battles))
    test(`${ruleset} is fought, looked back at and proved in ${name}, without an error`, () =>
      withPerson(async (person) => {
        await fight(person, server.url, ruleset);
        await lookBack(person);
        await proveTheDice(person);
        assert.deepEqual(await person.errors(), []);
      }));

  test(`dice are thrown in ${name}, without an error`, () =>
    withPerson(async (person) => {
      await throwDice(person, server.url);
      assert.deepEqual(await person.errors(), []);
    }));
}
