import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SetupError } from './processes.ts';

/** The parts of a catalogue, in the order of the table in docs/languages.md. */
export const PARTS = ['start', 'problems', 'app', 'errors', 'server', 'worker', 'patches'];
export const SOURCE = 'en';

/** The content of a file of a catalogue. Throws a SetupError that names the file. */
function readJson(root, tag, name) {
  const file = `src/messages/${tag}/${name}.json`;
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch (error) {
    throw new SetupError(`${file} cannot be read: ${error.message}`);
  }
}

const isTag = (tag) => {
  try {
    return typeof tag === 'string' && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};
/** What `language.json` may say; all but the name has a default. */
const SETTINGS = {
  name: (value) => typeof value === 'string' && value.trim() !== '',
  direction: (value) => ['ltr', 'rtl'].includes(value),
  formats: isTag,
  week_starts: (value) => /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/.test(value),
  complete: (value) => typeof value === 'boolean',
};

/** What is wrong with the folder of a language, as a sentence; undefined where nothing is. */
function faultOf(folder, tag, settings) {
  if (!isTag(tag)) return `src/messages/${tag} is no tag of a language (BCP 47)`;
  const wrong = Object.keys(settings).find((name) => !SETTINGS[name]?.(settings[name]));
  if (wrong ?? !settings.name)
    return `src/messages/${tag}/language.json has no ${wrong ?? 'name'} as docs/languages.md says`;
  const known = ['language', ...PARTS].map((name) => `${name}.json`);
  const stray = readdirSync(folder).find((file) => !known.includes(file));
  return stray && `src/messages/${tag}/${stray} is no part of a catalogue`;
}

/** Whether something is left of a message to translate, beside its arguments and tags. */
export const hasWords = (text) => /\p{L}{2}/u.test(text.replaceAll(/\{[^{}]*\}|<[^>]*>/g, ''));

/** The messages of a nested catalogue by their whole keys, `part.screen.place`. */
function flatten(tree, prefix, found = {}) {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') found[`${prefix}.${name}`] = value;
    else flatten(value, `${prefix}.${name}`, found);
  }
  return found;
}

/**
 * Reads the folders of `src/messages`: each language with its settings, its messages by part and key, the keys that are
 * `missing` and its `share` of all. In a language that is not complete, a text that is still English is missing too.
 */
export function readLanguages(root = ROOT) {
  const folder = join(root, 'src/messages');
  const languages = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'language.json')))
    .map((tag) => {
      const settings = readJson(root, tag, 'language');
      const fault = faultOf(join(folder, tag), tag, settings);
      if (fault) throw new SetupError(fault);
      const parts = Object.fromEntries(
        PARTS.map((part) => {
          const isThere = existsSync(join(folder, tag, `${part}.json`));
          return [part, isThere ? flatten(readJson(root, tag, part), part) : {}];
        }),
      );
      return { tag, direction: 'ltr', formats: tag, week_starts: 'monday', complete: false, ...settings, parts };
    });
  const source = languages.find(({ tag }) => tag === SOURCE);
  const total = PARTS.reduce((sum, part) => sum + Object.keys(source.parts[part]).length, 0);
  for (const language of languages) {
    const { complete, parts } = language;
    const isMissing = (part, key, english) =>
      !(key in parts[part]) || (!complete && parts[part][key] === english && hasWords(english));
    language.missing = PARTS.flatMap((part) =>
      Object.entries(source.parts[part]).flatMap(([key, english]) => (isMissing(part, key, english) ? key : [])),
    );
    language.share = total === 0 ? 100 : Math.floor((100 * (total - language.missing.length)) / total);
  }
  return { source, languages: [source, ...languages.filter((language) => language !== source)] };
}
