import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Day, Id } from './fields.ts';

export const DayState = z.enum(['checked', 'rest', 'excused', 'free', 'missed', 'open']);
export type DayState = z.output<typeof DayState>;

/** The day ledger, which explains the streak: at most 90 days, oldest first. See docs/rules.md#streaks. */
export const Streak = z.object({
  streak_days: z.number(),
  longest_streak: z.number(),
  rest_days: z.number(),
  timezone: z.string(),
  days: z.array(z.object({ day: Day, state: DayState })),
  /** The user's breaks that touch these days, the earliest first. */
  pauses: z.array(z.object({ from_day: Day, to_day: Day })),
});
export type Streak = z.output<typeof Streak>;

export const getStreak = endpoint({
  method: 'GET',
  path: '/api/streak',
  access: 'user',
  summary: 'Get your streak day by day, over all missions or in one',
  query: z.object({ mission_id: z.optional(Id) }),
  response: Streak,
  errors: ['mission_not_found'],
});
