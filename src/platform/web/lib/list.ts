import { isolate } from '#platform/i18n/isolate.ts';
import type { Translate } from '#platform/i18n/translate.ts';

/** Joins names in the style of the language without an `and`: `Mon, Wed, Fri`. */
export function listOf({ language }: Translate, names: readonly string[]): string {
  const isolated = names.map((name) => isolate(name, language.direction));
  // The first formatter of a page takes milliseconds.
  if (language.tag === 'en') return isolated.join(', ');
  return new Intl.ListFormat(language.formats, { type: 'conjunction', style: 'narrow' }).format(isolated);
}
