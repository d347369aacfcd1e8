import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { CHECKIN_DAYS, HIDERS } from '#domain/checkins.ts';
import { CHECKIN_CONTENT_MAX, CHECKINS_PAGE, CHECKINS_PAGE_MAX, PHOTO_BYTES_MAX } from '#domain/limits.ts';
import { MILESTONE_STREAKS } from '#domain/milestones.ts';
import { CHECKIN_TYPES } from '#domain/points.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { ClientId, Id } from '#platform/contract/ids.ts';
import {
  Day,
  dayParam,
  Instant,
  instantInput,
  instantParam,
  look,
  nullableAmount,
  optionalText,
  Reason,
  wholeParam,
} from './fields.ts';
import { ReactionSummary } from './reactions.ts';

export const CheckinType = z.enum(CHECKIN_TYPES);

const CheckinCan = z.object({
  edit: described(z.boolean(), 'Edit it.'),
  take_back: described(z.boolean(), 'Undo it.'),
  clear: described(z.boolean(), 'Remove its words and photo.'),
  hide: described(z.boolean(), 'Hide it, or show it again.'),
  report: described(z.boolean(), 'Report it to the operator.'),
});

export const Checkin = namedObject('Checkin', 'A check-in.', {
  id: described(z.string(), 'The id of the check-in.'),
  user_id: described(z.string(), 'The id of its author.'),
  user_name: described(z.string(), 'The name of its author.'),
  user_avatar_url: described(z.nullable(z.string()), "The path of the author's picture; null without one."),
  user_look: look,
  mission_id: described(z.string(), 'The id of its mission.'),
  own_habit: described(
    z.nullable(z.string()),
    "The author's own habit in the mission as it is now; null without one, where all have one habit, and of people who left.",
  ),
  type: described(CheckinType, 'Whether it is a tick, words, or a photo.'),
  content: described(z.string(), 'The words; may be empty.'),
  photo_url: described(
    z.nullable(z.string()),
    'The signed path of the photo at 1600 pixels, valid until the end of tomorrow in UTC; null without a photo.',
  ),
  photo_small_url: described(z.nullable(z.string()), 'The same at 400 pixels.'),
  photo_width: described(z.nullable(z.number()), 'The width of the large photo in pixels; null without one.'),
  photo_height: described(z.nullable(z.number()), 'The height of the large photo in pixels; null without one.'),
  photo_thumbhash: described(z.nullable(z.string()), 'A ThumbHash of the photo in base64; null without one.'),
  points_earned: described(
    z.nullable(z.number()),
    'Points earned: 0 for an extra check-in and from the eleventh of a day on; null for others on the board `together`.',
  ),
  amount: nullableAmount(
    'The amount of its day now; null where nothing is counted, and for others on the board `together`.',
  ),
  local_day: described(Day, "The day that it counts for, on its author's calendar."),
  performed_at: described(Instant, 'When it was done; for one made offline, before `created_at`.'),
  created_at: described(Instant, 'When the server accepted it.'),
  edited_at: described(z.nullable(Instant), 'When it was last edited; null if never.'),
  cleared_at: described(
    z.nullable(Instant),
    'When its author cleared it; null if they never did, or have edited it since.',
  ),
  is_extra: described(z.boolean(), 'Whether it goes beyond the schedule: it lengthens streaks but earns no points.'),
  is_late: described(z.boolean(), 'Whether it was made on the morning after, for the day before.'),
  is_comeback: described(z.boolean(), 'Whether it is the first after three or more missed days.'),
  hidden: described(
    z.nullable(
      z.object({ reason: described(z.string(), 'The reason.'), by: described(z.enum(HIDERS), 'Who hid it.') }),
    ),
    "Why it is hidden; null if it is not. Only its author and the mission's owner get to see a hidden check-in.",
  ),
  can: described(CheckinCan, 'What you can do with it now.'),
  ...ReactionSummary.shape,
  comments_count: described(z.number(), 'How many comments there are.'),
});
export type Checkin = z.output<typeof Checkin>;

