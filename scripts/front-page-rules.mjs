/**
 * The rules for what a stranger sees first: README.md, its pictures and its figures. Each function answers its problems as
 * `{ file, line, message }`.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, tableBelow } from './source-files.mjs';

export const README = 'README.md';
const QUALITY = 'docs/quality.md';
const PICTURES = 'docs/images';
const README_MAX_BYTES = 9_000;
const PICTURE_MAX_BYTES = 200_000;
/** What a stranger runs, in this order. */
const FIRST_BLOCKS = ['npm start', 'npm test'];

/** A picture that a page shows, in Markdown or in HTML. */
const SHOWN = /(?:!\[[^\]]*\]\(|\b(?:src|srcset)=")([^)"\s]+\.(?:png|jpe?g|gif|svg|webp))/g;
/** What npm runs: a script, or one of the two that have commands of their own. */
const RUN = /\bnpm (?:run ([\w:-]+)|(start|test)\b)/g;

const sectionOf = (text, heading) => text.split(/^(?=## )/m).find((part) => part.startsWith(`${heading}\n`)) ?? '';

/**
 * The length of the first page, and its first code blocks.
 * @param texts the texts of all pages by their names
 */
export function readmeProblems(texts) {
  const text = texts.get(README) ?? '';
  const problems = [];
  const add = (message) => problems.push({ file: README, line: 1, message });
  const bytes = Buffer.byteLength(text);
  if (bytes > README_MAX_BYTES) add(`${bytes} bytes: at most ${README_MAX_BYTES} are read in twenty seconds`);
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)\n```$/gm)].map(([, block]) => block);
  for (const [at, command] of FIRST_BLOCKS.entries())
    if (blocks[at] !== command) add(`code block ${at + 1} has to be "${command}"`);
  return problems;
}

/** Pictures that are missing, too large, or shown by no page. */
export function pictureProblems(root, texts) {
  const problems = [];
  const shown = new Set();
  for (const [file, text] of texts)
    if (file.endsWith('.md'))
      for (const { 1: target, index } of text.matchAll(SHOWN)) {
        if (/^[a-z]+:/.test(target)) continue;
        const path = join(file, '..', target).replaceAll('\\', '/');
        shown.add(path);
        if (!existsSync(join(root, path)))
          problems.push({ file, line: lineAt(text, index), message: `there is no ${path}: npm run pictures` });
      }
  const kept = existsSync(join(root, PICTURES)) ? readdirSync(join(root, PICTURES)) : [];
  for (const file of kept.map((name) => `${PICTURES}/${name}`)) {
    const { size } = statSync(join(root, file));
    if (size > PICTURE_MAX_BYTES)
      problems.push({ file, line: 1, message: `${size} bytes: at most ${PICTURE_MAX_BYTES}` });
    if (!shown.has(file)) problems.push({ file, line: 1, message: 'no page shows it' });
  }
  return problems;
}

/** Commands that no script of package.json is, and figures without a command. */
export function commandProblems(root, texts) {
  const problems = [];
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // Decisions tell what was; they are not edited.
  for (const [file, text] of texts)
    if (file.endsWith('.md') && !file.startsWith('docs/decisions/'))
      for (const { 1: script, 2: own, index } of text.matchAll(RUN))
        if (!Object.hasOwn(scripts, script ?? own))
          problems.push({ file, line: lineAt(text, index), message: `package.json has no script "${script ?? own}"` });
  for (const [file, heading] of [
    [README, '## Facts'],
    [QUALITY, '## What is tested'],
  ]) {
    const text = texts.get(file) ?? '';
    const add = (message) => problems.push({ file, line: lineAt(text, text.indexOf(heading)), message });
    const section = sectionOf(text, heading);
    if (!section.includes('\n|')) {
      add(`"${heading}" needs a table`);
      continue;
    }
    for (const [what, , command] of tableBelow(section, heading))
      if (!command?.match(RUN)) add(`"${what}" needs the command that shows it`);
    if (new Set(section.match(/\b\d{4}-\d{2}-\d{2}\b/g)).size !== 1)
      add(`"${heading}" needs the one day of its figures`);
  }
  return problems;
}

/** What is said about others has its page and the day on which it was read, and is on the list of such sentences. */
export function comparisonProblems(texts) {
  const text = texts.get(README) ?? '';
  const heading = '## Instead of';
  const line = lineAt(text, text.indexOf(heading));
  const problems = [];
  const add = (message) => problems.push({ file: README, line, message });
  const section = sectionOf(text, heading);
  const links = [...section.matchAll(/\]\((https:[^)]+)\)/g)].map(([, link]) => link);
  if (links.length === 0) add(`"${heading}" needs links to the pages of others`);
  const listed = sectionOf(texts.get(QUALITY) ?? '', '## What we say about others');
  for (const link of new Set(links))
    if (!listed.split('\n').some((row) => row.includes(`(${link})`) && /\b\d{4}-\d{2}-\d{2}\b/.test(row)))
      add(`${QUALITY} does not say when ${link} was read`);
  if (!/\b\d{4}-\d{2}-\d{2}\b/.test(section)) add(`"${heading}" needs the day on which the pages were read`);
  for (const word of section.match(/\b(?:best|only)\b/gi) ?? []) add(`"${word}" is not for us to say`);
  return problems;
}
