// Changes of records by chance: what anybody might do to one, and what only its server could. Each is known by its number alone, so that a list
// of them can be made shorter until what it shows is gone.
import { forged, keyOf, recounted } from './forger.mjs';

/** Numbers that look like chance and are the same for the same seed: below `below`. */
export function chance(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const pick = (random, list) => list[random(list.length)];
const isStructured = (value) => typeof value === 'object' && value !== null;
const deep = (levels) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

const words = [
  '', 'x', 'default', 'forfeit', 'live', 'correspondence', 'ready', 'close', 'seat', 'nonce', 'draw', 'muster.record/1', 'muster.record/2', 'attacker', 'defender', 'north', 'ä€', '😀', '\ue000', '\ud83d',
  'a\udc00', '\0', '"\\\n\u007f\u2028', 'a/b~c', 'é'.normalize('NFD'), '0'.repeat(64), 'F'.repeat(64), 'x'.repeat(41), '😀'.repeat(41), '😀'.repeat(40), 'y'.repeat(300),
];
const numbers = [0, 1, 2, 3, 6, 7, -1, -0, 1.5, 1e-7, 255, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 53, -(2 ** 53), 2 ** 63, 2 ** 64, 1e21, 1e300, -1e300, 5e-324];
const keys = ['', 'x', 'seat', 'name', 'nonce', 'kind', 'seq', 'choice', 'timed_out', 'standing', 'accept', 'forced', 'ladder', 'share', 'opens', 'seal', 'signature', 'key', 'witness', 'step', 'unfit', 'decision', 'input', 'later', '__proto__', 'constructor', 'toString', 'valueOf', 'toJSON', 'length', '0', '10', '2', 'a/b', '~', '\ue000', '😀', 'é', '\ud800'];
const flags = { clock: [null, {}, [], { mode: 'live', bank: 'PT10M' }, { mode: 'correspondence', per_decision: 'P3D' }, 'live'], on_timeout: ['default', 'forfeit', null, 7], confirm: [true, false, null, 'true'], dice: ['shared', 'server', null, {}] };
const digests = ['0'.repeat(64), 'a'.repeat(64), 'F'.repeat(64), 'ab', '', 7, null];

function oddValue(random) {
  switch (random(8)) {
    case 0: return null;
    case 1: return random(2) === 0;
    case 2: case 3: return pick(random, numbers);
    case 4: case 5: return pick(random, words);
    case 6: return pick(random, [[], {}, [1], [[]], { a: 1 }, { toString: 1, valueOf: 1 }, deep(20), deep(23), deep(24), deep(60)]);
    default: return { [pick(random, keys)]: pick(random, numbers), [pick(random, keys)]: pick(random, words) };
  }
}

/** A value nearby, of the same type. */
function near(random, value) {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + pick(random, [1, -1, 2, 10]);
  if (typeof value !== 'string' || value === '') return oddValue(random);
  const at = random(value.length);
  return pick(random, [value.slice(0, at) + (value[at] === '0' ? '1' : '0') + value.slice(at + 1), value.slice(0, -1), value.toUpperCase(), `${value}0`, ` ${value}`]);
}

/** Some place in it: what it is in, and its key there. */
function place(random, root) {
  let [parent, key] = [root, pick(random, Object.keys(root))];
  while (isStructured(parent[key]) && Object.keys(parent[key]).length > 0 && random(8) > 0) {
    parent = parent[key];
    key = pick(random, Object.keys(parent));
  }
  return [parent, key];
}

const put = (object, key, value) => Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true }); // "__proto__", too
const remove = (parent, key) => (Array.isArray(parent) ? parent.splice(key, 1) : delete parent[key]);
const isFirst = ({ format }) => format === 'muster.record/1';
const seatOf = (random, record) => pick(random, [...record.seats.map(({ seat }) => seat), ...record.seats.map(({ seat }) => seat), 'nobody']);
const inner = (record, input) => (isFirst(record) ? input : input.input);

