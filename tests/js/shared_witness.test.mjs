// Shared dice to which a third server adds, too: two servers, of which one plays the battle and the other is its witness.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { otherDice } from '../../clients/js/dist/dice_of.js';
import { StepCheck } from '../../clients/js/dist/step_check.js';
import { longSiege, twins } from '../support/setups.mjs';
import { MemoryKeeping, connect, next, playDefaults, serverAddress, startServer, until, verifyRecord } from './support.mjs';
import { playOut, sharedBattle, tampered, throwAtOnce } from './shared_support.mjs';

async function twoServers(t) {
  const witness = await startServer(t);
  const server = await startServer(t, ['--witnesses', witness.url]);
  const [option] = await connect(t, server).witnesses();
  return { server, witness, options: { witness: option } };
}

const kindsOf = ({ inputs }) => inputs.map(({ input }) => input.kind);

test('both devices give their shares, then the witness gives its own; sealed or not, the record holds and agrees with what both kept', async (t) => {
  const { server, options } = await twoServers(t);
  for (const [ruleset, setup, play = playOut] of [['advanced-combat'], ['armies', twins], ['dice', { seats: ['red', 'blue'], throws: 5 }, throwAtOnce]]) {
    const keepings = [new MemoryKeeping(), new MemoryKeeping()];
    const musters = keepings.map((keeping) => connect(t, server, { keeping }));
    const { battle, tokens, feeds } = await sharedBattle(t, server, ruleset, { setup, options, musters });
    for (const feed of feeds) feed.on('broken', (problem) => assert.fail(problem.message));
    await play(feeds);
    const record = await musters[0].record(battle);
    const kinds = kindsOf(record);
    assert.equal(kinds[0], 'witness');
    assert.equal(kinds.includes('witness_share'), ruleset !== 'armies'); // there no dice fall, and the shares open seals
    for (const [i, kind] of kinds.entries()) if (kind === 'witness_share') assert.deepEqual(kinds.slice(i - 2, i), ['share', 'share']);
    assert.equal(record.inputs.some(({ input }) => input.choice?.opens), ruleset === 'armies');
    for (const [i, token] of Object.values(tokens).entries()) {
      const kept = keepings[i].seat({ server: serverAddress(server.url), battle, token });
      const verdict = await verifyRecord(record, { mine: { seats: [kept] } });
      assert.equal(verdict.holds, true, verdict.problem?.message);
      assert.equal(verdict.mine[0].agrees, true, verdict.mine[0].problem?.message);
    }
    delete record.options.witness.key;
    assert.equal((await verifyRecord(record)).problem.kind, 'no_witness');
  }
});

test('while the witness is away the battle waits, and nobody loses by it', async (t) => {
  const { server, witness, options } = await twoServers(t);
  const clock = { mode: 'live', bank: 'PT10M' };
  const { battle, musters, feeds } = await sharedBattle(t, server, 'advanced-combat', { options: { ...options, clock, on_timeout: 'forfeit' } });
  await witness.kill();
  const over = playOut(feeds);
  await until(feeds[0], 'presence', () => feeds[0].presence?.witness?.state === 'silent');
  assert.ok(feeds[0].events.some(({ event }) => event === 'share_given'));
  assert.ok(!feeds[0].events.some(({ event }) => event === 'rolled'));
  await witness.start();
  await over;
  const record = await musters[0].record(battle);
  assert.ok(!['timeout', 'share', 'closed'].includes(record.outcome.reason), record.outcome.reason);
  assert.equal((await verifyRecord(record)).holds, true);
});

test('a device gives no share after one that is told as the witness\'s and that it has not signed', async (t) => {
  const { server, options } = await twoServers(t);
  const shares = [];
  const told = (message) => {
    for (const each of message.options?.inputs ?? []) if (each.input.kind === 'witness_share') each.signature = 'ab'.repeat(64);
    return message;
  };
  const sent = (message) => {
    if (message.type === 'choose' && message.choice.share) shares.push(message.choice.share);
    return message;
  };
  const musters = [connect(t, server, { WebSocket: tampered({ told, sent }) }), connect(t, server)];
  const { feeds } = await sharedBattle(t, server, 'advanced-combat', { setup: longSiege, options, musters });
  const settled = next(feeds[0], 'sharing', ({ due }) => due?.state === 'refused');
  feeds.forEach((feed) => playDefaults(feed));
  const { due } = await settled;
  assert.equal(due.problem.kind, 'not_of_witness');
  assert.equal(shares.length, 1);
});

test('whoever was invited to shared dice without a witness, or with one, gets no others unnoticed', () => {
  const plain = { dice: 'shared' };
  const witnessed = (key) => ({ ...plain, witness: { address: 'http://w', key } });
  const isOther = (options, witness) => otherDice(options, { ...plain, witness }) !== null;
  assert.deepEqual([plain, { ...plain, witness: null }, witnessed('04aa')].map((options) => isOther(options, '')), [false, false, true]);
  assert.deepEqual([plain, witnessed('04aa'), witnessed('04bb')].map((options) => isOther(options, '04aa')), [true, false, true]);
  assert.ok(![plain, witnessed('04aa')].some((options) => isOther(options, undefined)));
});

test('a device gives no share where the witness has no key, or the server\'s own', async () => {
  const key = (digits) => `04${digits.repeat(64)}`;
  const foundAt = async (witness) => {
    const start = { ruleset: 'armies', ruleset_version: 1, title: '', setup: {}, options: { dice: 'shared', witness }, commitment: 'ab'.repeat(32), server_key: key('aa') };
    const kept = { server: 'http://a', battle: 'b', seat: 'attacker', token: 't', start };
    const check = new StepCheck(new Uint8Array(32), kept, ['attacker', 'defender']);
    const head = { step: 1, inputs: 0, chain: '', shown: '', signature: '' };
    const { kind, path } = await check.check(kept, new Set(), { head, inputs: [], events: [{ seq: 1, at: '', event: 'battle_created', data: { battle: 'b', ...start } }] }, []);
    return kind === 'no_witness' ? path : kind;
  };
  for (const none of [{}, { key: 'aa' }, { key: key('aa') }]) assert.equal(await foundAt({ address: 'http://w', ...none }), '/options/dice');
  assert.notEqual(await foundAt({ address: 'http://w', key: key('bb') }), '/options/dice');
});
