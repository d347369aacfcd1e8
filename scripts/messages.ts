import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SetupError } from './processes.ts';
import { type Language, PARTS, readLanguages, SOURCE } from './read-messages.ts';

/** The percentage of keys from which people can choose a language (docs/languages.md). */
const SHARE_MIN = 80;
const ON_SERVER = ['problems', 'errors', 'server'];
const IN_BROWSER = ['public', 'app'];

/** The codes of icu-minify for the `#` of a plural and for the typed arguments. */
const POUND = 0;
const KINDS: Readonly<Record<number, string>> = { 1: 'select', 2: 'plural', 3: 'ordinal', 4: 'number' };

export interface Use {
  readonly kinds: Set<string>;
  readonly choices: Set<string>;
}

/** Calls `note` with the use of every argument in a compiled message. */
export function eachArgument(message: unknown, note: (name: string, kind: string, choices?: string[]) => void): void {
  const visit = (node: unknown): unknown => {
    if (!Array.isArray(node)) return null;
    const [name, type, options] = node as [string, unknown, object?];
    if (node.length === 1) return note(name, 'plain');
    if (typeof type !== 'number' || type === POUND) {
      note(name, 'tag');
      return visitAll(node.slice(1));
    }
    const kind = KINDS[type];
    if (kind === undefined) throw new Error(`{${name}} is a date or a time: pass it as text`);
    note(name, kind, Object.keys(options ?? {}));
    return visitAll(
      Object.values<unknown>({ ...options }).flatMap((branch) => (Array.isArray(branch) ? branch : [branch])),
    );
  };
  const visitAll = (nodes: readonly unknown[]): void => {
    for (const node of nodes) visit(node);
  };
  if (Array.isArray(message)) visitAll(message);
}

export function argumentsOf(message: unknown): Map<string, Use> {
  const found = new Map<string, Use>();
  eachArgument(message, (name, kind, choices = []) => {
    const one: Use = found.get(name) ?? { kinds: new Set(), choices: new Set() };
    one.kinds.add(kind);
    if (kind === 'select') for (const choice of choices) one.choices.add(choice);
    found.set(name, one);
  });
  return found;
}

const NUMERIC = ['plural', 'ordinal', 'number'];

/** Returns the type of an argument that fits its use in all languages. */
function typeOf(uses: readonly Use[]): string {
  const kinds = new Set(uses.flatMap(({ kinds }) => [...kinds]));
  if (kinds.has('tag')) return 'Tag';
  if (NUMERIC.some((kind) => kinds.has(kind))) return 'number';
  if (!kinds.has('select')) return 'string';
  const choices = new Set(uses.flatMap(({ choices }) => [...choices]));
  const named = [...choices].filter((choice) => choice !== 'other').map((choice) => `'${choice}'`);
  return choices.has('other') ? `${named.join(' | ')} | (string & {})` : named.join(' | ');
}

const typed = (key: string, messages: readonly unknown[]): string => {
  const all = messages.map((message) => argumentsOf(message));
  const names = [...new Set(all.flatMap((one) => [...one.keys()]))];
  const fields = names.map((name) => `${name}: ${typeOf(all.flatMap((one) => one.get(name) ?? []))}`);
  return `  '${key}': ${fields.length === 0 ? 'None' : `{ ${fields.join('; ')} }`};`;
};

/** Compiles a language's messages. Returns them by key, and the unreadable ones with the reason. */
export async function compileMessages({ parts }: Pick<Language, 'parts'>) {
  // Imported here, because the package might not be installed when this file loads.
  const { default: compile } = await import('icu-minify/compile');
  const messages = new Map<string, unknown>();
  const faults: { key: string; message: string }[] = [];
  for (const [key, text] of Object.values(parts).flatMap((texts) => Object.entries(texts))) {
    try {
      messages.set(key, compile(text));
    } catch (error) {
      faults.push({ key, message: `cannot be read: ${error instanceof Error ? error.message : String(error)}` });
    }
  }
  return { messages, faults };
}

/**
 * Compiles every catalog and writes src/messages/generated. Returns the languages with their shares. Throws a
 * SetupError that lists all unreadable messages.
 */
