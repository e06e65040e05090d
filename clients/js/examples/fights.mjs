// What bot.mjs chooses in fights, where that takes more than a line. From the options of a decision to a choice; what
// both may have in them is in the ruleset's README, under "Decisions".

/** The one of them that is worth most; of several the first. */
export const most = (list, worth) => list.reduce((best, each) => (worth(each) > worth(best) ? each : best));

/** How many into each, in this order; a room is how many it takes, and what each of them costs. */
export function fill(left, rooms) {
  return rooms.map(([count, cost = 1]) => {
    const taken = Math.min(count, Math.floor(left / cost));
    left -= taken * cost;
    return taken;
  });
}

/** So many of the pieces, the plain ones first: the good ones are for later. */
export function pick(pieces, wanted, before = (a, b) => a.enhanced - b.enhanced, cost = () => 1) {
  const sorted = [...pieces].sort(before);
  const counts = fill(wanted, sorted.map((piece) => [piece.count, cost(piece)]));
  return sorted
    .map(({ unit, enhanced }, i) => ({ unit, enhanced, count: counts[i] }))
    .filter(({ count }) => count > 0);
}

/** advanced-combat says how many of each era; elsewhere few are lost if those go that take the most hits. */
export function casualties({ must_lose, candidates, hits, kept, first }) {
  if (must_lose) {
    const ofEra = (era) => candidates.filter((piece) => piece.era === era);
    return { units: must_lose.flatMap(({ era, count }) => pick(ofEra(era), count)) };
  }
  const planes = candidates.filter((piece) => first === 'aircraft' && piece.class === first);
  const flying = planes.reduce((sum, { count, era }) => sum + count * era, 0) > hits + kept; // then nothing else is hit
  const before = (a, b) => (b.class === first) - (a.class === first) || b.era - a.era || a.enhanced - b.enhanced;
  return { units: pick(flying ? planes : candidates, hits + kept, before, ({ era }) => era) };
}

/** simple-combat: the first piece goes straight on, as far as three steps. */
export function advance({ units: [{ unit, at, cells }] }) {
  let [x, y] = at;
  const path = [];
  for (let steps = 1; steps <= 3; ++steps) {
    y += unit.startsWith('n') ? 1 : -1; // north's pieces down the map and south's up
    if (!cells.some(([i, j, cost]) => i === x && j === y && cost === steps)) break;
    path.push([x, y]);
  }
  return { unit, path };
}

/** simple-combat: of the first piece that can, each weapon at what it is likeliest to hit and to damage. */
export function fire({ units }) {
  for (const { unit, weapons } of units) {
    const armed = weapons.filter(({ targets }) => targets?.length > 0);
    const best = (targets) => most(targets, ({ to_hit, to_damage }) => -to_hit - to_damage).target;
    const shots = armed.map(({ weapon, targets }) => ({ weapon, target: best(targets) }));
    if (shots.length > 0) return { unit, shots };
  }
}
