import type { MissionInsight } from '#contract/insights.ts';
import { dayOf } from '#domain/days.ts';
import { datedSchedule } from '#domain/schedule.ts';
import { shareSinceJoining } from '#domain/schedule-days.ts';
import { stateShown } from '#domain/streaks.ts';
import { openMemberOf } from '../../../facts/due.ts';
import { type Excuses, type OwnClock, takesYesterday } from '../../../facts/excuses.ts';
import { stateOf } from '../../../facts/missions.ts';
import type { MissionInsightRow } from './queries.ts';

export function toMissionInsight(row: MissionInsightRow, user: OwnClock, excuses: Excuses, now: Date): MissionInsight {
  const today = dayOf(now, user.timezone);
  const { mission_id, title, patch, checkins, points } = row;
  const { longest_streak } = stateShown(row, today, takesYesterday(user, now));
  const member = { ...row, timezone: user.timezone, moved_at: user.moved_at, excuses };
  const share = shareSinceJoining(datedSchedule(row), {
    ...openMemberOf(row, member, now),
    checked_today: row.streak_last_day !== null && row.streak_last_day >= today,
    counted: checkins - row.extra_checkins,
  });
  return { mission_id, title, patch, state: stateOf(row, now), checkins, points, longest_streak, share };
}
