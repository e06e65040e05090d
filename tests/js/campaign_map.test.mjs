// The map of a campaign, without a browser: where its areas are laid, what is drawn of them, and what stands on it at each moment.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { advanceCampaign, descriptionOf, startCampaign } from '../../clients/js/dist/table/index.js';
import { upTo } from './support.mjs';
import { webModules } from './web_modules.mjs';

const load = await webModules();
const { crossings, layout, nearest } = await load('battle/campaign/layout.ts');
const { atlasOf } = await load('battle/campaign/atlas.ts');
const { chartOf } = await load('battle/campaign/chart.ts');
const { linesOf } = await load('battle/campaign/lines.ts');
const { namesOf, widthOf } = await load('battle/campaign/names.ts');
const { awaitedPhase } = await load('battle/campaign/awaited.ts');
const { askedPhase, momentAt } = await load('battle/campaign/course.ts');

const description = descriptionOf('theatre');
const campaigns = readFileSync(new URL('../vectors/theatre.jsonl', import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line));

const graph = (size, land, water = [], sea = []) => ({ size, land, water, sea: new Set(sea), wishes: new Map() });

/** Squares of a board, each bordering on those beside it and below it. */
function board(wide, high) {
  const land = upTo(wide * high).flatMap((n) => [...(n % wide === 0 ? [] : [[n - 1, n]]), ...(n > wide * (high - 1) ? [] : [[n - 1, n - 1 + wide]])]);
  return graph(wide * high, land);
}

/** Coasts around a sea, with an area behind each two. */
function ring(coasts) {
  const next = (n) => (n % coasts) + 1;
  const land = upTo(coasts).flatMap((n) => [[n, next(n)], [n, coasts + n]]);
  return graph(2 * coasts + 1, land, upTo(coasts).map((n) => [0, n]), [0]);
}

function expectApart(points, words) {
  points.forEach((p, a) => points.slice(0, a).forEach((q, b) => assert.ok(Math.hypot(p.x - q.x, p.y - q.y) > nearest - 0.01, `${words}: ${a} lies on ${b}`)));
}

const borders = ({ land, water }) => [...land, ...water];

for (const [words, made, most] of [
  ['two areas', graph(2, [[0, 1]]), 0],
  ['a triangle and an island that nothing leads to', graph(4, [[0, 1], [1, 2], [2, 0]]), 0],
  ['a board of six', board(3, 2), 0],
  ['a ring of twelve around a sea', ring(12), 0],
  ['a board of a hundred', board(10, 10), 6],
])
  test(`${words}: no area lies on another, few borders cross, and it comes out the same each time`, () => {
    const laid = layout(made);
    assert.deepEqual(layout(made), laid);
    assert.equal(laid.points.length, made.size);
    expectApart(laid.points, words);
    for (const { x, y } of laid.points) assert.ok(x > 0.5 && y > 0.5 && x < laid.width - 0.5 && y < laid.height - 0.5);
    const crossed = crossings(laid.points, borders(made));
    assert.ok(crossed <= most, `${crossed} crossings`);
  });

test('what a stranger sends is laid, and that ends: a hundred areas, six hundred borders of each kind', () => {
  const pairs = upTo(600).map((n) => [n % 100, (n * 7 + Math.floor(n / 100) + 1) % 100]).filter(([a, b]) => a !== b);
  const { points } = layout(graph(100, pairs, pairs));
  expectApart(points, 'many');
});

test('every map of the reference campaigns is drawn: land under each area, and few borders of land cross', () => {
  for (const { scenario: { setup } } of campaigns) {
    const chart = chartOf(setup);
    assert.equal(chartOf(setup), chart);
    assert.deepEqual([...chart.areas.keys()], setup.areas.map(({ area }) => area));
    for (const { shape, x, y } of chart.areas.values()) {
      assert.ok(!shape.includes('NaN'));
      assert.ok(x > 0 && y > 0);
    }
    assert.equal(chart.lanes.length, setup.water?.length ?? 0);
    const points = [...chart.areas.values()];
    const index = new Map(setup.areas.map(({ area }, place) => [area, place]));
    const land = setup.land.map((pair) => pair.map((area) => index.get(area)));
    const crossed = crossings(points, land);
    assert.ok(crossed <= 3, `${crossed} crossings`);
  }
});

test('a moment is the same, in whatever order moments are asked for, and is what the SDK comes to', () => {
  const { scenario: { setup }, events } = campaigns[0];
  const numbered = events.map((event, index) => ({ seq: index + 1, at: '', ...event }));
  let state = startCampaign(setup);
  const states = [state, ...numbered.map((event) => (state = advanceCampaign(state, event)))];
  const asked = [numbered.length, 0, ...upTo(numbered.length).map((n) => (n * 37) % numbered.length)];
  for (const seq of asked) assert.deepEqual(momentAt(description, setup, numbered, seq).state, states[seq], `after event ${seq}`);
  assert.equal(momentAt(description, setup, numbered, 20), momentAt(description, setup, numbered, 20));
});

