import type { Notification } from '#contract/notifications.ts';
import { dayOf } from '#domain/days.ts';

/** One row of the bell: the newest of its notifications speaks for all. */
export interface NotificationGroup {
  latest: Notification;
  ids: string[];
  /** How many other people are in the row. */
  others: number;
}

/**
 * Check-ins of one mission and day (in `zone`, the reader's own) as one row; the order is that of the newest in each.
 * `notifications` come newest first. Throws RangeError for an unknown zone. Decisions 6.
 */
export function groupNotifications(notifications: readonly Notification[], zone: string): NotificationGroup[] {
  const rows = new Map<string, Notification[]>();
  for (const item of notifications) {
    const key = item.type === 'checkin' ? `${item.mission_id} ${dayOf(new Date(item.created_at), zone)}` : item.id;
    rows.set(key, [...(rows.get(key) ?? []), item]);
  }
  return [...rows.values()].map((items) => ({
    latest: items[0]!,
    ids: items.map((item) => item.id),
    // Over a change of day in another zone one member may stand twice in a row.
    others: new Set(items.map((item) => `${item.user_name}\n${item.user_avatar_url}`)).size - 1,
  }));
}

/** Who is meant: 'Ana', 'Ana and 1 other', 'Ana and 4 others'. Decisions 6. */
export function checkedInNames({ latest, others }: NotificationGroup): string {
  if (others === 0) return latest.user_name;
  return others === 1 ? `${latest.user_name} and 1 other` : `${latest.user_name} and ${others} others`;
}
