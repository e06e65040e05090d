// Names of classes that hold on every page are few and agreed on: a general one (".late", say) would style whatever a component
// happens to call the same, on pages that nobody looked at.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../clients/web', import.meta.url));
const agreed = ['button', 'field', 'on-cloth', 'primary', 'quiet', 'scroll', 'sheet', 'stack', 'tick', 'visually-hidden'];

/** Every file below the folder with that ending, as [path, text]. */
function filesOf(folder, ending) {
  const paths = readdirSync(join(web, folder), { recursive: true }).filter((path) => path.endsWith(ending));
  return paths.map((path) => [join(folder, path), readFileSync(join(web, folder, path), 'utf8')]);
}

/** The classes that selectors name; what stands between braces, in comments and in strings is no selector. */
function classesIn(css) {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/'[^']*'|"[^"]*"/g, '').replace(/@import[^;]*;/g, '');
  const selectors = [...plain.matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector).filter((selector) => !selector.trim().startsWith('@'));
  return selectors.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name));
}

/** What stands in the parentheses of each :global( ), and the blocks of a bare :global. */
function globalsIn(svelte) {
  const parts = [];
  for (const { index } of svelte.matchAll(/:global\(/g)) {
    let depth = 1;
    let end = index + ':global('.length;
    for (; depth > 0 && end < svelte.length; ++end) depth += { '(': 1, ')': -1 }[svelte[end]] ?? 0;
    parts.push(svelte.slice(index + ':global('.length, end - 1));
  }
  return parts;
}

test('the style of all pages names only the classes that are agreed on', () => {
  for (const [path, css] of filesOf('src/styles', '.css')) assert.deepEqual([...new Set(classesIn(css))].filter((name) => !agreed.includes(name)), [], path);
});

test('no component reaches out of itself by a class that is not agreed on', () => {
  for (const [path, svelte] of filesOf('src', '.svelte')) {
    assert.doesNotMatch(svelte, /:global\s*\{/, `${path}: a block of global styles belongs to src/styles`);
    const names = globalsIn(svelte).flatMap((selector) => classesIn(`${selector} {`));
    assert.deepEqual(names.filter((name) => !agreed.includes(name)), [], path);
  }
});

test('the document around the program names no class', () => {
  assert.doesNotMatch(readFileSync(join(web, 'index.html'), 'utf8'), /\bclass=/);
});

test('every agreed class is used', () => {
  const used = new Set(filesOf('src/styles', '.css').flatMap(([, css]) => classesIn(css)));
  assert.deepEqual(agreed.filter((name) => !used.has(name)), []);
});
