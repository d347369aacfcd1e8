import type { Arguments, Tag } from './generated/arguments.d.ts';
import { isolate } from './isolate.ts';

/** The key of a message: its part, then its screen and place, such as `app.mission.feed.empty`. */
export type MessageKey = keyof Arguments;

/** A compiled message or a choice in one: a text, or the parts of one. */
type Message = string | Part | readonly Part[];
/**
 * A text; 0 for the number of the plural around it; else a name with what is made of it: nothing for an argument that is
 * written as it is, a kind and its choices, or what stands in the tag of that name.
 */
type Part = string | 0 | readonly [name: string, ...rest: readonly unknown[]];

/** Two kinds of an argument, as the compiler numbers them. */
const SELECT = 1;
const ORDINAL = 3;

/** Compiled messages by their keys, as `npm run messages` writes them. */
export type Catalogue = Readonly<Record<string, Message>>;

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

type Values = Readonly<Record<string, unknown>>;

/**
 * What makes the texts of one language out of its catalogue. `writeNumber` is for numbers that are not written as screens
 * write them.
 */
export function translator(
  language: LanguageRules,
  catalogue: Catalogue,
  writeNumber?: (value: number) => string,
): Translate {
  const rules: Partial<Record<number, Intl.PluralRules>> = {};
  let numbers: Intl.NumberFormat | undefined;
  const number = (value: number): string => {
    if (writeNumber) return writeNumber(value);
    if (isEnglish(language)) return writeEnglish(value);
    numbers ??= new Intl.NumberFormat(language.formats);
    return numbers.format(value);
  };
  const text = (value: unknown): string =>
    typeof value === 'number' ? number(value) : isolate(String(value), language.direction);
  const formOf = (kind: number, value: unknown): string => {
    if (kind === SELECT) return String(value);
    rules[kind] ??= new Intl.PluralRules(language.tag, { type: kind === ORDINAL ? 'ordinal' : 'cardinal' });
    return rules[kind].select(value as number);
  };
  /** `counted`: the number of the plural around the message. */
  const write = (message: Message, values: Values, counted?: unknown): unknown[] => {
    const parts = (Array.isArray(message) ? message : [message]) as readonly Part[];
    return parts.flatMap((part) => {
      if (typeof part === 'string') return part;
      if (part === 0) return text(counted);
      const [name, kind, choices] = part as readonly [string, unknown, Readonly<Record<string, Message>>];
      if (part.length === 1) return text(values[name]);
      const value = values[name];
      // A tag, of which the rest of the part is what stands inside.
      if (typeof kind !== 'number' || kind === 0)
        return (value as (inside: unknown[]) => unknown)(write(part.slice(1) as Part[], values, counted));
      const choice = choices && (choices[`=${value}`] ?? choices[formOf(kind, value)] ?? choices.other);
      return choice === undefined ? text(value) : write(choice, values, kind === SELECT ? counted : value);
    });
  };
  const partsOf = (key: string, values: Values): unknown[] => {
    const message = catalogue[key];
    if (message === undefined) throw new Error(`The message ${key} is not loaded.`);
    return write(message, values);
  };
  return Object.assign((key: string, values: Values = {}) => partsOf(key, values).join(''), {
    language,
    number,
    parts: (key: string, values: Values) => partsOf(key, values),
  }) as Translate;
}
