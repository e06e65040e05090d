// What the SDK offers beside events and promises: loops, signals, links, and one name for pages and Node.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { tellMessage } from '../../clients/js/dist/index.js';
import { connect, ended, eventOf, followingOf, Muster, newBattle, next, parseLink, playDefaults, refusedAs, startScripted, startServer, upTo } from './support.mjs';

test('a loop over a feed has every event once, those before it too, and ends with the battle', async (t) => {
  const muster = connect(t, await startServer(t));
  const { battle, tokens } = await newBattle(muster, 'phased-combat');
  const feeds = Object.values(tokens).map((token) => muster.follow(battle, { token }));
  await Promise.all(feeds.map(({ ready }) => ready));
  for (const feed of feeds) playDefaults(feed);
  const seen = [];
  for await (const { seq } of feeds[0]) seen.push(seq);
  assert.deepEqual(seen, upTo(feeds[0].head));
  const again = [];
  for await (const { seq } of feeds[0]) again.push(seq); // of what is there already
  assert.deepEqual(again, seen);
  const { outcome } = await muster.battle(battle);
  assert.deepEqual(await feeds[0].over, outcome);
  assert.deepEqual(await muster.follow(battle).over, outcome);
});

test('a feed that begins after the end has no events to loop over, and says that it has missed the outcome', async (t) => {
  const muster = connect(t, await startServer(t));
  const { battle } = await newBattle(muster, 'armies', { seats: { attacker: { bot: 'best' }, defender: { bot: 'best' } } });
  const { seq } = await ended(muster.follow(battle));
  const late = muster.follow(battle, { since: seq });
  for await (const event of late) assert.fail(event.event);
  await assert.rejects(late.over, refusedAs('battle_over'));
});

test('a loop ends when nobody follows any more, and throws what was refused', async (t) => {
  const muster = connect(t, await startServer(t));
  const { battle } = await newBattle(muster, 'armies');
  const feed = muster.follow(battle);
  for await (const { event } of feed) if (event === 'battle_created') feed.unfollow();
  await assert.rejects(feed.over, refusedAs('unreachable'));
  await assert.rejects(async () => {
    for await (const event of muster.follow('nosuchbattle')) assert.fail(event.event);
  }, refusedAs('unknown_battle'));
});

test('after the server went back to an older copy a loop begins with its first event', async (t) => {
  const server = await startScripted(t, (talk, message, visit) => {
    if (message.type !== 'follow') return;
    const generation = visit === 1 ? 'older' : 'newer';
    talk.say(followingOf(message, 2, { generation }));
    for (const seq of [1, 2]) talk.say(eventOf(message.battle, seq));
    if (visit === 1) return talk.cut();
    talk.say({ ...eventOf(message.battle, 3), event: 'battle_ended', data: { winner: null, reason: 'closed', survivors: {} } });
  });
  const muster = connect(t, server);
  const seen = [];
  for await (const { seq } of muster.follow('B')) seen.push(seq);
  assert.deepEqual(seen, [1, 2, 1, 2, 3]);
});

test('a signal ends a feed', async (t) => {
  const muster = connect(t, await startServer(t));
  const { battle } = await newBattle(muster, 'armies');
  const stop = new AbortController();
  const feed = muster.follow(battle, { signal: stop.signal });
  await next(feed, 'caught_up');
  stop.abort();
  await assert.rejects(feed.over, refusedAs('unreachable'));
  await assert.rejects(muster.follow(battle, { signal: stop.signal }).ready, refusedAs('unreachable'));
});

test('a signal gives up what was asked', async (t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => (silent.closeAllConnections(), silent.close()));
  const muster = new Muster(`http://127.0.0.1:${silent.address().port}`);
  t.after(() => muster.close());
  const setup = {};
  for (const ask of [
    (signal) => muster.battles({}, { signal }),
    (signal) => muster.record('B', undefined, { signal }),
    (signal) => muster.odds({ ruleset: 'armies', setup }, undefined, { signal }),
    (signal) => muster.create({ ruleset: 'armies', setup }, { signal }),
  ]) {
    const stop = new AbortController();
    const asked = ask(stop.signal);
    stop.abort();
    await assert.rejects(asked, { name: 'AbortError' });
    await assert.rejects(ask(AbortSignal.abort()), { name: 'AbortError' });
  }
});

