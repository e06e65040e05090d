// What bot.mjs chooses in a campaign of `theatre`. From the options of a decision to a choice; what both may have in
// them is in rules/theatre/README.md, under "Decisions".
import { fill } from './fights.mjs';

/** A total over several, those with the most room first. */
function spread({ caps, total }) {
  const names = Object.keys(caps).sort((a, b) => caps[b] - caps[a]);
  const counts = fill(total, names.map((name) => [caps[name]]));
  return Object.fromEntries(names.map((name, i) => [name, counts[i]]));
}

/** Keeps the armies that the treasury can pay; no ships, since we don't sail. */
function build({ areas, treasury }) {
  const counts = fill(treasury, areas.map(({ armies }) => [armies]));
  return { areas: areas.map(({ area }, i) => ({ area, keep_armies: counts[i] })) };
}

/** Crowds spread in the first two steps, armies march in the third. */
export function march({ step, tokens }) {
  const going = ({ armies, population }) => (step === 3 ? { armies } : { population: Math.floor(population / 2) });
  const leaving = tokens.filter(({ to }) => to.length > 0);
  return { marches: leaving.map((here) => ({ from: here.area, to: here.to.at(-1), ...going(here) })) };
}

/** Worth exactly so many points: cities first, then tokens, population before armies. */
function lose({ units, points, city: worth, spare }) {
  const cities = units.map(({ city }) => [Number(city), worth]);
  const tokens = units.map(({ population, armies, city }) => [population + armies - (city ? 0 : spare)]);
  const gone = fill(points, [...cities, ...tokens]);
  const lost = units.map(({ area, population }, i) => {
    const count = gone[units.length + i];
    const people = Math.min(population, count);
    return { area, city: gone[i] > 0, population: people, armies: count - people };
  });
  return { units: lost };
}

/** One city, where there are enough people: then nothing has to be paid for it. */
function found({ areas }) {
  const ready = areas.filter(({ population, needed }) => population >= needed);
  return { cities: ready.slice(0, 1).map(({ area }) => ({ area })) };
}

/** Of what has to go in each area, armies first. */
function losses({ areas }) {
  return { armies: Object.fromEntries(areas.map(({ area, armies, lost }) => [area, Math.min(armies, lost)])) };
}

/** By kind of decision; `move` is in bot.mjs, since fights have one too. */
export const campaign = {
  tax: () => ({ rate: 3 }),
  expand: (options) => ({ areas: spread(options) }),
  build,
  losses,
  found,
  support: ({ choices }) => choices.at(-1),
  // After calamities:
  site: ({ choices }) => ({ area: choices.at(-1) }),
  allot: (options) => ({ seats: spread(options) }),
  reduce: ({ areas, count }) => ({ areas: areas.slice(-count) }),
  lose,
  faction: lose,
  keep: ({ choices }) => ({ faction: choices.at(-1).faction }),
};
