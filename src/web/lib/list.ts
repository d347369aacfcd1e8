import type { Translate } from '#messages/translate.ts';

/** Names one after the other, as the language does it without an `and`: `Mon, Wed, Fri`. */
export const listOf = ({ language }: Translate, names: readonly string[]): string =>
  // The first formatter of a page costs milliseconds.
  language.tag === 'en'
    ? names.join(', ')
    : new Intl.ListFormat(language.formats, { type: 'conjunction', style: 'narrow' }).format(names);
