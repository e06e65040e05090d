// What a choice would come to.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, newBattle, next, refusedAs, startServer } from './support.mjs';

// Whatever the dice say, neither side is gone after one wave.
const siege = {
  attacker: { army: [{ unit: 'swordsmen', count: 12 }, { unit: 'chariots', count: 12 }] },
  defender: { army: [{ unit: 'tanks', count: 5 }] },
};

test('a choice is looked at before it is made, also one that is not complete', async (t) => {
  const server = await startServer(t);
  const { battle, tokens } = await newBattle(connect(t, server), 'advanced-combat', { setup: siege });
  const [attacker, defender] = [tokens.attacker, tokens.defender].map((token) => connect(t, server).follow(battle, { token }));
  const asked = next(attacker, 'requests');
  await defender.ready;
  const [request] = await asked;
  assert.equal(request.kind, 'wave');

  const usual = await attacker.preview(request.decision, 'default');
  assert.deepEqual(usual.choice, request.default);
  assert.equal(usual.refusal, null);
  assert.equal(usual.meaning.units, 5);
  assert.equal(usual.meaning.enemy.dice, 5);

  const half = await attacker.preview(request.decision, { units: [{ unit: 'swordsmen', count: 3 }] });
  assert.equal(half.choice, null);
  assert.equal(half.refusal.code, 'illegal_choice');
  assert.deepEqual(half.meaning.own, { dice: 3, total: 10 });

  const nonsense = await attacker.preview(request.decision, { unit: 'swordsmen' });
  assert.equal(nonsense.refusal.path, '/choice/unit');
  assert.equal(nonsense.meaning, null);

  const late = new AbortController();
  const superseded = attacker.preview(request.decision, 'default', { signal: late.signal });
  late.abort();
  await assert.rejects(superseded, { name: 'AbortError' });

  await assert.rejects(defender.preview(request.decision, 'default'), refusedAs('not_your_seat'));
  assert.deepEqual(attacker.requests, [request]);
  await attacker.choose(request.decision, usual.choice);
  await assert.rejects(attacker.preview(request.decision, 'default'), refusedAs('stale_decision'));
});
