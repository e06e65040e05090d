// What the web client makes of a battle's events, without a browser: each is looked at once, however often and wherever it is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { upTo } from './support.mjs';
import { webModules } from './web_modules.mjs';

const load = await webModules();
const { needTexts } = await load('lib/i18n.svelte.ts');
await needTexts('every');
await needTexts('battle');

const length = 300;
const event = (seq, name, data) => ({ seq, at: '', event: name, data });
const conceded = (seq) => event(seq, 'conceded', { seat: `seat ${seq}` });
const withdrawn = (seq) => event(seq, 'said', { seat: 'attacker' });

test('what is looked for is found once, while events come one by one', async () => {
  const { Gathered } = await load('battle/gathered.ts');
  const events = [];
  const looked = [];
  const gathered = new Gathered(events, ({ seq }, before) => (looked.push([before?.seq, seq]), seq % 3 === 0 ? seq : null));
  for (const seq of upTo(length)) {
    events.push(conceded(seq));
    const earlier = gathered.upTo(seq - 1);
    const found = gathered.upTo(seq);
    assert.equal(found === earlier, seq % 3 !== 0, 'another list only where something is added');
    assert.equal(gathered.upTo(seq), found);
  }
  assert.deepEqual(gathered.upTo(length), upTo(length / 3).map((n) => 3 * n));
  assert.deepEqual(looked, upTo(length).map((seq) => [seq > 1 ? seq - 1 : undefined, seq]));
});

test('an event is put into words once, forward, backward and in the midst', async () => {
  const { Story } = await load('battle/story.ts');
  let named = 0;
  const naming = { who: (seat) => (++named, seat) };
  const events = upTo(length).map((seq) => (seq % 2 === 1 ? conceded(seq) : withdrawn(seq)));
  const story = new Story(events, naming);
  for (const seq of [...upTo(length), ...upTo(length).reverse(), 150, 7]) {
    assert.match(story.last(seq), new RegExp(`seat ${seq - ((seq + 1) % 2)}\\b`));
    assert.equal(story.at(seq) === null, seq % 2 === 0);
  }
  assert.equal(named, length / 2);
  assert.equal(story.last(0), '');
  assert.equal(story.last(length, ({ tone }) => tone === 'talk'), '');
});

test('each line is told of whoever played the seat then, and of oneself only since one does, however late one hears of it', async () => {
  const { Story } = await load('battle/story.ts');
  const { Naming } = await load('battle/naming.ts');
  const said = (seq) => event(seq, 'said', { seat: 'attacker', name: 'anything', text: 'hello' });
  const events = [event(1, 'seat_taken', { seat: 'attacker', name: 'Ada' }), event(2, 'seat_taken', { seat: 'defender', name: 'Bob' }), said(3)];
  const told = (story) => events.map(({ seq }) => story.at(seq).text);
  const others = new Story(events, new Naming({}, { attacker: 'Dora', defender: 'Bob' }, 'defender', ''));
  const own = new Story(events, new Naming({}, { attacker: 'Dora', defender: 'Bob' }, 'attacker', ''));
  assert.match(own.at(3).text, /Dora|Ada/);
  events.push(event(4, 'seat_handed_over', { seat: 'attacker', name: 'Carl' }), said(5), event(6, 'seat_handed_over', { seat: 'attacker' }), said(7));
  events.push(event(8, 'seat_handed_over', { seat: 'attacker', name: 'Dora' }), said(9));
  const names = ['Ada', 'Bob', 'Ada', 'Carl', 'Carl', 'Carl', 'Carl', 'Dora', 'Dora'];
  for (const story of [others, own])
    told(story).forEach((line, index) => names.forEach((name) => assert.equal(line.includes(name), name === names[index], `${index + 1}: ${line}`)));
  const you = /\(you\)/;
  assert.deepEqual(told(own).map((line) => you.test(line)), [false, false, false, false, false, false, false, false, true]);
  assert.deepEqual(told(others).map((line) => you.test(line)), [false, true, false, false, false, false, false, false, false]);
});

test('of blows that both sides suffer the later loss is a moment to ask for, and the last event is one until more comes', async () => {
  const { Gathered } = await load('battle/gathered.ts');
  const { askedMoments, turnBefore, turningBy } = await load('battle/replay/points.ts');
  const names = ['battle_started', 'rolled', 'casualties_taken', 'casualties_taken', 'rolled', 'casualties_taken', 'battle_ended'];
  const events = names.map((name, index) => event(index + 1, name, {}));
  const turning = turningBy({ events: { casualties_taken: { turning: [''] } } });
  const turns = new Gathered(events, turnBefore(turning));
  const asked = names.map((_, index) => askedMoments(turns.upTo(index + 1), events[index], turning));
  assert.deepEqual(asked, [[1], [1], [1, 3], [1, 4], [1, 4], [1, 4, 6], [1, 4]]);
});

test('the last moment up to another is found in a list in the order of the battle', async () => {
  const { lastUpTo } = await load('battle/replay/last_up_to.ts');
  const list = [2, 3, 5, 8].map((seq) => ({ seq }));
  assert.deepEqual([0, 1, 2, 3, 4, 5, 7, 8, 9].map((seq) => lastUpTo(list, seq)), [-1, -1, 0, 1, 1, 2, 2, 3, 3]);
  assert.equal(lastUpTo([], 4), -1);
});
