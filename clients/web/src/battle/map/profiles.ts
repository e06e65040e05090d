// The profiles that every battle of simple-combat knows: id, move allowance, armour, damage capacity, points.
export const standardProfiles: [string, number, number, number, number][] = [
  ['scout_car', 8, 1, 2, 32],
  ['light_tank', 6, 0, 3, 70],
  ['medium_tank', 5, 0, 4, 100],
  ['dual_heavy_tank', 3, -1, 5, 165],
  ['tank_hunter', 5, 1, 3, 95],
  ['howitzer_battery', 3, 1, 2, 60],
  ['rocket_team', 3, 0, 2, 45],
];
