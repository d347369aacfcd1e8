import { IN_WORKER } from '#messages/generated/in-worker.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { matchLanguage } from '#platform/i18n/match.ts';
import { type Translate, translator } from '#platform/i18n/translate.ts';
import { deviceDb } from '#platform/web/device-db.ts';

/* The language of the service worker, which sees neither the page nor its storage. */

/** The language that was chosen on this device; undefined without one, or where the browser forbids storage. */
export async function readLanguageNote(): Promise<string | undefined> {
  try {
    return await (await deviceDb()).get('notes', 'language');
  } catch {
    return undefined;
  }
}

/** The language chosen, if there is such a one; else the first complete one that the browser wishes for. */
export function chooseLanguage(chosen: string | undefined, wished: readonly string[]): string {
  if (LANGUAGES.some(({ tag }) => tag === chosen)) return chosen!;
  return matchLanguage(
    wished,
    LANGUAGES.filter(({ complete }) => complete).map(({ tag }) => tag),
  );
}

/** What makes the texts of the worker in a language. */
export function workerTranslate(tag: string): Translate {
  const language = LANGUAGES.find((known) => known.tag === tag) ?? LANGUAGES[0];
  return translator(language, IN_WORKER[language.tag] ?? {});
}
