// Made by generate.mjs from what `muster rules --json` prints. Not to be edited.

/** Of each: its class, its era or 0, what it adds, what it adds more if enhanced, its strength or 0. */
export const units: [string, 'infantry' | 'cavalry' | 'artillery' | 'fleet' | 'aircraft', number, number, number, number][] = [
  ['swordsmen', 'infantry', 1, 0, 1, 0],
  ['chariots', 'cavalry', 1, 0, 1, 0],
  ['catapults', 'artillery', 1, 1, 1, 0],
  ['galleys', 'fleet', 1, 0, 1, 0],
  ['pikemen', 'infantry', 2, 0, 1, 0],
  ['knights', 'cavalry', 2, 0, 1, 0],
  ['trebuchets', 'artillery', 2, 0, 1, 0],
  ['galleons', 'fleet', 2, 2, 1, 0],
  ['riflemen', 'infantry', 3, 0, 1, 0],
  ['dragoons', 'cavalry', 3, 0, 1, 0],
  ['cannons', 'artillery', 3, 1, 1, 0],
  ['ironclads', 'fleet', 3, 2, 1, 0],
  ['machine_gunners', 'infantry', 4, 0, 1, 0],
  ['mechanized_infantry', 'infantry', 4, 2, 0, 0],
  ['tanks', 'cavalry', 4, 0, 2, 0],
  ['howitzers', 'artillery', 4, 1, 2, 0],
  ['battleships', 'fleet', 4, 2, 2, 0],
  ['biplanes', 'aircraft', 0, 0, 0, 1],
  ['monoplanes', 'aircraft', 0, 0, 0, 2],
  ['jets', 'aircraft', 0, 0, 0, 3],
  ['stealth_aircraft', 'aircraft', 0, 0, 0, 4],
];
