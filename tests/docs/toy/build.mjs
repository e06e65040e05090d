// The ruleset of high_die/ as part of this build's programs: a copy of rules/ that is the same but for that folder and one line of rulesets.json, of
// which the table of rulesets is made anew; with that `muster` and `musterd` are linked once more. That takes seconds.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** rules/ with the toy in it. */
function addRuleset(root, place) {
  const rules = join(place, 'rules');
  mkdirSync(rules);
  for (const name of readdirSync(`${root}/rules`)) if (name !== 'rulesets.json') symlinkSync(`${root}/rules/${name}`, join(rules, name));
  cpSync(`${root}/tests/docs/toy/high_die`, join(rules, 'high_die'), { recursive: true });
  const folders = JSON.parse(readFileSync(`${root}/rules/rulesets.json`, 'utf8'));
  writeFileSync(join(rules, 'rulesets.json'), JSON.stringify([...folders, 'high_die']));
  return rules;
}

/** The words of the command that made `target`. */
async function commandOf(build, target) {
  const { stdout } = await run('ninja', ['-C', build, '-t', 'commands', '-s', target], { maxBuffer: 16 << 20 });
  return stdout.trim().split('\n').at(-1);
}

/** Compiles a file as this build compiles the rules, but without their precompiled header, which was made of other folders. */
function compiler(command, rules, place) {
  const [, program, options] = /(\S*clang\+\+\S*) (.*) -MD .* -c \S+$/.exec(command);
  const flags = options.replace(/-Winvalid-pch.*cmake_pch\.hxx/, '').split(' ').filter((flag) => flag !== '');
  return async (source) => {
    const object = join(place, `${basename(source)}-${source.length}.o`);
    await run(program, [`-I${join(rules, '..')}`, ...flags, '-c', source, '-o', object]);
    return object;
  };
}

/** In pairs: a compiler takes much memory. */
async function inPairs(all, work) {
  const results = [];
  for (let i = 0; i < all.length; i += 2) results.push(...(await Promise.all(all.slice(i, i + 2).map(work))));
  return results;
}

/** `root`: the folder of the sources; `build`: that of a build. `remove` takes away what was made. */
export async function buildToy(root, build) {
  const place = mkdtempSync(join(tmpdir(), 'muster-toy-'));
  const remove = () => rmSync(place, { recursive: true, force: true });
  try {
    const rules = addRuleset(root, place);
    await run('cmake', [`-DRULES=${rules}`, `-DOUT=${place}`, '-P', join(rules, 'rulesets.cmake')]);
    const own = readFileSync(join(place, 'files'), 'utf8').split('\n').filter((file) => file.startsWith(join(rules, 'high_die')));
    const compile = compiler(await commandOf(build, 'rules/CMakeFiles/muster_rules.dir/systems.cpp.o'), rules, place);
    const objects = await inPairs([...own, join(place, 'systems.cpp'), join(place, 'data_files.cpp')], compile);
    const [muster, musterd] = ['muster', 'musterd'].map((program) => join(place, program));
    for (const [target, out] of [['clients/cli/muster', muster], ['server/musterd', musterd]]) {
      const command = (await commandOf(build, target)).replace(/ -o \S+ /, ` ${objects.join(' ')} -o ${out} `);
      await run('sh', ['-c', command], { cwd: build });
    }
    return { place, muster, musterd, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