/** A moment worth more than a tick; at most one per check-in. `streak` is the user's own streak. */
export const Milestone = z.nullable(
  z.discriminatedUnion('kind', [
    z.object({ kind: described(z.literal('first'), 'Which moment it is.') }),
    z.object({
      kind: described(z.literal('streak'), 'Which moment it is.'),
      days: described(z.literal(MILESTONE_STREAKS), 'Your streak, in days.'),
    }),
    z.object({ kind: described(z.literal('comeback'), 'Which moment it is.') }),
  ]),
);
export type Milestone = z.output<typeof Milestone>;

export const CheckinReceipt = namedObject('CheckinReceipt', 'A new check-in, with all that a celebration needs.', {
  checkin: described(Checkin, 'The check-in.'),
  mission_streak_days: described(z.number(), 'Your streak in the mission now, in days.'),
  streak_days: described(z.number(), 'Your streak over all missions now, in days.'),
  points: described(z.number(), 'Your points now.'),
  level: described(z.number(), 'Your level now.'),
  level_up: described(z.boolean(), 'Whether it raised your level.'),
  rest_days_used: described(z.number(), 'How many saves were spent to keep the streak.'),
  milestone: described(Milestone, 'A moment worth more than a tick; null without one, and for a repeated request.'),
});
export type CheckinReceipt = z.output<typeof CheckinReceipt>;

const photo = { max_bytes: PHOTO_BYTES_MAX, too_large: 'photo_too_large' } as const;
const files = { photo: { ...photo, optional: true } } as const;
const PHOTO_ERRORS = ['photo_too_large', 'photo_not_image', 'image_too_many_pixels', 'image_unreadable'] as const;
const content = optionalText('problems.labels.update', CHECKIN_CONTENT_MAX);
const written = {
  type: described(CheckinType, 'Whether it is a tick, words, or a photo; a photo comes with the file `photo`.'),
  content: described(content, 'The words; null or left out for none. A tick drops them.'),
};

export const createCheckin = endpoint(
  {
    method: 'POST',
    path: '/api/checkins',
    body: z.object({
      mission_id: described(Id, 'The id of the mission.'),
      ...written,
      client_id: described(z.optional(ClientId), 'An id of your own: repeated requests with it record one check-in.'),
      performed_at: described(z.optional(instantInput('performed_at')), "When it was done, by the device's clock."),
      sent_at: described(
        z.optional(instantInput('sent_at')),
        'When you sent this, by the same clock; it shows how wrong that clock is.',
      ),
      day: described(
        z.optional(z.enum(CHECKIN_DAYS)),
        'The day to check in for; for `yesterday` you have until noon on your clock.',
      ),
    }),
  },
  ON_SERVER && {
    repeated_by: 'checkins_by_client_id',
    access: 'user',
    summary: 'Check in for today or yesterday; repeated requests with one `client_id` record one check-in',
    files,
    response: CheckinReceipt,
    status: 201,
    location: '/api/checkins/{checkin.id}',
    errors: [
      'mission_not_found',
      'already_checked_in',
      'mission_not_started',
      'mission_ended',
      'checkin_too_old',
      'checkin_in_future',
      'yesterday_closed',
      'yesterday_after_move',
      'checkin_taken_back',
      ...PHOTO_ERRORS,
    ],
  },
);

export const getCheckin = endpoint(
  { method: 'GET', path: '/api/checkins/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get a check-in of one of your missions',
    response: Checkin,
    errors: ['checkin_not_found'],
  },
);

export const updateCheckin = endpoint(
  { method: 'PUT', path: '/api/checkins/{id}', body: z.object(written) },
  ON_SERVER && {
    access: 'user',
    summary: 'Edit your check-in within an hour; without a new photo the current one stays',
    files,
    response: Checkin,
    errors: ['checkin_not_found', 'not_author', 'edit_window_over', ...PHOTO_ERRORS],
  },
);

