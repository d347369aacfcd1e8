import type { MissionInsight } from '#contract/insights.ts';
import { dayOf } from '#domain/days.ts';
import { datedSchedule } from '#domain/schedule.ts';
import { shareSinceJoining } from '#domain/schedule-days.ts';
import { stateShown } from '#domain/streaks.ts';
import { needsYesterday } from '../../../facts/due.ts';
import { awayDays, type Excuses, type OwnClock, takesYesterday } from '../../../facts/excuses.ts';
import { stateOf } from '../../../facts/missions.ts';
import type { MissionInsightRow } from './queries.ts';

export function toMissionInsight(row: MissionInsightRow, user: OwnClock, excuses: Excuses, now: Date): MissionInsight {
  const today = dayOf(now, user.timezone);
  const { mission_id, title, patch, checkins, points } = row;
  const { longest_streak } = stateShown(row, today, takesYesterday(user, now));
  const share = shareSinceJoining(datedSchedule(row), {
    joined_day: row.joined_day,
    today,
    checked_today: row.streak_last_day !== null && row.streak_last_day >= today,
    counted: checkins - row.extra_checkins,
    checkins: row.recent,
    pauses: awayDays(excuses, user.timezone, today),
    is_yesterday_open: needsYesterday(row, { ...row, timezone: user.timezone, moved_at: user.moved_at, excuses }, now),
  });
  return { mission_id, title, patch, state: stateOf(row, now), checkins, points, longest_streak, share };
}
