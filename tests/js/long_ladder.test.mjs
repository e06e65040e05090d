// A ladder of which all shares are given: the device puts in another by itself, and seals by that.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startOf } from '../../clients/js/dist/heads.js';
import { drawnLadder, Ladder, rungsOfLadder } from '../../clients/js/dist/ladder.js';
import { Sharing } from '../../clients/js/dist/sharing.js';
import { MemoryKeeping } from './support.mjs';

test('when all shares of a ladder are given, and not before, another is drawn, kept and put in', async () => {
  const place = { server: 'http://muster.example', battle: 'b', token: 't' };
  const hex = (bytes) => 'ab'.repeat(bytes);
  const start = { ruleset: 'armies', ruleset_version: 1, title: '', setup: {}, options: { dice: 'shared' }, commitment: hex(32), server_key: hex(65) };
  const secret = drawnLadder();
  const keeping = new MemoryKeeping();
  keeping.keep({ ...place, seat: 'attacker', start, ladders: [secret], put_in: [secret] });
  const { foot } = await Ladder.of(await startOf({ battle: place.battle, start }), 'attacker', secret);

  const events = [];
  const happens = (event, data) => events.push({ seq: events.length + 1, at: '', event, data });
  happens('battle_created', { seats: ['attacker', 'defender'] });
  happens('seat_taken', { seat: 'attacker', ladder: foot });
  const gives = (step) => ['attacker', 'defender'].forEach((seat) => happens('share_given', { seat, step }));
  for (let step = 1; step < rungsOfLadder; ++step) gives(step);

  const asked = [];
  const states = [];
  let waits = null;
  const told = async (which) => {
    while (!which(states.at(-1))) await new Promise((resolve) => (waits = resolve));
  };
  const ask = async (message) => {
    asked.push({ ...message, kept: keeping.seat(place).ladders.at(-1) });
    happens('ladder_renewed', { seat: 'attacker', ladder: message.ladder });
    sharing.happened(events.at(-1));
    return { seq: events.length };
  };
  const changed = (state) => (states.push(state), waits?.());
  const sharing = new Sharing({ ...place, keeping, events, http: assert.fail, ask, broken: (problem) => assert.fail(problem.message), changed }, 'attacker', 0);
  sharing.caughtUp();
  await told((state) => state?.ladder === 'here');
  assert.equal((await sharing.seal({ decision: 1 }, {})).ladder, foot);
  assert.deepEqual(asked, []);

  gives(rungsOfLadder);
  events.slice(-2).forEach((each) => sharing.happened(each));
  await told((state) => state.ladder === 'here' && asked.length > 0);
  assert.ok(states.some((state) => state.ladder === 'used_up'));
  const [{ type, ladder, kept }] = asked;
  assert.equal(asked.length, 1);
  assert.equal(type, 'new_ladder');
  assert.notEqual(ladder, foot);
  const next = await Ladder.of(await startOf({ battle: place.battle, start }), 'attacker', kept);
  assert.equal(ladder, next.foot);
  assert.equal((await sharing.seal({ decision: 2 }, {})).ladder, ladder);
  assert.deepEqual(keeping.seat(place).put_in, [secret, kept]);
});
