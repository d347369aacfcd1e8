import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SetupError } from './processes.ts';
import { PARTS, readLanguages, SOURCE } from './read-messages.mjs';

/** From which share of all keys on a language can be chosen (docs/languages.md). */
const SHARE_MIN = 80;
const ON_SERVER = ['problems', 'errors', 'server'];
const IN_BROWSER = ['public', 'app'];

/** How icu-minify marks the `#` of a plural, and the arguments with a type. */
const POUND = 0;
const KINDS = { 1: 'select', 2: 'plural', 3: 'ordinal', 4: 'number' };

/** Tells of every argument in a compiled message how it is used. */
export function eachArgument(message, note) {
  const visit = (node) => {
    if (!Array.isArray(node)) return;
    const [name, type, options] = node;
    if (node.length === 1) return note(name, 'plain');
    if (typeof type !== 'number' || type === POUND) {
      note(name, 'tag');
      return visitAll(node.slice(1));
    }
    const kind = KINDS[type];
    if (!kind) throw new Error(`{${name}} is a date or a time, which is handed in as text`);
    note(name, kind, Object.keys(options ?? {}));
    visitAll(Object.values(options ?? {}).flatMap((branch) => (Array.isArray(branch) ? branch : [branch])));
  };
  const visitAll = (nodes) => {
    for (const node of nodes) visit(node);
  };
  if (Array.isArray(message)) visitAll(message);
}

/** The arguments of a compiled message: name to `{ kinds, choices }`. */
export function argumentsOf(message) {
  const found = new Map();
  eachArgument(message, (name, kind, choices = []) => {
    const one = found.get(name) ?? { kinds: new Set(), choices: new Set() };
    one.kinds.add(kind);
    if (kind === 'select') for (const choice of choices) one.choices.add(choice);
    found.set(name, one);
  });
  return found;
}

const NUMERIC = ['plural', 'ordinal', 'number'];

/** The type of an argument, of what all languages make of it. */
function typeOf(uses) {
  const kinds = new Set(uses.flatMap(({ kinds }) => [...kinds]));
  if (kinds.has('tag')) return 'Tag';
  if (NUMERIC.some((kind) => kinds.has(kind))) return 'number';
  if (!kinds.has('select')) return 'string';
  const choices = new Set(uses.flatMap(({ choices }) => [...choices]));
  const named = [...choices].filter((choice) => choice !== 'other').map((choice) => `'${choice}'`);
  return choices.has('other') ? `${named.join(' | ')} | (string & {})` : named.join(' | ');
}

const typed = (key, messages) => {
  const all = messages.map((message) => argumentsOf(message));
  const names = [...new Set(all.flatMap((one) => [...one.keys()]))];
  const fields = names.map((name) => `${name}: ${typeOf(all.flatMap((one) => one.get(name) ?? []))}`);
  return `  '${key}': ${fields.length === 0 ? 'None' : `{ ${fields.join('; ')} }`};`;
};

/** The messages of a language compiled, by their keys, and those that cannot be read with what is wrong. */
export async function compileMessages({ parts }) {
  // Loaded here, as what is installed may not be there yet when this file is.
  const { default: compile } = await import('icu-minify/compile');
  const [messages, faults] = [new Map(), []];
  for (const [key, text] of Object.values(parts).flatMap(Object.entries)) {
    try {
      messages.set(key, compile(text));
    } catch (error) {
      faults.push({ key, message: `cannot be read: ${error.message}` });
    }
  }
  return { messages, faults };
}

/**
 * Compiles every catalogue and writes src/messages/generated. Returns the languages with their shares. Throws a SetupError
 * with every message that cannot be read.
 */
