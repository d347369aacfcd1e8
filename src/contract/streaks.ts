import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { isDay } from '#domain/days.ts';
import { PAUSE_DAYS_MAX } from '#domain/limits.ts';
import { PAUSE_REASONS, type PausedDays, pauseLength } from '#domain/pauses.ts';
import { described, named, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { Id } from '#platform/contract/ids.ts';
import { problem } from '#platform/i18n/problem.ts';
import { Day, Instant } from './fields.ts';

export const DayState = z.enum(['checked', 'rest', 'excused', 'free', 'missed', 'open']);
export type DayState = z.output<typeof DayState>;

/** The days of a current or planned break. */
export const pauseDays = {
  from_day: described(Day, 'The first day of the break.'),
  to_day: described(Day, 'Its last day.'),
};

/** See docs/rules.md#streaks. */
export const Streak = namedObject('Streak', 'The day ledger, which explains your streak.', {
  streak_days: described(z.number(), 'Your current streak, in days.'),
  longest_streak: described(z.number(), 'Your longest streak, in days.'),
  rest_days: described(z.number(), 'Saves that are left; each covers a missed day.'),
  timezone: described(z.string(), 'The timezone of the days.'),
  days: described(
    z.array(
      z.object({
        day: described(Day, 'The day.'),
        state: described(
          DayState,
          'What the day counts as: `rest` was saved, `free` is a day off, and `excused` does not count.',
        ),
      }),
    ),
    'At most 90 days, oldest first.',
  ),
  pauses: described(z.array(z.object(pauseDays)), 'Your breaks that include one of these days, oldest first.'),
});
export type Streak = z.output<typeof Streak>;

export const getStreak = endpoint(
  { method: 'GET', path: '/api/streak' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get your streak day by day, over all missions or in one',
    query: z.object({ mission_id: described(z.optional(Id), 'The id of a mission, for your streak in it alone.') }),
    response: Streak,
    errors: ['mission_not_found'],
  },
);

/** `reason` is in no other response (docs/rules.md#pauses). */
export const Pause = namedObject('Pause', 'A break: no check-ins are due on its days.', {
  id: described(z.string(), 'The id of the break.'),
  ...pauseDays,
  reason: described(z.enum(PAUSE_REASONS), 'What it is for; no one else sees it.'),
  created_at: described(Instant, 'When you planned it.'),
});
export type Pause = z.output<typeof Pause>;

/** Builds a rule about both days of a break. Fields that are not days have their own error. */
const daysThat = (holds: (pause: PausedDays) => boolean, error: string) =>
  z.refine<PausedDays>((pause) => !isDay(pause.from_day) || !isDay(pause.to_day) || holds(pause), {
    error,
    path: ['to_day'],
  });

export const PauseInput = named(
  'PauseInput',
  'A break to take.',
  z
    .object({
      ...pauseDays,
      to_day: described(Day, 'Its last day: not before the first, and at most 42 days in all.'),
      reason: Pause.shape.reason,
    })
    .check(
      daysThat(({ from_day, to_day }) => from_day <= to_day, problem('problems.break.order')),
      daysThat(
        (pause) => pauseLength(pause) <= PAUSE_DAYS_MAX,
        problem('problems.break.long', { max: PAUSE_DAYS_MAX }),
      ),
    ),
);
export type PauseInput = z.input<typeof PauseInput>;

export const listPauses = endpoint(
  { method: 'GET', path: '/api/pauses' },
  ON_SERVER && {
    access: 'user',
    summary: 'List the breaks that you took or planned: the newest 100, newest first',
    response: z.array(Pause),
  },
);

export const createPause = endpoint(
  { method: 'POST', path: '/api/pauses', body: PauseInput },
  ON_SERVER && {
    access: 'user',
    summary: 'Take a break: no check-ins are due on its days, and no message asks for one',
    response: Pause,
    status: 201,
    idempotent: true,
    errors: ['pause_in_past', 'pause_overlaps', 'pause_limit'],
  },
);

export const removePause = endpoint(
  { method: 'DELETE', path: '/api/pauses/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Cancel an upcoming break, or end the current one as of yesterday',
    errors: ['pause_not_found', 'pause_over'],
  },
);
