// Rulings stand twice: in the table of each ruleset's README, with their reasons, and in its texts, which the page on the ruleset shows.
// Who adds one to the table adds it for players too, in all languages, or says here why none of them would ask.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const rules = fileURLToPath(new URL('../../rules/', import.meta.url));
const folders = JSON.parse(readFileSync(`${rules}rulesets.json`, 'utf8'));
const languages = ['en', 'de', 'fr'];

/** Rulings that no text has, and why. */
const untold = {
  A16: 'what the policy `listed` plays, for reference figures',
  A19: 'how the automatic player `best` decides',
  C10: 'what the policy `listed` plays, for reference figures',
  E11: 'how automatic players move',
};

/** The ids in the first column of a README's table of rulings. */
function inReadme(folder) {
  const [, section] = readFileSync(`${rules}${folder}/README.md`, 'utf8').split(/^## Rulings$/m);
  assert.ok(section, `rules/${folder}/README.md has no rulings`);
  return [...section.split(/^## /m)[0].matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, id]) => id);
}

/** By id, all rulings of a folder's texts: of several rulesets in one folder some use those of another. */
function inTexts(folder, language) {
  const path = `${rules}${folder}/texts.${language}.json`;
  assert.ok(existsSync(path), path);
  return Object.assign({}, ...Object.values(JSON.parse(readFileSync(path, 'utf8'))).map((texts) => texts.rulings?.rulings));
}

const byNumber = (one, other) => Number(one.slice(1)) - Number(other.slice(1));

for (const folder of folders) {
  const ids = inReadme(folder);

  test(`no ruling of ${folder} stands in its table twice`, () => {
    assert.ok(ids.length > 0);
    assert.deepEqual(ids, [...new Set(ids)]);
  });

  for (const language of languages)
    test(`the rulings of ${folder} in "${language}" are those of its README, in their order`, () => {
      const told = inTexts(folder, language);
      // Compared as a list: what is missing, what is unknown and what is out of order is seen at once.
      assert.deepEqual(Object.keys(told), ids.filter((id) => !untold[id]).sort(byNumber));
      for (const [id, ruling] of Object.entries(told)) {
        assert.deepEqual(Object.keys(ruling), ['question', 'answer'], id);
        for (const words of Object.values(ruling)) assert.ok(words.trim().length > 0, id);
      }
    });
}

const aHouseRule = { en: /house rule/i, de: /Hausregel/i, fr: /règles? maison/i };

/** Of each ruling in a README's table that has a switch: its id, and which house rules that are. */
function switched(folder) {
  const [, section] = readFileSync(`${rules}${folder}/README.md`, 'utf8').split(/^## Rulings$/m);
  return [...section.matchAll(/^\| ([A-Z]\d+) \|(.*)$/gm)].map(([, id, words]) => [id, [...words.matchAll(/switch\W+(\w+)`/gi)].map(([, name]) => name)]);
}

test('where a house rule changes a ruling, its text says so in all languages', () => {
  let found = 0;
  for (const folder of folders)
    for (const language of languages) {
      const texts = Object.values(JSON.parse(readFileSync(`${rules}${folder}/texts.${language}.json`, 'utf8')));
      const offered = new Set(texts.flatMap(({ house_rules: all }) => Object.keys(all ?? {})));
      for (const [id, names] of switched(folder).filter(([id, all]) => !untold[id] && all.some((name) => offered.has(name)))) {
        ++found;
        assert.match(inTexts(folder, language)[id].answer, aHouseRule[language], `${id} of ${folder} in "${language}": ${names}`);
      }
    }
  assert.ok(found > 30, `${found} are compared`);
});

test('what is left out is a ruling of some README', () => {
  const all = folders.flatMap(inReadme);
  assert.deepEqual(Object.keys(untold).filter((id) => !all.includes(id)), []);
});
