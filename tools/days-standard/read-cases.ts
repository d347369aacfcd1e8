import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#platform/start/root.ts';
import type { Case, OwnAnswer, PlanAnswer, TriedCheckin } from './cases.ts';

export const STANDARD = join(ROOT, 'standard');

/** A case as its file has it. Only the fields of `expect` are compared. */
export interface WrittenCase extends Case {
  group: string;
  title: string;
  since: string;
  withdrawn?: string;
  expect: { check_ins: TriedCheckin[]; plans?: Record<string, Partial<PlanAnswer>>; own?: Partial<OwnAnswer> };
}

/** All cases of the standard, including withdrawn ones, each with the name of its file. */
export const readAllCases = (): WrittenCase[] =>
  readdirSync(join(STANDARD, 'cases')).flatMap((file) => {
    const cases: WrittenCase[] = JSON.parse(readFileSync(join(STANDARD, 'cases', file), 'utf8'));
    return cases.map((one) => ({ ...one, group: file.replace('.json', '') }));
  });

export const readCases = (): WrittenCase[] => readAllCases().filter(({ withdrawn }) => withdrawn === undefined);
