import swc from '@swc/core';
import { lineAt } from './source-files.mjs';

/**
 * The identifiers of a file and its texts (strings, templates and text of JSX), each with its first line, from the
 * syntax tree: no comments.
 */
export function namesAndTextsOf(name, text) {
  const bytes = Buffer.from(text);
  const [identifiers, texts] = [new Map(), new Map()];
  const keepFirst = (found, value, { start }) => found.set(value, Math.min(start, found.get(value) ?? start));
  const open = [...swc.parseSync(text, { syntax: 'typescript', tsx: name.endsWith('x'), target: 'es2022' }).body];
  while (open.length > 0) {
    const node = open.pop();
    if (node.type === 'Identifier' || node.type === 'PrivateName') keepFirst(identifiers, node.value, node.span);
    if (node.type === 'StringLiteral' || node.type === 'JSXText') keepFirst(texts, node.value, node.span);
    if (node.type === 'TemplateElement') keepFirst(texts, node.cooked ?? '', node.span);
    for (const value of Object.values(node)) if (value !== null && typeof value === 'object') open.push(value);
  }
  // Places are counted in bytes, from 1.
  const withLine = ([found, at]) => ({ found, line: () => lineAt(bytes.toString('utf8', 0, at - 1)) });
  return { identifiers: [...identifiers].map(withLine), texts: [...texts].map(withLine) };
}
