import { expect, it } from 'vitest';
import { DAILY, type Schedule } from '#domain/schedule.ts';
import { getT } from '#platform/web/lib/language.ts';
import { cardLine } from './card-line.ts';

// A Tuesday.
const today = '2026-11-24';
const own = { counted: 4, streak: 6, awayUntil: null };
const mission = {
  schedule: DAILY as Schedule,
  due_today: true,
  needed_today: true,
  extra_today: false,
  week: null,
  today,
  planned_days: 30,
};
const week = { from_day: '2026-11-23', to_day: '2026-11-29', done: 2, target: 3 };
const weekly = { ...mission, needed_today: false, schedule: { kind: 'weekly', times: 3 } satisfies Schedule, week };
const weekdays = {
  ...mission,
  schedule: { kind: 'weekdays', days: ['mon', 'tue'] } satisfies Schedule,
};
const extra = { due_today: false, needed_today: false, extra_today: true };

it.each([
  ['a daily mission', mission, own, '4 of 30 stitches. 6-day streak.'],
  ['no streak', mission, { ...own, streak: 0 }, '4 of 30 stitches. Start your streak today.'],
  ['a newcomer', mission, { ...own, counted: 0, streak: 0 }, 'Your first stitch. Start your streak today.'],
  ['a chosen weekday', weekdays, own, '4 of 30 stitches. 6-day streak.'],
  ['a running week', weekly, own, 'This week: 2 of 3, until Sunday.'],
  ['a week that needs today', { ...weekly, needed_today: true }, own, 'This week: 2 of 3. Check in today to make it.'],
  [
    'a week that is done',
    { ...weekly, ...extra, week: { ...week, done: 3 } },
    own,
    "You're done for this week. Another check-in is welcome but earns no points.",
  ],
  [
    'another weekday',
    { ...weekdays, ...extra },
    own,
    'Nothing is due here on Tuesdays. A check-in is welcome but earns no points.',
  ],
  [
    'a short week that is done',
    { ...weekly, due_today: false, week: { ...week, target: 2 } },
    own,
    'Nothing more is due this week. A check-in still counts.',
  ],
  [
    'a break',
    { ...weekly, due_today: false },
    { ...own, awayUntil: '2026-12-03' },
    "You're on a break until 3 December. A check-in counts in full.",
  ],
  [
    'another weekday in a break, on which a check-in earns nothing',
    { ...weekdays, ...extra },
    { ...own, awayUntil: '2026-12-03' },
    'Nothing is due here on Tuesdays. A check-in is welcome but earns no points.',
  ],
] as const)('cardLine describes %s', (_, facts, mine, line) => {
  expect(cardLine(getT(), facts, mine)).toBe(line);
});