test('the phase of a turn follows from what happened last, and conflicts are marked where they happen', () => {
  const { scenario: { setup }, events } = campaigns.find((each) => each.events.some(({ event }) => event === 'conflict'));
  const numbered = events.map((event, index) => ({ seq: index + 1, at: '', ...event }));
  const after = (seq) => momentAt(description, setup, numbered, seq);
  const fight = numbered.find(({ event }) => event === 'conflict');
  assert.equal(after(fight.seq).phase, 'fights');
  assert.equal(after(fight.seq).marks.get(fight.data.area), 'fight');
});

test('a movement is told with its part, and begins without marks', () => {
  const { scenario: { setup }, events } = campaigns.find((each) => each.events.some(({ event }, at) => event === 'moved' && each.events.slice(0, at).some((other) => other.event === 'conflict')));
  const numbered = events.map((event, index) => ({ seq: index + 1, at: '', ...event }));
  const fight = numbered.find(({ event }) => event === 'conflict');
  const { seq, data } = numbered.find((each) => each.event === 'moved' && each.seq > fight.seq);
  const { phase, step, marks } = momentAt(description, setup, numbered, seq);
  assert.deepEqual([phase, step, marks.size], ['movement', data.step, 0]);
});

test('an atlas reads what it understands, and breaks on nothing', () => {
  assert.deepEqual(atlasOf({}).areas, []);
  const { areas, land } = atlasOf({ areas: [{ area: 'here', limit: 2 }, 7], land: [['here', 'nowhere'], 'here', ['here']] });
  assert.equal(areas.length, 1);
  assert.deepEqual(land, []);
  assert.equal(chartOf({}).areas.size, 0);
});

test('land that becomes open sea keeps nothing: no pieces, no city, no border over land, and no barbarians', async () => {
  const { setSea } = await load('start/campaign_setup.ts');
  const setup = {
    areas: [{ area: 'a', limit: 3, city_site: true }, { area: 'b', limit: 2 }],
    land: [['a', 'b']],
    nations: [{ seat: 'x', population: { a: 2, b: 1 }, cities: ['a'], start: ['a'] }, { seat: 'y', population: { b: 1 }, start: ['a', 'b'] }],
  };
  setSea(setup, 'a', true);
  assert.deepEqual(setup.areas[0], { area: 'a', open_sea: true });
  assert.deepEqual(setup.land, []);
  const [x, y] = setup.nations;
  assert.deepEqual([x.population, x.start], [{ b: 1 }, undefined]);
  assert.ok(!(x.cities ?? []).includes('a'));
  assert.deepEqual(y.start, ['b']);
});

// Points of a line, as it is drawn: quadratic curves, one after another.
function pointsOf(way) {
  const [start, ...curves] = way.slice(1).split('Q').map((part) => part.trim().split(' ').map(Number));
  let [x, y] = start;
  return curves.flatMap(([ox, oy, tx, ty]) => {
    const points = upTo(20).map((n) => n / 20).map((t) => ({ x: (1 - t) ** 2 * x + 2 * t * (1 - t) * ox + t * t * tx, y: (1 - t) ** 2 * y + 2 * t * (1 - t) * oy + t * t * ty }));
    [x, y] = [tx, ty];
    return points;
  });
}
const far = (p, q) => Math.hypot(p.x - q.x, p.y - q.y);
const going = (key, by, through, population, armies = 0) => ({ key, by, through, population, armies });

test('what goes the same way is one line with all of it; there, back and beside each other lie apart, clear of what stands in the areas', () => {
  for (const { scenario: { setup } } of campaigns.slice(0, 40)) {
    const chart = chartOf(setup);
    const [[a, b]] = setup.land;
    const lines = linesOf(chart, [going('one', 'march', [a, b], 2), going('two', 'march', [a, b], 3, 1), going('three', 'march', [b, a], 1), going('four', 'voyage', [a, b], 4)]);
    assert.deepEqual(lines.map(({ going: { key, population, armies } }) => [key, population, armies]), [['one', 5, 1], ['three', 1, 0], ['four', 4, 0]]);
    const [there, back, beside] = lines.map(({ way }) => pointsOf(way)[9]);
    assert.ok(far(there, back) > 8 && far(there, beside) > 8 && far(back, beside) > 8);
    lines.forEach(({ words }, n) => lines.slice(0, n).forEach((other) => assert.ok(far(words, other.words) > 12)));
    for (const [p, q] of setup.land)
      for (const end of [p, q]) for (const point of pointsOf(linesOf(chart, [going('march', 'march', [p, q], 1)])[0].way)) assert.ok(far(point, chart.areas.get(end)) > 13);
    // A voyage passes beside the middle of each of its stops.
    for (const [p, q] of setup.water ?? []) {
      const on = setup.water.flatMap(([x, y]) => (x === q && y !== p ? [y] : y === q && x !== p ? [x] : []))[0];
      if (on !== undefined) for (const point of pointsOf(linesOf(chart, [going('ship', 'voyage', [p, q, on], 1)])[0].way)) assert.ok(far(point, chart.areas.get(q)) > 13);
    }
  }
  assert.deepEqual(linesOf(chartOf(campaigns[0].scenario.setup), [going('nowhere', 'march', ['no', 'where'], 1)]), []);
});