function someSaid(random, record) {
  const seat = seatOf(random, record);
  return pick(random, [
    { kind: 'close' }, { kind: 'concede', seat }, { kind: 'claim', seat }, { kind: 'draw' }, { kind: 'forfeit' }, { kind: 'forfeit', seat }, { kind: 'forfeit', seat, timed_out: true }, { kind: 'ready' },
    { kind: 'decline', seat }, { kind: 'seat', seat }, { kind: 'nonce', seat, name: 'N' }, { kind: 'offer_draw', seat }, { kind: 'answer_draw', seat, accept: random(2) === 0 }, { kind: 'concede' },
    { kind: 'ready', seat, decision: 1 + random(3), choice: { ready: random(2) === 0 } }, { kind: 'attack', seat, decision: 1 + random(6), choice: {} },
    { kind: 'new_ladder', seat, ladder: pick(random, digests) }, { kind: 'share', seat, decision: 1 + random(9), choice: { share: pick(random, digests) } },
    { kind: 'losses', seat, decision: 1 + random(9), choice: { seal: pick(random, digests) } },
    { kind: 'concede', seat }, { kind: 'new_ladder', seat, ladder: pick(random, digests), key: `04${'a'.repeat(128)}` }, { kind: 'seat', seat, key: `04${'a'.repeat(128)}` },
    { kind: 'witness', ladder: pick(random, digests) }, { kind: 'witness_share', share: pick(random, digests) },
  ]);
}

function someEvent(random, record, other) {
  const seat = seatOf(random, record);
  const decision = 1 + random(8);
  const [event, data] = pick(random, [
    ['said', { room: 'spectators', text: 't' }], ['decision_sealed', { seat, decision }], ['decision_unsealed', { seat, decision }], ['clock_credited', { milliseconds: 1, seats: [] }],
    ['seat_handed_over', { seat }], ['seat_taken', { seat, name: 'N' }], ['draw_offered', { seat }], ['draw_answered', { seat, accept: random(2) === 0 }], ['conceded', { seat }], ['closed', {}],
    ['forfeited', { seat }], ['forfeited', {}], ['claimed', { seat }], ['chosen', { seat, decision, kind: 'ready', choice: { ready: true } }], ['chosen', { seat, kind: 'x', choice: {}, forced: true }],
    ['rolled', { seat, roll: random(6), purpose: 'attack', groups: [{ label: 'l', dice: [1, 2, 3] }] }], ['battle_ended', { winner: seat, reason: pick(random, ['conceded', 'limit', 'destroyed']) }],
    ['battle_started', { seats: record.seats }], ['sung', {}], ['toString', {}], ['ladder_renewed', { seat, ladder: pick(random, digests) }], ['share_given', { seat, decision, step: 1, share: pick(random, digests) }],
    ['witness_joined', { ladder: pick(random, digests) }], ['witness_share_given', { share: pick(random, digests), step: 1 }],
    ...(other.events.length > 0 ? [Object.values(pick(random, other.events)).slice(2)] : []),
  ]);
  return { seq: 0, at: '', event: String(event), data: structuredClone(data) };
}

