import type { Span } from '@swc/core';
import { syntaxOf } from './syntax.ts';

interface Found {
  readonly found: string;
  /** Computes the line, which takes a while. */
  readonly line: () => number;
}

/**
 * The identifiers of a file and its texts (strings, templates and text of JSX), each with its first line, from the
 * syntax tree: no comments.
 */
export function namesAndTextsOf(name: string, text: string): { identifiers: Found[]; texts: Found[] } {
  const { nodes, lineOf } = syntaxOf(name, text);
  const [identifiers, texts] = [new Map<string, number>(), new Map<string, number>()];
  const keepFirst = (found: Map<string, number>, value: string, { start }: Span) =>
    found.set(value, Math.min(start, found.get(value) ?? start));
  for (const node of nodes) {
    if (node.type === 'Identifier' || node.type === 'PrivateName') keepFirst(identifiers, node.value, node.span);
    if (node.type === 'StringLiteral' || node.type === 'JSXText') keepFirst(texts, node.value, node.span);
    if (node.type === 'TemplateElement') keepFirst(texts, node.cooked ?? '', node.span);
  }
  const withLine = ([found, start]: [string, number]): Found => ({ found, line: () => lineOf({ start }) });
  return { identifiers: [...identifiers].map(withLine), texts: [...texts].map(withLine) };
}
