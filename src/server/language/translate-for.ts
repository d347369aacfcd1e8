import { LANGUAGES } from '#messages/generated/languages.ts';
import { ON_SERVER } from '#messages/generated/on-server.ts';
import { type Translate, translator } from '#platform/i18n/translate.ts';

const translators = new Map<string, Translate>();

/** Whether there is such a language to choose. */
export const isLanguage = (tag: string): tag is (typeof LANGUAGES)[number]['tag'] =>
  LANGUAGES.some((language) => language.tag === tag);

/** A stored choice; null for none, and for a language that is gone. */
export const knownLanguage = (tag: string | null) => (tag !== null && isLanguage(tag) ? tag : null);

/** What makes the server's texts in a language; one that is unknown, or that is gone, is English. */
export function translateFor(tag: string): Translate {
  const rules = LANGUAGES.find((language) => language.tag === tag) ?? LANGUAGES[0];
  const known = translators.get(rules.tag);
  if (known) return known;
  // Mails and answers in English have never had separators in their numbers.
  const t = translator(rules, ON_SERVER[rules.tag] ?? {}, rules.tag === 'en' ? String : undefined);
  translators.set(rules.tag, t);
  return t;
}
