import { LANGUAGES } from '#messages/generated/languages.ts';
import { ON_SERVER } from '#messages/generated/on-server.ts';
import { type Translate, translator } from '#platform/i18n/translate.ts';

const translators = new Map<string, Translate>();

/** Returns true if people can choose this language. */
export const isLanguage = (tag: string): tag is (typeof LANGUAGES)[number]['tag'] =>
  LANGUAGES.some((language) => language.tag === tag);

/** Returns a stored choice, or null if it is empty or the language was removed. */
export const knownLanguage = (tag: string | null) => (tag !== null && isLanguage(tag) ? tag : null);

/** Returns the translator of a language, or the English one if the language is unknown. */
export function translateFor(tag: string): Translate {
  const rules = LANGUAGES.find((language) => language.tag === tag) ?? LANGUAGES[0];
  const known = translators.get(rules.tag);
  if (known) return known;
  // English emails and responses have never had separators in their numbers.
  const t = translator(rules, ON_SERVER[rules.tag] ?? {}, rules.tag === 'en' ? String : undefined);
  translators.set(rules.tag, t);
  return t;
}
