// What the server says against a setup, in German; what is not here is shown in its own words.
const quoted = '"([^"]*)"';
const place = '(\\[[^\\]]*\\])';

const kinds: Record<string, string> = {
  'true or false': 'true oder false',
  'a string': 'ein Text',
  'an array': 'eine Liste',
  'an object': 'ein Objekt',
  'an integer': 'eine ganze Zahl',
  'a number': 'eine Zahl',
  'a number with a fraction': 'eine Zahl mit Nachkommastellen',
  'two integers': 'zwei ganze Zahlen',
  null: 'null',
};
const kind = (word: string) => kinds[word] ?? word;

const faults: [string, (...parts: string[]) => string][] = [
  ['needs at least (\\d+) entr(?:y|ies)', (count) => (count === '1' ? 'hier fehlt noch etwas' : `hier fehlt noch etwas; mindestens ${count}`)],
  ['has (\\d+) entries; at most (\\d+)', (count, most) => `${count} Einträge sind zu viele; höchstens ${most}`],
  ['(\\S+) is too large; at most (-?\\d+)', (value, most) => `${value} ist zu viel; höchstens ${most}`],
  ['(\\S+) is too small; at least (-?\\d+)', (value, least) => `${value} ist zu wenig; mindestens ${least}`],
  ['too short; at least (\\d+) characters', (least) => `zu kurz; mindestens ${least} Zeichen`],
  ['too long; at most (\\d+) characters', (most) => `zu lang; höchstens ${most} Zeichen`],
  ['expected (.+), got (.+)', (expected, got) => `erwartet wird ${kind(expected)}, da steht ${kind(got)}`],
  [`${quoted} is not one of (.+)`, (word, list) => `„${word}“ gibt es hier nicht; möglich sind ${list}`],
  [`unknown field ${quoted}`, (field) => `das Feld „${field}“ gibt es nicht`],
  [`${quoted} is missing; only before a city it may be left out`, (field) => `„${field}“ fehlt; nur vor einer Stadt darf es fehlen`],
  [`${quoted} is missing`, (field) => `„${field}“ fehlt`],
  [`${quoted} is (?:named|given) twice`, (word) => `„${word}“ steht doppelt da`],
  [`${place} is named twice`, (cell) => `${cell} steht doppelt da`],

  ['the (attacker|defender) has no tokens here; .+', (seat) => `${seat === 'attacker' ? 'der Angreifer' : 'der Verteidiger'} hat hier keine Marker; mindestens einer wird gebraucht`],
  ['fleets fight fleets only; both sides must have fleets or neither', () => 'Flotten kämpfen nur gegen Flotten; beide Seiten müssen welche haben oder keine'],
  ['an army is either all fleets or has none; .+', () => 'eine Armee besteht entweder ganz aus Flotten oder hat keine'],
  ['(\\S+) are no ships; land units fight under phased-combat', (unit) => `${unit} sind keine Schiffe; an Land wird nach „phased-combat“ gekämpft`],
  ['(\\S+) are ships; fleets fight under fleet-combat', (unit) => `${unit} sind Schiffe; Flotten kämpfen nach „fleet-combat“`],
  [`no unit ${quoted} in the roster`, (unit) => `eine Einheit „${unit}“ gibt es nicht`],
  ['(\\d+) pieces are too many; at most (\\d+)', (count, most) => `${count} Figuren sind zu viele; höchstens ${most}`],
  ['(\\S+) are aircraft; they belong in "aircraft", not in "army"', (unit) => `${unit} sind Flugzeuge; sie gehören in „aircraft“, nicht in „army“`],
  ['(\\S+) are not aircraft; they belong in "army"', (unit) => `${unit} sind keine Flugzeuge; sie gehören in „army“`],
  [`${quoted} is in the roster twice`, (unit) => `„${unit}“ steht zweimal in der Liste der Einheiten`],
  [`${quoted} is among the regions twice`, (region) => `das Gebiet „${region}“ steht doppelt da`],
  ["(?:a unit's|an) id has small letters a-z, digits and _ only", () => 'eine Kennung besteht nur aus kleinen Buchstaben a–z, Ziffern und _'],
  ['aircraft need a strength, 1 to 10', () => 'Flugzeuge brauchen eine Stärke von 1 bis 10'],
  ['aircraft have a strength, not an era', () => 'Flugzeuge haben eine Stärke, keine Epoche'],
  ['aircraft have a strength, not a modifier', () => 'Flugzeuge haben eine Stärke, keinen Modifikator'],
  ['aircraft cannot be enhanced', () => 'Flugzeuge lassen sich nicht verbessern'],
  ['needs an era, 1 \\(ancient\\) to 4 \\(modern\\)', () => 'braucht eine Epoche, 1 (Antike) bis 4 (Moderne)'],
  ['only aircraft have a strength; other units have an era', () => 'nur Flugzeuge haben eine Stärke; andere Einheiten haben eine Epoche'],

  [`${place} is outside the field: x is 0 to (\\d+), y is 0 to (\\d+)`, (cell, x, y) => `${cell} liegt außerhalb des Feldes: x geht von 0 bis ${x}, y von 0 bis ${y}`],
  [`${place} is outside the field: r is 0 to (\\d+)`, (cell, r) => `${cell} liegt außerhalb des Feldes: r geht von 0 bis ${r}`],
  [`${place} is outside the field: in row (-?\\d+) q is (-?\\d+) to (-?\\d+)`, (cell, row, from, to) => `${cell} liegt außerhalb des Feldes: in Reihe ${row} geht q von ${from} bis ${to}`],
  [`${place} is impassable`, (cell) => `${cell} ist unpassierbar`],
  [`${place} is where ${quoted} stands; a cell holds one unit`, (cell, unit) => `auf ${cell} steht schon „${unit}“; auf ein Feld passt eine Einheit`],
  [`there are two units ${quoted}; .+`, (unit) => `zwei Einheiten heißen „${unit}“; jede der Schlacht braucht eine eigene Kennung`],
  [`no profile ${quoted}`, (profile) => `ein Profil „${profile}“ gibt es nicht`],
  [`no weapon ${quoted}`, (weapon) => `eine Waffe „${weapon}“ gibt es nicht`],
  ['at range (\\d+) to_hit and to_damage must both have a number or neither', (range) => `bei Reichweite ${range} brauchen „to_hit“ und „to_damage“ beide eine Zahl oder keine von beiden`],
  ['the weapon fires at no range', () => 'diese Waffe schießt auf keine Reichweite'],
];

export function fault(message: string): string {
  const [, said, meant] = /^(.*?)(?:; did you mean "([^"]*)"\?)?$/.exec(message) ?? [];
  for (const [pattern, say] of faults) {
    const found = new RegExp(`^${pattern}$`).exec(said ?? message);
    if (found) return say(...found.slice(1)) + (meant === undefined ? '' : `; meintest du „${meant}“?`);
  }
  return message;
}
