import swc, { type Expression, type PrivateName, type Span, type TemplateElement } from '@swc/core';
import { lineAt } from './source-files.ts';

/** swc writes the name of a private member into `value`, but its types say `id`. */
interface PrivateMember {
  readonly type: 'PrivateName';
  readonly value: string;
  readonly span: Span;
}

export type SyntaxNode = Exclude<Expression, PrivateName> | PrivateMember | TemplateElement;

const isNode = (value: object): value is SyntaxNode => 'type' in value && typeof value.type === 'string';

/** Returns the nodes of a file's syntax tree in no order, and a function for the line of a span. */
export function syntaxOf(
  name: string,
  text: string,
): { nodes: SyntaxNode[]; lineOf: (span: Pick<Span, 'start'>) => number } {
  const bytes = Buffer.from(text);
  const nodes: SyntaxNode[] = [];
  const open: object[] = [
    ...swc.parseSync(text, { syntax: 'typescript', tsx: name.endsWith('x'), target: 'es2022' }).body,
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isNode(next)) nodes.push(next);
    const values: unknown[] = Object.values(next);
    for (const value of values) if (value !== null && typeof value === 'object') open.push(value);
  }
  // Positions are in bytes, from 1.
  return { nodes, lineOf: ({ start }) => lineAt(bytes.toString('utf8', 0, start - 1)) };
}
