import type { checkInByLink as endpoint } from '#contract/reminders.ts';
import type { CheckinDayName } from '#domain/checkins.ts';
import { dayNumber } from '#domain/days.ts';
import { type Clock, clockAt } from '#domain/life.ts';
import { YESTERDAY_UNTIL_HOUR } from '#domain/limits.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import type { Db } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import { lockUser } from '../../../services/profile/public.ts';
import { recordCheckin } from '../../checkins/record/public.ts';
import { claimReminderLink, type LinkRow } from './queries.ts';

/** Returns the link's day on the user's calendar. Returns null before yesterday, and for yesterday from noon. */
export function dayNameOf(day: string, { today, hour }: Clock): CheckinDayName | null {
  const number = dayNumber(day);
  if (number === today) return 'today';
  return number === today - 1 && hour < YESTERDAY_UNTIL_HOUR ? 'yesterday' : null;
}

/** Uses up the link and checks in with it in one transaction. */
export const checkInByLink = (db: Db, link: LinkRow, now: Date): Promise<Answer<typeof endpoint>> =>
  db.transact(async (tx) => {
    const user = await lockUser(tx, link.user_id);
    if (!(await claimReminderLink(tx, link.id, now))) fail('link_used');
    const day = dayNameOf(link.day, clockAt(now, user.timezone)) ?? fail('link_over');
    const input = { mission_id: link.mission_id, type: 'tick', content: '', day } as const;
    const { receipt } = await recordCheckin(tx, user, input, { arrived_at: now, recorded_at: now });
    const { mission_id, mission_title } = link;
    return { mission_id, mission_title, mission_streak_days: receipt.mission_streak_days, day: link.day };
  });
