import { isDeepStrictEqual } from 'node:util';
import type { Case } from './cases.ts';
import { liveCase } from './life.ts';
import { buildRandomCase, listMoments } from './tracker/random-case.ts';
import { trackCase } from './tracker/tracker.ts';

/** Differing results of the domain and the tracker, at the first such moment of a life. */
interface Difference {
  readonly seed: number;
  readonly moment: Case;
  readonly lines: readonly string[];
}

export interface Compared {
  readonly moments: number;
  readonly differences: readonly Difference[];
}

function compareValues(domain: unknown, tracker: unknown, path: string): string[] {
  if (isDeepStrictEqual(domain, tracker)) return [];
  if (typeof domain !== 'object' || typeof tracker !== 'object' || domain === null || tracker === null)
    return [`${path}: domain ${JSON.stringify(domain)}, tracker ${JSON.stringify(tracker)}`];
  return [...new Set([...Object.keys(domain), ...Object.keys(tracker)])].flatMap((key) =>
    compareValues(
      (domain as Record<string, unknown>)[key],
      (tracker as Record<string, unknown>)[key],
      `${path}.${key}`,
    ),
  );
}

/** Lives random lives with the domain and with the tracker, and compares the results of every nth day. */
export function compareLives(lives: number, firstSeed: number, everyDays = 1): Compared {
  const differences: Difference[] = [];
  let moments = 0;
  for (let seed = firstSeed; seed < firstSeed + lives; seed += 1) {
    for (const moment of listMoments(buildRandomCase(seed), everyDays)) {
      moments += 1;
      const lines = compareValues(liveCase(moment), trackCase(moment), '');
      if (lines.length === 0) continue;
      differences.push({ seed, moment, lines });
      break;
    }
  }
  return { moments, differences };
}
