import { expect, it } from 'vitest';
import type { DashboardMission } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { DAILY, type Schedule } from '#domain/schedule.ts';
import { getT } from '#platform/web/lib/language.ts';
import { nextDay, seeYou } from './next-day.ts';

// A Monday.
const TODAY = '2026-11-30';
const THREE: Schedule = { kind: 'weekly', times: 3 };
type Fields = Parameters<typeof nextDay>[0];
/** Three weeks from `TODAY` on. */
const mission = (fields: Partial<Fields> = {}): Fields => ({
  schedule: DAILY,
  first_day: TODAY,
  last_day: '2026-12-20',
  duration_days: 21,
  week: null,
  ...fields,
});
const week = (done: number, target = 3): Mission['week'] => ({
  from_day: TODAY,
  to_day: '2026-12-06',
  done,
  target,
});

it.each([
  ['a daily mission', mission(), null, '2026-12-01'],
  ['its last day', mission({ last_day: TODAY, duration_days: 1 }), null, null],
  ['a mission to come', mission({ first_day: '2026-12-07' }), null, '2026-12-07'],
  ['a break', mission(), '2026-12-03', '2026-12-04'],
  ['a break until its end', mission(), '2026-12-20', null],
  ['certain days', mission({ schedule: { kind: 'weekdays', days: ['fri'] } }), null, '2026-12-04'],
  [
    'certain days after a break',
    mission({ schedule: { kind: 'weekdays', days: ['fri'] } }),
    '2026-12-04',
    '2026-12-11',
  ],
  ['a running week', mission({ schedule: THREE, week: week(2) }), null, '2026-12-01'],
  ['a kept week', mission({ schedule: THREE, week: week(3) }), null, '2026-12-07'],
  ['a break for the rest of the week', mission({ schedule: THREE, week: week(0, 0) }), '2026-12-06', '2026-12-07'],
  [
    'a break that leaves the next week too short',
    mission({ schedule: THREE, week: week(0, 0) }),
    '2026-12-11',
    '2026-12-14',
  ],
  [
    'a kept week before two days',
    mission({ schedule: THREE, week: week(3), last_day: '2026-12-08', duration_days: 9 }),
    null,
    null,
  ],
] as const)('The next day is right for %s.', (_, facts, awayUntil, day) => {
  expect(nextDay(facts, TODAY, { until: awayUntil, next: null })).toBe(day);
});

it.each([
  ['tomorrow', ['2026-12-14', '2026-12-01'], 'See you tomorrow!'],
  ['a weekday', ['2026-12-06'], 'See you on Sunday!'],
  ['a date from the same weekday on', ['2026-12-07'], 'See you on 7 December!'],
  ['nothing', [], null],
] as const)('The way on ends with %s.', (_, days, words) => {
  const missions = days.map((first_day) => mission({ first_day })) as DashboardMission[];
  expect(seeYou(getT(), { missions, today: TODAY, pause: null, next_pause: null })).toBe(words);
});

it.each([
  ['that begins tomorrow', null, { from_day: '2026-12-01', to_day: '2026-12-03' }, 'See you on Friday!'],
  [
    'that follows the current one',
    { id: 'break', to_day: '2026-12-02' },
    { from_day: '2026-12-03', to_day: '2026-12-04' },
    'See you on Saturday!',
  ],
  ['that begins later', null, { from_day: '2026-12-02', to_day: '2026-12-03' }, 'See you tomorrow!'],
])('The way on knows a break %s.', (_, pause, next_pause, words) => {
  const missions = [mission()] as DashboardMission[];
  expect(seeYou(getT(), { missions, today: TODAY, pause, next_pause })).toBe(words);
});