export async function generateMessages(root = ROOT) {
  const { source, languages } = readLanguages(root);
  const out = join(root, 'src/messages/generated');
  const compiled = new Map();
  const wrong = [];
  for (const language of languages) {
    const { messages, faults } = await compileMessages(language);
    compiled.set(language.tag, messages);
    wrong.push(...faults.map(({ key, message }) => `src/messages/${language.tag}: ${key} ${message}`));
  }
  if (wrong.length > 0) throw new SetupError(wrong.join('\n'));

  const chosen = languages.filter(({ complete, share }) => complete || share >= SHARE_MIN);
  const files = new Map();
  for (const { tag, parts } of chosen)
    for (const part of PARTS) {
      const filled = Object.keys(source.parts[part]).map((key) => [
        key,
        compiled.get(key in parts[part] ? tag : SOURCE).get(key),
      ]);
      files.set(`${tag}/${part}.json`, Object.fromEntries(filled));
    }
  // What can be seen without a session is one file.
  for (const { tag } of chosen)
    files.set(`${tag}/public.json`, { ...files.get(`${tag}/start.json`), ...files.get(`${tag}/problems.json`) });
  for (const [name, messages] of files) files.set(name, `${JSON.stringify(messages)}\n`);
  files.set('languages.ts', languagesFile(chosen));
  files.set('rules.ts', rulesFile(chosen));
  files.set('catalogues.ts', cataloguesFile(chosen));
  files.set('patch-catalogues.ts', patchesFile(chosen));
  files.set('on-server.ts', loadedFile(chosen, ON_SERVER, 'What the server says', 'ON_SERVER'));
  files.set('in-worker.ts', loadedFile(chosen, ['worker'], 'What the service worker says by itself', 'IN_WORKER'));
  const keys = PARTS.flatMap((part) => Object.keys(source.parts[part]));
  const lines = keys.map((key) =>
    typed(
      key,
      [...compiled.values()].map((messages) => messages.get(key)).filter((message) => message !== undefined),
    ),
  );
  files.set(
    'arguments.d.ts',
    `${MADE}/** A tag of a message, which a function puts around what stands in it. */\nexport interface Tag {\n  readonly tag: true;\n}\n// biome-ignore lint/complexity/noBannedTypes: a message without arguments\ntype None = {};\n\n/** The arguments of each message. */\nexport interface Arguments {\n${lines.join('\n')}\n}\n`,
  );
  write(out, files);
  return languages;
}

const MADE = '// Made by `npm run messages`.\n';

const languagesFile = (
  languages,
) => `${MADE}/** The languages that can be chosen, with the share of texts that each of them has. */
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

/** No more than every first visit needs. */
const rulesFile = (languages) => `${MADE}import type { LanguageRules } from '../translate.ts';

/** How each language that can be chosen is written, English first; one that is not complete is only for who chooses it. */
export const RULES: readonly [LanguageRules & { complete: boolean }, ...(LanguageRules & { complete: boolean })[]] = ${JSON.stringify(
  languages.map(({ tag, direction, formats, complete }) => ({ tag, direction, formats, complete })),
  null,
  2,
)};
`;

const cataloguesFile = (
  languages,
) => `${MADE}/** What the browser loads, by language: what can be seen without a session, and all the rest. */
export const CATALOGUES: Readonly<Record<string, Readonly<Record<string, () => Promise<{ default: unknown }>>>>> = {
${languages
  .map(
    ({ tag }) =>
      `  '${tag}': {\n${IN_BROWSER.map((part) => `    ${part}: () => import('./${tag}/${part}.json'),`).join('\n')}\n  },`,
  )
  .join('\n')}
};
`;

/** A file of its own, which comes with the form of a mission: every first visit loads the one with the other parts. */
const patchesFile = (languages) => `${MADE}
/** The words of patches, by language. */
export const PATCH_CATALOGUES: Readonly<Record<string, () => Promise<{ default: Readonly<Record<string, string>> }>>> = {
${languages.map(({ tag }) => `  '${tag}': () => import('./${tag}/patches.json'),`).join('\n')}
};
`;

/** A file that has the parts of all languages at once. */
function loadedFile(languages, parts, what, constant) {
  const imports = languages.flatMap(({ tag }, at) =>
    parts.map((part) => `import ${part}${at} from './${tag}/${part}.json' with { type: 'json' };`),
  );
  const catalogues = languages.map(
    ({ tag }, at) => `  '${tag}': { ${parts.map((part) => `...${part}${at}`).join(', ')} } as unknown as Catalogue,`,
  );
  return `${MADE}import type { Catalogue } from '../translate.ts';
${imports.join('\n')}

/** ${what}, by language. */
export const ${constant}: Readonly<Record<string, Catalogue>> = {
${catalogues.join('\n')}
};
`;
}

/** Writes what differs and removes what is no longer made, so that a watching program sees only changes. */
function write(out, files) {
  mkdirSync(out, { recursive: true });
  for (const name of readdirSync(out, { recursive: true }))
    if (statSync(join(out, name)).isFile() && !files.has(name.replaceAll('\\', '/'))) rmSync(join(out, name));
  for (const [name, text] of files) {
    const file = join(out, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Makes src/messages/generated where a catalogue has changed since; before every command. */
export async function refreshMessages(root = ROOT) {
  const folder = join(root, 'src/messages');
  const inputs = readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.json') && !name.startsWith('generated/'))
    .sort();
  const programs = ['messages.mjs', 'read-messages.mjs'].map((name) => join(import.meta.dirname, name));
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