export async function generateMessages(root = ROOT): Promise<Language[]> {
  const { source, languages } = readLanguages(root);
  const out = join(root, 'src/messages/generated');
  const compiled = new Map<string, Map<string, unknown>>();
  const wrong: string[] = [];
  for (const language of languages) {
    const { messages, faults } = await compileMessages(language);
    compiled.set(language.tag, messages);
    wrong.push(...faults.map(({ key, message }) => `src/messages/${language.tag}: ${key} ${message}`));
  }
  if (wrong.length > 0) throw new SetupError(wrong.join('\n'));

  const chosen = languages.filter(({ complete, share }) => complete || share >= SHARE_MIN);
  const catalogues = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { tag, parts } of chosen)
    for (const part of PARTS) {
      const filled = Object.keys(source.parts[part] ?? {}).map((key) => [
        key,
        compiled.get(parts[part]?.[key] === undefined ? SOURCE : tag)?.get(key),
      ]);
      catalogues.set(`${tag}/${part}.json`, Object.fromEntries(filled));
    }
  // One file for everything that is visible without a session.
  for (const { tag } of chosen)
    catalogues.set(`${tag}/public.json`, {
      ...catalogues.get(`${tag}/start.json`),
      ...catalogues.get(`${tag}/problems.json`),
    });
  const files = new Map([...catalogues].map(([name, messages]) => [name, `${JSON.stringify(messages)}\n`]));
  files.set('languages.ts', languagesFile(chosen));
  files.set('rules.ts', rulesFile(chosen));
  files.set('catalogues.ts', cataloguesFile(chosen));
  files.set('patch-catalogues.ts', patchesFile(chosen));
  files.set('on-server.ts', loadedFile(chosen, ON_SERVER, 'The texts of the server', 'ON_SERVER'));
  files.set('in-worker.ts', loadedFile(chosen, ['worker'], 'The texts of the service worker', 'IN_WORKER'));
  const keys = PARTS.flatMap((part) => Object.keys(source.parts[part] ?? {}));
  const lines = keys.map((key) =>
    typed(
      key,
      [...compiled.values()].map((messages) => messages.get(key)).filter((message) => message !== undefined),
    ),
  );
  files.set(
    'arguments.d.ts',
    `${MADE}import type { Tag } from '../../platform/i18n/translate.ts';\n\n// biome-ignore lint/complexity/noBannedTypes: a message without arguments\ntype None = {};\n\n/** The arguments of each message. */\nexport interface Arguments {\n${lines.join('\n')}\n}\n`,
  );
  write(out, files);
  return languages;
}

const MADE = '// Made by `npm run messages`.\n';

const languagesFile = (
  languages: readonly Language[],
): string => `${MADE}/** The selectable languages, with the share of texts that each of them has. */
export const LANGUAGES = ${JSON.stringify(
  languages.map(({ tag, name, direction, formats, week_starts, share, complete }) => ({
    tag,
    name,
    direction,
    formats,
    week_starts,
    share,
    complete,
  })),
  null,
  2,
)} as const;
`;

/** Only what every first visit needs. */
const rulesFile = (
  languages: readonly Language[],
): string => `${MADE}import type { LanguageRules } from '../../platform/i18n/translate.ts';

type Rules = LanguageRules & { readonly week_starts: string; readonly complete: boolean };

/** The writing rules of each selectable language, English first. Only people who choose an incomplete one see it. */
export const RULES: readonly [Rules, ...Rules[]] = ${JSON.stringify(
  languages.map(({ tag, direction, formats, week_starts, complete }) => ({
    tag,
    direction,
    formats,
    week_starts,
    complete,
  })),
  null,
  2,
)};
`;

const cataloguesFile = (
  languages: readonly Language[],
): string => `${MADE}/** The catalogs that the browser loads, by language: without a session, and after sign-in. */
export const CATALOGUES: Readonly<Record<string, Readonly<Record<string, () => Promise<{ default: unknown }>>>>> = {
${languages
  .map(
    ({ tag }) =>
      `  '${tag}': {\n${IN_BROWSER.map((part) => `    ${part}: () => import('./${tag}/${part}.json'),`).join('\n')}\n  },`,
  )
  .join('\n')}
};
`;

/** A separate file that loads with the form of a mission, unlike the other parts, which every first visit loads. */
const patchesFile = (languages: readonly Language[]): string => `${MADE}
/** The words of patches, by language. */
export const PATCH_CATALOGUES: Readonly<Record<string, () => Promise<{ default: Readonly<Record<string, string>> }>>> = {
${languages.map(({ tag }) => `  '${tag}': () => import('./${tag}/patches.json'),`).join('\n')}
};
`;

/** Returns a file with the parts of all languages. */
function loadedFile(languages: readonly Language[], parts: readonly string[], what: string, constant: string): string {
  const imports = languages.flatMap(({ tag }, at) =>
    parts.map((part) => `import ${part}${at} from './${tag}/${part}.json' with { type: 'json' };`),
  );
  const catalogues = languages.map(
    ({ tag }, at) => `  '${tag}': { ${parts.map((part) => `...${part}${at}`).join(', ')} } as unknown as Catalogue,`,
  );
  return `${MADE}import type { Catalogue } from '../../platform/i18n/translate.ts';
${imports.join('\n')}

/** ${what}, by language. */
export const ${constant}: Readonly<Record<string, Catalogue>> = {
${catalogues.join('\n')}
};
`;
}

/** Writes only files that differ and removes old files, so programs that watch the folder only see changes. */
function write(out: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(out, { recursive: true });
  for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(out, name)).isFile() && !files.has(name.replaceAll('\\', '/'))) rmSync(join(out, name));
  for (const [name, text] of files) {
    const file = join(out, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Generates src/messages/generated if a catalog has changed. Runs before every command. */
export async function refreshMessages(root = ROOT): Promise<void> {
  const folder = join(root, 'src/messages');
  const inputs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.json') && !name.startsWith('generated/'))
    .sort();
  const programs = ['messages.ts', 'read-messages.ts'].map((name) => join(import.meta.dirname, name));
  const state = [...inputs.map((name) => join(folder, name)), ...programs]
    .map((file) => {
      const { mtimeMs, size } = statSync(file);
      return `${file} ${mtimeMs} ${size}`;
    })
    .join('\n');
  const cache = join(root, 'node_modules/.cache/emberkin');
  const stamp = join(cache, 'messages');
  const isMade = existsSync(join(folder, 'generated/arguments.d.ts'));
  if (isMade && existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  await generateMessages(root);
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, state);
}
