import type { HealthPerson, MissionHealth, MissionInsight, Stretch } from '#contract/insights.ts';
import { daysIn } from '#domain/day-bits.ts';
import { addDays, dayOf, laterDay } from '#domain/days.ts';
import { HEALTHS, type HealthLevel, healthOf } from '#domain/insights.ts';
import { HEALTH_NAMES_MAX } from '#domain/limits.ts';
import { lookOf } from '#domain/looks.ts';
import { lastDay } from '#domain/missions.ts';
import type { PausedDays } from '#domain/pauses.ts';
import { datedSchedule, isScheduledOn, scheduleOf } from '#domain/schedule.ts';
import { outcomesBetween, shareSinceJoining } from '#domain/schedule-days.ts';
import { stateShown } from '#domain/streaks.ts';
import { avatarUrl } from '../../../adapters/storage/media-url.ts';
import type { AskedDaysRow } from '../../../facts/asked-days.ts';
import { needsYesterday } from '../../../facts/due.ts';
import { awayDays, type Excuses, type OwnClock, takesYesterday } from '../../../facts/excuses.ts';
import { stateOf } from '../../../facts/missions.ts';
import type { HealthRow } from '../health/queries.ts';
import type { MissionInsightRow } from '../missions/queries.ts';
import type { ScheduledRow } from './queries.ts';

const NOTHING = { checkins: 0, days_open: 0, days_checked: 0 };

/** A figure for each start: the database returns none for stretches without an open day. */
export function withEmptyDays(starts: readonly string[], found: readonly Stretch[]): Stretch[] {
  const known = new Map(found.map((stretch) => [stretch.from, stretch]));
  return starts.map((from) => known.get(from) ?? { from, ...NOTHING });
}

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

/** The days before today on which a mission that is not daily missed a check-in of the user. */
export function missedDays(row: ScheduledRow, pauses: readonly PausedDays[], from: string, today: string): string[] {
  const { schedule, first_day } = datedSchedule(row);
  const to_day = lastDay(first_day, row.duration_days);
  const asked = {
    schedule,
    first_day,
    joined_day: row.joined_day,
    from_day: laterDay(first_day, row.joined_day),
    to_day,
    checked: row.checked,
  };
  const days = outcomesBetween(asked, pauses, from, addDays(today, -1));
  return days.filter(({ state }) => state === 'missed').map(({ day }) => day);
}

/**
 * The days of check-ins in deleted missions that no daily schedule and none of certain days wanted: all those of times
 * a week, and extra ones.
 */
export const archivedUnscheduled = (asked: readonly AskedDaysRow[] | null): string[] =>
  (asked ?? []).flatMap((row) => {
    if (row.days === null) return [];
    const schedule = scheduleOf(row);
    const days = daysIn(row.days, row.first_day);
    return schedule.kind === 'weekly' ? days : days.filter((day) => !isScheduledOn(schedule, day));
  });

function toHealthPerson({ user_id, name, avatar_key, look, ...row }: HealthRow): HealthPerson {
  const { recent_checked, recent_open, earlier_checked, earlier_open } = row;
  return {
    user_id,
    name,
    avatar_url: avatarUrl(avatar_key),
    look: lookOf(user_id, look),
    recent_checked,
    recent_open,
    earlier_checked,
    earlier_open,
  };
}

/** Where there is no ranking, the owner is named alone: a group tells somebody's share. */
const isShown = ({ board, user_id }: HealthRow, ownerId: string) => board === 'stars' || user_id === ownerId;

const of = (row: HealthRow): HealthLevel =>
  healthOf(
    { days_open: row.recent_open, days_checked: row.recent_checked },
    { days_open: row.earlier_open, days_checked: row.earlier_checked },
  );

/** The owned missions, in the order of the rows, each with its members grouped by health. */
export function toHealth(rows: readonly HealthRow[], ownerId: string): MissionHealth[] {
  const missions = new Map<string, HealthRow[]>();
  for (const row of rows) missions.set(row.mission_id, [...(missions.get(row.mission_id) ?? []), row]);
  return [...missions.values()].map((members) => {
    const { mission_id, title } = members[0]!;
    const healths = members.map(of);
    const named = (health: HealthLevel) =>
      members
        .filter((row, i) => healths[i] === health && isShown(row, ownerId))
        .slice(0, HEALTH_NAMES_MAX)
        .map(toHealthPerson);
    return {
      mission_id,
      title,
      member_count: members.length,
      counts: Object.fromEntries(
        HEALTHS.map((health) => [health, healths.filter((one) => one === health).length]),
      ) as MissionHealth['counts'],
      carrying: named('carrying'),
      drifting: named('drifting'),
      away: named('away'),
    };
  });
}
