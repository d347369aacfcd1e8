import * as z from 'zod/mini';
import { NOTIFICATIONS_SHOWN } from '#domain/limits.ts';
import { NOTIFICATION_TYPES } from '#domain/notifications.ts';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { CheckinType } from './checkins.ts';
import { endpoint } from './endpoint.ts';
import { ClientId, Id, Instant, instantParam, wholeParam } from './fields.ts';

/** One notification in the bell. */
export const Notification = z.object({
  id: z.string(),
  is_read: z.boolean(),
  type: z.enum(NOTIFICATION_TYPES),
  checkin_id: z.nullable(z.string()),
  comment_id: z.nullable(z.string()),
  mission_id: z.string(),
  mission_title: z.string(),
  user_name: z.string(),
  user_avatar_url: z.nullable(z.string()),
  checkin_type: z.nullable(CheckinType),
  /** Whether it is about the recipient's own check-in. */
  is_own_checkin: z.boolean(),
  reaction_type: z.nullable(z.enum(REACTION_TYPES)),
  reaction_emoji: z.nullable(z.string()),
  /** The text it is about: that of the comment, otherwise that of the check-in. */
  content: z.string(),
  checkin_content: z.string(),
  /** 0 unless it announces a check-in; null for one on the board `together`. */
  points_earned: z.nullable(z.number()),
  created_at: Instant,
});
export type Notification = z.output<typeof Notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'user',
  summary:
    'List notifications, newest first, and the numbers of unread ones; `before` is the id of the last one you have',
  query: z.object({
    limit: wholeParam('limit', NOTIFICATIONS_SHOWN, NOTIFICATIONS_SHOWN),
    before: z.optional(ClientId),
    /** Only those of what was made or edited at or after this instant. */
    since: z.optional(instantParam('since')),
  }),
  response: z.object({
    notifications: z.array(Notification),
    unread_count: z.number(),
    /** Of the unread ones, those that concern the user: all but the check-ins of others. */
    badge_count: z.number(),
  }),
  etag: true,
});

export const markAllRead = endpoint({
  method: 'POST',
  path: '/api/notifications/mark-all-read',
  access: 'user',
  summary: 'Mark all notifications as read',
});

export const markRead = endpoint({
  method: 'POST',
  path: '/api/notifications/{id}/read',
  access: 'user',
  summary: 'Mark a notification as read',
  params: z.object({ id: Id }),
  errors: ['not_found'],
});
