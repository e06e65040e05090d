// That the two bots of clients/BOTS.md decide themselves, whatever they are asked: of each kind there is one request here, such as battles had it
// (bot_requests.json), in which their own choice is another than the default.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { choose, decide } from '../../clients/js/examples/bot.mjs';

const Ajv = createRequire(import.meta.url)('ajv');
const requests = JSON.parse(readFileSync(new URL('bot_requests.json', import.meta.url), 'utf8'));
const { rulesets } = JSON.parse(execFileSync(process.env.MUSTER, ['rules', '--schemas'], { encoding: 'utf8' }));
const asked = Object.entries(rulesets).flatMap(([ruleset, { decisions }]) => Object.keys(decisions).map((kind) => `${ruleset} ${kind}`));
const lost = 0.01; // the chance to win at which both give up where they can

/** What python/bot.py says to them, and of which kinds it has decisions. */
function python() {
  const program = `import json, sys; sys.path.append(sys.argv[1]); import bot; bot.chance = ${lost}
print(json.dumps({'kinds': list(bot.DECIDE), 'choices': [bot.decide(request) for request in json.load(sys.stdin)]}))`;
  const folder = fileURLToPath(new URL('../../clients/python', import.meta.url));
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  return JSON.parse(execFileSync('python3', ['-c', program, folder], { encoding: 'utf8', env, input: JSON.stringify(requests) }));
}

const bots = {
  javascript: { kinds: Object.keys(decide), choices: requests.map((request) => choose(structuredClone(request), lost)) },
  python: python(),
};

/** What is left out is 0, false or empty. */
function bare(value) {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, bare(each)]);
  return Object.fromEntries(entries.filter(([, each]) => each && JSON.stringify(each) !== '[]').sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('there is a request of every kind that the rules ask, as they ask it', () => {
  assert.deepEqual(requests.map(({ ruleset, kind }) => `${ruleset} ${kind}`).sort(), asked.sort());
  const ajv = new Ajv();
  for (const { ruleset, kind, options, default: usual } of requests) {
    const schemas = rulesets[ruleset].decisions[kind];
    assert.ok(ajv.validate(schemas.options, options), `options of ${ruleset} ${kind}: ${ajv.errorsText()}`);
    assert.ok(ajv.validate(schemas.choice, usual), `default of ${ruleset} ${kind}: ${ajv.errorsText()}`);
  }
});

for (const [name, { kinds, choices }] of Object.entries(bots)) {
  test(`the bot in ${name} has a decision of its own for every kind, and no others`, () => {
    assert.deepEqual([...kinds].sort(), [...new Set(asked.map((each) => each.split(' ')[1]))].sort());
  });

  test(`the bot in ${name} chooses something else than the default, of the shape that the rules want`, () => {
    const ajv = new Ajv();
    for (const [i, { ruleset, kind, default: usual }] of requests.entries()) {
      assert.ok(ajv.validate(rulesets[ruleset].decisions[kind].choice, choices[i]), `${ruleset} ${kind} ${JSON.stringify(choices[i])}: ${ajv.errorsText()}`);
      assert.notDeepEqual(bare(choices[i]), bare(usual), `${ruleset} ${kind}`);
    }
  });
}

test('both bots choose the same', () => {
  for (const [i, { ruleset, kind }] of requests.entries()) assert.deepEqual(bare(bots.javascript.choices[i]), bare(bots.python.choices[i]), `${ruleset} ${kind}`);
});
