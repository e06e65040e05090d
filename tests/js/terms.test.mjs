// One word for one thing, in each language: what a ruleset and the page call it must be the same, or players look for two things.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);

/** Words that mean what another word is kept for, by language. */
const instead = {
  de: [
    [/\b(letzten?|jede[mn]|diese[mn]) Zug\b|\b100 Zügen\b|"Züge",?$|\{# Züge\}/, 'Runde', ['campaign.json']], // of a campaign these are the moves
    [/\bKasse\b/, 'Schatzkammer', []],
    [/Katastroph/, 'Unglück', []],
    [/Stadtpl[aä]tz/, 'Bauplatz', []],
    [/\bMarken\b/, 'Marker', []],
    [/\bBaukunst\b/, 'Architektur', []],
    [/offene[mns]? Meer/i, 'offene See', []],
    [/in eine Region zurückziehen/, 'Gebiet', []],
  ],
  fr: [
    [/\bbateaux?\b/i, 'navire', []],
    [/\bGénie\b/, 'Ingénierie', []],
    [/(?<!\p{L})cités?(?!\p{L})/iu, 'ville', ['battle.json', 'start.json', 'advanced_combat/texts.fr.json', 'phased_combat/texts.fr.json']], // there it is a settlement
  ],
};

const pageTexts = (language) => readdirSync(new URL(`clients/web/src/texts/${language}/`, root)).map((name) => `clients/web/src/texts/${language}/${name}`);
const rulesTexts = (language) => {
  const rulesets = readdirSync(new URL('rules/', root), { withFileTypes: true }).filter((each) => each.isDirectory()).map(({ name }) => name);
  return rulesets.flatMap((ruleset) => readdirSync(new URL(`rules/${ruleset}/`, root)).filter((name) => name === `texts.${language}.json`).map((name) => `rules/${ruleset}/${name}`));
};

for (const [language, words] of Object.entries(instead))
  test(`texts in ${language} call each thing by its one word`, () => {
    const found = [...pageTexts(language), ...rulesTexts(language)].flatMap((path) =>
      readFileSync(new URL(path, root), 'utf8').split('\n').flatMap((line, at) =>
        words.filter(([wrong, , not]) => wrong.test(line.trim()) && !not.some((name) => path.endsWith(name))).map(([, right]) => `${path}:${at + 1} (${right}): ${line.trim()}`),
      ),
    );
    assert.deepEqual(found, []);
  });
