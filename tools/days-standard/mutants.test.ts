import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import * as limits from '#domain/limits.ts';
import { ROOT } from '#platform/start/root.ts';
import { listMutants } from './list-mutants.ts';

const rightLimits = { ...limits };

async function failingCases(): Promise<string[]> {
  vi.resetModules();
  const { listFailingCases } = await import('./judge.ts');
  return listFailingCases();
}

afterEach(() => vi.doUnmock('#domain/limits.ts'));

it('no case fails without a mutant', async () => {
  expect(await failingCases()).toEqual([]);
});

/** The limits of the day rules, each with the case that fails if it is one more, and if it is one less. */
it.each<[keyof typeof limits, string, string]>([
  ['YESTERDAY_UNTIL_HOUR', 'yesterday-02', 'yesterday-01'],
  ['EXCUSING_WINDOW_DAYS', 'travel-10', 'travel-09'],
  ['EXCUSING_CHANGES_MAX', 'travel-09', 'travel-08'],
  ['REST_DAY_EVERY', 'rest-01', 'rest-02'],
  ['REST_DAYS_MAX', 'rest-05', 'rest-06'],
  ['IDLE_DAYS_MAX', 'several-09', 'several-12'],
  ['COMEBACK_MISSED_DAYS', 'rest-09', 'rest-09'],
  ['PAUSE_DAYS_MAX', 'break-06', 'break-05'],
  ['PAUSE_DAYS_A_YEAR', 'break-10', 'break-10'],
  ['OFFLINE_MAX_HOURS', 'offline-13', 'offline-03'],
  ['SENT_AT_ONCE_SECONDS', 'offline-09', 'offline-08'],
  ['SLOW_NETWORK_MINUTES', 'offline-07', 'offline-06'],
  ['FUTURE_SLACK_SECONDS', 'offline-11', 'offline-11'],
])('a case fails if %s is one more, and another if it is one less', async (name, above, below) => {
  for (const [step, id] of [
    [1, above],
    [-1, below],
  ] as const) {
    vi.doMock('#domain/limits.ts', () => ({ ...rightLimits, [name]: (rightLimits[name] as number) + step }));
    expect(await failingCases()).toContain(id);
  }
});

it('lists one mutant for each operator, condition, branch, bound and number', () => {
  const source = 'const isDue = (a: number) => a < 2 && !b;\nconst c = d ? Math.min(e, 0) : f;\n';
  expect(listMutants('x.ts', source).map(({ after }) => after)).toEqual([
    'const isDue = (a: number) => a < 2;',
    'const isDue = (a: number) => !b;',
    'const isDue = (a: number) => a <= 2 && !b;',
    'const isDue = (a: number) => a < 3 && !b;',
    'const isDue = (a: number) => a < 2 && b;',
    'const c = d ? f : Math.min(e, 0);',
    'const c = d ? Math.max(e, 0) : f;',
    'const c = d ? Math.min(e, 1) : f;',
  ]);
});

/** All mutants take minutes; `npm run standard -- --mutants` tries them. */
const EVERY = 12;

it(`a case or an invariant notices each mutant of every ${EVERY} of the rules`, { timeout: 180_000 }, async () => {
  const program = join(ROOT, 'tools/days-standard/run-mutants.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--every', `${EVERY}`], { cwd: ROOT });
  expect(stdout).toContain('alive 0');
});
