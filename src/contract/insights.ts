import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { MISSION_STATES } from '#domain/missions.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { Day, patch, person } from './fields.ts';

const figures = {
  checkins: described(z.number(), 'How many check-ins.'),
  days_open: described(z.number(), 'Days on which a check-in was possible.'),
  days_checked: described(z.number(), 'Days with at least one check-in.'),
};
const Stretch = z.object({ from: described(Day, 'Its first day.'), ...figures });
export type Stretch = z.output<typeof Stretch>;

export const MissionInsight = z.object({
  mission_id: described(z.string(), 'The id of the mission.'),
  title: described(z.string(), 'The title of the mission.'),
  patch,
  state: described(z.enum(MISSION_STATES), 'Whether it is running, over or completed.'),
  checkins: described(z.number(), 'How many check-ins.'),
  points: described(z.number(), 'Points you earned in it.'),
  longest_streak: described(z.number(), 'Your longest streak in it, in days.'),
  share: described(
    z.number(),
    'The share of the check-ins that count, of these and the days you missed, in whole percent.',
  ),
});
export type MissionInsight = z.output<typeof MissionInsight>;

export const StreakRun = z.object({
  from: described(Day, 'Its first day.'),
  to: described(Day, 'Its last day.'),
  days: described(z.number(), 'Its days with a check-in.'),
  rest_days: described(z.number(), 'How many saved days bridged it.'),
  excused_days: described(z.number(), 'How many days of breaks and travel bridged it.'),
  current: described(z.boolean(), 'Whether it is still going.'),
});
export type StreakRun = z.output<typeof StreakRun>;

const Person = z.object({
  ...person,
  recent_checked: described(z.number(), 'Days with a check-in, of the last 7.'),
  recent_open: described(z.number(), 'Days on which a check-in was possible, of the last 7.'),
  earlier_checked: described(z.number(), 'Days with a check-in, of the 14 before.'),
  earlier_open: described(z.number(), 'Days on which a check-in was possible, of the 14 before.'),
});
export type HealthPerson = z.output<typeof Person>;

export const MissionHealth = namedObject(
  'MissionHealth',
  'How regularly the members of a mission you own check in, until its completion.',
  {
    mission_id: described(z.string(), 'The id of the mission.'),
    title: described(z.string(), 'The title of the mission.'),
    member_count: described(z.number(), 'How many members there are.'),
    counts: described(
      z.object({
        carrying: described(z.number(), 'Those who check in nearly every day.'),
        steady: described(z.number(), 'Those who check in as regularly as before.'),
        drifting: described(z.number(), 'Those who check in less than before.'),
        away: described(z.number(), 'Those who have not checked in lately.'),
        new: described(z.number(), 'Those who are too new to say.'),
      }),
      'How many members are at each level.',
    ),
    carrying: described(z.array(Person), 'At most 10 of those who check in nearly every day.'),
    drifting: described(z.array(Person), 'At most 10 of those who check in less than before.'),
    away: described(z.array(Person), 'At most 10 of those who have not checked in lately.'),
  },
);
export type MissionHealth = z.output<typeof MissionHealth>;

/** The part that only PRO and PREMIUM include. */
const Full = z.object({
  weeks: described(z.array(Stretch), 'The figures by week.'),
  months: described(z.array(Stretch), 'The figures by month.'),
  missions: described(z.array(MissionInsight), 'The figures by mission.'),
  longest_streak: described(z.number(), 'Your longest streak, in days.'),
  runs: described(z.array(StreakRun), 'The newest 20 streaks, newest first.'),
  owned: described(z.array(MissionHealth), 'The health of the missions you own.'),
});

export const Insights = namedObject('Insights', 'Your check-in times, trend and streaks.', {
  from: described(
    Day,
    'The first day on which a check-in was possible or made, in the last 12 months (14 days in the preview); without one, the first day of that time.',
  ),
  to: described(Day, 'The last day that counts.'),
  timezone: described(z.string(), 'The timezone of the days.'),
  ...figures,
  weekdays: described(
    z.array(z.object({ weekday: described(z.number(), 'The weekday; Monday is 0.'), ...figures })),
    'The figures by weekday, for days that daily missions and those with fixed weekdays asked for.',
  ),
  best_weekday: described(z.nullable(z.number()), 'The weekday with the highest share; null without enough days.'),
  hardest_weekday: described(z.nullable(z.number()), 'The weekday with the lowest share; null without enough days.'),
  rhythm: described(
    z.array(
      z.object({
        weekday: described(z.number(), 'The weekday; Monday is 0.'),
        hour: described(z.number(), 'The hour, 0 to 23.'),
        checkins: described(z.number(), 'How many check-ins.'),
      }),
    ),
    'Check-ins by weekday and hour on your clock at the time; hours without one are left out.',
  ),
  days: described(z.array(Stretch), 'The last 14 days, oldest first.'),
  full: described(z.nullable(Full), 'What PRO and PREMIUM include; null on Free, where the rest covers 14 days.'),
});
export type Insights = z.output<typeof Insights>;
export type FullInsights = z.output<typeof Full>;

export const getInsights = endpoint(
  { method: 'GET', path: '/api/insights' },
  ON_SERVER && {
    access: 'user',
    summary:
      'Get your check-in times, trend and streaks, and the health of your missions; on Free a preview of 14 days',
    response: Insights,
    rate: 'figures',
    etag: true,
  },
);
