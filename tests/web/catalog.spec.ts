// What the page knows of units by itself, so that records show without a server, is what the server says of them.
import { standardProfiles, standardWeapons } from '../../clients/web/src/battle/map/profiles';
import { rosterOf } from '../../clients/js/src/table/roster';
import { faultText } from '../../clients/web/src/start/faults';
import { expect, test } from './server';
import { textsOf } from './texts';

test("the page's own roster is the catalog's", async ({ request, server }) => {
  const catalog = await (await request.get(`${server.url}/api/v1/rulesets/advanced-combat`)).json();
  const unitOf = rosterOf({});
  for (const entry of catalog.roster) {
    expect(unitOf(entry.unit)).toEqual({
      unit: entry.unit,
      kind: entry.class,
      era: entry.era ?? 0,
      modifier: entry.modifier ?? 0,
      enhancedModifier: entry.enhanced_modifier ?? 0,
      strength: entry.strength ?? 0,
    });
  }
  expect(catalog.roster.length).toBe(21);
});

test("the page's own profiles and weapons of simple-combat are the catalog's", async ({ request, server }) => {
  const catalog = await (await request.get(`${server.url}/api/v1/rulesets/simple-combat`)).json();
  expect(standardProfiles).toEqual(
    catalog.roster.map((each: Record<string, unknown>) => [each.profile, each.move_allowance, each.armour, each.damage_capacity, each.points, each.weapons]),
  );
  expect(standardWeapons).toEqual(catalog.weapons.map((each: Record<string, unknown>) => [each.weapon, each.to_hit, each.power, each.twin]));
});

const one = { attacker: { army: [{ unit: 'swordsmen', count: 1 }] }, defender: { army: [{ unit: 'catapults', count: 1 }] } };
const army = (...units: object[]) => ({ ...one, attacker: { army: units } });
const own = (unit: object) => ({ ...one, roster: [unit] });
const field = (unit: object, more: object = {}) => ({ grid: 'square', width: 5, height: 5, north: { units: [unit] }, south: { units: [{ id: 's1', profile: 'light_tank', at: [2, 2] }] }, ...more });
const tank = { id: 'n1', profile: 'light_tank', at: [0, 0] };

