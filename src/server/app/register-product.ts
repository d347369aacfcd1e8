import { ERRORS } from '#contract/errors.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { registerErrors } from '#platform/contract/errors.ts';
import { registerLanguages } from '#platform/http/language.ts';
import { translateFor } from '../language/translate-for.ts';

/** Registers the errors and the languages of the product with the platform, before anything refuses a request. */
export function registerProduct(): void {
  registerErrors(ERRORS);
  registerLanguages(LANGUAGES, translateFor);
}
