import type { Notification } from '#contract/notifications.ts';
import { dayOf } from '#domain/days.ts';
import type { Translate } from '#platform/i18n/translate.ts';

/** One row of the bell, which shows the newest of its notifications. */
export interface NotificationGroup {
  latest: Notification;
  ids: string[];
  /** How many other people are in the row. */
  others: number;
}

/**
 * Combines the check-ins of one mission and day (in `zone`, the user's own) into one row; rows are ordered by the newest
 * in each. `notifications` must come newest first. Throws a RangeError for an unknown zone (docs/rules.md#notifications).
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
    // A member in another zone may have two check-ins within one of the user's days.
    others: new Set(items.map((item) => `${item.user_name}\n${item.user_avatar_url}`)).size - 1,
  }));
}

/** Who has checked in: 'Ana', 'Ana and 1 other', 'Ana and 4 others'. */
export function checkedInNames(t: Translate, { latest, others }: NotificationGroup): string {
  const name = latest.user_name;
  return others === 0 ? name : t('app.notifications.row.names', { name, count: others });
}
