import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { isObject, ROOT, run, tool } from './processes.ts';

const isReport = (value: unknown): value is ICruiseResult =>
  isObject(value) && Array.isArray(value.modules) && isObject(value.summary);

function readReport(json: string): ICruiseResult | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    return isReport(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Checks the imports by .dependency-cruiser.cjs, and that every file under src/ was read. */
const { text } = await run(tool('depcruise', 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'), {
  quiet: true,
});
const report = readReport(text);
if (!report) {
  console.error(`dependency-cruiser gave no report:\n${text.trim()}`);
  process.exit(1);
}

const read = new Set(report.modules.map((module) => module.source));
const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.tsx?$/.test(name));
const unread = files.filter((name) => !read.has(name));
// Without a usable parser, dependency-cruiser reads no file and reports no error.
const edges = report.modules.reduce(
  (sum, { source, dependencies }) => sum + (files.includes(source) ? dependencies.length : 0),
  0,
);

for (const { rule, from, to, cycle } of report.summary.violations) {
  const way = cycle?.length ? [from, ...cycle.map((step) => step.name)].join(' -> ') : `${from} -> ${to}`;
  console.error(`${rule.severity} ${rule.name}: ${way}`);
}
if (unread.length > 0 || files.length === 0) {
  console.error(`${unread.length} of ${files.length} files under src/ were not read: ${unread.slice(0, 5).join(', ')}`);
}
if (edges === 0) console.error('Not one import was found under src/.');

if (report.summary.violations.length > 0 || unread.length > 0 || edges === 0) process.exitCode = 1;
else console.log(`${files.length} files, ${edges} imports: the rules are kept.`);
