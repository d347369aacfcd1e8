import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import * as limits from '#domain/limits.ts';
import { ROOT } from '#platform/start/root.ts';
import type { CaseAnswer } from './cases.ts';
import { readCases } from './read-cases.ts';

const cases = readCases();
const rightLimits = { ...limits };

/** The ids of the cases that our rules, as they are mocked now, answer otherwise than expected. */
async function failingCases(): Promise<string[]> {
  vi.resetModules();
  const { liveCase } = await import('./life.ts');
  const holds = (expected: unknown, answered: unknown): boolean => {
    if (typeof expected !== 'object' || expected === null) return expected === answered;
    return Object.entries(expected).every(([key, value]) => holds(value, (answered as Record<string, unknown>)[key]));
  };
  return cases.flatMap(({ id, expect: { check_ins, ...rest }, ...one }) => {
    const answer: CaseAnswer = liveCase({ id, ...one });
    return isDeepStrictEqual(answer.check_ins, check_ins) && holds(rest, answer) ? [] : [id];
  });
}

const folders: string[] = [];
afterEach(async () => {
  vi.doUnmock('#domain/limits.ts');
  vi.doUnmock('#domain/schedule-days.ts');
  vi.doUnmock('#domain/days.ts');
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

it('Without a mutant no case fails.', async () => {
  expect(await failingCases()).toEqual([]);
});

/** Each limit of the rules of days, with the cases on its two sides: one fails when it is one more, one when it is one less. */
it.each<[keyof typeof limits, string, string]>([
  ['YESTERDAY_UNTIL_HOUR', 'yesterday-02', 'yesterday-01'],
  ['YESTERDAY_AFTER_MOVE_HOURS', 'yesterday-10', 'yesterday-11'],
  ['EXCUSING_WINDOW_DAYS', 'travel-10', 'travel-09'],
  ['EXCUSING_CHANGES_MAX', 'travel-09', 'travel-08'],
  ['REST_DAY_EVERY', 'rest-01', 'rest-02'],
  ['REST_DAYS_MAX', 'rest-05', 'rest-06'],
  ['IDLE_DAYS_SHORT_MAX', 'several-03', 'several-02'],
  ['IDLE_DAYS_AHEAD_MAX', 'several-09', 'several-04'],
  ['PAUSE_DAYS_MAX', 'break-06', 'break-05'],
  ['PAUSE_DAYS_A_YEAR', 'break-10', 'break-10'],
  ['OFFLINE_MAX_HOURS', 'offline-13', 'offline-03'],
  ['SENT_AT_ONCE_SECONDS', 'offline-09', 'offline-08'],
  ['SLOW_LINE_MINUTES', 'offline-07', 'offline-06'],
  ['FUTURE_SLACK_SECONDS', 'offline-11', 'offline-11'],
])('A case fails when %s is one more, and one when it is one less.', async (name, above, below) => {
  for (const [step, id] of [
    [1, above],
    [-1, below],
  ] as const) {
    vi.doMock('#domain/limits.ts', () => ({ ...rightLimits, [name]: (rightLimits[name] as number) + step }));
    expect(await failingCases()).toContain(id);
  }
});

/** Replaces a file of the rules by itself with `from` changed to `to`, which has to be in it once. */
async function mutate(file: string, from: string, to: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'emberkin-mutant-'));
  folders.push(folder);
  await cp(join(ROOT, 'src/domain'), folder, { recursive: true });
  const path = join(folder, file);
  const parts = (await readFile(path, 'utf8')).split(from);
  expect(parts).toHaveLength(2);
  await writeFile(path, parts.join(to));
  vi.doMock(`#domain/${file}`, () => import(path));
}

it.each<[string, string, string, string, string[]]>([
  [
    'a day of a week is missed while the week can still be kept',
    'schedule-days.ts',
    'schedule.times - covered > WEEK',
    'schedule.times - covered >= WEEK',
    ['week-01', 'week-05'],
  ],
  [
    'a week begins with Monday',
    'schedule-days.ts',
    'const day = at % WEEK;',
    'const day = (first + at) % WEEK;',
    ['week-05'],
  ],
  [
    'idle stretches bridge nothing',
    'schedule-days.ts',
    '({ bridges }) => bridges',
    '() => false',
    ['several-01', 'end-04'],
  ],
  [
    'no date is skipped',
    'days.ts',
    'startOfDay(day, zone).getTime() === startOfDay(addDays(day, 1), zone).getTime()',
    'false',
    ['zone-01', 'zone-10'],
  ],
])('A case fails when %s.', async (_, file, from, to, ids) => {
  await mutate(file, from, to);
  expect(await failingCases()).toEqual(expect.arrayContaining(ids));
});
