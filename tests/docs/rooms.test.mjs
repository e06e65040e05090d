// The table of rooms in server/README.md is what the includes say, and what CMake lets them see.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../../server', import.meta.url));
const build = process.env.BUILD;
const layers = ['rules', 'protocol', 'storage'];

/// Room → { rooms, layers } as the README has it.
function tableOf(readme) {
  const rows = [...readme.matchAll(/^\| `(\w+)` \| [^|]* \| ([^|]*) \| ([^|]*) \|$/gm)];
  const list = (text) => (text.trim() === '–' ? [] : text.trim().split(', '));
  return new Map(rows.map(([, room, rooms, below]) => [room, { rooms: list(rooms), layers: list(below) }]));
}

function includesOf(room) {
  const out = new Set();
  for (const file of readdirSync(join(server, room), { recursive: true })) {
    if (!/\.[ch]pp$/.test(file)) continue;
    for (const [, path] of readFileSync(join(server, room, file), 'utf8').matchAll(/^#include ["<]([^">]+)[">]/gm)) {
      const [first, second, third] = path.split('/');
      if (![...layers, 'server'].includes(first)) continue;
      assert.ok(first !== 'storage' || !third, `server/${room}/${file} includes ${path}: an engine is the storage's own affair`);
      out.add(first === 'server' ? second : first);
    }
  }
  out.delete(room);
  return [...out].sort();
}

const table = tableOf(readFileSync(join(server, 'README.md'), 'utf8'));

test('every folder of server/ is a room with a row, and no file stands outside of the rooms', () => {
  const entries = readdirSync(server, { withFileTypes: true });
  assert.deepEqual(entries.filter((each) => each.isDirectory()).map((each) => each.name).sort(), [...table.keys()].sort());
  assert.deepEqual(entries.filter((each) => each.isFile()).map((each) => each.name).sort(), ['CMakeLists.txt', 'README.md']);
});

// Compiled into a second file without its library's definitions, it is a second logger, and which of the two a call finds is chance.
test('the logger is known to base/log.cpp alone', () => {
  const users = readdirSync(server, { recursive: true }).filter(
    (file) => /\.[ch]pp$/.test(file) && /#include <spdlog\/(?!fmt\/)/.test(readFileSync(join(server, file), 'utf8')),
  );
  assert.deepEqual(users, ['base/log.cpp']);
});

test('what an operator calls a store, and which files it has, is the storage\'s own affair', () => {
  const knowing = readdirSync(server, { recursive: true }).filter(
    (file) => /\.[ch]pp$/.test(file) && /:memory:|\w+\.db\b|in memory is gone/.test(readFileSync(join(server, file), 'utf8')),
  );
  assert.deepEqual(knowing, []);
});

for (const [room, uses] of table)
  test(`server/${room} includes what its row says, all of it and nothing else`, () => {
    const found = includesOf(room);
    for (const each of found) assert.ok(uses.rooms.includes(each) || uses.layers.includes(each), `server/${room} includes ${each}/`);
    for (const each of [...uses.rooms, ...uses.layers]) assert.ok(found.includes(each), `server/${room} does not include ${each}/, as the README says`);
    for (const each of uses.layers) assert.ok(layers.includes(each), `${each} is no layer`);
  });

test('the rooms link no others than their rows say', () => {
  for (const [room, uses] of table) {
    const cmake = readFileSync(join(server, room, 'CMakeLists.txt'), 'utf8');
    const linked = (cmake.match(/USES ([\w ]+)/)?.[1] ?? '').trim().split(/\s+/).filter(Boolean);
    assert.deepEqual([...linked].sort(), [...uses.rooms].sort(), `server/${room}/CMakeLists.txt`);
  }
});

/// Rooms that `room` may use, and those that these may.
function reachable(room) {
  const out = new Set([room]);
  for (const each of out) for (const next of table.get(each).rooms) out.add(next);
  return out;
}

test('no room has the headers of another in its include path unless its row leads there: such an include does not build', () => {
  const seen = new Set();
  for (const { file, command } of JSON.parse(readFileSync(join(build, 'compile_commands.json'), 'utf8'))) {
    const room = file.match(/\/server\/(\w+)\/\w+\.cpp$/)?.[1];
    if (!table.has(room) || !file.startsWith(server)) continue;
    seen.add(room);
    const paths = [...command.matchAll(/ (?:-I|-isystem ?)(\S+)/g)].map((match) => match[1]);
    for (const other of table.keys()) {
      const visible = paths.some((path) => existsSync(join(path, 'server', other)));
      assert.equal(visible && !reachable(room).has(other), false, `server/${room} can include server/${other}/`);
    }
  }
  assert.deepEqual([...seen].sort(), [...table.keys()].sort());
});
