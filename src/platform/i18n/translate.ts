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

/** The arguments of each message of the product, by its key. */
export type Arguments = Registered<'messages', Record<string, Record<string, string | number | Tag>>>;

/** The key of a message: its part, then its screen and place, such as `app.mission.feed.empty`. */
export type MessageKey = keyof Arguments;

/** Compiled messages by their keys, as `npm run messages` writes them. */
export type Catalogue = Readonly<Record<string, CompiledMessage>>;

/** How texts of a language are written; `formats` is the tag that `Intl` uses for its numbers and dates. */
export interface LanguageRules {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly formats: string;
}

/** How the compiler numbers a choice between texts. */
const SELECT = 1;

/** The keys of messages without a tag, which can be written as plain text. */
export type PlainKey = {
  [K in MessageKey]: Tag extends Arguments[K][keyof Arguments[K]] ? never : K;
}[MessageKey];

type ArgumentsOf<K extends MessageKey> = keyof Arguments[K] extends never ? [] : [values: Arguments[K]];

/** A message whose tags are put around what they hold by functions that make a `Node`. */
export type RichValues<K extends MessageKey, Node> = {
  [N in keyof Arguments[K]]: Arguments[K][N] extends Tag ? (inside: (string | Node)[]) => Node : Arguments[K][N];
};

export interface Translate {
  /** A message as plain text. Throws where its part is not loaded. */
  <K extends PlainKey>(key: K, ...values: ArgumentsOf<K>): string;
  readonly language: LanguageRules;
  /** The parts of a message with tags, in the order in which they are read. */
  parts<K extends MessageKey, Node>(key: K, values: RichValues<K, Node>): (string | Node)[];
  /** A number as the language writes it: `3140` as `3,140`. */
  number(value: number): string;
}

const isEnglish = ({ tag }: LanguageRules) => tag === 'en';

/** English is written by hand, since the first formatter of a page costs milliseconds. */
const writeEnglish = (value: number) =>
  Number.isInteger(value) ? String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : value.toLocaleString('en-US');

type Values = FormatValues<unknown>;

/**
 * Returns the texts of one language out of its catalogue. `writeNumber` is for numbers that are not written as screens
 * write them.
 */
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
  /** Encloses the texts that a message contains, but not those that choose a part of it. */
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
