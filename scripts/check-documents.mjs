import { existsSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { ROOT } from './processes.ts';
import { lineAt, report, sourceFiles } from './source-files.ts';

/**
 * Checks that every reference to a document leads somewhere, for the project or the folder given as argument.
 */
const root = process.argv[2] ?? ROOT;
const files = sourceFiles(
  root,
  ['.', 'src', 'e2e', 'bench', 'scripts', 'standard', 'tools', 'docs'],
  /\.(tsx?|[cm]?js|css|html|md)$/,
);
const texts = new Map(files.map(({ name, text }) => [name, text]));
const problems = [];

/** Papers that are not in the repository: a name and a section, also where a comment breaks between the two. */
const PAPER =
  /\b(?:[Dd]ecisions?|Spec)\s+(?:(?:\*|\/\/)\s*)?\d|[(]Limits\b|\bLimits:\s+(?:(?:\*|\/\/)\s*)?[a-z]|\bLimits, rule|\bthe specification\b/g;
const DECISION = /docs\/decisions\/(\d{4})((?:(?:,| and) \d{4})*)/g;
/** A page named in code or in text; a link is the pattern below. */
const PAGE = /(?<![\w/.-]|\]\()((?:[\w.-]+\/)*[\w-]+\.md)(?:#([\w-]+))?/g;
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text) {
  const seen = new Map();
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

/** Why a page, or a heading in it, is not found at the first of these places that exists; null when it is. */
function whyDead(places, anchor) {
  const place = places.map((path) => normalize(path)).find((path) => existsSync(join(root, path)));
  if (!place) return `there is no ${places[0]}`;
  if (!anchor) return null;
  const page = texts.get(place.replaceAll('\\', '/'));
  return page && anchorsOf(page).includes(anchor) ? null : `${place} has no heading for #${anchor}`;
}

const decisions = files.filter(({ name }) => /^docs\/decisions\/\d/.test(name));
const numberOf = (file) => basename(file).slice(0, 4);
const numbers = new Set(decisions.map(({ name }) => numberOf(name)));

for (const { name: file, text } of files) {
  const add = (index, message) => problems.push({ file, line: lineAt(text, index), message });
  for (const { 0: found, index } of text.matchAll(PAPER))
    add(index, `"${found.replaceAll(/\s+/g, ' ')}": say it in words, or refer to docs/rules.md#… or docs/decisions/…`);
  for (const { 1: first, 2: others, index } of text.matchAll(DECISION))
    for (const number of [first, ...(others.match(/\d{4}/g) ?? [])])
      if (!numbers.has(number)) add(index, `there is no decision ${number}`);
  for (const { 1: path, 2: anchor, index } of text.matchAll(PAGE)) {
    // Without an anchor only what is plainly one of our pages: a text may mention any file.
    if (!anchor && !path.startsWith('docs/')) continue;
    const dead = whyDead([path, join('docs', path), join(dirname(file), path)], anchor);
    if (dead) add(index, dead);
  }
  if (!file.endsWith('.md')) continue;
  for (const { 1: target, index } of text.matchAll(LINK)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path, anchor] = target.split('#');
    const dead = whyDead([path === '' ? file : join(dirname(file), path)], anchor);
    if (dead) add(index, dead);
  }
}

const INDEX = 'docs/decisions/README.md';
const index = texts.get(INDEX) ?? '';
for (const { name: file, text } of decisions) {
  const add = (message) => problems.push({ file, line: 1, message });
  const number = numberOf(file);
  const title = /^# (\d+)\. (.+)/.exec(text);
  const namesake = decisions.find(({ name }) => name < file && numberOf(name) === number);
  if (namesake) add(`${namesake.name} has this number`);
  if (Number(title?.[1]) !== Number(number)) add(`the title should begin with "# ${Number(number)}. "`);
  const row = index.split('\n').find((line) => line.startsWith(`| ${number} |`));
  if (!row?.includes(`| [${title?.[2]}](${basename(file)}) |`))
    add(`${INDEX} has no row with this number, title and file`);
  const successor = /^Superseded by \[(\d{4})\]/m.exec(text)?.[1];
  if (row && successor !== /\| superseded by \[(\d{4})\]/.exec(row)?.[1]) add(`${INDEX} has another status`);
}

report(problems, `${files.length} files, ${decisions.length} decisions: every reference resolves.`);
