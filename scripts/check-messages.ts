import { argumentsOf, compileMessages, eachArgument, type Use } from './messages.ts';
import { namesAndTextsOf } from './names-and-texts.ts';
import { ROOT } from './processes.ts';
import { hasWords, type Language, readLanguages } from './read-messages.ts';
import { codeSpans, type Problem, report, sourceFiles, tableBelow } from './source-files.ts';
import { syntaxOf } from './syntax.ts';

/**
 * Checks the catalogs by docs/languages.md, here or in the given folder. English replaces missing texts, so they are
 * only listed, except with `--complete` for a release.
 */
const args = process.argv.slice(2);
const isRelease = args.includes('--complete');
const root = args.find((arg) => !arg.startsWith('--')) ?? ROOT;
const problems: Problem[] = [];
const add = (tag: string, key: string, message: string) =>
  problems.push({ file: `src/messages/${tag}/${key.split('.')[0]}.json`, line: 1, message: `${key} ${message}` });

const { source, languages } = readLanguages(root);
/** The two kinds of plurals in `Intl`. */
const PLURALS: Readonly<Record<string, 'cardinal' | 'ordinal'>> = { plural: 'cardinal', ordinal: 'ordinal' };
const NUMBERS = [...Object.keys(PLURALS), 'number', 'plain'];

async function compiledOf(language: Language): Promise<Map<string, unknown>> {
  const { messages, faults } = await compileMessages(language);
  for (const { key, message } of faults) add(language.tag, key, message);
  return messages;
}

/** A number can be plain in one language and counted in another. All other uses are the same in all languages. */
const kindOf = ({ kinds, choices }: Use): string =>
  [...kinds].every((kind) => NUMBERS.includes(kind)) ? 'value' : [...kinds, ...choices].sort().join(' ');

function compareArguments(tag: string, key: string, message: unknown, english: unknown): void {
  const [theirs, ours] = [argumentsOf(message), argumentsOf(english)];
  for (const [name, use] of ours) {
    const theirUse = theirs.get(name);
    if (!theirUse) add(tag, key, `lacks {${name}} of English`);
    else if (kindOf(theirUse) !== kindOf(use)) add(tag, key, `uses {${name}} differently from English`);
  }
  for (const name of theirs.keys()) if (!ours.has(name)) add(tag, key, `has {${name}}, which English lacks`);
}

/** Requires exactly the plural forms of the language. Exact forms such as `=0` are optional. */
function checkPlurals(tag: string, key: string, message: unknown): void {
  eachArgument(message, (_, kind, forms = []) => {
    const type = PLURALS[kind];
    if (!type) return;
    const wanted = new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories.toSorted().join(' ');
    const has = forms
      .filter((form) => !form.startsWith('='))
      .toSorted()
      .join(' ');
    if (wanted !== has) add(tag, key, `has the plural forms ${has}, not ${wanted}`);
  });
}

const PUNCTUATION = [
  { tags: ['ms', 'zh-Hans', 'ar'], pattern: /\.\.\./, message: 'has three dots instead of …' },
  { tags: ['zh-Hans'], pattern: /\p{Script=Han}[,?!]/u, message: 'has ASCII punctuation after a Chinese character' },
  { tags: ['ar'], pattern: /\p{Script=Arabic}[,;?]/u, message: 'has ASCII punctuation after an Arabic letter' },
];

const TERMS = 'src/messages/README.md';

/** Lists the old words of each language, which texts must not contain, also inside other words. */
function listOldWords(): { tags: string[]; words: string[] }[] {
  const [page] = sourceFiles(root, ['src/messages'], /^src\/messages\/README\.md$/);
  const rows = page ? tableBelow(page.text, '## Old words') : [];
  return rows.map(([tags = '', words = '']) => ({ tags: codeSpans(tags), words: codeSpans(words) }));
}

const oldWords = listOldWords();

function checkOldWords(tag: string, key: string, text: string): void {
  // People choose the words of titles freely.
  if (key.startsWith('patches.')) return;
  const words = oldWords.filter(({ tags }) => tags.includes(tag)).flatMap((row) => row.words);
  const word = words.find((one) => text.toLowerCase().includes(one));
  if (word) add(tag, key, `says "${word}": ${TERMS} has another word`);
}

function checkSigns(tag: string, key: string, text: string): void {
  for (const { tags, pattern, message } of PUNCTUATION)
    if (tags.includes(tag) && pattern.test(text)) add(tag, key, message);
  if (/[\u202A-\u202E]/.test(text)) add(tag, key, 'has an embedding character: the translator encloses what needs it');
}

