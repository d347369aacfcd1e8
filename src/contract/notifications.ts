import * as z from 'zod/mini';
import { NOTIFICATIONS_SHOWN } from '#domain/limits.ts';
import { NOTIFICATION_TYPES } from '#domain/notifications.ts';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { CheckinType } from './checkins.ts';
import { described, named } from './describe.ts';
import { endpoint } from './endpoint.ts';
import { ClientId, Id, Instant, instantParam, wholeParam } from './fields.ts';

/** One notification in the bell. */
export const Notification = named(
  'Notification',
  'One notification in the bell.',
  z.object({
    id: described(z.string(), 'The id of the notification.'),
    is_read: described(z.boolean(), 'Whether it was read.'),
    type: described(z.enum(NOTIFICATION_TYPES), 'What happened.'),
    checkin_id: described(z.nullable(z.string()), 'The id of the check-in that it is about; null without one.'),
    comment_id: described(z.nullable(z.string()), 'The id of the comment that it is about; null without one.'),
    mission_id: described(z.string(), 'The id of the mission.'),
    mission_title: described(z.string(), 'The title of the mission.'),
    user_name: described(z.string(), 'The name of who did it.'),
    user_avatar_url: described(z.nullable(z.string()), "The path of that person's picture; null without one."),
    checkin_type: described(z.nullable(CheckinType), 'The type of the check-in; null without one.'),
    is_own_checkin: described(z.boolean(), "Whether it is about one's own check-in."),
    reaction_type: described(z.nullable(z.enum(REACTION_TYPES)), 'The type of the reaction; null without one.'),
    reaction_emoji: described(z.nullable(z.string()), 'The sign of the reaction; null without one.'),
    content: described(z.string(), 'The text that it is about: that of the comment, otherwise that of the check-in.'),
    checkin_content: described(z.string(), 'The text of the check-in.'),
    points_earned: described(
      z.nullable(z.number()),
      '0 unless it announces a check-in; null for one on the board `together`.',
    ),
    created_at: described(Instant, 'When it happened.'),
  }),
);
export type Notification = z.output<typeof Notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'user',
  summary:
    'List notifications, newest first, and the numbers of unread ones; `before` is the id of the last one you have',
  query: z.object({
    limit: described(wholeParam('limit', NOTIFICATIONS_SHOWN, NOTIFICATIONS_SHOWN), 'How many rows at most.'),
    before: described(z.optional(ClientId), 'The id of a notification: only older ones are listed.'),
    since: described(
      z.optional(instantParam('since')),
      'An instant: only what was made or edited at or after it is listed.',
    ),
  }),
  response: z.object({
    notifications: described(z.array(Notification), 'The notifications, newest first.'),
    unread_count: described(z.number(), 'How many are unread; of the check-ins of others at most 100 count.'),
    badge_count: described(
      z.number(),
      'How many of the unread ones concern the user: all but the check-ins of others.',
    ),
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
