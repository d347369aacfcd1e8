import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API } from '#contract/api.ts';
import { ROOT } from '#server/root.ts';
import { isBetter } from '#server/testing/example-answers.ts';
import { wrongExample } from '#server/testing/named-answers.ts';

/** Fills screens with rows by the hundred, which nobody could take for somebody's. */
const CROWDS = '**/query-count.test.ts';

/**
 * `node tools/example-answers/main.ts [test files]`: runs tests of the server, all unless some are named, and takes
 * from their answers an example for each call that has none, or one that no longer fits. `--again` takes new ones for
 * every call that the tests make.
 */
const options = process.argv.slice(2);
const tests = options.filter((one) => one !== '--again');
const file = join(ROOT, 'src', 'contract', 'document', 'example-answers.json');
const folder = await mkdtemp(join(tmpdir(), 'emberkin-examples-'));
try {
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--exclude', CROWDS];
  const args = [...vitest, ...(tests.length > 0 ? tests : ['src/server'])];
  const env = { ...process.env, EXAMPLE_ANSWERS: folder };
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  const found = new Map<string, unknown>();
  for (const name of await readdir(folder))
    for (const line of (await readFile(join(folder, name), 'utf8')).trim().split('\n')) {
      const [call, example] = JSON.parse(line) as [string, unknown];
      if (!found.has(call) || isBetter(example, found.get(call))) found.set(call, example);
    }
  const before = (existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {}) as Record<string, unknown>;
  const after: Record<string, unknown> = {};
  for (const [call, endpoint] of Object.entries(API)) {
    const stays = !options.includes('--again') && call in before && wrongExample(endpoint, before[call]) === null;
    const example = stays ? before[call] : (found.get(call) ?? before[call]);
    if (endpoint.response && example !== undefined) after[call] = example;
    else if (endpoint.response) process.stdout.write(`${call} has no example.\n`);
  }
  await writeFile(file, `${JSON.stringify(after, null, 2)}\n`);
  process.stdout.write(`${file} has ${Object.keys(after).length} examples.\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
