import * as z from 'zod/mini';
import { toHundredths } from '#domain/amounts.ts';
import { isDay } from '#domain/days.ts';
import { REASON_MAX } from '#domain/limits.ts';
import { CLOTH_NAMES, CUT_NAMES, HAT_NAMES } from '#domain/looks.ts';
import { isLineShort, tidyOwnLine } from '#domain/own-line.ts';
import { PATCH_MOTIFS, PATCH_OUTLINES, PATCH_PALETTES } from '#domain/patch-names.ts';
import { TIMES_A_WEEK, WEEKDAYS } from '#domain/schedule.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { described, type Keywords, named, namedObject } from '#platform/contract/describe.ts';
import { type LabelKey, problem } from '#platform/i18n/problem.ts';
import { isEmail, normalizeEmail } from '#platform/lib/email.ts';
import { isVisible, tidyLine, tidyText } from '#platform/lib/text.ts';

/** Returns true if a text can have at most `max` code points after tidying, judged only by its length. */
const isNear = (max: number) => (s: string) => s.length <= 2 * max;

/** Returns true if a text has at most `max` code points, as PostgreSQL counts them. */
const atMost = (max: number) =>
  Object.assign((s: string) => s.length <= max || (isNear(max)(s) && Array.from(s).length <= max), { max });

const tooLong = (label: LabelKey, max: number) => ({
  error: problem('problems.too_long', { label, max }),
  abort: true,
});

/** Builds a raw text field. A text that is far too long is refused before anything reads it. */
export const rawText = (label: LabelKey, max: number, wrong = problem('problems.not_text', { label })) =>
  z.string(wrong).check(z.refine(isNear(max), tooLong(label, max)));

/** Builds a tidied text field with at most `max` characters. */
export const tidiedText = (label: LabelKey, max: number) =>
  z.string().check(z.refine(atMost(max), tooLong(label, max)));

const required = (clean: (s: string) => string, label: LabelKey, max: number, empty: string) =>
  z.pipe(
    z.pipe(rawText(label, max, empty), z.transform(clean)),
    tidiedText(label, max).check(z.refine(isVisible, { error: empty, abort: true })),
  );

/**
 * Builds a required, trimmed text field of at most `max` characters. `empty` is the error for invisible text; `label`
 * names the field in the error for a text that is too long.
 */
export const text = (label: LabelKey, max: number, empty = problem('problems.required', { label })) =>
  required(tidyText, label, max, empty);

/** Builds a `text` on one line: white space inside becomes single spaces. */
export const line = (label: LabelKey, max: number, empty = problem('problems.required', { label })) =>
  required(tidyLine, label, max, empty);

const textOrEmpty = <S extends z.ZodMiniType<string | null | undefined>>(raw: S, label: LabelKey, max: number) =>
  z.pipe(
    z.pipe(
      raw,
      z.transform((s: z.output<S>) => tidyText(s ?? '')),
    ),
    tidiedText(label, max),
  );

/** Builds an optional, trimmed text field of at most `max` characters. Null and missing become the empty string. */
export const optionalText = (label: LabelKey, max: number) => textOrEmpty(z.nullish(rawText(label, max)), label, max);

/** Builds a member's own line of at most `max` characters. Null, and a text without anything visible, clear it. */
export const ownLine = (max: number) => {
  const wrong = problem('problems.cue', { max });
  return z.pipe(
    z.pipe(
      z.nullable(z.string(wrong)),
      z.transform((words) => (words === null ? null : tidyOwnLine(words))),
    ),
    z.nullable(z.string().check(z.refine((words) => isLineShort(words, max), wrong))),
  );
};

/** Builds an `optionalText` for PATCH: null clears it, and missing stays missing. */
export const clearableText = (label: LabelKey, max: number) =>
  z.optional(textOrEmpty(z.nullable(rawText(label, max)), label, max));

/** Returns true for an email address or the empty text, which has its own error. */
export const isAddress = (s: string) => s === '' || isEmail(s);

/** Builds an email field, normalized to lower case; `empty` is the error for an empty field. */
export const email = (empty: string) =>
  z.pipe(
    z.pipe(z.string(empty), z.transform(normalizeEmail)),
    z.string().check(z.minLength(1, empty), z.refine(isAddress, problem('problems.email.wrong'))),
  );
/** The address of the caller's account. */
export const Email = email(problem('problems.email.yours'));

/** An instant in a response: ISO 8601 in UTC with a Z. */
export const Instant = z.string();
const instant = (error: z.core.$ZodErrorMap<z.core.$ZodIssueInvalidUnion> | string) =>
  z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], { error });
/**
 * Builds an instant of a request: RFC 3339 with `Z` or an offset, optionally without seconds. `name` names the field in
 * the error.
 */
export const instantInput = (name: string) => instant(problem('problems.not_an_instant', { path: name }));

/** Builds an `instantInput` for a query, where a plus sign means a space. */
export const instantParam = (name: string) =>
  instant(({ input }) =>
    /\dT[\d:.]+ \d\d:\d\d$/.test(String(input))
      ? problem('problems.plus_in_instant', { path: name })
      : problem('problems.not_an_instant', { path: name }),
  );
/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.string().check(z.refine(isDay, problem('problems.date')));
/** Builds a day of a query, whose error names the field. */
export const dayParam = (name: string) =>
  z.string().check(z.refine(isDay, problem('problems.not_a_day', { path: name })));
