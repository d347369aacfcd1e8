import { ERRORS } from '#contract/errors.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { registerErrors } from '#platform/contract/errors.ts';
import { registerLanguages } from '#platform/http/language.ts';
import { translateFor } from '../language/translate-for.ts';

/** Registers the product's errors and languages with the platform. Call it before any request can fail. */
export function registerProduct(): void {
  registerErrors(ERRORS);
  registerLanguages(LANGUAGES, translateFor);
}
