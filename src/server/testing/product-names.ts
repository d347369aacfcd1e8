/** Registers the languages and the errors of the product, which a test of the platform alone would not load. */
import '#server/language/translate-for.ts';
import { ERRORS } from '#contract/errors.ts';
import { registerErrors } from '#platform/contract/errors.ts';

registerErrors(ERRORS);
