import swc from '@swc/core';
import { ROOT } from './processes.mjs';
import { lineAt, report, sourceFiles } from './source-files.mjs';

/** Checks that exactly one call in the journeys scans each named state of a screen, here or in the folder given. */
const root = process.argv[2] ?? ROOT;
const CHECKS = ['expectScreen', 'expectAccessible'];

const files = sourceFiles(root, ['e2e'], /\.spec\.ts$/);
const problems = [];
/** Name -> the calls with it, each with its place and whether it scans. */
const states = new Map();

/** The calls of the functions above in a file in their order, from the syntax tree. */
function callsIn(text) {
  const calls = [];
  const open = [...swc.parseSync(text, { syntax: 'typescript', target: 'es2022' }).body];
  while (open.length > 0) {
    const node = open.pop();
    if (node.type === 'CallExpression' && CHECKS.includes(node.callee.value)) calls.push(node);
    for (const value of Object.values(node)) if (value !== null && typeof value === 'object') open.push(value);
  }
  return calls.sort((one, other) => one.span.start - other.span.start);
}

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
  const bytes = Buffer.from(text);
  // Places are counted in bytes, from 1.
  for (const { arguments: given, span } of callsIn(text)) {
    const line = lineAt(bytes.toString('utf8', 0, span.start - 1));
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
