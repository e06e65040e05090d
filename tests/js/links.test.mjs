import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, ended, newBattle, playDefaults, refusedAs, startServer } from './support.mjs';

test('a free seat gets a new token, a taken one changes hands when its new token is used', async (t) => {
  const server = await startServer(t);
  const { battle, tokens } = await newBattle(connect(t, server), 'advanced-combat');
  const attacker = connect(t, server).follow(battle, { token: tokens.attacker, name: 'Ada' });
  await attacker.ready;
  const invitation = await attacker.handOver(tokens.defender);
  await assert.rejects(connect(t, server).follow(battle, { token: tokens.defender }).ready, refusedAs('bad_token'));
  const defender = connect(t, server).follow(battle, { token: invitation });
  assert.equal((await defender.ready).viewer, 'defender');

  const offered = await attacker.handOver();
  const gone = new Promise((resolve) => attacker.on('error', resolve));
  const heir = connect(t, server).follow(battle, { token: offered });
  assert.equal((await heir.ready).viewer, 'attacker');
  assert.equal((await gone).refusal.code, 'seat_handed_over');
  await assert.rejects(attacker.handOver(), refusedAs('seat_handed_over'));
  for (const feed of [heir, defender]) playDefaults(feed);
  await Promise.all([ended(heir), ended(defender)]);
});

test('who only looks on can make no token', async (t) => {
  const server = await startServer(t);
  const { battle } = await newBattle(connect(t, server), 'advanced-combat');
  const watching = connect(t, server).follow(battle);
  await watching.ready;
  await assert.rejects(watching.handOver(), refusedAs('bad_message'));
});
