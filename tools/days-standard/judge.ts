import { isDeepStrictEqual } from 'node:util';
import { findBrokenInvariant, isUntilEarly } from './broken-invariant.ts';
import { liveCase, runCase } from './life.ts';
import { readCases } from './read-cases.ts';
import { SAMPLE_LIVES } from './sample-lives.ts';

/** The largest share of standings whose `until` can be too early. */
const EARLY_SHARE_MAX = 0.3;

const cases = readCases();

/** Returns true if a result contains the expected values. Arrays must be equal as a whole. */
function matches(expected: unknown, answered: unknown): boolean {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
    return isDeepStrictEqual(expected, answered);
  const found = Object(answered) as Record<string, unknown>;
  return Object.entries(expected).every(([key, value]) => matches(value, found[key]));
}

export const listFailingCases = (): string[] =>
  cases.filter(({ expect, ...one }) => !matches(expect, liveCase(one))).map(({ id }) => id);

/** Returns the first failing case or the first broken invariant, or null. */
export function judge(): string | null {
  const failing = cases.find(({ expect, ...one }) => !matches(expect, liveCase(one)));
  if (failing) return failing.id;
  for (const { life, clock } of [...cases.map(runCase), ...SAMPLE_LIVES]) {
    const broken = findBrokenInvariant(life, clock);
    if (broken !== null) return broken;
  }
  const early = SAMPLE_LIVES.filter(({ life, clock }) => isUntilEarly(life, clock)).length;
  return early > EARLY_SHARE_MAX * SAMPLE_LIVES.length ? `${early} standings end before anything changes` : null;
}
