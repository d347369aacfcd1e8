import swc from '@swc/core';
import { ROOT } from './processes.mjs';
import { lineAt, report, sourceFiles, tableBelow } from './source-files.mjs';

/** Checks the names of files, folders and identifiers by docs/glossary.md, for the project or the folder given. */
const root = process.argv[2] ?? ROOT;
const GLOSSARY = 'docs/glossary.md';
const glossary = sourceFiles(root, ['docs'], /^docs\/glossary\.md$/)[0].text;
const problems = [];
const add = (file, line, message) => problems.push({ file, line, message });

/** Files of the contract and of the schema that belong to no feature. */
const SHARED = {
  contract: ['api', 'api-token-scopes', 'endpoint', 'errors', 'examples', 'fields', 'live'],
  schema: ['columns', 'jobs'],
};
/** A file of a server feature: its kind, and behind it what sets it apart from others of the kind. */
const KIND = /^(public|routes|commands|queries|view|jobs|mails)(-[a-z0-9]+)*\.ts$/;
const TEST = /\.test\.tsx?$/;

const files = sourceFiles(root, ['src', 'e2e', 'bench', 'tools'], /\.tsx?$/);
const codeSpans = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]);

function checkKinds() {
  for (const { name } of files) {
    const inside = /^src\/server\/features\/[^/]+\/(.+)$/.exec(name)?.[1];
    if (!inside || TEST.test(inside) || KIND.test(inside)) continue;
    add(name, 1, 'begin with public, routes, commands, queries, view, jobs or mails (docs/decisions/0042)');
  }
}

/** Compares each floor with the table of folders, in both directions. */
function checkFolders() {
  const floors = {
    contract: /^src\/contract\/([^/]+)\.ts$/,
    schema: /^src\/server\/db\/schema\/([^/]+)\.ts$/,
    server: /^src\/server\/features\/([^/]+)\//,
    web: /^src\/web\/features\/([^/]+)\//,
  };
  const rows = tableBelow(glossary, '## Folders');
  for (const [at, [floor, pattern]] of Object.entries(floors).entries()) {
    const listed = new Set(rows.filter((row) => row[at + 1] === 'yes').map(([folder]) => folder));
    const found = new Map();
    for (const { name } of files) {
      const folder = TEST.test(name) && at < 2 ? undefined : pattern.exec(name)?.[1];
      if (folder && !SHARED[floor]?.includes(folder)) found.set(folder, name);
    }
    for (const [folder, name] of found)
      if (!listed.has(folder)) add(name, 1, `${GLOSSARY} has no ${floor} for "${folder}": use a name of its Folders`);
    const line = (folder) => lineAt(glossary, glossary.indexOf(`\n| ${folder} |`) + 1);
    for (const folder of listed)
      if (!found.has(folder)) add(GLOSSARY, line(folder), `there is no ${floor} for "${folder}"`);
  }
}

const wordsOf = (identifier) =>
  identifier
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
    .toLowerCase()
    .split(/[_$]+/)
    .filter(Boolean);

/** The refused words: what stands in code font in the last column of terms and verbs, with what to say instead. */
function refusedWords() {
  const refused = new Map();
  for (const heading of ["## The product's terms", "## The code's terms", '## Verbs'])
    for (const [term, , not] of tableBelow(glossary, heading))
      for (const word of codeSpans(not)) {
        const rule = refused.get(word) ?? {
          words: word.replace('…', '').split(' '),
          begins: word.endsWith('…'),
          say: [],
        };
        rule.say.push(term.replaceAll('`', ''));
        refused.set(word, rule);
      }
  return [...refused.values()];
}

/** Whether the words of an identifier hold those of a rule, in the singular or with an s. */
function holds(words, { words: wanted, begins }) {
  const at = (start) => wanted.every((word, i) => words[start + i] === word || words[start + i] === `${word}s`);
  return begins ? at(0) : words.some((_, start) => at(start));
}

/** Retired name -> what it is called now. */
function retiredNames() {
  const section = glossary.slice(glossary.indexOf('\n## Retired names'));
  const pairs = section.matchAll(/`(\w+)` → (`\w+`(?: or `\w+`)*)/g);
  return new Map([...pairs].map(([, old, now]) => [old, now.replaceAll('`', '')]));
}

/** The identifiers of a file with their first lines, from the syntax tree: no strings, comments or text of JSX. */
function identifiersOf(name, text) {
  const bytes = Buffer.from(text);
  const found = new Map();
  const open = [...swc.parseSync(text, { syntax: 'typescript', tsx: name.endsWith('x'), target: 'es2022' }).body];
  while (open.length > 0) {
    const node = open.pop();
    if (node.type === 'Identifier' || node.type === 'PrivateName')
      found.set(node.value, Math.min(node.span.start, found.get(node.value) ?? node.span.start));
    for (const value of Object.values(node)) if (value !== null && typeof value === 'object') open.push(value);
  }
  // Places are counted in bytes, from 1.
  return [...found].map(([identifier, at]) => ({ identifier, line: () => lineAt(bytes.toString('utf8', 0, at - 1)) }));
}

function checkIdentifiers() {
  const rules = refusedWords();
  const retired = retiredNames();
  const allowed = tableBelow(glossary, '## Retired names').flatMap(([names, where]) =>
    codeSpans(names).map((identifier) => ({ identifier, where: where === 'everywhere' ? '' : where })),
  );
  const judge = (identifier) => {
    if (retired.has(identifier)) return `is called ${retired.get(identifier)} now`;
    const broken = rules.filter((rule) => holds(wordsOf(identifier), rule));
    if (broken.length === 0) return null;
    const say = [...new Set(broken.flatMap((rule) => rule.say))].join(' / ');
    return `has "${broken.map((rule) => rule.words.join(' ')).join('", "')}" in it; say ${say}`;
  };
  const verdicts = new Map();
  for (const { name, text } of files)
    for (const { identifier, line } of identifiersOf(name, text)) {
      if (!verdicts.has(identifier)) verdicts.set(identifier, judge(identifier));
      const verdict = verdicts.get(identifier);
      if (!verdict || allowed.some((one) => one.identifier === identifier && name.startsWith(one.where))) continue;
      add(name, line(), `${identifier} ${verdict} (${GLOSSARY})`);
    }
}

checkKinds();
checkFolders();
checkIdentifiers();
report(problems, `${files.length} files: their names, folders and identifiers follow the glossary.`);
