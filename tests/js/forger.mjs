// Somebody who has a record and its secret, and writes another one: dice, chains and outcome follow from what he changed.
import { createECDH, createHash, createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';


const notes = ['said', 'seat_handed_over', 'decision_sealed', 'decision_unsealed', 'clock_credited', 'seat_taken', 'draw_offered', 'draw_answered'];
const isNote = ({ event, data }) => notes.includes(event) || (event === 'chosen' && data.kind === 'ready' && data.choice.ready === true);
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** RFC 8785, of JSON: names in the order of their UTF-16 code units, as sort() has them. */
const canonicalize = (value) => JSON.stringify(value, (_, each) => (isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each));
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const u32 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A die for each of `sides`; of what is no number of sides, one of six. */
function diceOf(secret, chain, roll, sides) {
  const dice = [];
  for (let block = 0; dice.length < sides.length; ++block)
    for (const byte of createHmac('sha256', secret).update(Buffer.concat([chain, u32(roll), u32(block)])).digest()) {
      if (dice.length === sides.length) break;
      const of = sides[dice.length];
      if (byte < 256 - (256 % of)) dice.push((byte % of) + 1);
    }
  return dice;
}

const sidesOf = ({ sides = 6 }) => (Number.isInteger(sides) && sides >= 2 && sides <= 100 ? sides : 6);

const isDigest = (text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

/** Shared dice: other ladders for all seats, from secrets of one's own, with the shares and seals that belong to them; `start`: H(0). */
function reladdered({ inputs, events }, start) {
  const instead = new Map();
  const replace = (object, field, by) => {
    if (!isDigest(object?.[field])) return;
    instead.set(object[field], by.toString('hex'));
    object[field] = by.toString('hex');
  };
  const bound = (purpose, seat) => Buffer.concat([Buffer.from(purpose), start, Buffer.from(`${seat}\0`)]);
  const [rungs, openings] = [new Map(), new Map()];
  const rungOf = (seat) => rungs.get(seat) ?? sha256('a secret', String(seat), u32(inputs.length));
  for (const { input } of [...inputs].reverse()) {
    const { kind, seat, decision, choice } = input;
    if (kind === 'share') {
      openings.set(seat, { rung: rungOf(seat), opens: choice.opens });
      replace(choice, 'share', rungOf(seat));
      rungs.set(seat, sha256(bound('muster/share/2', seat), rungOf(seat)));
    } else if (choice?.seal && openings.has(seat)) {
      const { rung, opens = null } = openings.get(seat);
      replace(choice, 'seal', createHmac('sha256', rung).update(Buffer.concat([bound('muster/seal/2', seat), u32(decision), Buffer.from(canonicalize(opens))])).digest());
    } else if (input.ladder && kind !== 'witness') {
      replace(input, 'ladder', rungOf(seat));
      rungs.delete(seat);
    }
  }
  for (const { data } of events) for (const field of ['ladder', 'share', 'seal']) if (instead.has(data[field])) data[field] = instead.get(data[field]);
}

/** Dice with a witness: another ladder of the witness, with the shares that belong to it; `start`: H(0). What it signs comes with the chain. */
function rewitnessed({ inputs, events }, start) {
  const instead = new Map();
  let rung = sha256('a secret of the witness', u32(inputs.length));
  for (const { input } of [...inputs].reverse()) {
    const field = { witness: 'ladder', witness_share: 'share' }[input.kind];
    if (!field || !isDigest(input[field])) continue;
    instead.set(input[field], rung.toString('hex'));
    input[field] = rung.toString('hex');
    if (field === 'share') rung = sha256('muster/share/2', start, 'witness\0', rung);
  }
  for (const { data } of events) for (const field of ['ladder', 'share']) if (instead.has(data[field])) data[field] = instead.get(data[field]);
}

/** A key of one's own: with it the server of the record is another one. */
export function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, hex: publicKey.export({ type: 'spki', format: 'der' }).subarray(-65).toString('hex') };
}

