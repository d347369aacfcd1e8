import { describe, expect, test } from 'vitest';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { DAILY } from '#domain/schedule.ts';
import { cardKind, countToday, todaySentence } from './today.ts';

const CAN = {
  edit: false,
  delete: false,
  complete: false,
  invite: false,
  check_in: false,
  check_in_yesterday: false,
  leave: true,
};

function mission(
  id: string,
  fields: Partial<Omit<DashboardMission, 'can'>> & { check_in?: boolean } = {},
): DashboardMission {
  const { check_in = false, due_today = check_in, ...rest } = fields;
  return {
    id,
    title: id,
    description: '',
    duration_days: 30,
    first_day: '2026-11-01',
    last_day: '2026-11-30',
    start_date: '2026-10-31T16:00:00.000Z',
    end_date: '2026-11-30T16:00:00.000Z',
    days_remaining: 10,
    state: 'active',
    started: true,
    owner_id: 'u1',
    owner_name: 'Ana',
    member_count: 1,
    members: [],
    checkins_count: 0,
    counted_checkins: 0,
    planned_days: 30,
    schedule: DAILY,
    due_today,
    extra_today: false,
    week: null,
    points: 0,
    streak_days: 0,
    level: 1,
    level_goal: null,
    streak_goal: null,
    reward_description: null,
    goal_progress: null,
    can: { ...CAN, check_in },
    ...rest,
  };
}

const board = (
  missions: DashboardMission[],
  checked_in_missions: string[] = [],
): Pick<Dashboard, 'missions' | 'checked_in_missions'> => ({
  missions,
  checked_in_missions,
});

describe('kinds of mission cards', () => {
  test.each([
    ['open', mission('a', { check_in: true }), []],
    ['done', mission('a'), ['a']],
    ['free', mission('a', { check_in: true, due_today: false }), []],
    ['upcoming', mission('a', { started: false }), []],
    ['ended', mission('a', { state: 'ended' }), []],
    // West of the owner the last day is still running; east of the owner it is over sooner.
    ['open', mission('a', { state: 'ended', check_in: true }), []],
    ['ended', mission('a'), []],
    ['ended', mission('a', { state: 'ended' }), ['a']],
  ] as const)('A mission card is %s in case %#.', (kind, card, checkedIn) => {
    expect(cardKind(card, checkedIn)).toBe(kind);
  });
});

test('Only missions that are due or done today are counted.', () => {
  const missions = [
    mission('a', { check_in: true }),
    mission('b'),
    mission('c', { started: false }),
    mission('d', { state: 'ended' }),
    mission('e', { check_in: true, due_today: false }),
  ];
  expect(countToday(board(missions, ['b']))).toEqual({ done: 1, total: 2 });
});

describe('the first sentence of the dashboard', () => {
  const open = (id: string) => mission(id, { check_in: true });
  test.each([
    [board([open('a'), open('b'), mission('c')], ['c']), '2 fires left to tend, Aisyah'],
    [board([open('a')]), 'One fire left to tend, Aisyah'],
    [board([mission('a')], ['a']), 'Every fire is lit, Aisyah'],
    [board([mission('a', { started: false })]), 'A quiet evening, Aisyah'],
    [board([mission('a', { check_in: true, due_today: false })]), 'A quiet evening, Aisyah'],
  ])('The first sentence counts the missions that are still open, in case %#.', (dashboard, sentence) => {
    expect(todaySentence('Aisyah Rahman', dashboard, 19)).toBe(sentence);
  });

  test.each([
    [4, 'A quiet night, Mei Ling'],
    [5, 'A quiet morning, Mei Ling'],
    [12, 'A quiet afternoon, Mei Ling'],
    [17, 'A quiet evening, Mei Ling'],
    [22, 'A quiet night, Mei Ling'],
  ])('The first sentence follows the time of day: at %i it is %s.', (hour, sentence) => {
    expect(todaySentence('Mei Ling', board([]), hour)).toBe(sentence);
  });
});
