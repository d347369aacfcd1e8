import type { CompiledMessage, FormatOptions, FormatValues } from 'icu-minify/format';
import format from 'icu-minify/format';
import type { Registered } from '#platform/register.ts';
import { isolate } from './isolate.ts';

/**
 * A tag of a message, which a function puts around what is inside it.
 *
 * @public
 */
export interface Tag {
  readonly tag: true;
}

export type Arguments = Registered<'messages', Record<string, Record<string, string | number | Tag>>>;

/** A message key: part, screen and position, such as `app.mission.feed.empty`. */
export type MessageKey = keyof Arguments;

/** Compiled messages by key, as `npm run messages` writes them. */
export type Catalogue = Readonly<Record<string, CompiledMessage>>;

/** How a language is written; `formats` is the `Intl` tag for its numbers and dates. */
export interface LanguageRules {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly formats: string;
}

/** The compiler's code for a `select`. */
const SELECT = 1;

export type PlainKey = {
  [K in MessageKey]: Tag extends Arguments[K][keyof Arguments[K]] ? never : K;
}[MessageKey];

type ArgumentsOf<K extends MessageKey> = keyof Arguments[K] extends never ? [] : [values: Arguments[K]];

/** The values of a message; a function per tag turns its content into a `Node`. */
export type RichValues<K extends MessageKey, Node> = {
  [N in keyof Arguments[K]]: Arguments[K][N] extends Tag ? (inside: (string | Node)[]) => Node : Arguments[K][N];
};

export interface Translate {
  /** Returns a message as plain text. Throws if its part is not loaded. */
  <K extends PlainKey>(key: K, ...values: ArgumentsOf<K>): string;
  readonly language: LanguageRules;
  /** Returns the parts of a message with tags, in reading order. */
  parts<K extends MessageKey, Node>(key: K, values: RichValues<K, Node>): (string | Node)[];
  /** Formats a number for the language: `3140` as `3,140`. */
  number(value: number): string;
}

const isEnglish = ({ tag }: LanguageRules) => tag === 'en';

/** Formats English by hand, because the first formatter of a page costs milliseconds. */
const writeEnglish = (value: number) =>
  Number.isInteger(value) ? String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : value.toLocaleString('en-US');

type Values = FormatValues<unknown>;

/** Creates a translator from a catalog. `writeNumber` replaces the format that screens use for numbers. */
export function translator(
  language: LanguageRules,
  catalogue: Catalogue,
  writeNumber?: (value: number) => string,
): Translate {
  const rules: Partial<Record<Intl.PluralRuleType, Intl.PluralRules>> = {};
  let numbers: Intl.NumberFormat | undefined;
  const number = (value: number): string => {
    if (writeNumber) return writeNumber(value);
    if (isEnglish(language)) return writeEnglish(value);
    numbers ??= new Intl.NumberFormat(language.formats);
    return numbers.format(value);
  };
  const formatters = {
    getNumberFormat: () => ({ format: number }),
    getPluralRules: (tag: string, { type = 'cardinal' }: Intl.PluralRulesOptions) =>
      (rules[type] ??= new Intl.PluralRules(tag, { type })),
  } as unknown as FormatOptions['formatters'];
  /** Isolates inserted texts, but not values that select a part of the message. */
  const enclose = (message: CompiledMessage, name: string, value: Values[string]): Values[string] => {
    if (typeof value !== 'string') return value;
    const enclosed = isolate(value, language.direction);
    return enclosed !== value && JSON.stringify(message).includes(`["${name}",${SELECT},`) ? value : enclosed;
  };
  const partsOf = (key: string, values: Values): unknown[] => {
    const message = catalogue[key];
    if (message === undefined) throw new Error(`The message ${key} is not loaded.`);
    if (typeof message === 'string') return [message];
    const enclosed = Object.entries(values).map(([name, value]) => [name, enclose(message, name, value)] as const);
    return [format<unknown>(message, language.tag, Object.fromEntries(enclosed), { formatters })].flat();
  };
  return Object.assign((key: string, values: Values = {}) => partsOf(key, values).join(''), {
    language,
    number,
    parts: (key: string, values: Values) => partsOf(key, values),
  }) as Translate;
}