test('a busy server is not asked again after a signal', async (t) => {
  const stop = new AbortController();
  let asked = 0;
  const busy = createServer((_request, response) => {
    ++asked;
    response.writeHead(503, { 'Retry-After': '10' }).end('{"code":"server_busy","detail":"busy"}', () => stop.abort());
  }).listen(0, '127.0.0.1');
  await once(busy, 'listening');
  t.after(() => (busy.closeAllConnections(), busy.close()));
  await assert.rejects(new Muster(`http://127.0.0.1:${busy.address().port}`).battles({}, { signal: stop.signal }), { name: 'AbortError' });
  assert.equal(asked, 1);
});

test('who does not know a ruleset is told how its battles are told, in a language', async (t) => {
  const muster = connect(t, await startServer(t));
  const german = await muster.description('phased-combat', 'de');
  assert.equal(german.version, 1);
  assert.equal(german.language, 'de');
  const { args } = german.describe.events.hits_dealt;
  assert.deepEqual(Object.keys(args).sort(), ['aimed', 'kind', 'n', 'who']);
  assert.equal(tellMessage(german.texts.events.hits_dealt, { who: 'Angreifer', n: 2, aimed: 'yes', kind: german.texts.classes.cavalry }, 'de'), 'Angreifer erzielt 2 Treffer, zuerst: Kavallerie.');
  const fleet = await muster.description('fleet-combat', 'tlh');
  assert.equal(fleet.language, 'en');
  assert.deepEqual(fleet.describe.events, german.describe.events);
  await assert.rejects(muster.description('nonsense'), refusedAs('bad_message'));
  const catalog = await muster.ruleset('phased-combat');
  assert.ok(!('describe' in catalog) && !('texts' in catalog), 'who knows the ruleset is not sent it');
});

test('a link says server, battle, and a token or a moment', () => {
  const token = 'a'.repeat(20) + '_-1';
  const read = (link) => parseLink(link);
  assert.deepEqual(read(`https://club.example/b/B7#${token}`), { server: 'https://club.example', battle: 'B7', token });
  assert.deepEqual(read('http://127.0.0.1:8080/b/B7'), { server: 'http://127.0.0.1:8080', battle: 'B7' });
  assert.deepEqual(read('http://127.0.0.1:8080/b/B7?check#12'), { server: 'http://127.0.0.1:8080', battle: 'B7', moment: 12 });
  assert.deepEqual(read('https://club.example/games/b/B7#short'), { server: 'https://club.example/games', battle: 'B7' });
  for (const none of ['', 'B7', '/b/B7', 'https://club.example/', 'https://club.example/b/', 'https://club.example/b/B7/more', 'ftp://club.example/b/B7']) assert.equal(read(none), null, none);
});

test("'muster-client' is what a page needs in pages, and what Node needs in Node", () => {
  const cwd = fileURLToPath(new URL('../../clients', import.meta.url));
  const run = (code, ...options) => execFileSync(process.execPath, [...options, '--input-type=module', '-e', code], { cwd, encoding: 'utf8' }).trim();
  const where = "process.stdout.write(import.meta.resolve('muster-client').split('/').pop() + ' ' + import.meta.resolve('muster-client/node').split('/').pop())";
  assert.equal(run(where), 'node.js node.js');
  assert.equal(run(where, '--conditions', 'browser'), 'index.js node.js');
  assert.equal(run("import { Muster } from 'muster-client'; import { tableAt } from 'muster-client/table'; new Muster('http://127.0.0.1:1'); console.log(typeof tableAt)"), 'function');
});

test('all dice of a server are told, by ruleset, seat and player, and by day', async (t) => {
  const muster = connect(t, await startServer(t));
  const { battle } = await newBattle(muster, 'armies', { seats: { attacker: { bot: 'best' }, defender: { bot: 'best' } } });
  await ended(muster.follow(battle));
  let audit;
  do audit = await muster.audit();
  while (audit.battles === 0); // it is counted soon after its end
  const [{ ruleset, seats, players }] = audit.rulesets;
  assert.equal(ruleset, 'armies');
  assert.deepEqual(seats.map(({ seat }) => seat), ['attacker', 'defender']);
  assert.deepEqual(players.map(({ player }) => player), ['best']);
  assert.equal(audit.faces.reduce((sum, count) => sum + count), audit.dice);
  assert.equal((await muster.audit({ to: '2020-01-01' })).battles, 0);
});
