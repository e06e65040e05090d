// The page's own texts, as it is built with them: its own and those of the rulesets.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

// texts.mjs is a module, and tests are none.
const program = "import { namespaces, written } from './texts.mjs'; const all = namespaces.map((name) => [name, written(process.argv[1], name)]); console.log(JSON.stringify(Object.fromEntries(all)));";

/** All messages of a language, by namespace. */
export function textsOf(language: string): Record<string, any> {
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program, language], { cwd: join(__dirname, '../../clients/web'), encoding: 'utf8' }));
}
