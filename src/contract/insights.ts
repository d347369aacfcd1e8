import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Day } from './fields.ts';

/** Check-ins, days on which one was possible, and days with at least one. */
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

/** One run of days: how many were checked, and which kinds of days bridged it. */
export const StreakRun = z.object({
  from: Day,
  to: Day,
  days: z.number(),
  rest_days: z.number(),
  excused_days: z.number(),
  /** Still going on. */
  current: z.boolean(),
});
export type StreakRun = z.output<typeof StreakRun>;

const Person = z.object({
  user_id: z.string(),
  name: z.string(),
  avatar_url: z.nullable(z.string()),
  /** Days checked of the open ones, in the last 7 and in the 14 before. */
  recent_checked: z.number(),
  recent_open: z.number(),
  earlier_checked: z.number(),
  earlier_open: z.number(),
});
export type HealthPerson = z.output<typeof Person>;

/** An owned mission that is not completed: how its members keep going. At most 10 names of a kind. */
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

/** What only PRO and PREMIUM see. */
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
  /** The first day that counts: 12 months back, or 14 days in the preview. */
  from: Day,
  to: Day,
  timezone: z.string(),
  ...figures,
  /** Monday is 0. */
  weekdays: z.array(z.object({ weekday: z.number(), ...figures })),
  best_weekday: z.nullable(z.number()),
  hardest_weekday: z.nullable(z.number()),
  /** Check-ins by weekday and hour of the clock that hung on the wall; hours without one are left out. */
  rhythm: z.array(z.object({ weekday: z.number(), hour: z.number(), checkins: z.number() })),
  /** The last 14 days, oldest first. */
  days: z.array(Stretch),
  /** Null on Free: the rest is a preview made of the own last 14 days. */
  full: z.nullable(Full),
});
export type Insights = z.output<typeof Insights>;
export type FullInsights = z.output<typeof Full>;

export const getInsights = endpoint({
  method: 'GET',
  path: '/api/insights',
  access: 'user',
  summary: 'The own rhythm, trend and streaks, and the health of owned missions; on Free a preview of 14 days',
  response: Insights,
});
