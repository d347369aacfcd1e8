import * as z from 'zod/mini';
import { CHECKIN_DAYS, HIDERS, MILESTONE_STREAKS } from '#domain/checkins.ts';
import { CHECKIN_CONTENT_MAX, CHECKINS_PAGE, CHECKINS_PAGE_MAX, PHOTO_BYTES_MAX } from '#domain/limits.ts';
import { CHECKIN_TYPES } from '#domain/points.ts';
import { endpoint } from './endpoint.ts';
import {
  ClientId,
  Day,
  dayParam,
  Id,
  Instant,
  instantInput,
  instantParam,
  optionalText,
  Reason,
  wholeParam,
} from './fields.ts';
import { ReactionSummary } from './reactions.ts';

export const CheckinType = z.enum(CHECKIN_TYPES);

/**
 * What the requesting member may do with a check-in: `clear` removes its words and photo, `hide` includes showing it
 * again.
 */
const CheckinCan = z.object({
  edit: z.boolean(),
  take_back: z.boolean(),
  clear: z.boolean(),
  hide: z.boolean(),
  report: z.boolean(),
});

/** One check-in in the feed, with the newest people who reacted by type and the number of comments. */
export const Checkin = z.object({
  id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  user_avatar_url: z.nullable(z.string()),
  mission_id: z.string(),
  type: CheckinType,
  content: z.string(),
  /** Signed URLs of the photo at 1600 and 400 pixels, valid until the end of the next day in UTC. */
  photo_url: z.nullable(z.string()),
  photo_small_url: z.nullable(z.string()),
  /** The size of the large photo, in pixels. */
  photo_width: z.nullable(z.number()),
  photo_height: z.nullable(z.number()),
  /** A ThumbHash in base64. */
  photo_thumbhash: z.nullable(z.string()),
  /** Null for others' check-ins on the board `together`. */
  points_earned: z.nullable(z.number()),
  local_day: Day,
  /** When it was done. For a check-in made offline this is before `created_at`, when the server accepted it. */
  performed_at: Instant,
  created_at: Instant,
  edited_at: z.nullable(Instant),
  /** When its author removed its words and photo; null if never, or if it was edited since. */
  cleared_at: z.nullable(Instant),
  /** Beyond the mission's schedule: it lengthens streaks and earns no points. */
  is_extra: z.boolean(),
  /** Made for yesterday on the morning after; `performed_at` is then the end of its day. */
  is_late: z.boolean(),
  /** The first after three missed days or more. */
  is_comeback: z.boolean(),
  /** The reason and who hid it. Only the author and the mission's owner receive a hidden check-in. */
  hidden: z.nullable(z.object({ reason: z.string(), by: z.enum(HIDERS) })),
  can: CheckinCan,
  ...ReactionSummary.shape,
  comments_count: z.number(),
});
export type Checkin = z.output<typeof Checkin>;

/** A moment worth more than a tick; `streak` is the user's own streak. At most one for each check-in. */
export const Milestone = z.nullable(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('first') }),
    z.object({ kind: z.literal('streak'), days: z.literal(MILESTONE_STREAKS) }),
    z.object({ kind: z.literal('comeback') }),
  ]),
);
export type Milestone = z.output<typeof Milestone>;

/** Everything that the check-in screen needs for the celebration, so that it need not ask again. */
export const CheckinReceipt = z.object({
  checkin: Checkin,
  mission_streak_days: z.number(),
  streak_days: z.number(),
  points: z.number(),
  level: z.number(),
  level_up: z.boolean(),
  rest_days_used: z.number(),
  /** Null for a repeated request. */
  milestone: Milestone,
});
export type CheckinReceipt = z.output<typeof CheckinReceipt>;

const photo = { max_bytes: PHOTO_BYTES_MAX, too_large: 'photo_too_large', optional: true } as const;
const PHOTO_ERRORS = ['photo_too_large', 'photo_not_image', 'image_too_many_pixels', 'image_unreadable'] as const;
const Content = optionalText('Your update', CHECKIN_CONTENT_MAX);

export const createCheckin = endpoint({
  method: 'POST',
  path: '/api/checkins',
  access: 'user',
  summary: 'Check in for today or yesterday; repeated requests with one `client_id` record one check-in',
  body: z.object({
    mission_id: Id,
    type: CheckinType,
    content: Content,
    client_id: z.optional(ClientId),
    /** When it was made and when this attempt to send it began, by the device's clock. */
    performed_at: z.optional(instantInput('performed_at')),
    sent_at: z.optional(instantInput('sent_at')),
    /** `yesterday`, the day before the own one, can be checked in until noon. */
    day: z.optional(z.enum(CHECKIN_DAYS)),
  }),
  files: { photo },
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
});

