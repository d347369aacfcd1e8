import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { CHECKIN_KEY_NAME_MAX, KEY_ID_MAX } from '#domain/limits.ts';
import { described, named, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { Id } from '#platform/contract/ids.ts';
import { tidyLine } from '#platform/lib/text.ts';
import { CheckedIn } from './amounts.ts';
import { amount, Day, Instant, nullableAmount, optionalText, patch, titledMission } from './fields.ts';

export const CheckinKey = namedObject('CheckinKey', 'One of your check-in keys, without its link.', {
  id: described(z.string(), 'The id of the key.'),
  ...titledMission,
  name: described(z.string(), 'Your name for it; may be empty.'),
  created_at: described(Instant, 'When it was created.'),
  last_used_at: described(z.nullable(Instant), 'When it was last used; null if never.'),
});
export type CheckinKey = z.output<typeof CheckinKey>;

export const listCheckinKeys = endpoint(
  { method: 'GET', path: '/api/checkin-keys' },
  ON_SERVER && {
    access: 'user',
    summary: 'List your check-in keys, newest first',
    response: z.array(CheckinKey),
  },
);

export const createCheckinKey = endpoint(
  {
    method: 'POST',
    path: '/api/checkin-keys',
    body: z.object({
      mission_id: described(Id, 'The id of the mission that it is for.'),
      name: described(
        z.pipe(optionalText('problems.labels.name', CHECKIN_KEY_NAME_MAX), z.transform(tidyLine)),
        'A name for it.',
      ),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Create the check-in key of a mission, in place of an earlier one; no other response contains its link',
    response: named(
      'NewCheckinKey',
      'A new check-in key, with its link.',
      z.extend(CheckinKey, {
        url: described(z.string(), 'The link, with which anyone can check in for you; no other answer contains it.', {
          format: 'uri',
        }),
      }),
    ),
    status: 201,
    idempotent: true,
    errors: ['mission_not_found'],
    secret: true,
  },
);

export const deleteCheckinKey = endpoint(
  { method: 'DELETE', path: '/api/checkin-keys/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Revoke a check-in key; its link stops working at once',
    errors: ['checkin_key_not_found'],
  },
);

/** A secret has no documented shape: a malformed one is unknown like any other. */
const Key = z.object({ key: z.string() });

const KeyPreview = namedObject('CheckinKeyPreview', 'What a check-in key would do now.', {
  ...titledMission,
  patch,
  name: described(z.string(), 'The name of the member it checks in.'),
  day: described(Day, "Today on the member's calendar, or the later day that is `done` after a move to the west."),
  state: described(
    z.enum(['open', 'done', 'over', 'not_started']),
    '`open` can check in, `done` is done for today; `over` and `not_started` are about the mission.',
  ),
  amounts: described(
    z.nullable(
      z.object({
        unit: described(z.string(), 'What is counted.'),
        target: nullableAmount('The amount that a day takes; null without one.'),
        today: amount('The amount of that day.'),
      }),
    ),
    'What the mission counts; null if it counts nothing.',
  ),
});
export type KeyPreview = z.output<typeof KeyPreview>;

export const previewCheckinKey = endpoint(
  { method: 'GET', path: '/api/key/{key}' },
  ON_SERVER && {
    access: 'public',
    summary: 'Preview what a check-in key would do now; changes nothing',
    params: Key,
    response: KeyPreview,
    errors: ['key_unknown'],
    rate: 'links',
  },
);

const KeyReceipt = namedObject('CheckinKeyReceipt', 'What a check-in key has done.', {
  ...titledMission,
  day: described(Day, "Today on the member's calendar, or the later day that is done after a move to the west."),
  checked_in: described(
    CheckedIn,
    'Whether this request checked in, or an earlier one that day; `not_yet` only after a number below the target.',
  ),
  amount: nullableAmount('The amount of that day now; null if the address has no number.'),
  unit: described(z.nullable(z.string()), 'What the amount counts; null if the address has no number.'),
  mission_streak_days: described(z.number(), "The member's current streak in the mission, in days."),
});
export type KeyReceipt = z.output<typeof KeyReceipt>;

/** The form of a number in the address. */
const NUMBER = { pattern: '^[0-9]{1,7}([.,][0-9]{1,2})?$' };
/** A number in the address. It is text here, because devices write it with a point or a comma. */
const KeyQuery = z.object({
  add: described(z.optional(z.string()), 'What to add to the amount of the day, from 0.01 to 1,000,000.', NUMBER),
  amount: described(z.optional(z.string()), 'The new amount of the day, from 0 to 1,000,000.', NUMBER),
  id: described(z.optional(z.string()), 'An id of your own: a repeated one counts once.', {
    ...{ minLength: 1, maxLength: KEY_ID_MAX, pattern: '^[!-~]+$' },
  }),
});
export type KeyQuery = z.output<typeof KeyQuery>;

export const checkInByKey = endpoint(
  { method: 'POST', path: '/api/key/{key}' },
  ON_SERVER && {
    access: 'public',
    summary:
      'Check in for today with a tick, or count by a number in the address, without signing in; a body is ignored; also at `/key/{key}`',
    params: Key,
    query: KeyQuery,
    response: KeyReceipt,
    errors: ['key_unknown', 'mission_ended', 'mission_not_started', 'amounts_off', 'amount_too_large'],
    rate: 'links',
  },
);
