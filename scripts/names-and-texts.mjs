import { syntaxOf } from './syntax.mjs';

/**
 * The identifiers of a file and its texts (strings, templates and text of JSX), each with its first line, from the
 * syntax tree: no comments.
 */
export function namesAndTextsOf(name, text) {
  const { nodes, lineOf } = syntaxOf(name, text);
  const [identifiers, texts] = [new Map(), new Map()];
  const keepFirst = (found, value, { start }) => found.set(value, Math.min(start, found.get(value) ?? start));
  for (const node of nodes) {
    if (node.type === 'Identifier' || node.type === 'PrivateName') keepFirst(identifiers, node.value, node.span);
    if (node.type === 'StringLiteral' || node.type === 'JSXText') keepFirst(texts, node.value, node.span);
    if (node.type === 'TemplateElement') keepFirst(texts, node.cooked ?? '', node.span);
  }
  const withLine = ([found, start]) => ({ found, line: () => lineOf({ start }) });
  return { identifiers: [...identifiers].map(withLine), texts: [...texts].map(withLine) };
}
