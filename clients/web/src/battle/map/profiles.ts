// What every battle of simple-combat knows. Weapons: id, what a die must reach to hit at the ranges from 1 on (null: no shot), power, whether two of
// them in one unit are twins.
export const standardWeapons: [string, (number | null)[], number, boolean][] = [
  ['machine_gun', [3, 4, 5, null, null, null], 1, false],
  ['light_gun', [3, 3, 4, 4, 5, null], 1, false],
  ['medium_gun', [3, 3, 4, 4, 5, 5], 2, false],
  ['heavy_gun', [4, 4, 4, 4, 5, 5], 2, true],
  ['long_gun', [5, 4, 4, 4, 4, 5], 2, false],
  ['howitzer', [null, null, 5, 4, 4, 4], 2, false],
  ['rocket', [4, 4, 4, 5, null, null], 2, false],
];

/** Profiles: id, move allowance, armour, damage capacity, points, weapons. */
export const standardProfiles: [string, number, number, number, number, string[]][] = [
  ['scout_car', 8, 1, 2, 32, ['machine_gun', 'machine_gun']],
  ['light_tank', 6, 0, 3, 70, ['light_gun', 'machine_gun']],
  ['medium_tank', 5, 0, 4, 100, ['medium_gun', 'machine_gun']],
  ['dual_heavy_tank', 3, -1, 5, 165, ['heavy_gun', 'heavy_gun']],
  ['tank_hunter', 5, 1, 3, 95, ['long_gun']],
  ['howitzer_battery', 3, 1, 2, 60, ['howitzer']],
  ['rocket_team', 3, 0, 2, 45, ['rocket']],
];
