// The two bots that clients/BOTS.md begins with, each a program of its own, against each other under every ruleset.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

import { connect, newBattle, startServer } from './support.mjs';

const at = (path) => fileURLToPath(new URL(`../../clients/${path}`, import.meta.url));
const bots = { javascript: [process.execPath, at('js/examples/bot.mjs')], python: ['python3', at('python/bot.py')] };

const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }; // beside the sources

async function runBot([program, ...words], ...rest) {
  const bot = spawn(program, [...words, ...rest], { env });
  let out = '';
  for (const stream of [bot.stdout, bot.stderr]) stream.on('data', (data) => (out += data));
  const [code] = await once(bot, 'close');
  return { code, out };
}

// Each has its choices in files beside it.
test('each bot is short enough to be read, and so are its lines', () => {
  const files = Object.values(bots).map(([, file]) => dirname(file)).flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const sources = files.filter((file) => /\.(py|mjs)$/.test(file));
  assert.ok(sources.length >= 6);
  for (const file of sources) {
    const lines = readFileSync(file, 'utf8').split('\n');
    assert.ok(lines.length <= 80, file);
    assert.deepEqual(lines.filter((line) => line.length > 120), [], file);
  }
});

test('a bot that is given no link, or one to watch by, says at once what it needs', { timeout: 600_000 }, async () => {
  for (const bot of Object.values(bots))
    for (const words of [[], ['http://127.0.0.1:9/b/AAAAAAAAAAAAAAAAAAAAAA']]) {
      const { code, out } = await runBot(bot, ...words);
      assert.equal(code, 1);
      assert.match(out, /say the link of a seat/);
    }
});

/** Waits until a bot has said so on its standard error. */
function listenTo(bot) {
  let said = '';
  bot.stderr.on('data', (data) => (said += data));
  return async (words) => {
    while (!words.test(said)) await once(bot.stderr, 'data');
  };
}

const someLink = (url) => `${url}/b/AAAAAAAAAAAAAAAAAAAAAA#${'x'.repeat(32)}`;

test('a bot that nobody answers says why, and that it tries again', { timeout: 600_000 }, async (t) => {
  for (const [program, ...words] of Object.values(bots)) {
    const bot = spawn(program, [...words, someLink('http://127.0.0.1:9')], { env });
    t.after(() => bot.kill());
    await listenTo(bot)(/127\.0\.0\.1:9: .*(ECONNREFUSED|Connection refused).*; trying again\n/);
  }
});

// As nginx does while the server behind it is started again, and for http:// where there is https://.
test('what a proxy says in the place of the server is no answer: a bot tries again, and where it is sent elsewhere the one that asks by HTTP says so', { timeout: 600_000 }, async (t) => {
  let says = 502;
  const proxy = createServer((_, response) => response.writeHead(says, { location: 'https://127.0.0.1/' }).end('<html>')).listen(0, '127.0.0.1');
  proxy.on('upgrade', (_, socket) => socket.on('error', () => {}).end(`HTTP/1.1 ${says} No\r\n\r\n`));
  t.after(() => proxy.closeAllConnections() ?? proxy.close());
  await once(proxy, 'listening');
  for (const [kind, [program, ...words]] of Object.entries(bots)) {
    says = 502;
    const bot = spawn(program, [...words, someLink(`http://127.0.0.1:${proxy.address().port}`)], { env });
    t.after(() => bot.kill());
    const hear = listenTo(bot);
    await hear(/502.*; trying again\n/);
    says = 301;
    if (kind === 'javascript') continue; // it goes on trying: a WebSocket is sent nowhere
    await hear(/sends us to https:\/\/127\.0\.0\.1\/\n/);
    assert.equal((await once(bot, 'close'))[0], 1);
  }
});

test('a program that takes the decisions of a bot does not play by that, whatever it is called', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bot-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'bot.mjs'), `import { decide } from ${JSON.stringify(at('js/examples/bot.mjs'))};\nconsole.log(typeof decide.wave);\n`);
  assert.deepEqual(await runBot([process.execPath, join(folder, 'bot.mjs')], someLink('http://127.0.0.1:9')), { code: 0, out: 'function\n' });
});

test('the bots play each other in two presets of every ruleset, decide themselves, and ask for odds once', { timeout: 600_000 }, async (t) => {
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
test('the bots play campaigns in which everything happens, and no choice of theirs is refused', { timeout: 600_000 }, async (t) => {
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
