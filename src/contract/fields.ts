import * as z from 'zod/mini';
import { isDay } from '#domain/days.ts';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { REASON_MAX } from '#domain/limits.ts';

/** Control characters but tab and line breaks; PostgreSQL would refuse a NUL. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;

/** Text as a person means it: no control characters, no surrounding space. */
const tidy = (s: string) => s.replace(CONTROL, '').trim();
/** The same on one line, for names and titles, which stand in subjects and headings. */
const tidyLine = (s: string) => tidy(s).replace(/\s+/g, ' ');

const required = (tidied: (s: string) => string, label: string, max: number, empty: string) =>
  z.pipe(
    z.pipe(z.string(empty), z.transform(tidied)),
    z.string().check(z.minLength(1, empty), z.maxLength(max, `${label} can have at most ${max} characters`)),
  );

/** A paragraph of plain text, trimmed, with its own sentences for empty and too long. */
export const text = (label: string, max: number, empty = `${label} is required`) => required(tidy, label, max, empty);

/** One line of plain text: white space inside becomes single spaces. */
export const line = (label: string, max: number, empty = `${label} is required`) =>
  required(tidyLine, label, max, empty);

/** Plain text that may be left out or empty; `null` and missing become the empty string. */
export const optionalText = (label: string, max: number) =>
  z.pipe(
    z.pipe(
      z.nullish(z.string(`${label} must be text`)),
      z.transform((s) => tidy(s ?? '')),
    ),
    z.string().check(z.maxLength(max, `${label} can have at most ${max} characters`)),
  );

/** An address in lower case (Decisions 5 and 7), with its own sentence for empty. */
export const email = (empty: string) =>
  z.pipe(
    z.pipe(z.string(empty), z.transform(normalizeEmail)),
    z.string().check(
      z.minLength(1, empty),
      z.refine((s) => s === '' || isEmail(s), 'Please enter a valid email address'),
    ),
  );
/** The own address of an account. */
export const Email = email('Please enter your email address');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** The sentence by which the server tells a malformed id, which answers 404 like an unknown one (Decisions 1). */
export const NOT_AN_ID = 'Not an id';

/** The id of a thing (UUID, any version). */
export const Id = z.string(NOT_AN_ID).check(z.regex(UUID, NOT_AN_ID));
const NOBODY = '00000000-0000-0000-0000-000000000000';
/**
 * The id of a thing inside another. A malformed one is nobody's, so that it gets the same 404 as an unknown one instead
 * of that of the thing round it (Decisions 1).
 */
const innerId = z.pipe(
  z.string(NOT_AN_ID),
  z.transform((s) => (UUID.test(s) ? s : NOBODY)),
);
/** The id of a member inside a mission. */
export const MemberId = innerId;
/** The id of a comment under a check-in. */
export const CommentId = innerId;
/** A UUID that the client made or that only positions a page: malformed is a wrong field. */
export const ClientId = z.string().check(z.regex(UUID, 'Must be a UUID in lower case'));

/** An instant in UTC with a Z, as every answer carries it. */
export const Instant = z.string();
/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.string().check(z.refine(isDay, 'Please choose a date'));
/** No mission begins later than this; near the end of the calendar, day arithmetic has no next day. */
const LATEST_DAY = '2999-12-31';
const isDayOrInstant = (s: string) =>
  s.slice(0, 10) <= LATEST_DAY && (isDay(s) || (/^\d{4}-\d{2}-\d{2}T/.test(s) && !Number.isNaN(Date.parse(s))));
/** A day, or an instant whose day counts (Decisions 9: start_date is accepted as either). */
export const DayOrInstant = z
  .string('Please choose a start date')
  .check(z.refine(isDayOrInstant, 'Please choose a start date'));

/** A whole number in a range; both ends and every other mistake give the same sentence. */
export const whole = (min: number, max: number, sentence: string) =>
  z.number(sentence).check(z.int(sentence), z.gte(min, sentence), z.lte(max, sentence));

/** Why a post is reported or hidden. */
export const Reason = z.object({ reason: text('Reason', REASON_MAX, 'Please give a reason') });