test('whoever watches sees the phase that somebody decides in, not the one that was told last', () => {
  const sealed = ['build', 'found', 'lose']; // all of these are shown at once
  const seen = { right: 0, last: 0, all: 0 };
  for (const { scenario: { setup }, events } of campaigns) {
    const numbered = events.map((event, index) => ({ seq: index + 1, at: '', ...event }));
    const atlas = atlasOf(setup);
    numbered.forEach(({ event, data }, before) => {
      if (event !== 'chosen' || data.forced || (sealed.includes(data.kind) && numbered[before - 1].data.kind === data.kind)) return;
      const { phase } = askedPhase(description, { kind: data.kind, options: {} });
      const moment = momentAt(description, setup, numbered, before);
      ++seen.all;
      seen.right += Number(awaitedPhase(description, setup, atlas, moment.state, numbered, before)?.phase === phase);
      seen.last += Number(moment.phase === phase);
    });
  }
  assert.ok(seen.right > 0.97 * seen.all, JSON.stringify(seen));
  assert.ok(seen.last < 0.9 * seen.all, JSON.stringify(seen)); // else it would not be worth it
  assert.equal(awaitedPhase(description, {}, atlasOf({}), momentAt(description, {}, [], 0).state, [], 0), null);
});

test('a movement goes on part by part, in the order of the census', () => {
  const { scenario: { setup }, events } = campaigns[0];
  const numbered = events.map((event, index) => ({ seq: index + 1, at: '', ...event }));
  const awaited = (seq) => awaitedPhase(description, setup, atlasOf(setup), momentAt(description, setup, numbered, seq).state, numbered, seq);
  const built = numbered.findLastIndex(({ event, seq }) => event === 'built' && seq < 12) + 1;
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map((n) => awaited(built + n)), [
    ...[1, 1, 2, 2, 3, 3].map((step) => ({ phase: 'movement', step })),
    { phase: 'founding', step: 0 },
  ]);
});

/** Names of ten letters, a token and an army in each area, and one arrow over each of these borders. */
function namesWith(setup, borders) {
  const chart = chartOf(setup);
  const named = atlasOf(setup).areas.map((area) => ({ area, name: 'Ten letter', held: [{ side: 'north', city: false, population: 2, armies: 1, ships: 0 }], signs: 2, badge: undefined, marked: false, changed: false }));
  const lines = linesOf(chart, borders.map(([from, to], index) => ({ key: `${index}`, by: 'march', through: [from, to], population: 1, armies: 0 })));
  return { chart, lines, places: namesOf(chart, named, lines, 10, { x: 40 * chart.extent.x, y: 40 * chart.extent.y }) };
}

test('a name stands above its area until an arrow goes there, and comes back', () => {
  const setup = { areas: [{ area: 'low', limit: 1 }, { area: 'high', limit: 1 }], land: [['low', 'high']], water: [], nations: [{ seat: 'north', population: { high: 1 } }, { seat: 'south', population: { low: 1 } }] };
  const before = namesWith(setup, []).places;
  assert.deepEqual([...before.values()], [{ x: 0, y: -18 }, { x: 0, y: -18 }]);
  const { chart, lines, places } = namesWith(setup, [['low', 'high']]);
  const half = 5 * widthOf('Ten letter');
  for (const [area, { x, y }] of places) {
    const at = chart.areas.get(area);
    for (const point of lines[0].points) assert.ok(Math.abs(point.x - at.x - x) > half || point.y < at.y + y - 7 || point.y > at.y + y + 2, `the arrow goes through ${area}`);
  }
  assert.notDeepEqual(places, before);
  assert.deepEqual(namesWith(setup, []).places, before);
});

test('names on the largest map with an arrow on every border are placed, and that ends', () => {
  const areas = upTo(100).map((n) => ({ area: `a${n}`, limit: 1 }));
  const land = board(10, 10).land.map(([a, b]) => [`a${a}`, `a${b}`]);
  const setup = { areas, land, water: [], nations: [] };
  assert.equal(namesWith(setup, land).places.size, 100);
});
