// Setups that bring up what a test is about, whatever the dice say.

const pieces = (unit, count) => ({ unit, count });

/** advanced-combat: waves to choose from two types, and casualties among them. */
export const siege = {
  attacker: { army: [pieces('swordsmen', 10), pieces('chariots', 10)] },
  defender: { army: [pieces('swordsmen', 9), pieces('catapults', 9)] },
};

/** advanced-combat: eight waves or more for the attacker to choose whatever the dice say, for what must happen in the midst of a battle. */
export const longSiege = {
  attacker: { army: [pieces('swordsmen', 16), pieces('chariots', 16)] },
  defender: { army: [pieces('tanks', 2)] },
};

/** advanced-combat: waves of five kinds on both sides, with their dice more than a phone shows at once. Twenty dice or more a side, and five points fell an
    ancient unit: somebody falls whatever the dice say. */
export const wholeArmies = Object.fromEntries(
  [['attacker', 5], ['defender', 4]].map(([side, each]) => [side, { army: ['swordsmen', 'chariots', 'catapults', 'pikemen', 'knights'].map((unit) => pieces(unit, each)) }]),
);

/** phased-combat: with so many dice both sides hit in the first phase, and both name a class. */
export const clash = {
  attacker: { army: [pieces('dragoons', 8), pieces('riflemen', 8)] },
  defender: { army: [pieces('dragoons', 8), pieces('riflemen', 8)] },
};

/** phased-combat: five hits on two types of infantry, whatever the dice say. */
export const giants = {
  roster: [{ unit: 'giants', name: 'Giants', class: 'infantry', era: 1, modifier: 10 }],
  attacker: { army: [pieces('giants', 5)] },
  defender: { army: [pieces('swordsmen', 9), pieces('pikemen', 9)] },
};

/** phased-combat: one of every kind on land, more than a screen can name at once. */
export const parade = Object.fromEntries(
  ['attacker', 'defender'].map((side) => [
    side,
    { army: ['swordsmen', 'chariots', 'catapults', 'pikemen', 'knights', 'trebuchets', 'riflemen', 'dragoons', 'cannons', 'machine_gunners', 'mechanized_infantry', 'tanks', 'howitzers'].map((unit) => pieces(unit, 11)) },
  ]),
);

/** fleet-combat: neither fleet can be sunk in one round but by thirteen dice of thirteen, and after a round the attacker is asked whether to stay. */
export const seaFight = {
  attacker: { army: [pieces('galleys', 13)] },
  defender: { army: [pieces('galleys', 13)] },
  retreat_regions: [{ name: 'Carthage', control: 'attacker' }],
};

/** fleet-combat: on both sides more dice than a phone shows at once, and ships that hit with any of them. */
export const manyShips = {
  roster: [{ unit: 'sure_galleys', name: 'Sure galleys', class: 'fleet', era: 1, modifier: 4, enhanced_modifier: 0 }],
  ...Object.fromEntries(['attacker', 'defender'].map((side) => [side, { army: ['galleys', 'galleons', 'ironclads', 'battleships'].map((unit) => pieces(unit, 4)).concat(pieces('sure_galleys', 3)) }])),
};

/** simple-combat: few turns within range. */
export const skirmish = {
  grid: 'hex',
  width: 7,
  height: 7,
  impassable: [[0, 3]],
  north: { units: [{ id: 'n1', profile: 'medium_tank', at: [2, 1] }, { id: 'n2', profile: 'light_tank', at: [4, 1] }] },
  south: { units: [{ id: 's1', profile: 'medium_tank', at: [1, 5] }, { id: 's2', profile: 'rocket_team', at: [2, 5] }] },
  turn_limit: 3,
};

/** simple-combat: more units than a form shows at once, and one enemy whom all of them reach. */
export const company = {
  grid: 'hex',
  width: 9,
  height: 9,
  north: { units: [1, 2, 3, 4, 5].map((number) => ({ id: `n${number}`, profile: 'medium_tank', at: [number + 1, 1] })) },
  south: { units: [{ id: 's1', profile: 'dual_heavy_tank', at: [3, 4] }] },
  turn_limit: 3,
};

/** simple-combat: a field without cells, a wall between two tanks. */
export const walled = {
  grid: 'free',
  width: 12,
  height: 10,
  polygons: [[[50, 35], [70, 35], [70, 65], [60, 65], [60, 45], [50, 45]]],
  north: { units: [{ id: 'n1', profile: 'medium_tank', at: [40, 20] }, { id: 'n2', profile: 'scout_car', at: [20, 15] }] },
  south: { units: [{ id: 's1', profile: 'medium_tank', at: [85, 40] }] },
  turn_limit: 2,
};

/** advanced-combat: `waves` phases of which each kills one of many who cannot hurt the other side; for the server's players. */
export function march(waves) {
  const attackers = Array.from({ length: Math.ceil(waves / 1000) }, (_, index) => pieces('swordsmen', Math.min(1000, waves - 1000 * index)));
  return { attacker: { army: [...attackers, pieces('chariots', 1)] }, defender: { army: [pieces('tanks', 1)] } };
}

/** advanced-combat: equal armies, so that the first question is where the attacker's aircraft fly. */
export const airborne = {
  attacker: { army: [pieces('swordsmen', 4), pieces('chariots', 3)], aircraft: [pieces('biplanes', 2)] },
  defender: { army: [pieces('swordsmen', 4), pieces('chariots', 3)] },
};

/** advanced-combat: whatever the dice say, the attacker, who chooses his wave from two kinds, loses 2 to 10 of its 20. */
export const relief = {
  attacker: { army: [pieces('pikemen', 10), pieces('knights', 11)] },
  defender: { army: [pieces('swordsmen', 20)] },
};

/** advanced-combat: whatever the dice say, the attacker loses all of the first era and some, not all, of the second. */
export const oldAndNew = {
  attacker: { army: [pieces('swordsmen', 1), pieces('chariots', 1), pieces('pikemen', 10), pieces('knights', 10)] },
  defender: { army: [pieces('swordsmen', 22)] },
};

/** advanced-combat: the larger army has the same unit twice, plain and enhanced. */
export const guards = {
  attacker: { army: [pieces('swordsmen', 2), { ...pieces('swordsmen', 2), enhanced: true }] },
  defender: { army: [pieces('swordsmen', 3)] },
};

/** phased-combat: every die of the first phase hits, so that both sides name a class, and then lose some of two. */
export const sureHits = {
  roster: [{ unit: 'lancers', name: 'Lancers', class: 'cavalry', era: 1, modifier: 4, enhanced_modifier: 0 }],
  attacker: { army: [pieces('lancers', 6), pieces('riflemen', 8)] },
  defender: { army: [pieces('lancers', 6), pieces('riflemen', 8)] },
};

/** armies: equal, so that both lose a token at once, and the first is the attacker's to choose. */
export const crowd = {
  attacker: { population: 3, armies: 2 },
  defender: { population: 3, armies: 2 },
  population_limit: 2,
};

/** armies: both take their losses at the same time, so that what is chosen is sealed, several times. */
export const twins = { attacker: { population: 4, armies: 2 }, defender: { population: 4, armies: 2 }, population_limit: 4 };
