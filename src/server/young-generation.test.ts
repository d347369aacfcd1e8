import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ROOT } from './root.ts';

/** Keeps 600,000 objects with growth prevented and as many with growth allowed, and prints the MiB after each step. */
const SCRIPT = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { allowYoungGenerationGrowth, preventYoungGenerationGrowth } from './src/server/young-generation.ts';
  const mib = () => getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size / 1024 ** 2;
  const all = [];
  const fill = () => {
    for (let i = 0; i < 600_000; i++) all.push({ i, list: [i] });
    return mib();
  };
  const before = mib();
  preventYoungGenerationGrowth();
  const prevented = fill();
  allowYoungGenerationGrowth();
  console.log(JSON.stringify({ before, prevented, allowed: fill(), count: all.length }));
`;

it('The young generation stays small while its growth is prevented, and grows once it is allowed.', () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', SCRIPT];
  const { before, prevented, allowed } = JSON.parse(
    execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } }),
  );
  // One page more than before is no growth.
  expect(prevented).toBeLessThanOrEqual(before + 1);
  expect(allowed).toBeGreaterThanOrEqual(2 * prevented);
});