/** The latest start of a mission. The last day of the calendar has no next day. */
const LATEST_DAY = '2999-12-31';
/** Returns true if `DayOrInstant` accepts a text. */
export const isDayOrInstant = (s: string) =>
  s.slice(0, 10) <= LATEST_DAY && (isDay(s) || (/^\d{4}-\d{2}-\d{2}T/.test(s) && !Number.isNaN(Date.parse(s))));
/** A day, or an instant that counts for its day. */
export const DayOrInstant = z
  .string(problem('problems.start_date'))
  .check(z.refine(isDayOrInstant, problem('problems.start_date')));

/** Builds a whole number from `min` to `max`. Every mistake gets the same `sentence`. */
export const whole = (min: number, max: number, sentence: string) =>
  z.number(sentence).check(z.int(sentence), z.gte(min, sentence), z.lte(max, sentence));

/** An amount of what a mission counts; other numbers are integers. */
const AMOUNT: Keywords = { type: 'number' };
/** Builds an amount of a response. */
export const amount = (words: string) => described(z.number(), words, AMOUNT);
/** Builds an amount of a response that can be null. */
export const nullableAmount = (words: string) => described(z.nullable(amount('An amount.')), words);

/** Groups digits by hand, because the first formatter of a page costs milliseconds. */
const grouped = (value: number) => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

const hasTwoDecimals = (value: number) => toHundredths(value) !== null;

/** Builds an amount with at most two decimals. `name` names the field in the error. */
export function amountInput(name: string, min: number, max: number) {
  const sentence = problem('problems.amount', { path: name, min: grouped(min), max: grouped(max) });
  const number = z.number(sentence).check(z.gte(min, sentence), z.lte(max, sentence));
  return described(number.check(z.refine(hasTwoDecimals, sentence)), 'An amount.', { ...AMOUNT, multipleOf: 0.01 });
}

/** Builds a whole number from 1 to `max` in a query, where it is text. `fallback` is its default. */
export function wholeParam(name: string, max: number, fallback: number) {
  const sentence = problem('problems.not_a_whole_number', { path: name, max });
  return z._default(
    z.coerce.number(sentence).check(z.int(sentence), z.gte(1, sentence), z.lte(max, sentence)),
    fallback,
  );
}

const NO_LOOK = problem('problems.look');
export const Look = named(
  'Look',
  "A person's doll; the lists may grow.",
  z.object(
    {
      cloth: described(z.enum(CLOTH_NAMES, NO_LOOK), 'The cloth that it wears.'),
      hat: described(z.enum(HAT_NAMES, NO_LOOK), 'The hat that it wears.'),
      cut: described(z.enum(CUT_NAMES, NO_LOOK), 'The cut of its clothes.'),
    },
    NO_LOOK,
  ),
);
/** The look in a response: never null for a person. */
export const look = described(Look, "The person's doll.");

/** The available languages, by their BCP 47 tags. */
export const Language = z.enum(
  LANGUAGES.map(({ tag }) => tag),
  problem('problems.language'),
);

export const PersonName = z.object({
  id: described(z.string(), 'The id of the person.'),
  name: described(z.string(), 'The name of the person.'),
});
/** A person in a list, with picture and name. */
export const person = {
  user_id: described(z.string(), 'The id of the person.'),
  name: described(z.string(), 'The name of the person.'),
  avatar_url: described(z.nullable(z.string()), 'The path of the picture; null without one.'),
  look,
};
export const titledMission = {
  mission_id: described(z.string(), 'The id of the mission.'),
  mission_title: described(z.string(), 'The title of the mission.'),
};

export const Reason = namedObject('Reason', 'A reason.', {
  reason: described(
    text('problems.labels.reason', REASON_MAX, problem('problems.reason')),
    'The reason, for a person to read.',
  ),
});

const NO_PATCH = problem('problems.patch');
export const Patch = named(
  'Patch',
  "What a mission's patch shows; the lists may grow.",
  z.object(
    {
      motif: described(z.enum(PATCH_MOTIFS, NO_PATCH), 'What it shows.'),
      palette: described(z.enum(PATCH_PALETTES, NO_PATCH), 'Its colors.'),
      outline: described(z.enum(PATCH_OUTLINES, NO_PATCH), 'Its outline.'),
    },
    NO_PATCH,
  ),
);
/** The patch in a response. */
export const patch = described(z.nullable(Patch), 'The patch chosen for it; null for the one drawn from its id.');

/** A mistake is reported for the field as a whole. */
export const Schedule = named(
  'Schedule',
  'Which days a mission asks for: every day, a number of times in each week of 7 days from its first day, or fixed weekdays.',
  z
    .union(
      [
        z.object({ kind: described(z.literal('daily'), 'Which of the three it is.') }),
        z.object({
          kind: described(z.literal('weekly'), 'Which of the three it is.'),
          times: described(z.literal(TIMES_A_WEEK), 'How many check-ins it asks for each week.'),
        }),
        z.object({
          kind: described(z.literal('weekdays'), 'Which of the three it is.'),
          days: described(z.array(z.enum(WEEKDAYS)), 'The weekdays it asks for.', {
            minItems: 1,
            maxItems: 6,
            uniqueItems: true,
          }),
        }),
      ],
      problem('problems.schedule'),
    )
    .check(
      z.refine(
        (schedule) => schedule.kind !== 'weekdays' || [1, 2, 3, 4, 5, 6].includes(new Set(schedule.days).size),
        problem('problems.weekdays'),
      ),
    ),
);
