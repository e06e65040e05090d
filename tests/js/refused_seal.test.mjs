// A seal that is refused because another ladder is in force: how long the device waits to hear of that one, and what it does in the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startOf } from '../../clients/js/dist/heads.js';
import { drawnLadder, Ladder } from '../../clients/js/dist/ladder.js';
import { Sharing } from '../../clients/js/dist/sharing.js';
import { manualTime, MemoryKeeping, MusterError, nextTurn, refusedAs } from './support.mjs';

const place = { server: 'http://muster.example', battle: 'b', token: 't' };
const hex = (bytes) => 'ab'.repeat(bytes);
const start = { ruleset: 'armies', ruleset_version: 1, title: '', setup: {}, options: { dice: 'shared' }, commitment: hex(32), server_key: hex(65) };
const request = { decision: 1, kind: 'losses', names_ladder: true };
const sealedInput = { kind: 'losses', decision: 1, choice: {}, sealed: true };

/** A device whose seat has a ladder, and what it does with the seal of a choice that is refused so. */
async function refuses(refusal, { accepted = false } = {}) {
  const keeping = new MemoryKeeping();
  const secret = drawnLadder();
  keeping.keep({ ...place, seat: 'attacker', start, ladders: [secret], put_in: [secret], sent: [{ ...sealedInput, ...(accepted && { accepted }) }] });
  const { foot } = await Ladder.of(await startOf({ battle: place.battle, start }), 'attacker', secret);
  const events = [
    { seq: 1, at: '', event: 'battle_created', data: { seats: ['attacker', 'defender'] } },
    { seq: 2, at: '', event: 'seat_taken', data: { seat: 'attacker', ladder: foot } },
  ];
  const happens = (event, data) => {
    events.push({ seq: events.length + 1, at: '', event, data });
    sharing.happened(events.at(-1));
  };
  const ask = async ({ ladder }) => (happens('ladder_renewed', { seat: 'attacker', ladder }), { seq: events.length });
  const sharing = new Sharing({ ...place, keeping, events, http: assert.fail, ask, broken: assert.fail, changed: () => {} }, 'attacker', 0);
  const sealed = await sharing.seal(request, {});
  const said = new Promise((resolve) => {
    const say = async () => {
      resolve();
      throw new MusterError(refusal);
    };
    sharing.refused = sharing.choosesSealed(request, {}, sealed, say);
    sharing.refused.catch(() => {});
  });
  await said;
  await nextTurn(); // it has heard the refusal
  return { sharing, happens, kept: () => keeping.seat(place).sent };
}

const byOther = { code: 'bad_message', message: 'another ladder is in force', path: '/ladder' };

test('a seal that is refused because of its ladder is not waited with after its decision is closed; then a new ladder may be put in', async () => {
  const { sharing } = await refuses(byOther);
  sharing.closed(request.decision);
  await assert.rejects(sharing.refused, refusedAs('bad_message'));
  await sharing.newLadder();
});

test('nor for ever if no other ladder is told, nor when the battle is left', async (t) => {
  const time = manualTime(t);
  const { sharing, kept } = await refuses(byOther);
  time.pass(10_000);
  await assert.rejects(sharing.refused, refusedAs('bad_message'));
  assert.deepEqual(kept(), [sealedInput]); // its ladder is in force as far as this device knows: another choice could be compared with it
  const { sharing: left } = await refuses(byOther);
  left.leave();
  await assert.rejects(left.refused, refusedAs('bad_message'));
});

test('a seal that came too late lies nowhere, so a new ladder may be put in; one that was accepted before does', async () => {
  const stale = { code: 'stale_decision', message: 'it is closed' };
  const { sharing } = await refuses(stale);
  await assert.rejects(sharing.refused, refusedAs('stale_decision'));
  await sharing.newLadder();
  const { sharing: lies } = await refuses(stale, { accepted: true });
  await assert.rejects(lies.refused, refusedAs('stale_decision'));
  await assert.rejects(lies.newLadder(), refusedAs('illegal_choice'));
});

test('what was sealed by a ladder that another device has replaced is forgotten', async () => {
  const { sharing, happens, kept } = await refuses(byOther);
  happens('ladder_renewed', { seat: 'attacker', ladder: hex(32) });
  await assert.rejects(sharing.refused, refusedAs('no_ladder'));
  assert.deepEqual(kept(), []);
});
