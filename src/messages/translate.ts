import format, { type CompiledMessage } from 'icu-minify/format';
import type { Arguments, Tag } from './generated/arguments.d.ts';
import { isolate } from './isolate.ts';

/** The key of a message: its part, then its screen and place, such as `app.mission.feed.empty`. */
export type MessageKey = keyof Arguments;

/** Compiled messages by their keys, as `npm run messages` writes them. */
export type Catalogue = Readonly<Record<string, CompiledMessage>>;

/** What the translator has to know of a language; `formats` is the tag by which `Intl` writes its numbers and dates. */
export interface LanguageRules {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly formats: string;
}

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

/** What makes the texts of one language out of its catalogue. */
export function translator(language: LanguageRules, catalogue: Catalogue): Translate {
  const plurals = new Map<string | undefined, Intl.PluralRules>();
  let numbers: Intl.NumberFormat | undefined;
  const number = (value: number): string => {
    if (isEnglish(language)) return writeEnglish(value);
    numbers ??= new Intl.NumberFormat(language.formats);
    return numbers.format(value);
  };
  const options = {
    formatters: {
      getNumberFormat: () => ({ format: number }) as Intl.NumberFormat,
      getPluralRules(_: unknown, { type }: Intl.PluralRulesOptions = {}) {
        const rules = plurals.get(type) ?? new Intl.PluralRules(language.tag, type ? { type } : {});
        plurals.set(type, rules);
        return rules;
      },
      getDateTimeFormat(): never {
        throw new Error('Dates are handed to a message as text.');
      },
    },
  };
  /** A compiled message reads a plain `{name}` under `$name`, as text; what counts in a plural stays a number. */
  const withTexts = (values: Readonly<Record<string, unknown>>) => {
    const all: Record<string, unknown> = { ...values };
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'number') all[`$${name}`] = number(value);
      if (typeof value === 'string') all[`$${name}`] = isolate(value, language.direction);
    }
    return all as never;
  };
  const write = (key: string, values: Readonly<Record<string, unknown>>): unknown => {
    const message = catalogue[key];
    if (message === undefined) throw new Error(`The message ${key} is not loaded.`);
    return typeof message === 'string' ? message : format(message, language.tag, withTexts(values), options);
  };
  return Object.assign((key: string, values = {}) => String(write(key, values)), {
    language,
    number,
    parts(key: string, values: object) {
      const written = write(key, values as Record<string, unknown>);
      return Array.isArray(written) ? written : [written];
    },
  }) as Translate;
}
