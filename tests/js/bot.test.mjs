import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

import { connect, newBattle, startServer } from './support.mjs';

const program = fileURLToPath(new URL('../../clients/js/examples/bot.mjs', import.meta.url));

async function runBot(...rest) {
  const bot = spawn(process.execPath, [program, ...rest]);
  let out = '';
  for (const stream of [bot.stdout, bot.stderr]) stream.on('data', (data) => (out += data));
  const [code] = await once(bot, 'close');
  return { code, out };
}

test('two example bots play whole battles of every ruleset, each a program of its own', async (t) => {
  const server = await startServer(t);
  const muster = connect(t, server);
  for (const { id, contest } of await muster.rulesets()) {
    if (contest === false) continue; // there is nothing that a bot could win
    const { battle, tokens } = await newBattle(muster, id);
    const bots = await Promise.all(Object.entries(tokens).map(([seat, token]) => runBot(`${server.url}/b/${battle}#${token}`, `Bot ${seat}`)));
    for (const { code, out } of bots) {
      assert.equal(code, 0, out);
      assert.match(out, /wins/);
    }
    const { status, seats } = await muster.battle(battle);
    assert.equal(status, 'over');
    assert.match(seats[0].name, /^Bot /);
  }
});

test('the example bot says what is wrong with its link, and ends', async (t) => {
  const server = await startServer(t);
  const { battle } = await newBattle(connect(t, server), 'armies');
  const { code, out } = await runBot(`${server.url}/b/${battle}#${'x'.repeat(32)}`);
  assert.equal(code, 1);
  assert.equal(out, 'this token holds no seat in this battle\n');
});
