import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, ended, newBattle, next, playDefaults, refusedAs, startServer } from './support.mjs';

const siege = {
  attacker: { army: [{ unit: 'swordsmen', count: 6 }, { unit: 'catapults', count: 6 }] },
  defender: { army: [{ unit: 'swordsmen', count: 5 }, { unit: 'catapults', count: 5 }] },
};

test('orders are left, looked at, played for who is away, and told to the own seat only', async (t) => {
  const server = await startServer(t);
  const { battle, tokens } = await newBattle(connect(t, server), 'advanced-combat', { setup: siege });
  const [attacker, window] = [1, 2].map(() => connect(t, server).follow(battle, { token: tokens.attacker }));
  await Promise.all([attacker.ready, window.ready]);
  assert.deepEqual(await attacker.orders(), { orders: [], preview: [] });

  const orders = [{ for: 'casualties', play: { prefer: ['catapults'] } }, { for: '*', play: 'default' }];
  const elsewhere = next(window, 'orders');
  await attacker.order(orders);
  assert.deepEqual((await elsewhere).orders, orders);
  assert.deepEqual((await attacker.orders()).orders, orders);
  await assert.rejects(attacker.order([{ for: 'waves', play: 'default' }]), refusedAs('bad_message'));
  attacker.unfollow();
  window.unfollow();

  const defender = connect(t, server).follow(battle, { token: tokens.defender });
  defender.on('orders', () => assert.fail("the other side's orders"));
  playDefaults(defender);
  await ended(defender);
  const made = defender.events.filter(({ event, data }) => event === 'chosen' && data.seat === 'attacker' && !data.forced);
  assert.ok(made.length > 0 && made.every(({ data }) => data.standing === true));
});
