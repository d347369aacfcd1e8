import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { NOTIFICATIONS_SHOWN } from '#domain/limits.ts';
import { NOTIFICATION_TYPES } from '#domain/notifications.ts';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { ClientId } from '#platform/contract/ids.ts';
import { CheckinType } from './checkins.ts';
import { Instant, instantParam, look, titledMission, wholeParam } from './fields.ts';

export const Notification = namedObject('Notification', 'One notification in the bell.', {
  id: described(z.string(), 'The id of the notification.'),
  is_read: described(z.boolean(), 'Whether it was read.'),
  type: described(z.enum(NOTIFICATION_TYPES), 'What happened.'),
  checkin_id: described(z.nullable(z.string()), 'The id of the check-in that it is about; null without one.'),
  comment_id: described(z.nullable(z.string()), 'The id of the comment that it is about; null without one.'),
  ...titledMission,
  user_name: described(z.string(), 'The name of the person who did it.'),
  user_avatar_url: described(z.nullable(z.string()), "The path of that person's picture; null without one."),
  user_look: look,
  checkin_type: described(z.nullable(CheckinType), 'The type of the check-in; null without one.'),
  own_habit: described(
    z.nullable(z.string()),
    "For the type `checkin`, its author's own habit in the mission as it is now; null without one, and for other types.",
  ),
  is_own_checkin: described(z.boolean(), 'Whether it is about your check-in.'),
  reaction_type: described(z.nullable(z.enum(REACTION_TYPES)), 'The type of the reaction; null without one.'),
  reaction_emoji: described(z.nullable(z.string()), 'The emoji of the reaction; null without one.'),
  content: described(z.string(), 'The text of the comment that it is about, or else of the check-in.'),
  checkin_content: described(z.string(), 'The text of the check-in.'),
  points_earned: described(z.nullable(z.number()), 'Points of a new check-in, else 0; null on the board `together`.'),
  created_at: described(Instant, 'When it happened.'),
});
export type Notification = z.output<typeof Notification>;

export const listNotifications = endpoint(
  { method: 'GET', path: '/api/notifications' },
  ON_SERVER && {
    access: 'user',
    summary:
      'List your notifications, newest first, and count the unread ones; for the next page send the last id as `before`',
    query: z.object({
      limit: described(wholeParam('limit', NOTIFICATIONS_SHOWN, NOTIFICATIONS_SHOWN), 'The maximum number of rows.'),
      before: described(z.optional(ClientId), 'Only notifications older than the one with this id.'),
      since: described(z.optional(instantParam('since')), 'Only what was created or edited at or after this instant.'),
    }),
    response: z.object({
      notifications: described(z.array(Notification), 'The notifications, newest first.'),
      unread_count: described(z.number(), "How many are unread; of other people's check-ins at most 100 count."),
      badge_count: described(z.number(), "The unread ones about you: all but other people's check-ins."),
    }),
    etag: true,
  },
);

export const markAllRead = endpoint(
  { method: 'POST', path: '/api/notifications/mark-all-read' },
  ON_SERVER && {
    access: 'user',
    summary: 'Mark all notifications as read',
  },
);

export const markRead = endpoint(
  { method: 'POST', path: '/api/notifications/{id}/read' },
  ON_SERVER && {
    access: 'user',
    summary: 'Mark a notification as read',
    errors: ['not_found'],
  },
);
