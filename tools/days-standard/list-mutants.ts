import swc from '@swc/core';

export interface Mutant {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly source: string;
}

interface Node {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly operator?: string;
  readonly left?: Node;
  readonly right?: Node;
  readonly argument?: Node;
  readonly consequent?: Node;
  readonly alternate?: Node;
  readonly object?: Node & { readonly value?: unknown };
  readonly property?: Node & { readonly value?: unknown };
  readonly value?: unknown;
}

const OPERATORS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'span' in value;

/** Returns the nodes of a tree in source order, except types, which a mutant cannot change. */
function listNodes(tree: object): Node[] {
  const nodes: Node[] = [];
  const open: object[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isNode(next)) {
      if (/^Ts(?!NonNull|As|Const)/.test(next.type) || next.type === 'ImportDeclaration') continue;
      nodes.push(next);
    }
    for (const value of Object.values(next)) if (typeof value === 'object' && value !== null) open.push(value);
  }
  return nodes.sort((one, other) => one.span.start - other.span.start || other.span.end - one.span.end);
}

/** Lists the mutants of a source: a flipped comparison, an off-by-one, a dropped condition, swapped branches or bounds. */
export function listMutants(file: string, source: string): Mutant[] {
  const bytes = Buffer.from(source);
  const { body, span } = swc.parseSync(source, { syntax: 'typescript', target: 'es2022' });
  // Positions are in bytes, and the tree starts at its first statement.
  const [first] = body;
  const offset = first === undefined ? 0 : span.start - bytes.indexOf(firstStatement(source));
  const text = (from: number, to: number) => bytes.toString('utf8', from - offset, to - offset);
  const mutants: Mutant[] = [];
  const replace = (from: number, to: number, by: string) => {
    const [head, tail] = [bytes.toString('utf8', 0, from - offset), bytes.toString('utf8', to - offset)];
    const start = head.lastIndexOf('\n') + 1;
    const lineOf = (whole: string) => whole.slice(start).split('\n')[0]!.trim();
    const changed = head + by + tail;
    mutants.push({ file, before: lineOf(source), after: lineOf(changed), source: changed });
  };
  const swap = (one: Node, other: Node, between: string) =>
    replace(
      one.span.start,
      other.span.end,
      `${text(other.span.start, other.span.end)}${between}${text(one.span.start, one.span.end)}`,
    );
  for (const { type, span: place, operator = '', ...node } of listNodes(body)) {
    const { left, right, argument, consequent, alternate, object, property } = node;
    if (type === 'BinaryExpression' && left && right) {
      const next = OPERATORS[operator];
      if (next !== undefined) {
        const between = text(left.span.end, right.span.start);
        replace(left.span.end, right.span.start, between.replace(operator, next));
      } else if (operator === '&&' || operator === '||') {
        replace(place.start, place.end, text(left.span.start, left.span.end));
        replace(place.start, place.end, text(right.span.start, right.span.end));
      }
    } else if (type === 'UnaryExpression' && operator === '!' && argument)
      replace(place.start, place.end, text(argument.span.start, argument.span.end));
    else if (type === 'ConditionalExpression' && consequent && alternate)
      swap(consequent, alternate, text(consequent.span.end, alternate.span.start));
    else if (type === 'MemberExpression' && object?.value === 'Math' && property) {
      const other = { min: 'max', max: 'min' }[String(property.value)];
      if (other !== undefined) replace(property.span.start, property.span.end, other);
    } else if (type === 'NumericLiteral' && typeof node.value === 'number')
      replace(place.start, place.end, `${node.value + 1}`);
  }
  return mutants;
}

const firstStatement = (source: string): string =>
  source.slice(source.search(/^(import|export|const|function|class) /m));
