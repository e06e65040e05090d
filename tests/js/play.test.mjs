import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, ended, Muster, MusterError, newBattle, next, numbers, playDefaults, startServer, until, upTo, verifyRecord } from './support.mjs';

test('two seats play every ruleset to the end, a third watches, and the record holds', async (t) => {
  const server = await startServer(t);
  const lobby = connect(t, server);
  for (const { id, example, contest } of await lobby.rulesets()) {
    const setup = contest === false ? { ...example, throws: 20 } : example;
    const { battle, tokens } = await newBattle(lobby, id, { setup, options: { title: 'Ünïcode 😀 "quoted"', confirm: contest !== false } });
    const seats = Object.keys(tokens);
    const watcher = connect(t, server).follow(battle);
    const players = seats.map((seat) => connect(t, server).follow(battle, { token: tokens[seat], name: `Ada Ä ${seat}` }));
    for (const player of contest === false ? players.slice(0, 1) : players) playDefaults(player);
    for (const feed of [...players, watcher]) {
      const last = await ended(feed);
      assert.deepEqual(numbers(feed), upTo(last.seq));
      assert.deepEqual(feed.requests, []);
    }
    assert.equal(players[0].header.viewer, seats[0]);
    assert.equal(watcher.header.viewer, 'spectator');
    const record = await lobby.record(battle);
    const verdict = await verifyRecord(record);
    assert.equal(verdict.problem, undefined, id);
    assert.ok(verdict.holds && verdict.commitment && verdict.chain);
    assert.equal((await lobby.battle(battle)).outcome.reason, record.outcome.reason);
  }
});

test('both seats of a battle are played over one Muster', async (t) => {
  const muster = connect(t, await startServer(t));
  const { battle, tokens } = await newBattle(muster, 'advanced-combat');
  const feeds = ['attacker', 'defender'].map((seat) => muster.follow(battle, { token: tokens[seat] }));
  for (const feed of feeds) playDefaults(feed);
  await Promise.all(feeds.map(ended));
  assert.deepEqual(feeds.map(({ header }) => header.viewer), ['attacker', 'defender']);
});

test('a battle is followed from the middle, left, and followed again', async (t) => {
  const muster = connect(t, await startServer(t));
  const { battle } = await newBattle(muster, 'phased-combat', { seats: { attacker: { bot: 'best' }, defender: { bot: 'listed' } } });
  const first = muster.follow(battle);
  const { seq: head } = await ended(first);
  first.unfollow();
  const second = muster.follow(battle, { since: 5 });
  await next(second, 'caught_up');
  assert.deepEqual(numbers(second), upTo(head).slice(5));
  const heard = first.events.length;
  assert.equal(heard, head, 'who has left hears nothing more');
});

test('what is refused says why: unknown and private battles, wrong tokens, bad setups, illegal choices', async (t) => {
  const muster = connect(t, await startServer(t));
  const refusal = async (promise) => {
    const error = await promise.then(() => assert.fail('nothing was refused'), (reason) => reason);
    assert.ok(error instanceof MusterError);
    assert.equal(error.message, error.refusal.message);
    return error.refusal;
  };
  const { battle, tokens } = await newBattle(muster, 'advanced-combat', { options: { visibility: 'private' } });
  assert.equal((await refusal(muster.follow(battle).ready)).code, 'unknown_battle');
  assert.equal((await refusal(muster.follow('nobodyknowsthisone').ready)).code, 'unknown_battle');
  assert.equal((await refusal(muster.follow(battle, { token: 'x'.repeat(32) }).ready)).code, 'unknown_battle');
  assert.equal((await refusal(muster.record(battle))).code, 'unknown_battle');
  assert.equal((await muster.record(battle, tokens.attacker)).battle, battle);
  assert.equal((await refusal(muster.ruleset('chess'))).code, 'bad_message');
  const wrong = await refusal(muster.create({ ruleset: 'advanced-combat', setup: { attacker: {} } }));
  assert.equal(wrong.code, 'bad_setup');
  assert.match(wrong.path, /^\/setup/);
  assert.equal((await refusal(muster.create({ ruleset: 'armies', setup: { text: 'x'.repeat(70_000) } }))).code, 'too_large');
  assert.equal(muster.status, 'open', 'what is too large is not sent');

  const attacker = muster.follow(battle, { token: tokens.attacker });
  const defender = muster.follow(battle, { token: tokens.defender });
  const [request] = await next(attacker, 'requests');
  assert.equal((await refusal(attacker.choose(request.decision, { nonsense: 1 }))).code, 'illegal_choice');
  assert.equal((await refusal(attacker.choose(99, 'default'))).code, 'stale_decision');
  assert.equal((await refusal(defender.choose(request.decision, 'default'))).code, 'not_your_seat');
  assert.equal((await refusal(attacker.say('x'.repeat(501)))).code, 'bad_message');
});

