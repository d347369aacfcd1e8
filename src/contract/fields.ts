import * as z from 'zod/mini';
import { isDay } from '#domain/days.ts';
import { isEmail, normalizeEmail } from '#domain/email.ts';

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Text as a person means it: no control characters, no surrounding space; PostgreSQL would refuse a NUL. */
const tidy = (s: string) => s.replace(CONTROL, '').trim();

/** One line or paragraph of plain text, trimmed, with its own sentences for empty and too long. */
export const text = (label: string, max: number, empty = `${label} is required`) =>
  z.pipe(
    z.pipe(z.string(empty), z.transform(tidy)),
    z.string().check(z.minLength(1, empty), z.maxLength(max, `${label} can have at most ${max} characters`)),
  );

/** Plain text that may be left out or empty; `null` and missing become the empty string. */
export const optionalText = (label: string, max: number) =>
  z.pipe(
    z.pipe(z.nullish(z.string(`${label} must be text`)), z.transform((s) => tidy(s ?? ''))),
    z.string().check(z.maxLength(max, `${label} can have at most ${max} characters`)),
  );

/** An address in lower case (Decisions 7: unique without case). */
export const Email = z.pipe(
  z.pipe(z.string('Please enter your email address'), z.transform(normalizeEmail)),
  z.string().check(
    z.minLength(1, 'Please enter your email address'),
    z.refine((s) => s === '' || isEmail(s), 'Please enter a valid email address'),
  ),
);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** The sentence by which the server tells a malformed id, which answers 404 like an unknown one (Decisions 1). */
export const NOT_AN_ID = 'Not an id';

/** The id of a thing (UUID, any version). */
export const Id = z.string(NOT_AN_ID).check(z.regex(UUID, NOT_AN_ID));
/** A UUID that the client made or that only positions a page: malformed is a wrong field. */
export const ClientId = z.string().check(z.regex(UUID, 'Must be a UUID in lower case'));

/** An instant in UTC with a Z, as every answer carries it. */
export const Instant = z.string();
/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.string().check(z.refine(isDay, 'Please choose a date'));
/** A day, or an instant whose day counts (Decisions 9: start_date is accepted as either). */
export const DayOrInstant = z.string('Please choose a start date').check(
  z.refine((s) => isDay(s) || (/^\d{4}-\d{2}-\d{2}T/.test(s) && !Number.isNaN(Date.parse(s))), 'Please choose a start date'),
);

/** A whole number in a range; both ends and every other mistake give the same sentence. */
export const whole = (min: number, max: number, sentence: string) =>
  z.number(sentence).check(z.int(sentence), z.gte(min, sentence), z.lte(max, sentence));
