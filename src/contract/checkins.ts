import * as z from 'zod/mini';
import { CHECKIN_CONTENT_MAX, CHECKINS_PAGE, CHECKINS_PAGE_MAX, PHOTO_BYTES_MAX } from '#domain/limits.ts';
import { CHECKIN_TYPES } from '#domain/points.ts';
import { HIDERS } from '#domain/safety.ts';
import { endpoint } from './endpoint.ts';
import { ClientId, Day, Id, Instant, optionalText, Reason } from './fields.ts';
import { ReactionSummary } from './reactions.ts';

export const CheckinType = z.enum(CHECKIN_TYPES);

/** What the asking member may do with a check-in; `hide` also means showing it again. */
const CheckinCan = z.object({ edit: z.boolean(), hide: z.boolean(), report: z.boolean() });

/** One post of the feed, with who reacted (the newest of each type) and how many comments it has (Spec 3, Decisions 6). */
export const Checkin = z.object({
  id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  user_avatar_url: z.nullable(z.string()),
  mission_id: z.string(),
  type: CheckinType,
  content: z.string(),
  /** Signed addresses of the photo at 1600 and 400 pixels, good for a day and more (Decisions 6). */
  photo_url: z.nullable(z.string()),
  photo_small_url: z.nullable(z.string()),
  /** Of the large one, in pixels. */
  photo_width: z.nullable(z.number()),
  photo_height: z.nullable(z.number()),
  /** In base64. */
  photo_thumbhash: z.nullable(z.string()),
  points_earned: z.number(),
  local_day: Day,
  /** When it was done; for one made without a network earlier than `created_at`, when the server took it. */
  performed_at: Instant,
  created_at: Instant,
  edited_at: z.nullable(Instant),
  /** Why it is hidden, and by whom; only its author and the mission's owner still get it then. */
  hidden: z.nullable(z.object({ reason: z.string(), by: z.enum(HIDERS) })),
  can: CheckinCan,
  ...ReactionSummary.shape,
  comments_count: z.number(),
});
export type Checkin = z.output<typeof Checkin>;

/** What the check-in screen needs to celebrate without asking again. */
export const CheckinReceipt = z.object({
  checkin: Checkin,
  mission_streak_days: z.number(),
  streak_days: z.number(),
  points: z.number(),
  level: z.number(),
  level_up: z.boolean(),
  rest_days_used: z.number(),
});
export type CheckinReceipt = z.output<typeof CheckinReceipt>;

const photo = { max_bytes: PHOTO_BYTES_MAX, too_large: 'photo_too_large', optional: true } as const;
const PHOTO_ERRORS = ['photo_too_large', 'photo_not_image', 'image_too_many_pixels', 'image_unreadable'] as const;
const Content = optionalText('Your update', CHECKIN_CONTENT_MAX);

export const createCheckin = endpoint({
  method: 'POST',
  path: '/api/checkins',
  access: 'user',
  summary: 'Check in for today; exactly once for a client_id',
  body: z.object({
    mission_id: Id,
    type: CheckinType,
    content: Content,
    client_id: z.optional(ClientId),
    performed_at: z.optional(z.iso.datetime('performed_at must be an instant')),
  }),
  files: { photo },
  response: CheckinReceipt,
  status: 201,
  errors: [
    'mission_not_found',
    'already_checked_in',
    'mission_not_started',
    'mission_ended',
    'checkin_too_old',
    'checkin_in_future',
    ...PHOTO_ERRORS,
  ],
});

export const updateCheckin = endpoint({
  method: 'PUT',
  path: '/api/checkins/{id}',
  access: 'user',
  summary: 'Change the own check-in within an hour; without a new photo the one it has stays',
  params: z.object({ id: Id }),
  body: z.object({ type: CheckinType, content: Content }),
  files: { photo },
  response: Checkin,
  errors: ['checkin_not_found', 'not_author', 'edit_window_over', ...PHOTO_ERRORS],
});

export const listCheckins = endpoint({
  method: 'GET',
  path: '/api/missions/{id}/checkins',
  access: 'user',
  summary: 'The check-ins of a mission, newest first; a page is full when it has `limit` rows',
  params: z.object({ id: Id }),
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(CHECKINS_PAGE_MAX)), CHECKINS_PAGE),
    before: z.optional(ClientId),
  }),
  response: z.array(Checkin),
  errors: ['mission_not_found'],
});

export const hideCheckin = endpoint({
  method: 'PUT',
  path: '/api/checkins/{id}/hidden',
  access: 'user',
  summary: "Hide somebody's check-in from the others, as the owner of the mission; its author reads the reason",
  params: z.object({ id: Id }),
  body: Reason,
  errors: ['checkin_not_found', 'not_owner', 'hide_own', 'hidden_by_operator'],
});

export const showCheckin = endpoint({
  method: 'DELETE',
  path: '/api/checkins/{id}/hidden',
  access: 'user',
  summary: 'Show a check-in again that the owner of the mission hid',
  params: z.object({ id: Id }),
  errors: ['checkin_not_found', 'not_owner', 'hidden_by_operator'],
});