/** Setups with one fault each. */
const faulty: [string, object][] = [
  ['advanced-combat', { attacker: {}, defender: {} }],
  ['advanced-combat', { ...one, settlment: {} }],
  ['advanced-combat', { ...one, attacker: { army: 'many' } }],
  ['advanced-combat', army({ unit: 'swordsman', count: 1 })],
  ['advanced-combat', army({ unit: 'swordsmen', count: 0 })],
  ['advanced-combat', army({ unit: 'swordsmen', count: 100000 })],
  ['advanced-combat', army({ unit: 'swordsmen', count: 1.5 })],
  ['advanced-combat', army({ unit: 'biplanes', count: 1 })],
  ['advanced-combat', army({ unit: 'galleys', count: 1 })],
  ['advanced-combat', army({ unit: 'galleys', count: 1 }, { unit: 'swordsmen', count: 1 })],
  ['advanced-combat', { ...one, attacker: { ...one.attacker, aircraft: [{ unit: 'swordsmen', count: 1 }] } }],
  ['advanced-combat', { ...one, house_rules: { cia: 'bst' } }],
  ['advanced-combat', own({ unit: 'Elephants', class: 'cavalry', era: 1 })],
  ['advanced-combat', own({ unit: 'elephants', class: 'cavalry' })],
  ['advanced-combat', own({ unit: 'elephants', class: 'cavalry', era: 1, strength: 2 })],
  ['advanced-combat', own({ unit: 'balloons', class: 'aircraft' })],
  ['advanced-combat', own({ unit: 'balloons', class: 'aircraft', strength: 1, era: 1 })],
  ['advanced-combat', own({ unit: 'balloons', class: 'aircraft', strength: 1, modifier: 1 })],
  ['advanced-combat', { ...one, roster: [{ unit: 'elephants', class: 'cavalry', era: 1 }, { unit: 'elephants', class: 'cavalry', era: 1 }] }],
  ['phased-combat', army({ unit: 'galleys', count: 1 })],
  ['fleet-combat', one],
  ['phased-combat', { ...one, retreat_regions: [{ name: 'Gaul', control: 'neutral' }, { name: 'Gaul', control: 'neutral' }] }],
  ['armies', { population_limit: 2, attacker: {}, defender: { population: 2 } }],
  ['armies', { attacker: { population: 2 }, defender: { population: 2 } }],
  ['armies', { population_limit: 2, attacker: { population: 2, advances: ['military', 'military'] }, defender: { population: 2 } }],
  ['simple-combat', field({ ...tank, profile: 'zeppelin' })],
  ['simple-combat', field({ ...tank, id: 'N 1' })],
  ['simple-combat', field({ ...tank, id: 's1' })],
  ['simple-combat', field({ ...tank, at: [9, 0] })],
  ['simple-combat', field({ ...tank, at: [0, 9] }, { grid: 'hex' })],
  ['simple-combat', field({ ...tank, at: [9, 0] }, { grid: 'hex' })],
  ['simple-combat', field({ ...tank, at: [2, 2] })],
  ['simple-combat', field({ ...tank, at: [1] })],
  ['simple-combat', field(tank, { impassable: [[0, 0]] })],
  ['simple-combat', field(tank, { terrain: [{ terrain: 'woods', cells: [[3, 3], [3, 3]] }] })],
  ...[
    { against: [{ to_hit: 1 }] },
    { against: [{ armour_to: 1 }] },
    { against: [{ terrain: 'wods', to_hit: 1 }] },
    { against: [{ armour_from: 1, armour_to: 0, to_hit: 1 }] },
    { one_shot: true, reload: 1 },
  ].map((special): [string, object] => ['simple-combat', field(tank, { weapons: [{ weapon: 'gun', to_hit: [4], to_damage: [4], power: 1, ...special }] })]),
  ...[
    { polygons: [[[0, 0], [51, 0], [0, 20]]] },
    { polygons: [[[10, 20], [30, 30], [30, 20], [10, 30]]] },
    { polygons: [[[10, 20], [20, 20], [20, 30]], [[20, 20], [30, 20], [30, 30]]] },
    { polygons: [[[0, 0], [20, 0], [0, 20]]] },
    { polygons: [[[0, 0], [20, 0]]] },
    { impassable: [[1, 1]] },
    { terrain: [{ terrain: 'woods', cells: [] }] },
    { south: { units: [{ id: 's1', profile: 'light_tank', at: [14, 5] }] } },
    { south: { units: [{ id: 's1', profile: 'light_tank', at: [48, 5] }] } },
  ].map((more): [string, object] => ['simple-combat', field({ ...tank, at: [5, 5] }, { south: { units: [{ id: 's1', profile: 'light_tank', at: [45, 45] }] }, grid: 'free', ...more })]),
  ['simple-combat', field(tank, { polygons: [[[0, 0], [20, 0], [0, 20]]] })],
  ['simple-combat', field(tank, { terrain: [{ terrain: 'woods', cells: [[3, 3]] }, { terrain: 'woods', cells: [] }] })],
  ['simple-combat', field(tank, { terrain: [{ terrain: 'Woods', cells: [[3, 3]] }] })],
  ['simple-combat', field(tank, { terrain: [{ terrain: 'woods', cells: [[3, 9]] }] })],
  ['simple-combat', field(tank, { terrain: [{ terrain: 'woods', cells: [[1, 1]] }], impassable: [[1, 1]] })],
  ['simple-combat', field(tank, { terrain: [{ terrain: 'woods', cost: 21, cells: [] }] })],
  ['simple-combat', field(tank, { terrain: [{ terrain: 'woods', cells: 'all' }] })],
  ['simple-combat', field(tank, { house_rules: { fire_scale: 4 } })],
  ['simple-combat', field(tank, { house_rules: { sight: 'rim' } })],
  ['simple-combat', field(tank, { impassable: [[3, 3], [3, 3]] })],
];

test('what the server says against a setup is known to the page', async ({ request, server }) => {
  // Every text is its own key here: what is known is told by one of them.
  const known = new Proxy({} as Parameters<typeof faultText>[1], { get: () => () => 'known' });
  const unknown: string[] = [];
  for (const [ruleset, setup] of faulty) {
    const answer = await request.post(`${server.url}/api/v1/odds`, { data: { ruleset, setup } });
    const problem = await answer.json();
    expect(answer.ok(), JSON.stringify(setup)).toBe(false);
    if (faultText(problem.detail, known) !== 'known') unknown.push(problem.detail);
  }
  expect(unknown).toEqual([]);
});

test('what translators read of the rules is what the server says', async ({ request, server }) => {
  const english = textsOf('en').server;
  const catalogs = (await (await request.get(`${server.url}/api/v1/rulesets`)).json()).rulesets;
  expect(Object.keys(english.rulesets)).toEqual(catalogs.map(({ id }: { id: string }) => id)); // in this order, too
  for (const catalog of catalogs) {
    expect(catalog).toMatchObject(english.rulesets[catalog.id]);
    for (const rule of catalog.house_rules ?? []) expect(rule).toMatchObject(english.houseRules[rule.id]);
    expect(Object.fromEntries(catalog.presets.map(({ preset, title, summary }: Record<string, string>) => [preset, { title, summary }]))).toEqual(english.presets[catalog.id]);
  }
});