test('draws, talk, presence and concessions', async (t) => {
  const muster = connect(t, await startServer(t));
  const { battle, tokens } = await newBattle(muster, 'simple-combat');
  const north = muster.follow(battle, { token: tokens.north });
  const south = muster.follow(battle, { token: tokens.south });
  await next(south, 'event', ({ event }) => event === 'battle_started');
  await until(north, 'presence', () => north.presence?.seats.every(({ connected }) => connected)); // told once: perhaps with the event before
  assert.equal(north.presence.spectators, 0);

  const heard = next(south, 'event', ({ event }) => event === 'said');
  const seq = await north.say('good luck <b>');
  assert.equal((await heard).seq, seq);
  assert.equal((await heard).data.text, 'good luck <b>');
  await north.offerDraw();
  await south.answerDraw(false);
  await south.concede();
  assert.equal((await ended(north)).data.winner, 'north');
});

test('the catalog, the list and odds come by HTTP', async (t) => {
  const muster = connect(t, await startServer(t));
  const { battle } = await newBattle(muster, 'armies', { options: { title: 'Find me & me' } });
  await newBattle(muster, 'fleet-combat');
  const { battles, next: more } = await muster.battles({ q: 'me & me', status: 'waiting' });
  assert.deepEqual(battles.map((each) => each.battle), [battle]);
  assert.equal(more, null);
  const page = await muster.battles({ limit: 1 });
  assert.equal((await muster.battles({ limit: 1, before: page.next })).battles[0].battle, battle);
  const odds = await muster.odds({ battle });
  assert.ok(Math.abs(odds.attacker + odds.defender + odds.nobody - 1) < 1e-9);
  const { example } = await muster.ruleset('armies');
  assert.equal((await muster.odds({ ruleset: 'armies', setup: example.setup ?? example, runs: 100 })).method, 'simulated');
});

test('a server that is not there, and a page that is no Muster server', async (t) => {
  const nowhere = connect(t, { url: 'http://127.0.0.1:9' });
  await assert.rejects(nowhere.rulesets(), { name: 'MusterError', refusal: { code: 'unreachable', message: 'the server cannot be reached' } });
  assert.throws(() => new Muster('nowhere'), TypeError);
  const other = connect(t, { url: 'http://other' }, { fetch: async () => new Response('<html>', { status: 502 }) });
  await assert.rejects(other.rulesets(), { message: 'the server answered with HTTP status 502' });
});

test('a busy server is asked again', async (t) => {
  let asked = 0;
  const busy = () => new Response('{"code":"server_busy","detail":"later"}', { status: 503, headers: { 'Retry-After': '0.01' } });
  const muster = connect(t, { url: 'http://busy' }, { fetch: async () => (++asked < 3 ? busy() : new Response('{"rulesets":[]}')) });
  assert.deepEqual(await muster.rulesets(), []);
  assert.equal(asked, 3);
});
