import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { findBrowser, findShell } from './browser.ts';
import { build } from './build.ts';
import { isObject, ROOT, run, SetupError, tool } from './processes.ts';

const RESULTS = join(ROOT, 'node_modules/.cache/emberkin');
const RUNNERS = { unit: runUnit, e2e: runE2e };

type Part = keyof typeof RUNNERS;

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const isPart = (name: string): name is Part => Object.hasOwn(RUNNERS, name);

/**
 * Runs all tests, or with `unit` or `e2e` as the first argument one half; its runner gets the other arguments. The last
 * line counts results. Returns the exit code: 1 if a test failed or none ran.
 */
export async function runTests([part, ...args]: readonly string[]): Promise<0 | 1> {
  if (part !== undefined && !isPart(part)) {
    throw new SetupError(`There are no tests called "${part}": use "unit", "e2e" or nothing for all.`);
  }
  mkdirSync(RESULTS, { recursive: true });
  // Found before the first test, because half of the tests need a browser.
  const browsers =
    part === 'unit' ? undefined : { CHROME_PATH: await findBrowser(), CHROME_SHELL_PATH: await findShell() };
  if (part !== 'unit') await build('web', 'server');
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const runner of part ? [RUNNERS[part]] : Object.values(RUNNERS)) {
    const { passed, failed, skipped } = await runner(args, browsers);
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
  return sum.failed > 0 || sum.passed === 0 ? 1 : 0;
}

const isUnitReport = (value: unknown): value is JsonTestResults =>
  isObject(value) && Array.isArray(value.testResults) && typeof value.numPassedTests === 'number';

async function runUnit(args: readonly string[]): Promise<Counts> {
  const file = fresh('unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run(tool('vitest', 'run', ...reporters, ...args));
  const report = read(file);
  if (!isUnitReport(report)) return broken('The unit tests ended without a report.');
  // A file that failed to load has no tests that could fail.
  const unloaded = report.testResults.filter((it) => it.status === 'failed' && it.assertionResults.length === 0).length;
  return settle(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

const isE2eReport = (value: unknown): value is JSONReport => isObject(value) && isObject(value.stats);

async function runE2e(args: readonly string[], browsers: NodeJS.ProcessEnv | undefined): Promise<Counts> {
  const file = fresh('e2e.json');
  const env = { ...browsers, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const { code } = await run(tool('playwright', 'test', '--reporter=line,json', ...args), { env });
  const report = read(file);
  if (!isE2eReport(report)) return broken('The journeys ended without a report.');
  const { expected, unexpected, flaky, skipped } = report.stats;
  if (flaky > 0) console.log(`${flaky} of the journeys passed only after a retry.`);
  return settle(code, { passed: expected + flaky, failed: unexpected, skipped });
}

/** A runner that fails without a failed test (an error outside of the tests) counts as one failure. */
const settle = (code: number, counts: Counts): Counts =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

function broken(sentence: string): Counts {
  console.log(sentence);
  return { passed: 0, failed: 1, skipped: 0 };
}

function fresh(name: string): string {
  const file = join(RESULTS, name);
  rmSync(file, { force: true });
  return file;
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
