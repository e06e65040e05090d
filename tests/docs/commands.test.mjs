// Every command that a document names is one of the programs': they are asked for its help, which they refuse for what is none.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const programs = { musterd: join(process.env.BUILD, 'server/musterd'), muster: join(process.env.BUILD, 'clients/cli/muster') };
const built = ['.git', 'node_modules', 'npm-packages', 'dist', 'build*'].flatMap((name) => ['-name', name, '-prune', '-o']);
const documents = execFileSync('find', ['.', ...built, '-name', '*.md', '-print'], { cwd: top, encoding: 'utf8' }).split('\n').filter(Boolean);

/** The commands in a text's code, each with its own commands: `musterd moderate who BATTLE` is "musterd moderate who". */
function commandsIn(text) {
  const code = [...text.matchAll(/^```sh.*\n([^]*?)^```$/gm), ...text.replace(/^```[^]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside);
  return code.flatMap((inside) => [...inside.matchAll(/(?:^|[|&;(] *|\n *)(musterd?)((?: [a-z]+)+)(?![a-z_/.:=*-])/g)].map(([, program, words]) => program + words));
}

test('every command that a document names is there', () => {
  const named = new Map(documents.flatMap((document) => commandsIn(readFileSync(join(top, document), 'utf8')).map((command) => [command, document])));
  for (const command of ['musterd moderate close', 'musterd backup', 'muster verify']) assert.ok(named.has(command), command);
  for (const [command, document] of named) {
    const [program, ...words] = command.split(' ');
    const { status, stderr } = spawnSync(programs[program], [...words, '--help'], { encoding: 'utf8' });
    assert.equal(status, 0, `${document} names \`${command}\`: ${stderr}`);
  }
});
