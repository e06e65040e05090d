// The fold of theatre's events to a map: the reference campaigns tell what stands in every area that is fought for and what each nation
// has at each turn's end, and the fold comes to the same. Whenever somebody decides it is what the server's own view has, area by area.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { advanceCampaign, holdingAt, startCampaign } from '../../clients/js/dist/table/index.js';

const campaigns = readFileSync(new URL('../vectors/theatre.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** What a nation has on the board, in its stock and in its treasury. */
function figures(state, seat) {
  const held = [...state.areas.values()].flatMap((sides) => sides.get(seat) ?? []);
  const sum = (pick) => held.reduce((all, each) => all + Number(pick(each)), 0);
  return {
    population: sum(({ population }) => population),
    armies: sum(({ armies }) => armies),
    ships: sum(({ ships }) => ships),
    cities: sum(({ city }) => city),
    ...state.purses.get(seat),
  };
}

function check(state, { event, data }, where) {
  for (const [area, sides] of state.areas)
    for (const [side, { population, armies, ships }] of sides)
      assert.ok(Math.min(population, armies, ships) >= 0, `${where}: less than nothing of ${side} in ${area}`);
  if (event === 'conflict')
    for (const { seat, population, armies } of data.sides) {
      const here = holdingAt(state, data.area, seat);
      assert.deepEqual([here.population, here.armies], [population, armies], `${where}: ${seat} in ${data.area}`);
    }
  if (event === 'turn_ended')
    for (const { seat, score, ...told } of data.nations) {
      const { population, armies, ships, cities, stock, treasury } = figures(state, seat);
      assert.deepEqual({ population, armies, ships, cities, stock, treasury }, told, `${where}: ${seat}`);
      assert.equal(score, population + armies + cities > 0 ? population + armies + 5 * cities + treasury : 0, `${where}: ${seat}`);
    }
}

const ofTurns = ['taxed', 'pillaged', 'expanded', 'built', 'moved', 'losses_taken', 'surplus_removed', 'city_assaulted', 'city_founded', 'city_reduced'];
const ofCalamities = ['army_disbanded', 'calamity_struck', 'units_lost', 'barbarians_moved', 'civil_war_began', 'annexed', 'turn_ended', 'conflict'];

test('the reference campaigns stand on the map as their conflicts and turns tell it', () => {
  const seen = new Set();
  campaigns.forEach(({ scenario, events }, index) => {
    const tokens = scenario.setup.pieces?.tokens ?? 55;
    let state = startCampaign(scenario.setup);
    events.forEach((event, at) => {
      state = advanceCampaign(state, event);
      seen.add(event.event);
      const where = `campaign ${index}, event ${at} (${event.event})`;
      check(state, event, where);
      for (const { seat } of scenario.setup.nations) {
        const { population, stock, treasury } = figures(state, seat);
        assert.equal(population + stock + treasury, tokens, `${where}: ${seat}`);
      }
    });
  });
  assert.deepEqual([...ofTurns, ...ofCalamities].filter((each) => !seen.has(each)), []);
});

/** The same as a view has it: what stands in each area of each side, and what each nation has. */
function asViewed(state, { areas }, seats) {
  const holdings = (sides) => [...seats, 'barbarians'].flatMap((seat) => (sides?.has(seat) ? [{ seat, ...sides.get(seat) }] : []));
  return {
    turn: state.turn,
    census: [...state.census],
    areas: areas.flatMap(({ area }) => (state.areas.has(area) ? [{ area, holdings: holdings(state.areas.get(area)) }] : [])),
    nations: seats.map((seat) => figures(state, seat)),
  };
}

function viewed(view, seats) {
  const { turn, census, areas } = view.campaign;
  const nation = ({ name: _name, score: _score, ...numbers }) => numbers;
  return { turn, census, areas, nations: seats.map((seat) => nation(view[seat])) };
}

test('whenever somebody decides in random campaigns, the map that events come to is the one that the battle shows, area by area', () => {
  const played = execFileSync(`${process.env.MUSTER_BUILD}/tests/rules/told_views`, ['theatre', '400'], { encoding: 'utf8', maxBuffer: 512 << 20 });
  const nations = new Set();
  const seen = new Set();
  let moments = 0;
  played.trim().split('\n').forEach((line, index) => {
    const { setup, events, views } = JSON.parse(line);
    const seats = setup.nations.map(({ seat }) => seat);
    nations.add(seats.length);
    for (const { event } of events) seen.add(event);
    let state = startCampaign(setup);
    let at = 0;
    for (const [seen, view] of views) {
      while (at < seen) state = advanceCampaign(state, events[at++]);
      assert.deepEqual(asViewed(state, setup, seats), viewed(view, seats), `campaign ${index + 1}, after event ${at} (${events[at - 1]?.event}), ${view.campaign.phase}`);
      if (view.campaign.phase === 'movement') assert.ok(state.step <= view.campaign.step, `campaign ${index + 1}: step`); // who stays makes no event
      ++moments;
    }
  });
  assert.deepEqual([...nations].sort(), [2, 3, 4, 5, 6]);
  assert.deepEqual([...ofTurns, ...ofCalamities].filter((each) => !seen.has(each)), []);
  assert.ok(moments > 5_000, `${moments} moments`);
});

test('a moment that was kept does not change when the campaign goes on', () => {
  const { scenario, events } = campaigns[0];
  const moments = [startCampaign(scenario.setup)];
  for (const event of events) moments.push(advanceCampaign(moments.at(-1), event));
  let again = startCampaign(scenario.setup);
  events.forEach((event, at) => {
    assert.deepEqual(again, moments[at]);
    again = advanceCampaign(again, event);
  });
});

test('an event that is not known leaves the map as it is', () => {
  const state = startCampaign(campaigns[0].scenario.setup);
  assert.equal(advanceCampaign(state, { event: 'sung', data: { seat: 'amber' } }), state);
});
