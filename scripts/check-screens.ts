import type { CallExpression, Expression } from '@swc/core';
import { ROOT } from './processes.ts';
import { type Problem, report, sourceFiles } from './source-files.ts';
import { type SyntaxNode, syntaxOf } from './syntax.ts';

/** Checks that exactly one call in the journeys scans each named state of a screen, here or in the given folder. */
const root = process.argv[2] ?? ROOT;
const CHECKS = ['expectScreen', 'expectAccessible'];

const files = sourceFiles(root, ['e2e'], /\.spec\.ts$/);
const problems: Problem[] = [];

interface Call {
  readonly file: string;
  readonly line: number;
  readonly scan: boolean;
}

const states = new Map<string, [Call, ...Call[]]>();

/** Returns the name as written. In a loop or function, parts of it can differ between calls. */
const nameOf = (argument: Expression | undefined): string | undefined => {
  if (argument?.type === 'StringLiteral') return argument.value;
  if (argument?.type !== 'TemplateLiteral') return undefined;
  return argument.quasis.map(({ raw }) => raw).join('…');
};

/** Returns true if a call scans, always or conditionally. */
const scans = (options: Expression | undefined): boolean =>
  options?.type === 'ObjectExpression' &&
  options.properties.some(
    (property) =>
      property.type === 'KeyValueProperty' &&
      property.key.type === 'Identifier' &&
      property.key.value === 'scan' &&
      !(property.value.type === 'BooleanLiteral' && !property.value.value),
  );

const isCheck = (node: SyntaxNode): node is CallExpression =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && CHECKS.includes(node.callee.value);

for (const { name: file, text } of files) {
  const { nodes, lineOf } = syntaxOf(file, text);
  const calls = nodes.filter(isCheck);
  for (const { arguments: given, span } of calls.sort((one, other) => one.span.start - other.span.start)) {
    const line = lineOf(span);
    const name = nameOf(given[1]?.expression);
    if (!name) problems.push({ file, line, message: 'give the state of the screen a name, written here' });
    else {
      const call = { file, line, scan: scans(given[2]?.expression) };
      const others = states.get(name);
      if (others) others.push(call);
      else states.set(name, [call]);
    }
  }
}

for (const [name, calls] of states) {
  const [scanning, ...others] = calls.filter(({ scan }) => scan);
  const [{ file, line }] = calls;
  if (!scanning) {
    problems.push({ file, line, message: `no call scans '${name}': add { scan: true } to one` });
    continue;
  }
  const message = `another call scans '${name}' already: ${scanning.file}:${scanning.line}`;
  for (const { file, line } of others) problems.push({ file, line, message });
}

report(problems, `${states.size} states of screens: exactly one call scans each.`);