export const getCheckin = endpoint({
  method: 'GET',
  path: '/api/checkins/{id}',
  access: 'user',
  summary: 'Get a check-in of one of your missions',
  params: z.object({ id: Id }),
  response: Checkin,
  errors: ['checkin_not_found'],
});

export const updateCheckin = endpoint({
  method: 'PUT',
  path: '/api/checkins/{id}',
  access: 'user',
  summary: 'Edit your check-in within an hour; without a new photo the current one stays',
  params: z.object({ id: Id }),
  body: z.object({ type: CheckinType, content: Content }),
  files: { photo },
  response: Checkin,
  errors: ['checkin_not_found', 'not_author', 'edit_window_over', ...PHOTO_ERRORS],
});

export const setCheckinPhoto = endpoint({
  method: 'PUT',
  path: '/api/checkins/{id}/photo',
  access: 'user',
  summary: 'Give your check-in a photo within an hour, in place of the one it has; its words stay',
  params: z.object({ id: Id }),
  files: { photo: { max_bytes: PHOTO_BYTES_MAX, too_large: 'photo_too_large' } },
  response: Checkin,
  errors: ['checkin_not_found', 'not_author', 'edit_window_over', ...PHOTO_ERRORS],
});

export const takeBackCheckin = endpoint({
  method: 'DELETE',
  path: '/api/checkins/{id}',
  access: 'user',
  summary: 'Take your check-in back within an hour, with its points, reactions and comments; its day is open again',
  params: z.object({ id: Id }),
  errors: ['checkin_not_found', 'not_author', 'take_back_over', 'mission_completed'],
  rate: 'take_back',
});

export const clearCheckin = endpoint({
  method: 'DELETE',
  path: '/api/checkins/{id}/content',
  access: 'user',
  summary: 'Remove the words and the photo of your check-in at any time; it stays as a tick with its points',
  params: z.object({ id: Id }),
  response: Checkin,
  errors: ['checkin_not_found', 'not_author'],
});

export const listCheckins = endpoint({
  method: 'GET',
  path: '/api/missions/{id}/checkins',
  access: 'user',
  summary: 'List the check-ins of a mission, newest first; a page with fewer than `limit` rows is the last',
  params: z.object({ id: Id }),
  query: z.object({
    limit: wholeParam('limit', CHECKINS_PAGE_MAX, CHECKINS_PAGE),
    before: z.optional(ClientId),
    /** Only those made or edited at or after this instant. */
    since: z.optional(instantParam('since')),
  }),
  response: z.array(Checkin),
  etag: true,
  errors: ['mission_not_found'],
});

/** What a mirror of the feed removes. */
const DeletedCheckin = z.object({ id: z.string(), deleted_at: Instant });

export const listDeletedCheckins = endpoint({
  method: 'GET',
  path: '/api/missions/{id}/checkins/deleted',
  access: 'user',
  summary: "List what was taken back or hidden from you in a mission's feed since an instant, oldest first",
  params: z.object({ id: Id }),
  query: z.object({ since: instantParam('since') }),
  response: z.object({ deleted: z.array(DeletedCheckin) }),
  errors: ['mission_not_found', 'since_too_old'],
});

export const listOwnCheckins = endpoint({
  method: 'GET',
  path: '/api/me/checkins',
  access: 'user',
  summary: 'List your check-ins of all missions that you are in, newest day first',
  query: z.object({
    /** The first and the last day that they count for. */
    from: z.optional(dayParam('from')),
    to: z.optional(dayParam('to')),
    before: z.optional(ClientId),
    limit: wholeParam('limit', CHECKINS_PAGE_MAX, CHECKINS_PAGE),
  }),
  response: z.object({ checkins: z.array(Checkin) }),
});

export const hideCheckin = endpoint({
  method: 'PUT',
  path: '/api/checkins/{id}/hidden',
  access: 'user',
  summary: "Hide a member's check-in from the others, as the owner of the mission; its author can read the reason",
  params: z.object({ id: Id }),
  body: Reason,
  errors: ['checkin_not_found', 'not_owner', 'hide_own', 'hidden_by_operator'],
});

export const showCheckin = endpoint({
  method: 'DELETE',
  path: '/api/checkins/{id}/hidden',
  access: 'user',
  summary: 'Show a check-in again that the owner of the mission has hidden',
  params: z.object({ id: Id }),
  errors: ['checkin_not_found', 'not_owner', 'hidden_by_operator'],
});
