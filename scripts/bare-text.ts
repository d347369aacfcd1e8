import swc, { type Expression, type JSXElement, type JSXElementChild, type JSXFragment } from '@swc/core';

type Case = Expression | JSXElementChild;

const plain = (node: Expression): Expression => (node.type === 'ParenthesisExpression' ? plain(node.expression) : node);
const isElement = (value: object): value is JSXElement | JSXFragment =>
  'type' in value && (value.type === 'JSXElement' || value.type === 'JSXFragment');
const isNothing = (node: Case) =>
  node.type === 'NullLiteral' ||
  node.type === 'BooleanLiteral' ||
  (node.type === 'Identifier' && node.value === 'undefined');
const TEXT_NAME = /(?:count|label|line|name|text|title)$/i;
const TEXT_CALL = /^(?:t|String)$|(?:day|date|line|name|note|text|time|words)$/i;

function casesOf(expression: Expression): Expression[] {
  const node = plain(expression);
  if (node.type === 'ConditionalExpression') return [...casesOf(node.consequent), ...casesOf(node.alternate)];
  if (node.type === 'BinaryExpression' && node.operator === '&&')
    return [...casesOf(node.right), { type: 'NullLiteral', span: node.span }];
  if (node.type === 'BinaryExpression' && ['??', '||'].includes(node.operator))
    return [...casesOf(node.left), ...casesOf(node.right)];
  return [node];
}

/** Returns true if a node is drawn as bare text: a call, a literal or a name such as `label`. */
function isBareText(node: Case): boolean {
  if (node.type === 'CallExpression') {
    const called = node.callee.type === 'MemberExpression' ? node.callee.property : node.callee;
    return called.type === 'Identifier' && TEXT_CALL.test(called.value);
  }
  if (node.type === 'Identifier') return TEXT_NAME.test(node.value);
  if (node.type === 'MemberExpression')
    return node.property.type === 'Identifier' && TEXT_NAME.test(node.property.value);
  if (node.type === 'StringLiteral') return node.value.trim() !== '';
  return ['JSXText', 'TemplateLiteral', 'NumericLiteral'].includes(node.type);
}

function hasLooseText({ children }: JSXElement | JSXFragment): boolean {
  const shown = children.flatMap((child): Case[][] => {
    if (child.type === 'JSXText') return child.value.trim() === '' ? [] : [[child]];
    if (child.type !== 'JSXExpressionContainer') return [[child]];
    return child.expression.type === 'JSXEmptyExpression' ? [] : [casesOf(child.expression)];
  });
  const comesAndGoes = (cases: readonly Case[]) =>
    cases.length > 1 && (cases.some(isElement) || (cases.some(isNothing) && cases.some(isBareText)));
  return shown.length > 1 && shown.some(comesAndGoes) && shown.some((cases) => cases.some(isBareText));
}

/** Lists the offsets of React elements that mix bare text with children that come and go. */
export function listBareText(text: string): number[] {
  const bytes = Buffer.from(text);
  const { body, span } = swc.parseSync(text, { syntax: 'typescript', tsx: true, target: 'es2022' });
  const found: number[] = [];
  const visit = (node: unknown) => {
    if (node === null || typeof node !== 'object') return;
    if (isElement(node) && hasLooseText(node))
      found.push(bytes.subarray(0, node.span.start - span.start).toString().length);
    const values: unknown[] = Object.values(node);
    for (const value of values) visit(value);
  };
  visit(body);
  return found;
}
