import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './root.ts';

/** What the program says for an architecture, or for that of this machine. */
function linkFor(...architecture: string[]): { code: number | null; said: string } {
  const program = join(ROOT, 'src/server/link-libraries.ts');
  const args = [program, ...architecture];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

it('The libraries are linked of the architecture that is named, in place of that of this machine.', () => {
  expect(linkFor()).toEqual({ code: 0, said: '' });
  const { code, said } = linkFor('s390x');
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/^There is no embedded PostgreSQL for \w+ on s390x: set DATA/),
  ]);
});