/** Always the same one. `secret`: 32 bytes. */
export function keyOf(secret) {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  const point = curve.getPublicKey();
  const [d, x, y] = [secret, point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString('base64url'));
  return { privateKey: createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d, x, y } }), hex: point.toString('hex') };
}

const witnessKey = keyOf(Buffer.alloc(32, 8));

/** The record after `change`, with everything to match that can be computed; signed by `key`, or as it was. */
export function forged(original, change, key = null) {
  const record = structuredClone(original);
  change(record);
  if (key && record.format !== 'muster.record/1') record.server_key = record.events[0].data.server_key = key.hex;
  const { battle, ruleset, ruleset_version, options, setup, title, server_seed, inputs, events } = record;
  const hasWitness = key && ['shared', 'witnessed'].includes(options?.dice) && typeof options.witness?.key === 'string';
  if (hasWitness) for (const each of [options, events[0]?.data?.options]) if (each?.witness?.key) each.witness.key = witnessKey.hex;
  const secret = Buffer.from(server_seed, 'hex');
  const first = record.format === 'muster.record/1';
  const named = `muster/${first ? 1 : 2}\0${battle}\0${ruleset}@${ruleset_version}\0`;
  const start = first ? sha256(named, sha256(secret), canonicalize(setup)) : sha256(named, Buffer.from(record.server_key, 'hex'), sha256(secret), canonicalize({ options, setup, title }));
  if (options?.dice === 'shared' && !first && key) reladdered(record, start);
  if (hasWitness) rewitnessed(record, start);
  let [chain, shown, followed, entered, rolls, steps] = [start, start, null, 0, 0, 0];
  const witness = ({ input: { kind, ladder, share } }) => {
    if (kind === 'witness' && isDigest(ladder)) return Buffer.concat([Buffer.from('muster/witness/2'), start, u32(steps), Buffer.from(ladder, 'hex')]);
    if (kind !== 'witness_share' || !isDigest(share)) return null;
    return Buffer.concat([Buffer.from('muster/witnessed/2'), start, u32(++steps), u32(entered), chain, Buffer.from(share, 'hex')]);
  };
  const signed = (text, by = key) => sign('sha256', text, { key: by.privateKey, dsaEncoding: 'ieee-p1363' }).toString('hex');
  const enter = (each) => {
    const text = hasWitness && witness(each);
    if (text && each.signature) each.signature = signed(text, witnessKey);
    if (followed) shown = sha256(shown, canonicalize(followed));
    followed = [];
    chain = sha256(chain, canonicalize(first ? each : each.input));
    ++entered;
  };
  for (const each of events) {
    while (entered < inputs.length && inputs[entered].seq <= each.seq) enter(inputs[entered]);
    if (each.event === 'rolled') {
      const dice = diceOf(secret, chain, rolls++, each.data.groups.flatMap((group) => [group.dice].flat().map(() => sidesOf(group))));
      for (const group of each.data.groups) group.dice = dice.splice(0, group.dice.length);
    }
    if (followed && !isNote(each)) followed.push({ data: each.data, event: each.event });
  }
  while (entered < inputs.length) enter(inputs[entered]);
  if (followed) shown = sha256(shown, canonicalize(followed));
  record.chain = chain.toString('hex');
  const last = events.at(-1);
  if (last.event === 'battle_ended') record.outcome = (({ winner, reason, survivors }) => ({ winner, reason, survivors }))(last.data);
  if (first) return record;
  record.shown = shown.toString('hex');
  const head = Buffer.concat([Buffer.from('muster/head/2'), start, u32(0), u32(inputs.length), chain, shown]);
  if (key) record.signature = signed(head);
  return record;
}

/** Counts the events anew after some were taken out or put in; inputs stay with the event that they stood before. */
export function recounted(record, change) {
  const before = new Map(record.events.map((event) => [event.seq, event]));
  const first = record.inputs.map(({ seq }) => before.get(seq));
  change(record.events);
  record.events.forEach((event, index) => (event.seq = index + 1));
  record.inputs.forEach((input, index) => (input.seq = first[index]?.seq ?? input.seq));
}
