// Descriptions of a later server, or spoilt ones, say words and have keys that this SDK does not know: tables show what is understood, and every battle
// is followed to its end.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { advance, describeRuleset, descriptionOf, startTable } from '../../clients/js/dist/table/index.js';
import { keptRecords } from './kept_records.mjs';

const records = new Map(keptRecords(2).map((record) => [record.ruleset, record]));
const right = new Map([...records.keys()].map((ruleset) => [ruleset, descriptionOf(ruleset)]));
after(() => right.forEach((description, ruleset) => describeRuleset(ruleset, description)));

const folded = (record) => record.events.reduce(advance, startTable(record));
const isStructured = (value) => typeof value === 'object' && value !== null;
const placesIn = (json, path = []) => (isStructured(json) ? Object.keys(json).flatMap((key) => [[...path, key], ...placesIn(json[key], [...path, key])]) : []);

/** A copy in which this stands at the place. */
function changedAt(json, [key, ...rest], value) {
  const out = Array.isArray(json) ? [...json] : { ...json };
  Object.defineProperty(out, key, { value: rest.length > 0 ? changedAt(json[key], rest, value) : value, enumerable: true, configurable: true, writable: true });
  return out;
}

/** A text, or what has more in it than is known. */
function later(value) {
  const holdsTexts = isStructured(value) && Object.values(value).every((each) => typeof each === 'string');
  if (Array.isArray(value)) return [[...value, holdsTexts ? '/later' : { ...value[0], op: 'sing', later: 1 }]];
  if (holdsTexts) return [{ ...value, later: '/later' }, { ...value, ['__proto__']: '/later' }];
  if (isStructured(value)) return [{ ...value, later: { op: 'sing' } }, { ...value, op: 'sing' }, { ...value, ['__proto__']: 'x' }];
  if (typeof value === 'string') return ['later', '/later', '/*', '/-/later', '', '__proto__', '/__proto__', '/later=x', '/'];
  return [];
}

const at = (json, path) => path.reduce((value, key) => value[key], json);

for (const [ruleset, record] of records)
  test(`a battle of ${ruleset} is followed to its end by a description of which any part is not known`, () => {
    const description = right.get(ruleset);
    const asDescribed = JSON.stringify(folded(record));
    let others = 0;
    for (const path of placesIn(description))
      for (const value of later(at(description, path))) {
        describeRuleset(ruleset, changedAt(description, path, value));
        const which = `${path.join('/')}: ${JSON.stringify(value)}`;
        let table;
        assert.doesNotThrow(() => (table = folded(record)), which);
        assert.equal(table.stage, 'over', which);
        assert.equal(table.seq, record.events.length, which);
        assert.deepEqual(table.outcome, record.outcome, which);
        if (JSON.stringify(table) !== asDescribed) ++others;
      }
    assert.equal(others > 0, description.events !== undefined && Object.values(description.events).some(({ does }) => does?.length > 0), 'whether anything is another way on the table');
  });