/** Matches a plural with its forms, which can contain arguments. */
const PLURAL = /\{\w+, (?:plural|selectordinal),(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;

/** Lists the English nouns that the catalog counts: the plurals after # in the form `other`. */
function listCountedNouns(texts: readonly string[]): string[] {
  const forms = texts.flatMap((text) => [...text.matchAll(/other \{[^{}]*#((?: [a-z-]+)+)/g)]);
  const words = forms.flatMap(([, phrase = '']) => phrase.match(/\b[a-z-]+s\b|\bpeople\b/g) ?? []);
  return [...new Set(words)].filter((word) => word !== 'this');
}

/** Requires a plural if a noun follows an English number, which might be 1. */
function checkCountedNouns(parts: Language['parts']): void {
  const texts = Object.values(parts).flatMap((part) => Object.entries(part));
  const nouns = listCountedNouns(texts.map(([, text]) => text));
  if (nouns.length === 0) return;
  const pattern = new RegExp(`\\{(\\w+)\\} (?:[a-z-]+ )?(?:${nouns.join('|')})(?![\\w-])`);
  for (const [key, text] of texts) {
    const name = pattern.exec(text.replaceAll(PLURAL, '').replaceAll(/<[^>]+>/g, ''))?.[1];
    if (name)
      add(source.tag, key, `has {${name}} before a noun in the plural: use {${name}, plural, one {…} other {…}}`);
  }
}

/**
 * Requires that the code contains each key as a literal, or as a template with a name in it. Errors are used by their
 * code, and words of a motif by its name.
 */
function checkUses(keys: Iterable<string>): void {
  const code = sourceFiles(root, ['src', 'tools'], /\.tsx?$/, /(^|\/)(node_modules|generated)\//)
    .filter(({ name }) => !/\.test\.tsx?$/.test(name))
    .map(({ text }) => text)
    .join('\n');
  const literals = new Set([...code.matchAll(/['"`]([\w.]+)['"`]/g)].map(([, text]) => text));
  const templates = [...code.matchAll(/`(\w+(?:\.\w+)+\.(?:\$\{[^}`]*\}[\w.]*)+)`/g)].map(
    ([, text = '']) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w.-]+')}$`),
  );
  const codes = new Set([...code.matchAll(/^ {2}(\w+): \d{3},$/gm)].map(([, name]) => name));
  const isUsed = (key: string): boolean => {
    if (literals.has(key) || templates.some((template) => template.test(key))) return true;
    const [part, ...rest] = key.split('.');
    const [first = '', second = ''] = rest;
    if (part === 'patches') return literals.has(first);
    if (part !== 'errors') return false;
    return first === 'exact' ? literals.has(second) || second.endsWith('_ask') : codes.has(first);
  };
  for (const key of keys) if (!isUsed(key)) add(source.tag, key, 'is used nowhere');
}

const SENT = /\/(?:mails|push\/jobs|reminders\/send\/jobs)\.ts$/;
const TWO_WORDS = /\p{L}{2,} \p{L}{2,}/u;

/** Refuses texts of two words in the code of emails and push messages. They belong in the catalogs. */
function checkSent(): void {
  for (const { name, text } of sourceFiles(root, ['src/server', 'src/platform'], SENT))
    for (const { found, line } of namesAndTextsOf(name, text).texts)
      if (TWO_WORDS.test(found.replaceAll(/<[^>]*>/g, '')))
        problems.push({ file: name, line: line(), message: `'${found}' is in no catalog` });
}

/** Refuses such texts in schemas: `z.boolean('Say yes or no')` would be English in all languages. */
function checkRefusals(): void {
  for (const { name, text } of sourceFiles(root, ['src/contract', 'src/platform/contract'], /\.ts$/)) {
    const { nodes, lineOf } = syntaxOf(name, text);
    const given = nodes.flatMap((node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
      const { object } = node.callee;
      return object.type === 'Identifier' && object.value === 'z' ? node.arguments.map((one) => one.expression) : [];
    });
    const options = given.flatMap((one) =>
      one.type === 'ObjectExpression'
        ? one.properties.flatMap((property) => (property.type === 'KeyValueProperty' ? property.value : []))
        : [],
    );
    for (const one of [...given, ...options])
      if (one.type === 'StringLiteral' && TWO_WORDS.test(one.value))
        problems.push({ file: name, line: lineOf(one.span), message: `'${one.value}' is in no catalog` });
  }
}

/** Chinese has no space between two sentences. */
const BETWEEN_SENTENCES = 'app.streaks.ledger.between';

/** The largest share of texts that can equal English in a language with the same letters. */
const SAME_MAX = 0.05;

/** Refuses a copy of the English catalog as a translation. */
function checkIsTranslated({ tag, parts }: Language): void {
  const keys = Object.entries(source.parts).flatMap(([part, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => (hasWords(text) && part !== 'patches' ? { part, key, text } : [])),
  );
  const same = keys.filter(({ part, key, text }) => parts[part]?.[key] === text);
  if (same.length > 2 && same.length > SAME_MAX * keys.length)
    problems.push({
      file: `src/messages/${tag}/language.json`,
      line: 1,
      message: `complete, but ${same.length} of ${keys.length} texts are English`,
    });
}

const english = await compiledOf(source);
for (const language of languages) {
  const { tag, parts } = language;
  const compiled = language === source ? english : await compiledOf(language);
  for (const [key, text] of Object.values(parts).flatMap((texts) => Object.entries(texts))) {
    checkSigns(tag, key, text);
    checkOldWords(tag, key, text);
    if (text === '' && key !== BETWEEN_SENTENCES) add(tag, key, 'is empty');
    const message = compiled.get(key);
    if (message === undefined) continue;
    checkPlurals(tag, key, message);
    if (language === source) continue;
    if (!english.has(key)) add(tag, key, 'is no key of English');
    else compareArguments(tag, key, message, english.get(key));
  }
  if (language.complete && language !== source) checkIsTranslated(language);
  for (const key of language.complete ? language.missing : []) {
    if (isRelease) add(tag, key, 'is missing');
    else console.log(`${tag} lacks ${key}: ${Object.values(source.parts).find((part) => key in part)?.[key]}`);
  }
}
checkCountedNouns(source.parts);
checkUses(english.keys());
checkSent();
checkRefusals();
report(problems, `${english.size} texts in ${languages.length} languages.`);
