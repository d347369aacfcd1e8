import { namesAndTextsOf } from './names-and-texts.ts';
import { ROOT } from './processes.ts';
import { codeSpans, lineAt, type Problem, report, sourceFiles, tableBelow } from './source-files.ts';

/** Checks names of files, folders and identifiers, and the words of texts, by docs/glossary.md; here or in the folder given. */
const root = process.argv[2] ?? ROOT;
const GLOSSARY = 'docs/glossary.md';
const glossary = sourceFiles(root, ['docs'], /^docs\/glossary\.md$/)[0]!.text;
const problems: Problem[] = [];
const add = (file: string, line: number, message: string) => problems.push({ file, line, message });

/** Files of the contract and of the schema that belong to no feature, or are the second one of a large feature. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  contract: [
    'admin-accounts',
    'admin-reports',
    'api',
    'api-token-scopes',
    'dashboard-life',
    'version',
    'describe',
    'side-browser',
    'side-server',
    'endpoint',
    'errors',
    'examples',
    'fields',
    'live',
    'missions-join',
    'missions-quilt',
    'register',
    'webhooks-events',
  ],
  schema: ['columns', 'jobs'],
};
/** A file of a server feature, or of one of its rooms: its kind, or a step of an act. The adapter of payments has names of its own. */
const KIND =
  /^(payments\/[a-z-]+|([a-z-]+\/)?(public|access|routes|commands|queries|view|jobs|mails|read|decide|write))\.ts$/;
const TEST = /\.test\.tsx?$/;

const files = sourceFiles(root, ['src', 'e2e', 'bench', 'tools'], /\.tsx?$/);

function checkKinds(): void {
  for (const { name } of files) {
    const inside = /^src\/server\/(?:features|services)\/[^/]+\/(.+)$/.exec(name)?.[1];
    if (!inside || TEST.test(inside) || KIND.test(inside)) continue;
    add(
      name,
      1,
      'name it by its kind, alone or in a room: public, access, routes, commands, queries, view, jobs, mails, or read, decide, write (docs/architecture.md)',
    );
  }
}

/** Compares each floor with the table of folders, in both directions. */
function checkFolders(): void {
  const floors = {
    contract: /^src\/contract\/([^/]+)\.ts$/,
    schema: /^src\/server\/schema\/([^/]+)\.ts$/,
    server: /^src\/server\/(?:features|services)\/([^/]+)\//,
    web: /^src\/web\/features\/([^/]+)\//,
  };
  const rows = tableBelow(glossary, '## Folders');
  for (const [at, [floor, pattern]] of Object.entries(floors).entries()) {
    const listed = new Set(rows.filter((row) => row[at + 1] === 'yes').map(([folder]) => folder));
    const found = new Map<string, string>();
    for (const { name } of files) {
      const folder = TEST.test(name) && at < 2 ? undefined : pattern.exec(name)?.[1];
      if (folder && !SHARED[floor]?.includes(folder)) found.set(folder, name);
    }
    for (const [folder, name] of found)
      if (!listed.has(folder)) add(name, 1, `${GLOSSARY} has no ${floor} for "${folder}": use a name of its Folders`);
    const line = (folder: string) => lineAt(glossary, glossary.indexOf(`\n| ${folder} |`) + 1);
    for (const folder of listed)
      if (folder !== undefined && !found.has(folder))
        add(GLOSSARY, line(folder), `there is no ${floor} for "${folder}"`);
  }
}

const wordsOf = (identifier: string): string[] =>
  identifier
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
    .toLowerCase()
    .split(/[_$]+/)
    .filter(Boolean);

/** Words that identifiers may not hold, with what to say instead. */
interface Rule {
  readonly words: readonly string[];
  /** Only at the beginning of an identifier. */
  readonly begins: boolean;
  readonly say: string[];
}

/** The refused words: what stands in code font in the last column of terms and verbs, with what to say instead. */
function refusedWords(): Rule[] {
  const refused = new Map<string, Rule>();
  for (const heading of ["## The product's terms", "## The code's terms", '## Verbs'])
    for (const [term = '', , not = ''] of tableBelow(glossary, heading))
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
function holds(words: readonly string[], { words: wanted, begins }: Rule): boolean {
  const at = (start: number) => wanted.every((word, i) => words[start + i] === word || words[start + i] === `${word}s`);
  return begins ? at(0) : words.some((_, start) => at(start));
}

/** Files with English texts that people see: the desk, the pages about the API and its reference. */
const SHOWN = /^src\/(?:platform\/)?(?:web|contract)\/(?!testing\/)/;

/** Creates a function that finds refused words in a text. Text in code font in the first column stays as it is. */
function wordJudge(): (text: string) => string | null {
  const rows = tableBelow(glossary, '## Words on screens');
  const kept = rows.flatMap(([say = '']) => codeSpans(say));
  const words = rows.flatMap(([, not = '']) => codeSpans(not));
  const pattern = new RegExp(`\\b(?:${words.join('|')})\\b`, 'i');
  return (text) => pattern.exec(kept.reduce((rest, one) => rest.replaceAll(one, ''), text))?.[0] ?? null;
}

function checkIdentifiersAndTexts(): void {
  const refusedIn = wordJudge();
  const rules = refusedWords();
  const allowed = tableBelow(glossary, '## Exceptions').flatMap(([names = '', where = '']) =>
    codeSpans(names).map((identifier) => ({ identifier, where: where === 'everywhere' ? '' : where })),
  );
  const judge = (identifier: string): string | null => {
    const broken = rules.filter((rule) => holds(wordsOf(identifier), rule));
    if (broken.length === 0) return null;
    const say = [...new Set(broken.flatMap((rule) => rule.say))].join(' / ');
    return `has "${broken.map((rule) => rule.words.join(' ')).join('", "')}" in it; say ${say}`;
  };
  const verdicts = new Map<string, string | null>();
  for (const { name, text } of files) {
    const { identifiers, texts } = namesAndTextsOf(name, text);
    for (const { found, line } of identifiers) {
      if (!verdicts.has(found)) verdicts.set(found, judge(found));
      const verdict = verdicts.get(found);
      if (!verdict || allowed.some((one) => one.identifier === found && name.startsWith(one.where))) continue;
      add(name, line(), `${found} ${verdict} (${GLOSSARY})`);
    }
    if (!SHOWN.test(name) || TEST.test(name)) continue;
    for (const { found, line } of texts) {
      const word = refusedIn(found);
      if (word) add(name, line(), `a text says "${word}": ${GLOSSARY}#words-on-screens has another word`);
    }
  }
}

/** Checks the English texts of screens, mails and errors. `patches` has the words of titles, which are no texts. */
function checkMessages(): void {
  const refusedIn = wordJudge();
  for (const { name, text } of sourceFiles(root, ['src/messages/en'], /(?<!\/patches)\.json$/))
    for (const [at, line] of text.split('\n').entries()) {
      const word = refusedIn(/": "(.*)",?$/.exec(line)?.[1] ?? '');
      if (word) add(name, at + 1, `a text says "${word}": ${GLOSSARY}#words-on-screens has another word`);
    }
}

checkKinds();
checkFolders();
checkIdentifiersAndTexts();
checkMessages();
report(problems, `${files.length} files: their names, folders and identifiers follow the glossary.`);