const changes = {
  leaf(random, record) {
    const [parent, key] = place(random, record);
    parent[key] = near(random, parent[key]);
  },
  value(random, record) {
    const [parent, key] = place(random, record);
    put(parent, key, oddValue(random));
  },
  remove: (random, record) => remove(...place(random, record)),
  field(random, record) {
    const [parent, key] = place(random, record);
    const at = isStructured(parent[key]) && !Array.isArray(parent[key]) ? parent[key] : Array.isArray(parent) ? record : parent;
    put(at, pick(random, keys), oddValue(random));
  },
  rename(random, record) {
    const [parent, key] = place(random, record);
    if (Array.isArray(parent)) return;
    const value = parent[key];
    delete parent[key];
    put(parent, pick(random, [pick(random, keys), `${key}s`, key.toUpperCase()]), value);
  },
  item(random, record) {
    const list = record[pick(random, ['inputs', 'events', 'events', 'seats'])];
    const [from, to] = [random(list.length), random(list.length)];
    const kind = random(4);
    if (kind === 0) list.splice(from, 1);
    else if (kind === 1) list.splice(to, 0, structuredClone(list[from]));
    else if (kind === 2) list.splice(to, 0, ...list.splice(from, 1));
    else [list[from], list[to]] = [list[to], list[from]];
  },
  die(random, record) {
    const rolled = record.events.filter(({ event }) => event === 'rolled');
    if (rolled.length === 0) return;
    const { data } = pick(random, rolled);
    const { dice } = pick(random, data.groups);
    if (random(4) > 0) dice[random(dice.length)] = 1 + random(6);
    else if (random(2) > 0) dice.push(1 + random(6));
    else data.roll += 1;
  },
  events(random, record, other) {
    recounted(record, (events) => events.splice(1 + random(events.length), random(3) === 0 ? 1 : 0, someEvent(random, record, other)));
  },
  without: (random, record) => recounted(record, (events) => events.splice(random(events.length), 1 + random(2))),
  // What whoever runs the server has of a seat's signatures.
  signature(random, record) {
    const signed = record.inputs.filter(({ signature }) => signature);
    if (signed.length === 0) return;
    const each = pick(random, signed);
    switch (random(5)) {
      case 0: return void delete each.signature;
      case 1: return signed.forEach((input) => delete input.signature);
      case 2: return void (each.signature = pick(random, signed).signature);
      case 3: return void (pick(random, record.inputs).signature = each.signature);
      default: return void (each.signature = near(random, each.signature));
    }
  },
  input(random, record) {
    const at = random(record.inputs.length + 1);
    const seq = (record.inputs[at] ?? record.inputs.at(-1)).seq + random(2);
    const said = someSaid(random, record);
    record.inputs.splice(at, 0, isFirst(record) ? { ...said, seq } : { input: said, seq });
  },
  ends(random, record) { // as if somebody had ended it here
    const at = 2 + random(record.events.length - 1);
    record.events.length = Math.min(at, record.events.length);
    record.inputs = record.inputs.filter(({ seq }) => seq <= at);
    const seat = seatOf(random, record);
    const other = record.seats.find((each) => each.seat !== seat)?.seat ?? null;
    const [said, shown, winner, reason] = pick(random, [
      [{ kind: 'close' }, ['closed', {}], null, 'closed'], [{ kind: 'concede', seat }, ['conceded', { seat }], other, 'conceded'], [{ kind: 'claim', seat }, ['claimed', { seat }], seat, 'abandoned'],
      [{ kind: 'forfeit', seat, ...(isFirst(record) && { timed_out: true }) }, ['forfeited', { seat }], other, 'timeout'],
    ]);
    if (random(3) === 0) shown[1].step = 1 + random(4);
    const seq = at + 1;
    record.inputs.push(isFirst(record) ? { ...said, seq } : { input: said, seq });
    for (const [event, data] of [shown, ['battle_ended', { winner, reason: shown[1].step && random(3) > 0 && reason === 'timeout' ? 'share' : reason, survivors: {}, server_seed: record.server_seed }]]) record.events.push({ seq: record.events.length + 1, at: '', event, data });
  },
  choice(random, record) { // in the input and in the event that shows it
    const input = pick(random, record.inputs);
    const said = inner(record, input);
    const event = record.events[input.seq - 1];
    const key = pick(random, ['seat', 'choice', 'kind', 'name', 'nonce', 'timed_out', 'standing', 'decision', 'accept', 'ladder', 'step', 'unfit']);
    const value = pick(random, [true, false, seatOf(random, record), { ready: random(2) === 0 }, 'ready', 'N', random(9), {}]);
    put(key === 'standing' && !isFirst(record) ? input : said, key, value);
    if (event && random(3) > 0) put(event.data, key, structuredClone(value));
  },
  share(random, record) { // or a seal, or a ladder: of the input, of the event that shows it, or of both
    const fields = ['ladder', 'share', 'seal', 'opens'];
    const of = ({ input }) => [input, input?.choice ?? {}].find((each) => fields.some((field) => field in each));
    const found = record.inputs.filter(of);
    if (found.length === 0) return;
    const input = pick(random, found);
    const said = of(input);
    const [field] = fields.filter((each) => each in said);
    const value = pick(random, [near(random, said[field]), oddValue(random), 'default', of(pick(random, found))[field]]);
    if (random(4) > 0) put(said, pick(random, [field, 'opens']), value);
    const event = record.events[input.seq - 1];
    if (event && random(2) === 0) put(event.data, pick(random, [field, 'step', 'unfit']), pick(random, [value, true, 1 + random(5)]));
  },
  options(random, record) {
    const key = pick(random, Object.keys(flags));
    if (isStructured(record.options)) record.options[key] = structuredClone(pick(random, flags[key]));
    if (random(4) > 0) record.events[0].data.options = structuredClone(record.options);
  },
  setup(random, record) {
    const [parent, key] = place(random, { setup: record.setup, title: record.title });
    if (random(2) === 0) parent[key] = near(random, parent[key]);
    else put(isStructured(parent[key]) ? parent[key] : parent, pick(random, keys), 1);
    Object.assign(record.events[0].data, structuredClone({ setup: record.setup, title: record.title }));
  },
  mixed(random, record, other) {
    const key = pick(random, Object.keys(other));
    record[key] = structuredClone(other[key]);
  },
  tails(random, record, other) {
    const at = random(Math.min(record.events.length, other.events.length));
    record.events.splice(at, Infinity, ...structuredClone(other.events.slice(at)));
    if (isFirst(record) === isFirst(other)) record.inputs = [...record.inputs.filter(({ seq }) => seq <= at), ...structuredClone(other.inputs.filter(({ seq }) => seq > at))];
  },
  format(random, record) {
    const first = isFirst(record);
    record.format = first ? 'muster.record/2' : 'muster.record/1';
    if (random(3) === 0) return;
    record.inputs = record.inputs.map((each) => {
      if (!first) return { ...each.input, seq: each.seq, ...(each.standing && { standing: true }) };
      const { seq, standing, ...input } = each;
      return { input, seq, ...(standing && { standing }) };
    });
    if (first) return put(record, 'server_key', record.events[0].data.server_key = key.hex);
    for (const each of ['server_key', 'shown', 'signature']) delete record[each];
    delete record.events[0].data.server_key;
  },
  counted: (_random, record) => recounted(record, () => {}),
};

