// Sentences with gaps, told by the SDK and by the C++ that stands behind the terminal: as tests/vectors/messages.json has them, and of every
// text that there is what MessageFormat makes of it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { tellMessage } from '../../clients/js/dist/index.js';
import { argumentsOf, languages, namespaces, written } from '../../clients/web/texts.mjs';

const MessageFormat = createRequire(new URL('../../clients/web/texts.mjs', import.meta.url))('@messageformat/core');
const vectors = JSON.parse(readFileSync(new URL('../vectors/messages.json', import.meta.url), 'utf8'));

const toldByRules = (cases) =>
  execFileSync(`${process.env.MUSTER_BUILD}/tests/rules/told_messages`, { input: cases.map((each) => `${JSON.stringify(each)}\n`).join(''), maxBuffer: 64 << 20 })
    .toString().trimEnd().split('\n').map((line) => JSON.parse(line));

function* messagesIn(tree) {
  if (typeof tree === 'string') yield tree;
  else for (const each of Object.values(tree)) yield* messagesIn(each);
}

/** A few of each kind, so that every case of every message comes up. None has marks between its digits: our counts have none (clients/web/src/lib/messages.ts). */
const numbers = [0, 1, 2, 3, 5, 21, 100, 999];
const words = ['', 'tanks', "o'clock {#}", 'lost', 'true'];

/** Each message with arguments that differ from time to time. */
function casesOf(language) {
  const messages = [...new Set(namespaces.flatMap((namespace) => [...messagesIn(written(language, namespace))]))];
  return messages.flatMap((message, which) => {
    const due = [...argumentsOf(message)];
    const keys = [...message.matchAll(/(\w+) ?\{/g)].map(([, key]) => key); // of a select, and more
    const valuesOf = { number: numbers, choice: [...keys, 'none of them'], value: [...words, ...numbers] };
    const value = (kind, turn) => valuesOf[kind][turn % valuesOf[kind].length];
    const times = due.length === 0 ? 1 : Math.max(numbers.length, keys.length + 1);
    return Array.from({ length: times }, (_, time) => ({ message, language, arguments: Object.fromEntries(due.map(([name, kind], index) => [name, value(kind, time * (index + 1) + which)])) }));
  });
}

test('the sentences of tests/vectors come out as they should', () => {
  for (const { message, language = 'en', arguments: values, told } of vectors) assert.equal(tellMessage(message, values, language), told, message);
});

test('what would become too long stays as it is', () => {
  const message = '{a}'.repeat(200);
  assert.equal(tellMessage(message, { a: 'x'.repeat(500) }), 'x'.repeat(100_000));
  assert.equal(tellMessage(message, { a: 'x'.repeat(501) }), message);
});

for (const language of Object.keys(languages))
  test(`every text in ${languages[language]} comes out as MessageFormat has it`, () => {
    const format = new MessageFormat(language);
    const cases = casesOf(language);
    assert.ok(cases.length > 2000, `${cases.length} cases`);
    const byRules = toldByRules(cases);
    cases.forEach((each, index) => {
      const due = String(format.compile(each.message)(each.arguments)); // of a message that is a gap alone it is what fills it
      assert.equal(tellMessage(each.message, each.arguments, language), due, JSON.stringify(each));
      assert.equal(byRules[index], due, JSON.stringify(each));
    });
  });
