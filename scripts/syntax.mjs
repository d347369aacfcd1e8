import swc from '@swc/core';
import { lineAt } from './source-files.mjs';

/** The nodes of a file's syntax tree, in no order, and what says in which line a span of it begins. */
export function syntaxOf(name, text) {
  const bytes = Buffer.from(text);
  const nodes = [];
  const open = [...swc.parseSync(text, { syntax: 'typescript', tsx: name.endsWith('x'), target: 'es2022' }).body];
  while (open.length > 0) {
    const node = open.pop();
    nodes.push(node);
    for (const value of Object.values(node)) if (value !== null && typeof value === 'object') open.push(value);
  }
  // Places are counted in bytes, from 1.
  return { nodes, lineOf: ({ start }) => lineAt(bytes.toString('utf8', 0, start - 1)) };
}
