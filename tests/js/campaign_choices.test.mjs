// What the forms of a campaign reckon, without a browser: moves that grow row by row, what is built and paid, what is divided, given and founded.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { advanceCampaign, startCampaign } from '../../clients/js/dist/table/index.js';
import { webModules } from './web_modules.mjs';

const load = await webModules();
const from = (name) => load(`battle/campaign/choices/${name}.ts`);
const [moves, works, shares, units, cities, steps, ahead] = await Promise.all(['moves', 'works', 'shares', 'units', 'cities', 'steps', 'ahead'].map(from));
const { atlasOf } = await load('battle/campaign/atlas.ts');

const campaigns = readFileSync(new URL('../vectors/theatre.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

// ---- moves -----------------------------------------------------------------------------------------------------------

const options = {
  step: 2,
  tokens: [
    { area: 'high', population: 4, armies: 1, to: ['mill', 'ford'] },
    { area: 'ford', population: 6, armies: 2, to: ['high', 'mill'] },
    { area: 'isle', population: 3, armies: 1, to: [] },
  ],
  ships: [{ area: 'ford', ships: 1 }],
  range: 4,
  water: { ford: ['isle', 'sea'], isle: ['ford', 'sea'], sea: ['ford', 'isle', 'far'], far: ['sea'] },
  open_sea: ['sea'],
};
const offer = moves.offerOf(options);
const none = { marches: [], voyages: [] };

test('a march takes all that may go, and grows where there is one already', () => {
  let plan = moves.marched(offer, none, 'high', 'mill');
  assert.deepEqual(plan.marches, [{ from: 'high', to: 'mill', population: 4, armies: 1 }]);
  assert.equal(moves.marched(offer, plan, 'high', 'ford'), plan, 'nobody is left to go');
  plan = moves.withMarch(plan, 0, { population: 1 });
  assert.deepEqual(moves.leftAt(offer, plan, 'high'), { population: 3, armies: 0 });
  plan = moves.marched(offer, plan, 'high', 'ford');
  assert.deepEqual(moves.marchMost(offer, plan, plan.marches[0]), { population: 3, armies: 0 });
  plan = moves.marched(offer, moves.withMarch(plan, 0, { population: 2 }), 'high', 'mill');
  assert.deepEqual(plan.marches, [
    { from: 'high', to: 'mill', population: 2, armies: 1 },
    { from: 'high', to: 'ford', population: 2, armies: 0 },
  ]);
  assert.ok(moves.isSound(offer, plan));
  assert.deepEqual(moves.leftAt(offer, moves.withoutMarch(plan, 0), 'high'), { population: 2, armies: 1 });
  assert.equal(moves.marched(offer, none, 'high', 'isle'), none, 'out of reach');
});

test('who takes more than stands there, or goes where nobody gets, is told so', () => {
  const fault = (plan) => moves.faultOf(offer, plan, plan.marches[0] ?? plan.voyages[0]);
  const march = (more) => ({ marches: [{ from: 'high', to: 'mill', population: 4, armies: 1, ...more }], voyages: [] });
  assert.equal(fault(march({})), null);
  assert.equal(fault(march({ population: 5 })), 'tokens');
  assert.equal(fault(march({ armies: 2 })), 'tokens');
  assert.equal(fault(march({ to: 'isle' })), 'reach');
  const voyage = (more) => ({ marches: [], voyages: [{ ship: 'ford', route: ['isle'], cargo: [{ on: 0, off: 1, population: 5, armies: 0 }], ...more }] });
  assert.equal(fault(voyage({})), null);
  assert.equal(fault(voyage({ ship: 'isle', route: ['ford'] })), 'ships');
  assert.equal(fault(voyage({ route: [] })), 'route');
  assert.equal(fault(voyage({ route: ['far'] })), 'route');
  assert.equal(fault(voyage({ route: ['isle', 'ford', 'isle', 'ford', 'isle'] })), 'route', 'beyond its range');
  assert.equal(fault(voyage({ route: ['sea'], cargo: [] })), 'sea');
  assert.equal(fault(voyage({ route: ['sea', 'far'] })), 'landing', 'nobody lands on open sea');
  assert.equal(fault(voyage({ cargo: [{ on: 0, off: 1, population: 4, armies: 2 }] })), 'full');
  assert.equal(fault(voyage({ route: ['isle', 'ford'], cargo: [{ on: 1, off: 2, population: 4, armies: 0 }] })), 'tokens');
});

test('a ship leaves with as many as it carries, who go on to its end and give way to others on the way', () => {
  let plan = moves.sailed(offer, none, 'ford', 'sea');
  assert.deepEqual(plan.voyages[0].cargo, [{ on: 0, off: 1, population: 5, armies: 0 }]);
  assert.equal(moves.faultOf(offer, plan, plan.voyages[0]), 'sea');
  plan = moves.extended(plan, 0, 'isle');
  assert.deepEqual(plan.voyages[0].cargo, [{ on: 0, off: 2, population: 5, armies: 0 }]);
  plan = moves.extended(plan, 0, 'ford');
  assert.deepEqual(moves.landingsOf(offer, plan.voyages[0], 0), [2, 3], 'not on the sea');
  assert.deepEqual(moves.harboursOf(offer, plan, plan.voyages[0]), [], 'it is full');
  plan = moves.withCargo(plan, 0, 0, { off: 2 });
  assert.deepEqual(moves.harboursOf(offer, plan, plan.voyages[0]), [2]);
  plan = moves.loaded(offer, plan, 0, 2);
  assert.deepEqual(plan.voyages[0].cargo[1], { on: 2, off: 3, population: 3, armies: 1 });
  assert.deepEqual([0, 1, 2].map((leg) => moves.aboard(plan.voyages[0], leg)), [5, 5, 4]);
  assert.deepEqual(moves.cargoMost(offer, plan, plan.voyages[0], plan.voyages[0].cargo[1]), { population: 3, armies: 1 });
  assert.ok(moves.isSound(offer, plan));
  assert.deepEqual(moves.nextOf(offer, plan.voyages[0]), ['isle', 'sea']);
  assert.deepEqual(moves.nextOf(offer, moves.extended(plan, 0, 'isle').voyages[0]), [], 'its range is spent');
  // A stop less: who was to land there lands where it ends then, who was to embark there stays.
  plan = moves.shortened(plan, 0);
  assert.deepEqual(plan.voyages[0], { ship: 'ford', route: ['sea', 'isle'], cargo: [{ on: 0, off: 2, population: 5, armies: 0 }] });
  assert.deepEqual(moves.shortened(moves.shortened(plan, 0), 0), none);
});

test('marches and cargo take of the same tokens, and a ship sails once', () => {
  let plan = moves.sailed(offer, none, 'ford', 'isle');
  plan = moves.marched(offer, plan, 'ford', 'mill');
  assert.deepEqual(plan.marches, [{ from: 'ford', to: 'mill', population: 1, armies: 2 }]);
  assert.equal(moves.shipsAt(offer, plan, 'ford'), 0);
  assert.deepEqual(moves.targetsOf(offer, plan, 'ford'), { land: [], water: [] });
  assert.deepEqual(moves.sourcesOf(offer, plan), ['high'], 'who stands on an island without a ship goes nowhere');
  assert.deepEqual(moves.sourcesOf(offer, none), ['high', 'ford']);
});

test('what nobody takes part in is not sent', () => {
  const plan = { marches: [{ from: 'high', to: 'mill', population: 0, armies: 0 }], voyages: [{ ship: 'ford', route: ['isle'], cargo: [{ on: 0, off: 1, population: 0, armies: 0 }] }] };
  assert.deepEqual(moves.choiceOf(plan), { marches: [], voyages: [{ ship: 'ford', route: ['isle'], cargo: [] }] });
});

// ---- steps -----------------------------------------------------------------------------------------------------------

test('each step can be undone; only so many are kept', () => {
  let draft = steps.begun({ n: 0 });
  assert.equal(steps.canUndo(draft), false);
  assert.equal(steps.stepped(draft, { n: 0 }), draft);
  for (let n = 1; n <= 100; ++n) draft = steps.stepped(draft, { n });
  draft = JSON.parse(JSON.stringify(draft)); // as a reload leaves it
  let undone = 0;
  for (; steps.canUndo(draft); ++undone) draft = steps.undone(draft);
  assert.equal(undone, 60);
  assert.deepEqual(steps.nowOf(draft), { n: 40 });
  assert.deepEqual(steps.undone(draft), draft);
});

// ---- what it would lead to -------------------------------------------------------------------------------------------

const setup = {
  turns: 1,
  areas: [{ area: 'high', limit: 3, city_site: true }, { area: 'mill', limit: 4 }, { area: 'ford', limit: 2 }],
  land: [['high', 'mill'], ['mill', 'ford'], ['high', 'ford']],
  nations: [
    { seat: 'north', advances: ['engineering'], population: { mill: 3, ford: 2 }, armies: { mill: 1 } },
    { seat: 'south', population: { mill: 1 }, cities: ['high'], armies: { high: 1 } },
  ],
};
const clashes = (plan, seat = 'north', at = setup) => ahead.clashesOf(at, atlasOf(at), ahead.areasAfter(startCampaign(at), seat, plan), seat);
const march = (from, to, population, armies = 0) => ({ marches: [{ from, to, population, armies }], voyages: [] });

test('a conflict is where two sides have more than the land feeds, and beside a city where there are two', () => {
  assert.deepEqual(clashes(none), [{ area: 'mill', sides: [{ side: 'north', tokens: 4 }, { side: 'south', tokens: 1 }], limit: 4, city: null }]);
  assert.deepEqual(clashes(march('mill', 'ford', 1)), [], 'four are fed');
  assert.deepEqual(clashes(march('mill', 'high', 3, 1)), [
    { area: 'high', sides: [{ side: 'north', tokens: 4 }, { side: 'south', tokens: 1 }], limit: 0, city: { owner: 'south', needed: 6 } },
  ]);
  const bare = { ...setup, nations: [setup.nations[0], { ...setup.nations[1], armies: {} }] };
  assert.deepEqual(clashes(march('mill', 'high', 3, 1), 'north', bare), [{ area: 'high', sides: [{ side: 'north', tokens: 4 }], limit: null, city: { owner: 'south', needed: 6 } }]);
});

test('what changes is told by area, and the moment itself is left as it is', () => {
  const state = startCampaign(setup);
  const after = ahead.areasAfter(state, 'north', march('mill', 'ford', 2, 1));
  assert.deepEqual([...ahead.changesOf(state.areas, after, 'north')], [['mill', -3], ['ford', 3]]);
  assert.deepEqual(state, startCampaign(setup));
});

// ---- what is built ---------------------------------------------------------------------------------------------------

const means = works.meansOf({
  areas: [
    { area: 'high', population: 3, armies: 1, ships: 0, units: true, coast: false },
    { area: 'ford', population: 2, armies: 0, ships: 1, units: true, coast: true },
    { area: 'empty', population: 0, armies: 0, ships: 1, units: false, coast: true },
  ],
  treasury: 3,
  armies: 3,
  ships: 2,
});
const built = (choice = {}) => works.worksOf(means, choice);

test('the treasury pays first, and what it lacks is levied where it is spent', () => {
  let plan = works.withItem(means, built(), 0, 'keep_armies', 1);
  assert.equal(plan.areas[0].levy, 0);
  plan = works.withItem(means, plan, 0, 'build_armies', 2);
  assert.deepEqual(plan.areas[0], { area: 'high', keep_armies: 1, keep_ships: 0, build_armies: 2, build_ships: 0, levy: 2 });
  assert.deepEqual(works.totalsOf(means, plan), { cost: 5, levy: 2, paid: 3, left: 0, armies: 3, ships: 0, lost: 2 });
  assert.ok(works.isSound(means, plan));
  plan = works.withItem(means, plan, 0, 'build_armies', 1);
  assert.equal(plan.areas[0].levy, 0, 'no more than what is lacking');
  assert.deepEqual(works.choiceOf(plan), { areas: [plan.areas[0]], release: 0 }, 'what does nothing is not sent');
});

test('no more is built than can be paid and than there are pieces for, and only where units are', () => {
  assert.equal(works.itemMost(means, built(), 0, 'keep_armies'), 1);
  assert.equal(works.itemMost(means, built(), 0, 'build_armies'), 3, 'pieces');
  assert.equal(works.itemMost(means, built(), 0, 'build_ships'), 0, 'no coast');
  assert.equal(works.itemMost(means, built(), 1, 'build_ships'), 2);
  assert.equal(works.itemMost(means, built(), 2, 'build_armies'), 0, 'no units');
  assert.equal(works.itemMost(means, built(), 2, 'keep_ships'), 1);
  const poor = { ...means, treasury: 0 };
  assert.equal(works.itemMost(poor, works.worksOf(poor, {}), 1, 'build_armies'), 1, 'two to levy');
  const plan = works.withRelease(built(), 3);
  assert.equal(works.itemMost(means, plan, 2, 'keep_ships'), 0, 'what returns to stock pays nothing');
  assert.equal(works.isSound(means, works.withRelease(built(), 4)), false);
});

test('a levy is at least what the treasury lacks, at most what is there and what it costs', () => {
  const plan = works.withItem(means, built(), 0, 'build_armies', 2);
  assert.deepEqual(works.levyBounds(means, plan, 0), [1, 3]);
  assert.equal(works.isSound(means, works.withLevy(plan, 0, 3)), true);
  assert.equal(works.isSound(means, works.withLevy(plan, 0, 0)), false);
  assert.equal(works.isSound(means, works.withLevy(works.withItem(means, built(), 1, 'keep_ships', 1), 1, 2)), false, 'more than it costs');
});

// ---- what is divided, given and founded ------------------------------------------------------------------------------

test('shares come to their sum and stay within their caps', () => {
  const division = shares.divided({ caps: { one: 2, two: 5 }, total: 4 });
  const counts = shares.countsOf(division, { two: 3 });
  assert.deepEqual(counts, [0, 3]);
  assert.equal(shares.shareMost(division, counts, 0), 1);
  assert.equal(shares.shareMost(division, counts, 1), 4);
  assert.deepEqual([[0, 3], [1, 3], [3, 1]].map((each) => shares.isComplete(division, each)), [false, true, false]);
  assert.deepEqual(shares.chosenOf(division, [0, 4]), { two: 4 });
});

test('of lost tokens at least so many are armies as there is no population for', () => {
  const division = shares.lost({ areas: [{ area: 'mill', lost: 4, population: 3, armies: 2 }] });
  assert.deepEqual(division.shares, [{ name: 'mill', least: 1, most: 2 }]);
  assert.deepEqual(shares.countsOf(division, {}), [1]);
  assert.deepEqual(shares.chosenOf(division, [2]), { mill: 2 });
  assert.deepEqual([0, 1, 2, 3].map((count) => shares.isComplete(division, [count])), [false, true, true, false]);
});

test('units are worth exactly what is asked, and a token stays where one must', () => {
  const due = units.dueOf({ points: 6, city: 4, spare: 1, units: [{ area: 'mill', population: 3, armies: 1, city: false }, { area: 'high', population: 0, armies: 1, city: true }] });
  let given = units.givenOf(due, {});
  assert.equal(units.sortMost(due, given, 0, 'population'), 3, 'an army stays');
  given = units.withUnits(given, 0, { population: 3 });
  assert.equal(units.sortMost(due, given, 0, 'armies'), 0);
  assert.equal(units.cityMayGo(due, given, 1), false, 'three are open, it is worth four');
  given = units.withUnits(given, 0, { population: 2 });
  assert.equal(units.cityMayGo(due, given, 1), true);
  given = units.withUnits(given, 1, { city: true });
  assert.equal(units.pointsOf(given, due.city), 6);
  assert.ok(units.isComplete(due, given));
  assert.equal(units.sortMost(due, given, 1, 'armies'), 0, 'it would be too much');
  assert.deepEqual(units.choiceOf(given), { units: [{ area: 'mill', population: 2, armies: 0, city: false }, { area: 'high', population: 0, armies: 0, city: true }] });
});

test('cities are founded while there are pieces, one of them with what the treasury pays', () => {
  const grounds = cities.groundsOf({ areas: [{ area: 'a', population: 4, needed: 6 }, { area: 'b', population: 6, needed: 6 }, { area: 'c', population: 5, needed: 6 }], cities: 2, treasury: 3 });
  let chosen = cities.toggled(grounds, [], 'b');
  assert.deepEqual(chosen, [{ area: 'b', treasury: 0 }]);
  chosen = cities.toggled(grounds, chosen, 'a');
  assert.deepEqual(chosen, [{ area: 'a', treasury: 2 }, { area: 'b', treasury: 0 }], 'what is missing is paid');
  assert.deepEqual(cities.toggled(grounds, chosen, 'c'), chosen, 'two pieces');
  assert.equal(cities.mayFound(grounds, [{ area: 'a', treasury: 2 }], 'c'), false, 'the treasury pays for one');
  assert.equal(cities.paidMost(grounds, chosen, 'b'), 0);
  assert.equal(cities.paidMost(grounds, chosen, 'a'), 3);
  assert.ok(cities.isSound(grounds, cities.withPaid(chosen, 'a', 3)));
  assert.equal(cities.isSound(grounds, cities.withPaid(chosen, 'a', 1)), false);
  assert.equal(cities.isSound(grounds, cities.withPaid(chosen, 'b', 1)), false);
});

// ---- the reference ---------------------------------------------------------------------------------------------------

test('what the reference campaigns tell of moves, conflicts and attacks on cities is what the forms say before', () => {
  const told = { moved: 0, conflict: 0, city_assaulted: 0 };
  for (const { scenario, events } of campaigns) {
    const seats = scenario.setup.nations.map(({ seat }) => seat);
    const atlas = atlasOf(scenario.setup);
    const ahead_of = (state, seat) => ahead.clashesOf(scenario.setup, atlas, state.areas, seat);
    let state = startCampaign(scenario.setup);
    let struck = true; // something fell since the movement, or a calamity came
    events.forEach((event, at) => {
      const { event: name, data } = event;
      const next = advanceCampaign(state, event);
      const where = `${name} ${at} of ${JSON.stringify(scenario.setup.areas[0])}`;
      if (name === 'moved') {
        ++told.moved;
        const plan = moves.planOf(data);
        assert.deepEqual(moves.choiceOf(plan), { marches: data.marches, voyages: data.voyages }, where);
        const standing = (areas) => [...areas].flatMap(([area, sides]) => [...sides].map(([side, held]) => [area, side, held])).filter(([, , held]) => held.city || held.population + held.armies + held.ships > 0);
        const sorted = (areas) => standing(areas).map((each) => JSON.stringify(each)).sort();
        assert.deepEqual(sorted(ahead.areasAfter(state, data.seat, plan)), sorted(next.areas), where);
      }
      if (name === 'turn_started') struck = false;
      if (name === 'conflict' && !struck) {
        ++told.conflict;
        const { sides, limit } = ahead_of(state, data.sides.map(({ seat }) => seat).find((seat) => seats.includes(seat))).find(({ area }) => area === data.area);
        assert.deepEqual([limit, sides], [data.limit, data.sides.map(({ seat, population, armies }) => ({ side: seat, tokens: population + armies }))], where);
      }
      if (['losses_taken', 'city_assaulted', 'calamity_struck'].includes(name)) struck = true;
      if (name === 'city_assaulted' && seats.includes(data.seat)) {
        ++told.city_assaulted;
        const { city, sides } = ahead_of(state, data.seat).find(({ area }) => area === data.area);
        assert.deepEqual([city, sides.find(({ side }) => side === data.seat).tokens], [{ owner: data.owner, needed: data.needed }, data.attackers], where);
      }
      state = next;
    });
  }
  assert.ok(Object.values(told).every((times) => times > 5), JSON.stringify(told));
});
