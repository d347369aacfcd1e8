import { isDeepStrictEqual } from 'node:util';
import { findBrokenInvariant, isUntilEarly } from './broken-invariant.ts';
import { liveCase, runCase } from './life.ts';
import { readCases } from './read-cases.ts';
import { SAMPLE_LIVES } from './sample-lives.ts';

/** The share of standings that may end before anything changes. */
const EARLY_SHARE_MAX = 0.3;

const cases = readCases();

/** Returns true if an answer has what is expected. Arrays are equal as a whole. */
function matches(expected: unknown, answered: unknown): boolean {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
    return isDeepStrictEqual(expected, answered);
  const found = Object(answered) as Record<string, unknown>;
  return Object.entries(expected).every(([key, value]) => matches(value, found[key]));
}

/** Returns the ids of the cases of the standard that are not answered as expected. */
export const listFailingCases = (): string[] =>
  cases.filter(({ expect, ...one }) => !matches(expect, liveCase(one))).map(({ id }) => id);

/** Returns the first case that fails, or else the first invariant that a life breaks; null if all is right. */
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
