import type { MissionInsight } from '#contract/insights.ts';
import { shareSinceJoining, tallyDays } from '#domain/day-tally.ts';
import { dayOf } from '#domain/days.ts';
import { datedSchedule } from '#domain/schedule.ts';
import { stateShown } from '#domain/streaks.ts';
import { toDayBits } from '../../../facts/checked-days.ts';
import { openMemberOf } from '../../../facts/due.ts';
import { type Excuses, type OwnClock, takesYesterday } from '../../../facts/excuses.ts';
import { stateOf } from '../../../facts/missions.ts';
import type { MissionInsightRow } from './queries.ts';

export function toMissionInsight(row: MissionInsightRow, user: OwnClock, excuses: Excuses, now: Date): MissionInsight {
  const today = dayOf(now, user.timezone);
  const { mission_id, title, patch, checkins, points } = row;
  const { longest_streak } = stateShown(row, today, takesYesterday(user, now));
  const member = { ...row, timezone: user.timezone, moved_at: user.moved_at, excuses };
  const open = openMemberOf(row, member, now);
  const share = shareSinceJoining(tallyDays(datedSchedule(row), { ...open, days: toDayBits(row.days) }));
  return { mission_id, title, patch, state: stateOf(row, now), checkins, points, longest_streak, share };
}
