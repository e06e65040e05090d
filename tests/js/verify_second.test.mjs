// Records that servers wrote hold, of both versions; and of muster/2 no other one does, however well its forger computes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { forged, newKey, recounted } from './forger.mjs';
import { keptRecords, verifyRecord } from './support.mjs';

const kept = (name) => keptRecords(2, new RegExp(`^${name}\\.json$`))[0];
const refused = kept('advanced-combat-confirmed-draw-refused');
const [agreed, declined, conceded] = ['agreed', 'declined', 'conceded'].map((how) => kept(`advanced-combat-${how}`));
const sealed = kept('phased-combat-bots-2');
const own = newKey();

test('the records of tests/vectors hold, and what a proof of version 1 leaves open is told', async () => {
  for (const version of [1, 2]) {
    const records = keptRecords(version);
    assert.ok(records.length >= 7, `${records.length} records`);
    for (const record of records) {
      const { holds, proof, commitment, chain, signed, key, uncovered, problem, rolls } = await verifyRecord(record);
      assert.deepEqual([holds, proof, commitment, chain, problem], [true, version, true, true, undefined], `${record.title}: ${problem?.path} ${problem?.message}`);
      assert.equal(rolls.length, record.events.filter(({ event }) => event === 'rolled').length);
      assert.equal(signed, version === 1 ? undefined : true);
      assert.equal(uncovered === undefined, version === 2);
      if (version === 1) continue;
      const fingerprint = createHash('sha256').update(Buffer.from(record.server_key, 'hex')).digest('hex').slice(0, 16);
      assert.equal(key.replaceAll(' ', ''), fingerprint);
    }
  }
});

test('a signature that is missing, malformed or another one is found', async () => {
  const { signature } = agreed;
  const other = forged(agreed, () => {}, own).signature;
  for (const wrong of [undefined, '', 'zz', signature.slice(2), `0${signature.slice(1)}`.toUpperCase(), '0'.repeat(128), 'f'.repeat(128), conceded.signature, other]) {
    const { holds, problem, signed, chain } = await verifyRecord({ ...agreed, signature: wrong });
    assert.deepEqual([holds, problem.path, signed, chain], [false, '/signature', false, true], wrong);
  }
  assert.equal((await verifyRecord({ ...agreed, signature: `${signature}00` })).problem.message, 'too long; at most 128 characters');
  const noPoint = { ...own, hex: `04${'11'.repeat(64)}` };
  assert.equal((await verifyRecord(forged(agreed, () => {}, noPoint))).problem.path, '/signature');
  assert.equal((await verifyRecord({ ...agreed, server_key: own.hex })).problem.path, '/events/0/data/server_key');
  for (const key of [undefined, null, '', agreed.server_key.slice(2)]) assert.equal((await verifyRecord({ ...agreed, server_key: key })).problem.path, '/server_key');
});

// What is changed in all places where a record says it; only the signature cannot follow.
const consistent = {
  'the title': [agreed, (record) => (record.title = record.events[0].data.title = 'Another')],
  'an option': [agreed, (record) => (record.options.visibility = record.events[0].data.options.visibility = 'unlisted')],
  'the setup': [agreed, (record) => (record.setup.note = record.events[0].data.setup.note = 'x')],
  'a name': [
    conceded,
    ({ inputs, events, seats }) => [inputs[0].input, events[1].data, events[3].data.seats[0], seats[0]].forEach((each) => (each.name = 'Mallory')),
  ],
  'a choice': [conceded, ({ inputs, events }) => [inputs[2].input, events[5].data].forEach(({ choice }) => (choice.units[0].count -= 1))],
  'who concedes': [conceded, ({ inputs, events }) => ([inputs[3].input, events[12].data].forEach((each) => (each.seat = 'defender')), (events[13].data.winner = 'attacker'))],
  'a total': [agreed, ({ events }) => (events.find(({ event }) => event === 'totalled').data.total += 1)],
  'who survives': [agreed, ({ events }) => (events.at(-1).data.survivors.attacker += 1)],
  'that an order chose': [conceded, ({ inputs, events }) => [inputs[2], events[5].data].forEach((each) => (each.standing = true))],
};
test('whoever changes something everywhere, and computes dice and chains anew, has no signature', async () => {
  for (const [what, [record, change]] of Object.entries(consistent)) {
    const { problem, commitment, chain } = await verifyRecord(forged(record, change));
    assert.deepEqual([problem?.path, commitment, chain], ['/signature', true, true], what);
    assert.equal((await verifyRecord(forged(record, change, own))).holds, true, `${what}, by a server of his own`);
  }
});

