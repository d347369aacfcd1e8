import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Found, namesAndTextsOf } from './names-and-texts.ts';
import { lineAt, sourceFiles } from './source-files.ts';

type Place = 'screens' | 'comments' | 'titles' | 'docs' | 'names';

/** A word or phrase and what to write instead (docs/writing.md). */
interface Word {
  /** A regular expression. It matches whole words, ignoring case; a space matches any white space. */
  readonly find: string;
  readonly say: string;
  readonly in: readonly Place[];
  readonly level: 'refuse' | 'count';
  readonly except?: readonly string[];
}

interface WordList {
  readonly words: readonly Word[];
  /** Folders and files whose comments, titles and docs have no refused word. Screens and names have none anywhere. */
  readonly clean: readonly string[];
  /** The largest number of words by page. */
  readonly pages: Readonly<Record<string, number>>;
}

interface Text extends Found {
  readonly file: string;
  readonly place: Place;
}

interface Match {
  readonly word: Word;
  readonly text: Text;
  readonly found: string;
  readonly index: number;
}

/** Files with English texts that people see: the admin dashboard, the API pages and the reference. */
const SHOWN = /^src\/(?:platform\/)?(?:web|contract)\/(?!testing\/)/;
const TEST = /\.(?:test|spec|walk)\.tsx?$/;
/** Code and link targets of Markdown. */
const CODE = /```[\s\S]*?```|`[^`\n]*`|(?<=\])\([^)\s]*\)/g;

export function readWordList(root: string): WordList {
  const list: WordList = JSON.parse(readFileSync(join(root, 'scripts/words.json'), 'utf8'));
  return list;
}

export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

export const listPages = (root: string) =>
  sourceFiles(root, ['docs', 'src', 'standard', '.github', '.'], /\.md$/, /(^|\/)node_modules\//);

/** Returns the paragraphs, list items and rows of a page, with code blanked. */
function listParagraphs(file: string, page: string): Text[] {
  const prose = page.replaceAll(CODE, (code) => code.replaceAll(/[^\n]/g, ' '));
  return [...prose.matchAll(/(?:^|\n)[ \t]*\S[\s\S]*?(?=\n[ \t]*(?:\n|[-*#|] |\d+\. )|$)/g)].map(
    ({ 0: found, index }) => ({
      file,
      place: 'docs',
      found: found.replaceAll('\n', ' '),
      line: (at = 0) => lineAt(page, index + at),
    }),
  );
}

/** Returns the English texts of the catalogs except `patches`, which has words of titles. */
function listMessages(root: string): Text[] {
  return sourceFiles(root, ['src/messages/en'], /(?<!\/patches)\.json$/).flatMap(({ name, text }) =>
    text.split('\n').map((row, at) => ({
      file: name,
      place: 'screens',
      found: /": "(.*)",?$/.exec(row)?.[1] ?? '',
      line: () => at + 1,
    })),
  );
}

function listWritten(file: string, code: string): Text[] {
  const { identifiers, texts, comments, titles } = namesAndTextsOf(file, code);
  const at = (place: Place, all: readonly Found[]): Text[] => all.map((one) => ({ ...one, file, place }));
  return [
    ...at('names', identifiers),
    ...at('screens', SHOWN.test(file) && !TEST.test(file) ? texts : []),
    ...at('comments', comments),
    ...at('titles', TEST.test(file) ? titles : []),
  ];
}

export function listTexts(root: string): Text[] {
  return [
    ...sourceFiles(root, ['src', 'e2e', 'bench', 'tools', 'scripts', '.'], /\.(?:tsx?|mjs)$/).flatMap(
      ({ name, text }) => listWritten(name, text),
    ),
    ...listMessages(root),
    ...listPages(root).flatMap(({ name, text }) => listParagraphs(name, text)),
  ];
}

/** Splits an identifier into words: `isSealed_BY` is `is sealed by`. */
const wordsOf = (identifier: string): string =>
  identifier
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
    .toLowerCase()
    .replaceAll(/[_$]+/g, ' ')
    .trim();

export function createFinder(words: readonly Word[]): (text: Text) => Match[] {
  const sourceOf = ({ find }: Word) => `(?<!\\w)(?:${find.replaceAll(' ', '\\s+')})(?!\\w)`;
  const rules = (place: Place) => {
    const own = words.filter((word) => word.in.includes(place));
    const any = own.length === 0 ? /(?!)/ : new RegExp(own.map(sourceOf).join('|'), 'i');
    return { any, rules: own.map((word) => ({ word, pattern: new RegExp(sourceOf(word), 'gi') })) };
  };
  const byPlace = {
    screens: rules('screens'),
    comments: rules('comments'),
    titles: rules('titles'),
    docs: rules('docs'),
    names: rules('names'),
  };
  return (text) => {
    const { any, rules } = byPlace[text.place];
    const searched =
      text.place === 'names' ? wordsOf(text.found) : text.found.replaceAll(CODE, (code) => ' '.repeat(code.length));
    if (!any.test(searched)) return [];
    return rules.flatMap(({ word, pattern }) => {
      if (word.except?.includes(text.file)) return [];
      return [...searched.matchAll(pattern)].map(({ 0: found, index }) => ({ word, text, found, index }));
    });
  };
}
