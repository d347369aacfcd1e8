import { type Comment, type Expression, parseSync, Visitor } from 'oxc-parser';
import { lineAt } from './source-files.ts';

export interface Found {
  readonly found: string;
  /** Computes the line of a character of `found`, by default the first. Slow. */
  readonly line: (index?: number) => number;
}

/** The texts of a code file. Repeated identifiers and texts are listed once. */
interface Written {
  readonly identifiers: Found[];
  readonly texts: Found[];
  /** Comments as text on one line, adjacent line comments as one, and the SQL comments of templates. */
  readonly comments: Found[];
  readonly titles: Found[];
}

const TITLED = ['it', 'test', 'describe'];
const SQL_COMMENT = /(?<=^[ \t]*-- ).*$/gm;
/** The marks of a comment: its first and last characters, and the star of each line. */
const MARKS = /^\/\*+|\*+\/$|(?<=\n)[ \t]*(?:\*(?!\/)|\/\/)|^\/\//g;

/** Returns true if a callee is `it`, `test.step`, `describe.each(cases)` or similar. */
function isTitled(callee: Expression): boolean {
  if (callee.type === 'Identifier') return TITLED.includes(callee.name);
  if (callee.type === 'MemberExpression') return isTitled(callee.object);
  if (callee.type === 'CallExpression') return isTitled(callee.callee);
  return callee.type === 'TaggedTemplateExpression' && isTitled(callee.tag);
}

function joinLines(text: string, comments: readonly Comment[]): { start: number; end: number }[] {
  const joined: { start: number; end: number; isLine: boolean }[] = [];
  for (const { type, start, end } of comments) {
    const last = joined.at(-1);
    const isNext = last?.isLine && type === 'Line' && /^\n[ \t]*$/.test(text.slice(last.end, start));
    if (isNext) last.end = end;
    else joined.push({ start, end, isLine: type === 'Line' });
  }
  return joined;
}

export function namesAndTextsOf(name: string, text: string): Written {
  const { program, comments } = parseSync(name, text);
  const [identifiers, texts] = [new Map<string, number>(), new Map<string, number>()];
  const written: Pick<Written, 'comments' | 'titles'> = { comments: [], titles: [] };
  const at = (found: string, start: number): Found => ({ found, line: (index = 0) => lineAt(text, start + index) });
  const keepFirst = (found: Map<string, number>, value: string, start: number) =>
    found.set(value, Math.min(start, found.get(value) ?? start));
  const addIdentifier = (node: { name: string; start: number }) => keepFirst(identifiers, node.name, node.start);
  new Visitor({
    Identifier: addIdentifier,
    PrivateIdentifier: addIdentifier,
    JSXIdentifier: addIdentifier,
    JSXText: ({ value, start }) => keepFirst(texts, value, start),
    Literal: ({ value, start }) => typeof value === 'string' && keepFirst(texts, value, start),
    TemplateElement: ({ value, start }) => {
      keepFirst(texts, value.cooked ?? '', start);
      for (const comment of value.raw.matchAll(SQL_COMMENT))
        written.comments.push(at(comment[0], start + comment.index));
    },
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!title || !isTitled(callee)) return;
      if (title.type === 'Literal' && typeof title.value === 'string')
        written.titles.push(at(title.value, title.start));
      if (title.type === 'TemplateLiteral')
        written.titles.push(at(title.quasis.map(({ value }) => value.cooked ?? '').join('…'), title.start));
    },
  }).visit(program);
  for (const { start, end } of joinLines(text, comments)) {
    const blank = (mark: string) => ' '.repeat(mark.length);
    written.comments.push(at(text.slice(start, end).replaceAll(MARKS, blank).replaceAll('\n', ' '), start));
  }
  const list = (found: Map<string, number>) => [...found].map(([value, start]) => at(value, start));
  return { ...written, identifiers: list(identifiers), texts: list(texts) };
}
