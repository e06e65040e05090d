// The texts of the web client: complete in each language, with the arguments of the English, and there when they are shown.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { argumentsOf, folder, languages, namespaces, original, written } from '../../clients/web/texts.mjs';
import { declarations } from '../../clients/web/texts_types.mjs';

/** The messages of a language by the names that the page has for them. */
function messagesOf(language) {
  const found = new Map();
  const look = (path, tree) => {
    if (typeof tree === 'string') found.set(path, tree);
    else for (const [key, each] of Object.entries(tree)) look(`${path}.${key}`, each);
  };
  for (const namespace of namespaces) look(namespace, written(language, namespace));
  return found;
}

const english = messagesOf(original);

test('every English message can be read', () => {
  for (const [name, message] of english) assert.doesNotThrow(() => argumentsOf(message), name);
});

for (const language of Object.keys(languages).filter((each) => each !== original)) {
  const own = messagesOf(language);

  test(`${languages[language]} lacks no message and has none that English lacks`, () => {
    assert.deepEqual([...english.keys()].filter((name) => !own.has(name)), [], 'missing');
    assert.deepEqual([...own.keys()].filter((name) => !english.has(name)), [], 'unknown');
    const files = readdirSync(folder + language).map((file) => file.replace('.json', ''));
    assert.deepEqual(files.filter((file) => file !== 'language' && !namespaces.includes(file)), [], 'files');
  });

  test(`the messages in ${languages[language]} have the arguments of the English`, () => {
    const faults = [];
    for (const [name, message] of own) {
      if (!english.has(name)) continue;
      const due = argumentsOf(english.get(name));
      for (const [argument, kind] of argumentsOf(message)) {
        if (!due.has(argument)) faults.push(`${name}: {${argument}} is unknown`);
        else if (kind === 'choice' && due.get(argument) !== 'choice') faults.push(`${name}: {${argument}} is nothing to select by`);
      }
    }
    assert.deepEqual(faults, []);
  });
}

test('the types of the texts are those of the English messages', () => {
  assert.equal(readFileSync(`${folder}texts.d.ts`, 'utf8'), declarations(), 'run `npm run texts` in clients/web');
});

// ---- each text is loaded where it is shown ----
const source = fileURLToPath(new URL('../../clients/web/src/', import.meta.url));
const groups = JSON.parse(readFileSync(`${source}lib/text_groups.json`, 'utf8'));
const fileOf = (from, path) => [path, `${path}.ts`].map((each) => resolve(dirname(from), each)).find((each) => existsSync(each) && each.startsWith(source));

/** What is shown by `file` and by what it imports, and the parts that it loads later. */
function reachable(file, shown = new Map(), parts = []) {
  if (shown.has(file)) return { shown, parts };
  const code = readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|import type ).*$/gm, '');
  shown.set(file, [...code.matchAll(/(?<![\w.$])t\.(\w+)/g)].map(([, name]) => name).filter((name) => namespaces.includes(name)));
  for (const [, path] of code.matchAll(/(?:from|^import) '(\.[^']+)'/gm)) {
    const found = fileOf(file, path);
    if (found && /\.(svelte|ts)$/.test(found)) reachable(found, shown, parts);
  }
  for (const [, group, path] of code.matchAll(/(?:withTexts\('(\w+)', )?\(\) => import\('(\.[^']+)'\)/g)) parts.push({ file: fileOf(file, path), group });
  return { shown, parts };
}

/** Of the texts that `shown` needs, those that are not `here`. */
function absent(shown, here) {
  return [...shown].flatMap(([file, names]) => names.filter((name) => !here.has(name)).map((name) => `${relative(source, file)} shows t.${name}, which is not there`));
}

function lacking(file, here) {
  const { shown, parts } = reachable(file);
  return [...absent(shown, here), ...parts.filter((part) => !shown.has(part.file)).flatMap((part) => lacking(part.file, new Set([...here, ...(groups[part.group] ?? [])])))];
}

test('what a page shows is loaded with it', () => {
  const faults = [];
  for (const [, page, component] of readFileSync(`${source}lib/pages.ts`, 'utf8').matchAll(/([\w-]+)'?: \(\) => import\('\.\.\/(pages\/\w+\.svelte)'\)/g)) {
    const later = { rules: groups.rulings, battle: groups.shared, back: groups.shared, 'what-if': groups.shared }[page] ?? []; // asked for in RulesetRules.svelte, and by the pages of battles where dice are shared
    faults.push(...lacking(source + component, new Set([...groups.every, ...groups[page], ...later])).map((fault) => `${page}: ${fault}`));
  }
  faults.push(...absent(reachable(`${source}App.svelte`).shown, new Set(groups.every)));
  assert.deepEqual([...new Set(faults)], []);
});
