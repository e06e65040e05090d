// What the server says against a setup, in the language of the person; what is not here is shown in its own words.
import type { Texts } from '../lib/i18n.svelte';
import { known } from '../lib/known';

type Faults = Texts['faults'];
type Key = Exclude<keyof Faults, 'meant' | 'kinds'>;

const quoted = (name: string) => `"(?<${name}>[^"]*)"`;
const cell = '(?<cell>\\[[^\\]]*\\])';

/** The server's sentences; the first that fits is the one. Their parts have the names of the messages' arguments. */
const patterns: Record<Key, string> = {
  needs_some: 'needs at least (?<count>\\d+) entr(?:y|ies)',
  too_many_entries: 'has (?<count>\\d+) entries; at most (?<most>\\d+)',
  too_large: '(?<value>\\S+) is too large; at most (?<most>-?\\d+)',
  too_small: '(?<value>\\S+) is too small; at least (?<least>-?\\d+)',
  too_short: 'too short; at least (?<least>\\d+) characters',
  too_long: 'too long; at most (?<most>\\d+) characters',
  expected: 'expected (?<expected>.+), got (?<got>.+)',
  not_one_of: `${quoted('word')} is not one of (?<list>.+)`,
  unknown_field: `unknown field ${quoted('field')}`,
  missing_without_city: `${quoted('field')} is missing; it can only be left out before a city`,
  missing: `${quoted('field')} is missing`,
  named_twice: `${quoted('word')} is listed twice`,
  given_twice: `${quoted('word')} is given twice`,
  cell_twice: `${cell} is listed twice`,
  attacker_empty: 'the attacker needs at least 1 token here, population or army',
  defender_empty: 'the defender needs at least 1 token here, population or army',
  one_sided_fleet: 'fleets only fight fleets; give them to both sides or to neither',
  mixed_fleet: 'an army is all ships or has none; (?<unit>\\S+) and (?<other>\\S+) do not mix',
  no_ships: '(?<unit>\\S+) are not ships; land units fight under phased-combat',
  ships: '(?<unit>\\S+) are ships; fleets fight under fleet-combat',
  no_unit: `no unit ${quoted('unit')} in the roster`,
  too_many_pieces: '(?<count>\\d+) pieces are too many; at most (?<most>\\d+)',
  are_aircraft: '(?<unit>\\S+) are aircraft; they belong in "aircraft", not in "army"',
  no_aircraft: '(?<unit>\\S+) are not aircraft; they belong in "army"',
  twice_in_roster: `${quoted('unit')} is in the roster twice`,
  region_twice: `${quoted('region')} is in the list of regions twice`,
  unit_id: "a unit's id can only have lowercase letters a-z, digits and _",
  id: 'an id can only have lowercase letters a-z, digits and _',
  aircraft_strength: 'aircraft need a strength from 1 to 10',
  aircraft_era: 'aircraft have a strength, not an era',
  aircraft_modifier: 'aircraft have a strength, not a modifier',
  aircraft_enhanced: 'aircraft cannot be enhanced',
  needs_era: 'needs an era from 1 \\(ancient\\) to 4 \\(modern\\)',
  only_aircraft_strength: 'only aircraft have a strength; other units have an era',
  outside_square: `${cell} is outside the field: x is 0 to (?<x>\\d+), y is 0 to (?<y>\\d+)`,
  outside_rows: `${cell} is outside the field: r is 0 to (?<r>\\d+)`,
  outside_row: `${cell} is outside the field: in row (?<row>-?\\d+) q is (?<from>-?\\d+) to (?<to>-?\\d+)`,
  outside_free: `${cell} is outside the field: x is 0 to (?<x>\\d+), y is 0 to (?<y>\\d+), in tenths`,
  base_outside: `${cell} is too near the edge or outside the field: a unit's base is 1 DU wide, so x is (?<left>\\d+) to (?<right>\\d+), y is (?<top>\\d+) to (?<bottom>\\d+), in tenths`,
  base_impassable: `at ${cell} its base would be on something impassable`,
  bases_overlap: `at ${cell} it would stand on ${quoted('unit')}; bases are 1 DU wide and cannot overlap`,
  free_impassable: 'a free field has no cells; what is impassable there is given as polygons',
  free_terrain: 'a free field has no cells, so it is open ground but for its polygons',
  cells_polygons: 'only a free field has polygons; on hexes and squares list impassable cells',
  polygon_crosses: 'the edges of a polygon cannot cross, touch or fold back; list its corners in order around it',
  polygons_touch: 'it touches polygon (?<polygon>\\d+); join them to one, or leave a gap between them',
  impassable: `${cell} is impassable`,
  terrain_twice: `${cell} is ${quoted('terrain')} already`,
  special_of_nothing: 'say against what: terrain, armour_from or armour_to',
  special_changes_nothing: 'changes nothing: give to_hit or to_damage',
  no_terrain: `no terrain ${quoted('terrain')}`,
  armour_order: 'armour_from is above armour_to',
  once_and_reload: 'a weapon that fires once is not reloaded',
  occupied: `${cell} is taken by ${quoted('unit')}; a cell holds one unit`,
  unit_twice: `two units are called ${quoted('unit')}; each unit needs its own id`,
  no_profile: `no profile ${quoted('profile')}`,
  no_weapon: `no weapon ${quoted('weapon')}`,
  half_range: 'at range (?<range>\\d+), give a number to both to_hit and to_damage or to neither',
  no_range: 'the weapon cannot fire at any range',
};

/** What the server calls the sorts of values. */
const kinds: Record<string, keyof Faults['kinds']> = {
  'true or false': 'boolean',
  'a string': 'string',
  'an array': 'array',
  'an object': 'object',
  'an integer': 'integer',
  'a number': 'number',
  'a number with a fraction': 'fraction',
  'two integers': 'pair',
};

function kindText(words: string, texts: Faults): string {
  const kind = known(kinds, words);
  return kind ? texts.kinds[kind] : words;
}

function said(message: string, texts: Faults): string | null {
  for (const [key, pattern] of Object.entries(patterns)) {
    const found = new RegExp(`^${pattern}$`).exec(message);
    if (!found) continue;
    const { expected, got, count, ...parts } = found.groups ?? {};
    const values = {
      ...parts,
      ...(count === undefined ? {} : { count: Number(count) }),
      ...(expected === undefined ? {} : { expected: kindText(expected, texts) }),
      ...(got === undefined ? {} : { got: kindText(got, texts) }),
    };
    const text = texts[key as Key] as string | ((values: object) => string);
    return typeof text === 'string' ? text : text(values);
  }
  return null;
}

export function faultText(message: string, texts: Faults): string {
  const [, fault = message, meant] = /^(.*?)(?:; did you mean "([^"]*)"\?)?$/.exec(message) ?? [];
  const text = said(fault, texts);
  if (text === null) return message;
  return meant === undefined ? text : texts.meant({ fault: text, meant });
}
