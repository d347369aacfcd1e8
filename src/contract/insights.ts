import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Day } from './fields.ts';

/** Check-ins, days on which a check-in was possible, and days with at least one. */
const figures = { checkins: z.number(), days_open: z.number(), days_checked: z.number() };
const Stretch = z.object({ from: Day, ...figures });
export type Stretch = z.output<typeof Stretch>;

export const MissionInsight = z.object({
  mission_id: z.string(),
  title: z.string(),
  state: z.enum(['active', 'ended', 'completed']),
  checkins: z.number(),
  points: z.number(),
  longest_streak: z.number(),
  /** Whole percent of the days since joining, as on the leaderboard. */
  share: z.number(),
});
export type MissionInsight = z.output<typeof MissionInsight>;

/** One streak: its days with a check-in, and how many days of each kind bridged it. */
export const StreakRun = z.object({
  from: Day,
  to: Day,
  days: z.number(),
  rest_days: z.number(),
  excused_days: z.number(),
  /** Whether it still goes on. */
  current: z.boolean(),
});
export type StreakRun = z.output<typeof StreakRun>;

const Person = z.object({
  user_id: z.string(),
  name: z.string(),
  avatar_url: z.nullable(z.string()),
  /** Days checked in and days on which it was possible, in the last 7 days and in the 14 before. */
  recent_checked: z.number(),
  recent_open: z.number(),
  earlier_checked: z.number(),
  earlier_open: z.number(),
});
export type HealthPerson = z.output<typeof Person>;

/** How regularly the members of an owned mission check in, until its completion. Names at most 10 people per level. */
export const MissionHealth = z.object({
  mission_id: z.string(),
  title: z.string(),
  member_count: z.number(),
  counts: z.object({
    carrying: z.number(),
    steady: z.number(),
    drifting: z.number(),
    away: z.number(),
    new: z.number(),
  }),
  carrying: z.array(Person),
  drifting: z.array(Person),
  away: z.array(Person),
});
export type MissionHealth = z.output<typeof MissionHealth>;

/** The part that only PRO and PREMIUM include. */
const Full = z.object({
  weeks: z.array(Stretch),
  months: z.array(Stretch),
  missions: z.array(MissionInsight),
  longest_streak: z.number(),
  /** The newest 20, newest first. */
  runs: z.array(StreakRun),
  owned: z.array(MissionHealth),
});

export const Insights = z.object({
  /** The first open or checked day of the last 12 months, or of 14 days in the preview; without one their first day. */
  from: Day,
  to: Day,
  timezone: z.string(),
  ...figures,
  /** What daily plans and those of certain days asked for; Monday is 0. */
  weekdays: z.array(z.object({ weekday: z.number(), ...figures })),
  best_weekday: z.nullable(z.number()),
  hardest_weekday: z.nullable(z.number()),
  /** Check-ins by weekday and hour on the user's clock at the time; hours without one are left out. */
  rhythm: z.array(z.object({ weekday: z.number(), hour: z.number(), checkins: z.number() })),
  /** The last 14 days, oldest first. */
  days: z.array(Stretch),
  /** Null on Free, where the rest is a preview of the last 14 days. */
  full: z.nullable(Full),
});
export type Insights = z.output<typeof Insights>;
export type FullInsights = z.output<typeof Full>;

export const getInsights = endpoint({
  method: 'GET',
  path: '/api/insights',
  access: 'user',
  summary: 'Get your check-in times, trend and streaks, and the health of your missions; on Free a preview of 14 days',
  response: Insights,
});
