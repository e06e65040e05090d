// The two bots that clients/BOTS.md begins with, each a program of its own, against each other under every ruleset.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

import { connect, newBattle, startServer } from './support.mjs';

const at = (path) => fileURLToPath(new URL(`../../clients/${path}`, import.meta.url));
const bots = { javascript: [process.execPath, at('js/examples/bot.mjs')], python: ['python3', at('python/bot.py')] };

async function runBot([program, ...words], ...rest) {
  const bot = spawn(program, [...words, ...rest]);
  let out = '';
  for (const stream of [bot.stdout, bot.stderr]) stream.on('data', (data) => (out += data));
  const [code] = await once(bot, 'close');
  return { code, out };
}

test('each bot is short enough to be read', () => {
  for (const [, file] of Object.values(bots)) assert.ok(readFileSync(file, 'utf8').split('\n').length <= 80, file);
});

test('a bot that is given no link, or one to watch by, says at once what it needs', { timeout: 60_000 }, async () => {
  for (const bot of Object.values(bots))
    for (const words of [[], ['http://127.0.0.1:9/b/AAAAAAAAAAAAAAAAAAAAAA']]) {
      const { code, out } = await runBot(bot, ...words);
      assert.equal(code, 1);
      assert.match(out, /say the link of a seat/);
    }
});

test('a bot that nobody answers says so, and that it tries again', { timeout: 60_000 }, async (t) => {
  for (const [program, ...words] of Object.values(bots)) {
    const bot = spawn(program, [...words, `http://127.0.0.1:9/b/AAAAAAAAAAAAAAAAAAAAAA#${'x'.repeat(32)}`]);
    t.after(() => bot.kill());
    let said = '';
    for await (const data of bot.stderr) if ((said += data).includes('; trying again\n')) break;
    assert.match(said, /127\.0\.0\.1:9: .*; trying again\n$/);
  }
});

test('the bots play each other in two presets of every ruleset, decide themselves, and ask for odds once', { timeout: 300_000 }, async (t) => {
  const server = await startServer(t, ['--metrics', 'local']);
  const muster = connect(t, server);
  const decided = {};
  let battles = 0;
  const questions = async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^muster_odds_questions_total\{result="answered"\} (\d+)$/m.exec(metrics)[1]);
  };
  for (const { id, contest, presets } of await muster.rulesets()) {
    for (const { setup } of presets.slice(0, 2)) {
      const { battle, tokens } = await newBattle(muster, id, { setup });
      const seats = Object.entries(tokens);
      const kinds = Object.values(bots);
      const asked = await questions();
      const ended = await Promise.all(
        seats.map(([seat, token], i) => runBot(kinds[(i + battles) % 2], `${server.url}/b/${battle}#${token}`, `Bot ${seat}`)),
      );
      battles += 1;
      for (const { code, out } of ended) {
        assert.equal(code, 0, `${id}: ${out}`);
        assert.equal(out === '' || / wins \(\w+\)\n$/.test(out), true, out);
        if (contest !== false) assert.notEqual(out, '');
      }
      // Each once, before its first decision; a seat may have none.
      const answered = (await questions()) - asked;
      assert.ok(answered <= seats.length, `${id}: ${answered} for ${seats.length} seats`);
      if (contest !== false) assert.ok(answered > 0, id);
      const { status } = await muster.battle(battle);
      assert.equal(status, 'over', id);
      const record = await muster.record(battle);
      for (const { event, data } of record.events)
        if (event === 'chosen' && !data.forced) (decided[`${id} ${data.kind}`] ??= []).push(data.choice);
    }
  }
  for (const kind of ['advanced-combat wave', 'phased-combat hit_class', 'fleet-combat retreat', 'armies remove', 'simple-combat fire', 'dice throw', 'theatre move'])
    assert.ok(decided[kind]?.length > 0, kind);
  assert.ok(decided['simple-combat move'].some(({ path }) => path.length > 0), 'nobody takes the default, which is to stay');
});

// The reference campaigns: calamities, civil war and cities that can be paid for among them, which the presets hardly have.
test('the bots play campaigns in which everything happens, and no choice of theirs is refused', { timeout: 300_000 }, async (t) => {
  const muster = connect(t, await startServer(t));
  const lines = readFileSync(new URL('../vectors/theatre.jsonl', import.meta.url), 'utf8').split('\n', 8);
  for (const { setup } of lines.map((line) => JSON.parse(line).scenario)) {
    const { battle, tokens } = await newBattle(muster, 'theatre', { setup });
    const played = Object.entries(tokens).map(([seat, token], i) => runBot(Object.values(bots)[i % 2], `${muster.server}/b/${battle}#${token}`, seat));
    for (const { code, out } of await Promise.all(played)) assert.equal(code, 0, out);
  }
});

test('each bot says what is wrong with its link, and ends', async (t) => {
  const server = await startServer(t);
  const { battle } = await newBattle(connect(t, server), 'armies');
  for (const bot of Object.values(bots)) {
    const { code, out } = await runBot(bot, `${server.url}/b/${battle}#${'x'.repeat(32)}`);
    assert.equal(code, 1);
    assert.equal(out, 'this token holds no seat in this battle\n');
  }
});