export const setCheckinPhoto = endpoint(
  { method: 'PUT', path: '/api/checkins/{id}/photo' },
  ON_SERVER && {
    access: 'user',
    summary: 'Give your check-in a photo within an hour, in place of any that it has; its words stay',
    files: { photo },
    response: Checkin,
    errors: ['checkin_not_found', 'not_author', 'edit_window_over', ...PHOTO_ERRORS],
  },
);

export const takeBackCheckin = endpoint(
  { method: 'DELETE', path: '/api/checkins/{id}' },
  ON_SERVER && {
    access: 'user',
    summary:
      'Undo your check-in within an hour, with its points, reactions and comments; its day can be checked in again',
    errors: ['checkin_not_found', 'not_author', 'take_back_over', 'mission_completed'],
    rate: 'take_back',
  },
);

export const clearCheckin = endpoint(
  { method: 'DELETE', path: '/api/checkins/{id}/content' },
  ON_SERVER && {
    access: 'user',
    summary: 'Remove the words and the photo of your check-in at any time; it stays as a tick with its points',
    response: Checkin,
    errors: ['checkin_not_found', 'not_author'],
  },
);

export const listCheckins = endpoint(
  { method: 'GET', path: '/api/missions/{id}/checkins' },
  ON_SERVER && {
    access: 'user',
    summary: 'List the check-ins of a mission, newest first; a page with fewer than `limit` rows is the last',
    query: z.object({
      limit: described(wholeParam('limit', CHECKINS_PAGE_MAX, CHECKINS_PAGE), 'The maximum number of rows.'),
      before: described(z.optional(ClientId), 'Only check-ins older than the one with this id.'),
      since: described(z.optional(instantParam('since')), 'Only what was created or edited at or after this instant.'),
    }),
    response: z.array(Checkin),
    etag: true,
    errors: ['mission_not_found'],
  },
);

const DeletedCheckin = z.object({
  id: described(z.string(), 'The id of the check-in.'),
  deleted_at: described(Instant, 'When the request to undo or hide it arrived.'),
});

export const listDeletedCheckins = endpoint(
  { method: 'GET', path: '/api/missions/{id}/checkins/deleted' },
  ON_SERVER && {
    access: 'user',
    summary: "List what was undone or hidden from you in a mission's feed since an instant, oldest first",
    query: z.object({
      since: described(instantParam('since'), 'Only what was deleted at or after this instant, of the last 30 days.'),
    }),
    response: z.object({
      deleted: described(z.array(DeletedCheckin), 'What to remove, oldest first; at most 1,000.'),
    }),
    errors: ['mission_not_found', 'since_too_old'],
  },
);

export const listOwnCheckins = endpoint(
  { method: 'GET', path: '/api/me/checkins' },
  ON_SERVER && {
    access: 'user',
    summary: 'List your check-ins in all your missions, newest day first',
    query: z.object({
      from: described(z.optional(dayParam('from')), 'The first day; left out, from the beginning.'),
      to: described(z.optional(dayParam('to')), 'The last day; left out, until today.'),
      before: described(z.optional(ClientId), 'Only what comes after your check-in with this id in the list.'),
      limit: described(wholeParam('limit', CHECKINS_PAGE_MAX, CHECKINS_PAGE), 'The maximum number of rows.'),
    }),
    response: z.object({
      checkins: described(
        z.array(Checkin),
        'The check-ins as the feeds have them: newest day first, and newest first within a day.',
      ),
    }),
  },
);

export const hideCheckin = endpoint(
  { method: 'PUT', path: '/api/checkins/{id}/hidden', body: Reason },
  ON_SERVER && {
    access: 'user',
    summary: "Hide a member's check-in from the others, as the owner of the mission; its author can read the reason",
    errors: ['checkin_not_found', 'not_owner', 'hide_own', 'hidden_by_operator'],
  },
);

export const showCheckin = endpoint(
  { method: 'DELETE', path: '/api/checkins/{id}/hidden' },
  ON_SERVER && {
    access: 'user',
    summary: 'Show a check-in again that the owner of the mission has hidden',
    errors: ['checkin_not_found', 'not_owner', 'hidden_by_operator'],
  },
);
