import * as z from 'zod/mini';
import { isDay } from '#domain/days.ts';
import { PAUSE_DAYS_MAX } from '#domain/limits.ts';
import { PAUSE_REASONS, type PausedDays, pauseLength } from '#domain/pauses.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant } from './fields.ts';

export const DayState = z.enum(['checked', 'rest', 'excused', 'free', 'missed', 'open']);
export type DayState = z.output<typeof DayState>;

/** The day ledger, which explains the streak: at most 90 days, oldest first. See docs/rules.md#streaks. */
export const Streak = z.object({
  streak_days: z.number(),
  longest_streak: z.number(),
  rest_days: z.number(),
  timezone: z.string(),
  days: z.array(z.object({ day: Day, state: DayState })),
  /** The breaks that share a day with `days`, oldest first. Their days are `excused` unless they were checked. */
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

/** A break as its user sees it; `reason` is in no other answer. See docs/rules.md#pauses. */
export const Pause = z.object({
  id: z.string(),
  from_day: Day,
  to_day: Day,
  reason: z.enum(PAUSE_REASONS),
  created_at: Instant,
});
export type Pause = z.output<typeof Pause>;

/** A rule about both days of a break. Fields that are no days have an error of their own. */
const daysThat = (holds: (pause: PausedDays) => boolean, error: string) =>
  z.refine<PausedDays>((pause) => !isDay(pause.from_day) || !isDay(pause.to_day) || holds(pause), {
    error,
    path: ['to_day'],
  });

/** Both days belong to the break. */
export const PauseInput = z.object({ from_day: Day, to_day: Day, reason: z.enum(PAUSE_REASONS) }).check(
  daysThat(({ from_day, to_day }) => from_day <= to_day, 'The last day comes after the first'),
  daysThat((pause) => pauseLength(pause) <= PAUSE_DAYS_MAX, `A break can take at most ${PAUSE_DAYS_MAX} days`),
);
export type PauseInput = z.input<typeof PauseInput>;

export const listPauses = endpoint({
  method: 'GET',
  path: '/api/pauses',
  access: 'user',
  summary: 'List the breaks that you took or planned: the newest 100, newest first',
  response: z.array(Pause),
});

export const createPause = endpoint({
  method: 'POST',
  path: '/api/pauses',
  access: 'user',
  summary: 'Take a break: its days excuse you from checking in, and messages that ask for it rest',
  body: PauseInput,
  response: Pause,
  status: 201,
  idempotent: true,
  errors: ['pause_in_past', 'pause_overlaps', 'pause_limit'],
});

export const removePause = endpoint({
  method: 'DELETE',
  path: '/api/pauses/{id}',
  access: 'user',
  summary: 'Cancel a break that has not begun, or end the running one with yesterday',
  params: z.object({ id: Id }),
  errors: ['pause_not_found', 'pause_over'],
});
