import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import * as limits from '#domain/limits.ts';
import type { CaseAnswer } from './cases.ts';
import { readCases } from './read-cases.ts';

const cases = readCases();
const rightLimits = { ...limits };

/** Returns the ids of the cases that the rules, as they are mocked now, do not answer as expected. */
async function failingCases(): Promise<string[]> {
  vi.resetModules();
  const { liveCase } = await import('./life.ts');
  const holds = (expected: unknown, answered: unknown): boolean => {
    if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
      return isDeepStrictEqual(expected, answered);
    return Object.entries(expected).every(([key, value]) => holds(value, (answered as Record<string, unknown>)[key]));
  };
  return cases.flatMap(({ id, expect: { check_ins, ...rest }, ...one }) => {
    const answer: CaseAnswer = liveCase({ id, ...one });
    return isDeepStrictEqual(answer.check_ins, check_ins) && holds(rest, answer) ? [] : [id];
  });
}

afterEach(() => vi.doUnmock('#domain/limits.ts'));

it('no case fails without a mutant', async () => {
  expect(await failingCases()).toEqual([]);
});

/** The limits of the rules of days, each with the case that fails if it is one more, and if it is one less. */
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
  ['SLOW_LINE_MINUTES', 'offline-07', 'offline-06'],
  ['FUTURE_SLACK_SECONDS', 'offline-11', 'offline-11'],
])('a case fails when %s is one more, and one when it is one less', async (name, above, below) => {
  for (const [step, id] of [
    [1, above],
    [-1, below],
  ] as const) {
    vi.doMock('#domain/limits.ts', () => ({ ...rightLimits, [name]: (rightLimits[name] as number) + step }));
    expect(await failingCases()).toContain(id);
  }
});
