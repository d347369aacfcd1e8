import { ROOT } from './processes.ts';
import { type Problem, report } from './source-files.ts';
import { countWords, createFinder, listPages, listTexts, readWordList } from './words.ts';

/** The folder to check against words.json: an argument, or this repository. */
const root = process.argv[2] ?? ROOT;
const { words, clean, pages } = readWordList(root);
const problems: Problem[] = [];
const left = { refuse: 0, count: 0 };

const isClean = (file: string) => clean.some((one) => file === one || file.startsWith(`${one}/`));

const texts = listTexts(root);
for (const { word, text, found, index } of texts.flatMap(createFinder(words))) {
  const { file, place, line } = text;
  const isRefused = word.level === 'refuse' && (place === 'screens' || place === 'names' || isClean(file));
  if (!isRefused) left[word.level] += 1;
  else if (place === 'names')
    problems.push({ file, line: line(), message: `${text.found} has "${found}" in it; say ${word.say}` });
  else problems.push({ file, line: line(index), message: `"${found}": write "${word.say}"` });
}

const sizes = new Map(listPages(root).map(({ name, text }) => [name, countWords(text)]));
for (const [file, budget] of Object.entries(pages)) {
  const size = sizes.get(file);
  if (size === undefined)
    problems.push({ file, line: 1, message: 'words.json has a budget for it, but no such page exists' });
  else if (size > budget) problems.push({ file, line: 1, message: `has ${size} words, more than its ${budget}` });
}
report(
  problems,
  `${texts.length} texts follow words.json. To clean: ${left.refuse} refused words. To decide: ${left.count} words.`,
);
