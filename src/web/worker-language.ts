import { IN_WORKER } from '#messages/generated/in-worker.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { matchLanguage } from '#platform/i18n/match.ts';
import { type Translate, translator } from '#platform/i18n/translate.ts';
import { deviceDb } from '#platform/web/device-db.ts';

/* The language of the service worker, which can access neither the page nor its storage. */

/** Returns the language chosen on this device, or undefined without one or if storage is forbidden. */
export async function readLanguageNote(): Promise<string | undefined> {
  try {
    return await (await deviceDb()).get('notes', 'language');
  } catch {
    return undefined;
  }
}

/** Returns the chosen language if it exists, otherwise the first complete one that the browser prefers. */
export function chooseLanguage(chosen: string | undefined, wished: readonly string[]): string {
  if (LANGUAGES.some(({ tag }) => tag === chosen)) return chosen!;
  return matchLanguage(
    wished,
    LANGUAGES.filter(({ complete }) => complete).map(({ tag }) => tag),
  );
}

/** Returns the worker's translator for a language, or for English if it does not exist. */
export function workerTranslate(tag: string): Translate {
  const language = LANGUAGES.find((known) => known.tag === tag) ?? LANGUAGES[0];
  return translator(language, IN_WORKER[language.tag] ?? {});
}
