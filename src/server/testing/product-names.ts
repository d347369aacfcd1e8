/** Registers the languages and the errors of the product, which a test of the platform alone would not load. */
import '#contract/errors.ts';
import '#server/language/translate-for.ts';
