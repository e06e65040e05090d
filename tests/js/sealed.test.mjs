import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, ended, newBattle, next, playDefaults, refusedAs, startServer, until } from './support.mjs';

// Whether both sides hit in the same phase is for the dice to say: battles are begun until one asks both at once.
async function sealedStep(t, server) {
  const isSealed = ({ sealed, kind }) => sealed && kind === 'hit_class';
  for (let tries = 0; tries < 50; ++tries) {
    const { battle, tokens } = await newBattle(connect(t, server), 'phased-combat');
    const [attacker, defender] = ['attacker', 'defender'].map((seat) => connect(t, server).follow(battle, { token: tokens[seat] }));
    for (const feed of [attacker, defender]) {
      feed.on('requests', (requests) => {
        for (const request of requests) if (!isSealed(request)) feed.choose(request.decision, 'default');
      });
    }
    const asked = await Promise.race([next(attacker, 'requests', (requests) => requests.some(isSealed)), ended(attacker)]);
    if (Array.isArray(asked)) return { attacker, defender, request: asked.find(isSealed) };
  }
  throw new Error('no battle asked both sides at once');
}

test('a sealed choice is shown to its seat alone, outlives a restart, can be taken back and made anew', async (t) => {
  const server = await startServer(t);
  const { attacker, defender, request } = await sealedStep(t, server);
  const { decision, options } = request;

  const pendingNow = () => attacker.requests.find((open) => open.decision === decision).pending;
  await attacker.choose(decision, { class: options.classes[0] });
  assert.deepEqual(pendingNow(), { class: options.classes[0] });
  await assert.rejects(attacker.choose(decision, 'default'), refusedAs('stale_decision'));
  await server.kill();
  await server.start();
  await next(attacker, 'requests', ([open]) => open?.pending);
  assert.deepEqual(pendingNow(), { class: options.classes[0] });

  const unsealed = await attacker.retract(decision);
  assert.equal(pendingNow(), undefined);
  for (const feed of [attacker, defender]) await until(feed, 'event', () => feed.head >= unsealed);
  assert.equal(defender.events[unsealed - 1].event, 'decision_unsealed');
  const sealed = await attacker.choose(decision, { class: options.classes[1] });
  await until(defender, 'event', () => defender.head >= sealed);
  assert.deepEqual(defender.events[sealed - 1].data, { seat: 'attacker', decision });
  assert.ok(!defender.events.some(({ event, data }) => event === 'chosen' && data.decision === decision));

  const revealed = next(defender, 'event', ({ event, data }) => event === 'chosen' && data.decision === decision);
  playDefaults(defender);
  assert.deepEqual((await revealed).data.choice, { class: options.classes[1] });
  await until(attacker, 'requests', () => !attacker.requests.some((open) => open.decision === decision));
  playDefaults(attacker);
  await ended(attacker);
});
