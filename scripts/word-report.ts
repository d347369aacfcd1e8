import { ROOT } from './processes.ts';
import { countWords, createFinder, listPages, listTexts, readWordList } from './words.ts';

/**
 * Prints how far the texts are from docs/writing.md, here or in the given folder. A second argument limits it to the
 * files below that path, except for pages, and lists their refused words: `node scripts/word-report.ts . src/domain`.
 */
const [root = ROOT, below = ''] = process.argv.slice(2);
const TITLE_CHARACTERS = 90;
const DECISION_WORDS = 250;
const DECISION = /^docs\/decisions\/\d/;

const { words } = readWordList(root);
const texts = listTexts(root).filter(({ file }) => file.startsWith(below));
const of = (place: string) => texts.filter((text) => text.place === place);
const sum = (all: readonly { found: string }[]) => all.reduce((total, { found }) => total + countWords(found), 0);
const isTest = ({ file }: { file: string }) => file.startsWith('e2e/') || /\.test\.tsx?$/.test(file);

const pages = listPages(root).map(({ name, text }) => ({ name, size: countWords(text) }));
const decisions = pages.filter(({ name }) => DECISION.test(name));
const sizes = decisions.map(({ size }) => size);
for (const { name, size } of pages) if (!DECISION.test(name)) console.log(`${String(size).padStart(6)}  ${name}`);
console.log(`${pages.reduce((total, { size }) => total + size, 0)} words of pages.`);
console.log(
  `${sizes.length} decisions, at most ${Math.max(...sizes)} words, ${sizes.filter((size) => size > DECISION_WORDS).length} over ${DECISION_WORDS}.`,
);

const comments = of('comments');
console.log(`${comments.length} comments, ${sum(comments)} words; ${comments.filter(isTest).length} of them in tests.`);

const titles = of('titles');
const long = titles.filter(({ found }) => found.length > TITLE_CHARACTERS);
console.log(`${titles.length} titles, ${long.length} of them over ${TITLE_CHARACTERS} characters.`);

const matches = texts.flatMap(createFinder(words));
for (const level of ['refuse', 'count']) {
  const all = matches.filter(({ word }) => word.level === level);
  const counts = ['comments', 'titles', 'docs'].map(
    (place) => `${all.filter(({ text }) => text.place === place).length} in ${place}`,
  );
  console.log(`${all.length} words of level ${level}: ${counts.join(', ')}.`);
}
if (below)
  for (const { word, text, found, index } of matches)
    if (word.level === 'refuse') console.log(`${text.file}:${text.line(index)} "${found}": write "${word.say}"`);
