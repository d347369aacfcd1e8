import * as z from 'zod/mini';
import { CHECKIN_KEY_NAME_MAX } from '#domain/limits.ts';
import { tidyLine } from '#domain/text.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant, optionalText } from './fields.ts';

/** A check-in key as its owner sees it: without the link, which is shown once. */
export const CheckinKey = z.object({
  id: z.string(),
  mission_id: z.string(),
  mission_title: z.string(),
  /** What the owner calls it, such as the place of the tag; empty if nothing. */
  name: z.string(),
  created_at: Instant,
  /** When it last checked in, or was used on a day that was checked in already; null if never. */
  last_used_at: z.nullable(Instant),
});
export type CheckinKey = z.output<typeof CheckinKey>;

export const listCheckinKeys = endpoint({
  method: 'GET',
  path: '/api/checkin-keys',
  access: 'user',
  summary: 'List your check-in keys, newest first',
  response: z.array(CheckinKey),
});

export const createCheckinKey = endpoint({
  method: 'POST',
  path: '/api/checkin-keys',
  access: 'user',
  summary: 'Make the check-in key of a mission, in place of an earlier one; no other response contains its link',
  body: z.object({
    mission_id: Id,
    name: z.pipe(optionalText('Name', CHECKIN_KEY_NAME_MAX), z.transform(tidyLine)),
  }),
  response: z.extend(CheckinKey, {
    /** The secret link: whoever holds it can check in for you in this mission. */
    url: z.string(),
  }),
  status: 201,
  idempotent: true,
  errors: ['mission_not_found'],
  secret: true,
});

export const deleteCheckinKey = endpoint({
  method: 'DELETE',
  path: '/api/checkin-keys/{id}',
  access: 'user',
  summary: 'Revoke a check-in key; its link is unknown at once',
  params: z.object({ id: Id }),
  errors: ['checkin_key_not_found'],
});

/** A secret has no shape that could be told: a malformed one is unknown like any other. */
const Key = z.object({ key: z.string() });

/** What the page of a check-in key shows. Only an `open` one can check in; `done` is for today. */
const KeyPreview = z.object({
  mission_id: z.string(),
  mission_title: z.string(),
  /** The name of the member whom it checks in. */
  name: z.string(),
  /** Today on the member's own calendar. */
  day: Day,
  state: z.enum(['open', 'done', 'over', 'not_started']),
});
export type KeyPreview = z.output<typeof KeyPreview>;

export const previewCheckinKey = endpoint({
  method: 'GET',
  path: '/api/key/{key}',
  access: 'public',
  summary: 'Preview what a check-in key would do now; changes nothing',
  params: Key,
  response: KeyPreview,
  errors: ['key_unknown'],
  rate: 'links',
});

/** The result of using a check-in key: `before` if today was checked in already. */
const KeyReceipt = z.object({
  mission_id: z.string(),
  mission_title: z.string(),
  day: Day,
  checked_in: z.enum(['now', 'before']),
  mission_streak_days: z.number(),
});
export type KeyReceipt = z.output<typeof KeyReceipt>;

export const checkInByKey = endpoint({
  method: 'POST',
  path: '/api/key/{key}',
  access: 'public',
  summary: 'Check in for today with a tick, once a day, without signing in; a body is ignored; also at `/key/{key}`',
  params: Key,
  response: KeyReceipt,
  errors: ['key_unknown', 'mission_ended', 'mission_not_started'],
  rate: 'links',
});