const event = (name, data) => ({ seq: 0, at: '', event: name, data });
const put = (at, ...events) => (record) => recounted(record, (list) => list.splice(at, 0, ...events));
const take = (at, count = 1) => (record) => recounted(record, (list) => list.splice(at, count));
const timedOut = (options) => (record) => {
  Object.assign(record.options, options);
  record.events[0].data.options = record.options;
  record.inputs[2].input.timed_out = record.events[5].data.timed_out = true;
};
const firstSeal = sealed.events.findIndex(({ event: name }) => name === 'decision_sealed');
const seal = sealed.events[firstSeal].data;
// Its choice, and the end before those that were asked with it.
function alone(record) {
  const index = record.inputs.findIndex(({ input }) => input.decision === seal.decision);
  const { seq } = record.inputs[index];
  const last = record.events.at(-1);
  record.inputs.splice(index + 1, Infinity, { input: { kind: 'close' }, seq: seq + 1 });
  record.events.splice(seq, Infinity, { ...event('closed', {}), seq: seq + 1 }, { ...last, seq: seq + 2, data: { ...last.data, winner: null, reason: 'closed' } });
}
const correspondence = { mode: 'correspondence', per_decision: 'P3D' };

// What cannot be, whoever signs it: what is changed, in which record, and where that is found.
const impossible = [
  ['a field beside an input', agreed, ({ inputs }) => (inputs[2].accept = true), '/inputs/2/accept'],
  ['a field of no input', agreed, ({ inputs }) => (inputs[2].input.seq = 6), '/inputs/2/input/seq'],
  ['a field of another kind of input', conceded, ({ inputs }) => (inputs[3].input.name = 'P'), '/inputs/3/input/name'],
  ['an order that is told of no choice', conceded, ({ inputs }) => (inputs[3].standing = true), '/inputs/3/standing'],
  ['an order that did not choose', conceded, ({ inputs }) => (inputs[2].standing = false), '/inputs/2/standing'],
  ['an order in what is hashed', conceded, ({ inputs }) => (inputs[2].input.standing = true), '/inputs/2/input/standing'],
  ['a seat that there is not', conceded, ({ inputs }) => (inputs[3].input.seat = 'nobody'), '/inputs/3/input/seat'],
  ['an unknown kind', conceded, ({ inputs }) => (inputs[3].input.kind = 'offer_draw'), '/inputs/3'],
  ['seats in another order', agreed, ({ inputs }) => inputs.splice(0, 2, { ...inputs[1] }, { ...inputs[0] }), '/inputs/0'],
  ['a name that did not come', agreed, ({ events }) => (events[1].data.name = 'Mallory'), '/inputs/0/input/name'],
  ['a nonce that did not come', agreed, ({ events }) => delete events[1].data.nonce, '/inputs/0/input/nonce'],
  ['a seat that is taken twice', agreed, put(3, event('seat_taken', { seat: 'attacker', name: 'Eve' })), '/events/3/data'],
  ['a seat that nobody took', agreed, take(1), '/inputs/0'],
  ['readiness that a seat did not tell', refused, take(3), '/inputs/2'],
  ['readiness told twice', refused, put(4, event('chosen', refused.events[3].data)), '/events/4/data'],
  ['readiness for another', refused, ({ events }) => (events[3].data.decision = 2), '/events/3/data'],
  ['more than readiness', refused, ({ events }) => (events[3].data.standing = true), '/events/3/data/standing'],
  ['no word of who was not ready', declined, take(3), '/events/3/event'],
  ['a refusal after saying yes', declined, (record) => (put(3, event('chosen', { ...declined.events[3].data, choice: { ready: true } }))(record), record.inputs.slice(0, 2).forEach((each) => (each.seq = 4))), '/inputs/2'],
  ['a draw that nobody accepted', agreed, take(13), '/inputs/3'],
  ['a draw that nobody offered', agreed, take(12), '/events/12/data'],
  ['a draw that was refused', agreed, ({ events }) => (events[13].data.accept = false), '/inputs/3'],
  ['an offer beside an offer', agreed, put(13, event('draw_offered', { seat: 'defender' })), '/events/13/data'],
  ['an offer with more in it', agreed, ({ events }) => (events[12].data.text = 'please'), '/events/12/data/text'],
  ['another input where all agreed', agreed, ({ inputs }) => (inputs[3].input = { kind: 'close' }), '/inputs/3'],
  ['a decision that is left out', conceded, ({ inputs, events }) => (inputs[2].input.decision = events[5].data.decision = 2), '/inputs/2'],
  ['an input without a choice', conceded, ({ inputs }) => delete inputs[2].input.choice, '/inputs/2'],
  ['a choice that another event shows', conceded, ({ events }) => (events[5].data.choice.units[0].count -= 1), '/events/5/data/choice/units/0/count'],
  ['an input after the end', conceded, ({ inputs }) => inputs.push({ input: { kind: 'close' }, seq: 15 }), '/inputs/4'],
  ['an input before its time', conceded, ({ inputs }) => (inputs[2].seq = 5), '/events/4/event'],
  ['an input that is gone', conceded, ({ inputs }) => inputs.splice(3, 1), '/events/12'],
  ['a note after the end', conceded, (record) => record.events.push({ ...event('said', { room: 'players' }), seq: 15 }), '/events/14'],
  ['a note amid what an input brings', agreed, put(6, event('said', { room: 'players' })), '/events/7'],
  ['a note before what shows an input', agreed, (record) => (put(6, event('said', { room: 'players' }))(record), (record.inputs[2].seq = 6), record.events.splice(5, 2, record.events[6], record.events[5]), record.events.forEach((each, index) => (each.seq = index + 1))), '/events/5/event'],
  ['another ending', conceded, ({ events }) => (events[13].data.reason = 'agreed'), '/events/13/data/reason'],
  ['another winner', conceded, ({ events }) => (events[13].data.winner = 'attacker'), '/events/13/data/winner'],
  ['an ending without a cause', refused, ({ events }) => (events.at(-1).data.reason = 'conceded'), `/events/${refused.events.length - 1}/data/reason`],
  ['no ending', conceded, take(13), '/events'],
  ['time that plays where there is no clock', conceded, timedOut({}), '/inputs/2'],
  ['time that plays where it forfeits', conceded, timedOut({ clock: correspondence, on_timeout: 'forfeit' }), '/inputs/2'],
  ['time and an order', conceded, (record) => (timedOut({ clock: correspondence })(record), (record.inputs[2].standing = record.events[5].data.standing = true)), '/inputs/2'],
  ['a seal of another seat', sealed, ({ events }) => (events[firstSeal].data.seat = seal.seat === 'attacker' ? 'defender' : 'attacker'), 'inputs'],
  ['a sealed choice that is revealed alone', sealed, alone, 'inputs'],
  ['a seal upon a seal', sealed, put(firstSeal + 1, event('decision_sealed', seal)), `/events/${firstSeal + 1}/data`],
  ['an unsealing of nothing', sealed, put(firstSeal, event('decision_unsealed', seal)), `/events/${firstSeal}/data`],
  ['a seal of a decision that is made', sealed, put(sealed.events.length - 1, event('decision_sealed', seal)), `/events/${sealed.events.length - 1}/data`],
];
test('what cannot be is found whoever signs it, and where it is', async () => {
  for (const [what, record, change, path] of impossible) {
    const { holds, problem, commitment, chain } = await verifyRecord(forged(record, change, own));
    assert.equal(holds, false, what);
    assert.ok(path === problem.path || (path === 'inputs' && problem.path.startsWith('/inputs/')), `${what}: ${problem.path}: ${problem.message}`);
    if (problem.kind !== 'unknown_field' && problem.kind !== 'misshapen' && problem.kind !== 'says_nothing') assert.deepEqual([commitment, chain], [true, true], what);
  }
});

// Notes lead to nothing by themselves, so with the signature as it is some may be missing or come.
test('talk, seals taken back and the time that a clock plays are allowed', async () => {
  const allowed = {
    talk: [agreed, put(12, event('said', { room: 'players', seat: 'attacker' }))],
    'talk before an input that all led to': [agreed, put(14, event('said', { room: 'players', seat: 'attacker' }))],
    'a seal taken back and made again': [sealed, put(firstSeal + 1, event('decision_unsealed', seal), event('decision_sealed', seal))],
    'a seal of the seat that is revealed last': [sealed, ({ events }) => (events[firstSeal].data = { seat: 'defender', decision: seal.decision + 1 })],
    'an offer that was refused': [agreed, put(5, event('draw_offered', { seat: 'defender' }), event('draw_answered', { seat: 'attacker', accept: false }))],
  };
  for (const [what, [record, change]] of Object.entries(allowed)) {
    const { problem } = await verifyRecord(forged(record, change));
    assert.equal(problem, undefined, `${what}: ${problem?.path} ${problem?.message}`);
  }
  assert.equal((await verifyRecord(forged(conceded, timedOut({ clock: correspondence }), own))).holds, true);
});
