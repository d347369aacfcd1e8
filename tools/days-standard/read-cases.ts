import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#platform/start/root.ts';
import type { Case, CaseAnswer, PlanAnswer } from './cases.ts';

/** The folder of the standard. */
export const STANDARD = join(ROOT, 'standard');

/** A case as its file has it. Only what `expect` names is compared. */
export interface WrittenCase extends Case {
  group: string;
  title: string;
  since: string;
  withdrawn?: string;
  expect: Partial<Omit<CaseAnswer, 'plans'>> & { plans?: Record<string, Partial<PlanAnswer>> };
}

/** All cases of the standard, each with the name of its file. */
export const readCases = (): WrittenCase[] =>
  readdirSync(join(STANDARD, 'cases')).flatMap((file) => {
    const cases: WrittenCase[] = JSON.parse(readFileSync(join(STANDARD, 'cases', file), 'utf8'));
    return cases.map((one) => ({ ...one, group: file.replace('.json', '') }));
  });
