import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, ROOT, SetupError } from './processes.ts';

/** The parts of a catalog, in the order of the table in docs/languages.md. */
export const PARTS = ['start', 'problems', 'app', 'errors', 'server', 'worker', 'patches'];
export const SOURCE = 'en';

interface Settings {
  readonly name: string;
  readonly direction: string;
  readonly formats: string;
  readonly week_starts: string;
  readonly complete: boolean;
}

export interface Language extends Settings {
  readonly tag: string;
  readonly parts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly missing: readonly string[];
  /** The percentage of all keys that it has. */
  readonly share: number;
}

/** Reads a file of a catalog. Throws a SetupError that names the file. */
function readJson(root: string, tag: string, name: string): Readonly<Record<string, unknown>> {
  const file = `src/messages/${tag}/${name}.json`;
  try {
    const content: unknown = JSON.parse(readFileSync(join(root, file), 'utf8'));
    if (!isObject(content)) throw new Error('it is no object');
    return content;
  } catch (error) {
    throw new SetupError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const isTag = (tag: unknown): boolean => {
  try {
    return typeof tag === 'string' && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};
/** The settings of `language.json`; only the name has no default. */
const SETTINGS: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: (value) => typeof value === 'string' && value.trim() !== '',
  direction: (value) => value === 'ltr' || value === 'rtl',
  formats: isTag,
  week_starts: (value) => /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/.test(String(value)),
  complete: (value) => typeof value === 'boolean',
};

/** Returns a sentence about what is wrong with a language's folder, or undefined. */
function faultOf(folder: string, tag: string, settings: Readonly<Record<string, unknown>>): string | undefined {
  if (!isTag(tag)) return `src/messages/${tag} is not a language tag (BCP 47)`;
  const wrong = Object.keys(settings).find((name) => !SETTINGS[name]?.(settings[name]));
  if (wrong ?? !settings.name)
    return `src/messages/${tag}/language.json has no ${wrong ?? 'name'} as docs/languages.md says`;
  const known = ['language', ...PARTS].map((name) => `${name}.json`);
  const stray = readdirSync(folder).find((file) => !known.includes(file));
  return stray && `src/messages/${tag}/${stray} is not a part of a catalog`;
}

/** Returns true if a message has words to translate besides its arguments and tags. */
export const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll(/\{[^{}]*\}|<[^>]*>/g, ''));

/** Flattens a nested catalog to full keys, `part.screen.place`. */
function flatten(tree: object, prefix: string, found: Record<string, string> = {}): Record<string, string> {
  for (const [name, value] of Object.entries<unknown>({ ...tree })) {
    if (typeof value === 'string') found[`${prefix}.${name}`] = value;
    else if (isObject(value)) flatten(value, `${prefix}.${name}`, found);
  }
  return found;
}

/**
 * Reads the folders of `src/messages`: each language with its settings and messages. In an incomplete language, a text
 * that is still English counts as missing.
 */
export function readLanguages(root = ROOT): { source: Language; languages: Language[] } {
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
      const defaults = { direction: 'ltr', formats: tag, week_starts: 'monday', complete: false };
      return { tag, ...defaults, ...(settings as Partial<Settings> & Pick<Settings, 'name'>), parts };
    });
  const source = languages.find(({ tag }) => tag === SOURCE);
  if (!source) throw new SetupError(`src/messages/${SOURCE} is missing`);
  const total = PARTS.reduce((sum, part) => sum + Object.keys(source.parts[part] ?? {}).length, 0);
  const measured = languages.map((language): Language => {
    const { complete, parts } = language;
    const isMissing = (part: string, key: string, english: string) => {
      const text = parts[part]?.[key];
      return text === undefined || (!complete && text === english && hasWords(english));
    };
    const missing = PARTS.flatMap((part) =>
      Object.entries(source.parts[part] ?? {}).flatMap(([key, english]) => (isMissing(part, key, english) ? key : [])),
    );
    const share = total === 0 ? 100 : Math.floor((100 * (total - missing.length)) / total);
    return { ...language, missing, share };
  });
  const english = measured.find(({ tag }) => tag === SOURCE)!;
  return { source: english, languages: [english, ...measured.filter((language) => language !== english)] };
}
