// The page from a third place, built once for all who test it: a build empties its folder first, under the eyes of whoever reads it.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

import { test } from '@playwright/test';

test('make web', () => {
  test.setTimeout(0); // it is as slow as the machine
  const build = resolve(process.env.MUSTER_WEB_RESULTS!, '../..');
  execFileSync('make', ['web', `BUILD=${build}`], { cwd: resolve(__dirname, '../..'), stdio: ['ignore', 'ignore', 'inherit'] });
});