/** The text from `at` on, with what the pattern finds there first made something else. */
function rewritten(text, at, pattern, make) {
  return text.slice(0, at) + text.slice(at).replace(pattern, make);
}

const spellings = {
  number: (random, text) => rewritten(text, random(text.length), /(?<=[:[,])-?\d+/, (digits) => pick(random, [`${digits}.0`, `${digits}e0`, `${digits}E+0`, `${digits}0e-1`, `-${digits}`, `0${digits}`, `+${digits}`, `${digits}.`, `${digits}${'0'.repeat(20)}`, '-0', '-0.0', '9007199254740993'])),
  twice: (random, text) => rewritten(text, random(text.length), /\{"([^"]*)":/, (begin, name) => pick(random, [`{"${name}":1,${begin.slice(1)}`, `{"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}":null,${begin.slice(1)}`])),
  space: (random, text) => rewritten(text, random(text.length), /[,:{}[\]]/, (mark) => pick(random, [' ', '\t', '\r', '\u00a0', '\v', '\0', ',', '/**/']) + mark),
  escape: (random, text) => rewritten(text, random(text.length), /[a-z](?=[^"]*":)/, (letter) => pick(random, [`\\u00${letter.charCodeAt(0).toString(16)}`, `\\${letter}`, '\\ud800', '\\ud83d\\ude00', '\\u0000', '\\"', '\\\\', '\u0001', '\u007f', '\u2028'])),
  literal: (random, text) => rewritten(text, random(text.length), /(?<=[:[,])(\d+|"[^"]*"|true|null)/, () => pick(random, ['NaN', 'Infinity', 'True', 'nul', 'nullx', "'x'", 'undefined', '', '-', '1 2', '0x1', '.5', '1e', '1e400', '"'])),
  begin: (random, text) => pick(random, ['\ufeff', ' \ufeff', '[', '\ufeff\ufeff', ' ', '1']) + text,
  end: (random, text) => text + pick(random, ['}', ' ', ',', '\0', '\ufeff', 'null', '\n\n']),
  cut: (random, text) => text.slice(0, random(text.length)),
};

const key = keyOf(Buffer.alloc(32, 7));
const kinds = Object.keys(changes);

/** The text of the record after the changes of these numbers, in one line; and what they were, in words. `isForged`: dice, chains and signature follow
 *  from the rest, as far as they can be computed of what it has become. `spelling`: a number, if it is written as none would write it. */
export function mutated(original, other, { numbers, isForged, spelling }) {
  const { record, told } = changed(original, other, numbers, isForged);
  const text = JSON.stringify(record);
  if (spelling === null) return { text, told };
  const random = chance(spelling);
  const kind = pick(random, Object.keys(spellings));
  return { text: spellings[kind](random, text).replaceAll('\n', ' '), told: [...told, `spelt: ${kind}`] };
}

function changed(original, other, numbersOfChanges, isForged) {
  let record = structuredClone(original);
  const told = [];
  for (const number of numbersOfChanges) {
    const random = chance(number);
    const kind = pick(random, kinds);
    const before = structuredClone(record);
    try {
      changes[kind](random, record, other);
      told.push(kind);
    } catch {
      record = before; // it does not fit what others have made of it
    }
  }
  if (!isForged) return { record, told };
  try {
    return { record: forged(record, () => {}, key), told: [...told, 'forged'] };
  } catch {
    return { record, told };
  }
}
