import { ROOT } from './processes.mjs';
import { report, sourceFiles } from './source-files.mjs';
import { syntaxOf } from './syntax.mjs';

/** Checks that exactly one call in the journeys scans each named state of a screen, here or in the folder given. */
const root = process.argv[2] ?? ROOT;
const CHECKS = ['expectScreen', 'expectAccessible'];

const files = sourceFiles(root, ['e2e'], /\.spec\.ts$/);
const problems = [];
/** Name -> the calls with it, each with its place and whether it scans. */
const states = new Map();

/** A name as it is written; in a loop or a function it may have parts that differ from call to call. */
const nameOf = (argument) => {
  if (argument?.type === 'StringLiteral') return argument.value;
  if (argument?.type !== 'TemplateLiteral') return undefined;
  return argument.quasis.map(({ raw }) => raw).join('…');
};

/** Whether a call scans: always, or when what is written there is true. */
const scans = (options) =>
  options?.properties.some(({ key, value }) => key?.value === 'scan' && value.value !== false) ?? false;

for (const { name: file, text } of files) {
  const { nodes, lineOf } = syntaxOf(file, text);
  const calls = nodes.filter(({ type, callee }) => type === 'CallExpression' && CHECKS.includes(callee.value));
  for (const { arguments: given, span } of calls.sort((one, other) => one.span.start - other.span.start)) {
    const line = lineOf(span);
    const name = nameOf(given[1]?.expression);
    if (!name) problems.push({ file, line, message: 'give the state of the screen a name, written here' });
    else states.set(name, [...(states.get(name) ?? []), { file, line, scan: scans(given[2]?.expression) }]);
  }
}

for (const [name, calls] of states) {
  const scanning = calls.filter(({ scan }) => scan);
  const [{ file, line }] = calls;
  if (scanning.length === 0)
    problems.push({ file, line, message: `no call scans '${name}': add { scan: true } to one` });
  for (const { file, line } of scanning.slice(1))
    problems.push({
      file,
      line,
      message: `another call scans '${name}' already: ${scanning[0].file}:${scanning[0].line}`,
    });
}

report(problems, `${states.size} states of screens: exactly one call scans each.`);
