import type { Notification } from '#contract/notifications.ts';
import { dayOf } from '#domain/days.ts';
import type { Translate } from '#platform/i18n/translate.ts';

/** A row of the bell, which shows its newest notification. */
export interface NotificationGroup {
  latest: Notification;
  ids: string[];
  others: number;
}

/**
 * Combines check-ins of one mission and day into a row; each row's newest decides the order.
 *
 * `notifications` must be sorted newest first, and `zone` is the user's. Throws a RangeError for an unknown zone
 * (docs/rules.md#notifications).
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
    // A member in another zone can have two check-ins within one of the user's days.
    others: new Set(items.map((item) => `${item.user_name}\n${item.user_avatar_url}`)).size - 1,
  }));
}

/** Formats who has checked in: 'Ana', 'Ana and 1 other', 'Ana and 4 others'. */
export function checkedInNames(t: Translate, { latest, others }: NotificationGroup): string {
  const name = latest.user_name;
  return others === 0 ? name : t('app.notifications.row.names', { name, count: others });
}
