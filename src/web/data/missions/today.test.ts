import { describe, expect, test } from 'vitest';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { DAILY } from '#domain/schedule.ts';
import { getT } from '#platform/web/lib/language.ts';
import { cardKind, countToday, isAllIn, isNewUser, nextMission, todaySentence } from './today.ts';

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
  const { check_in = false, due_today = check_in, needed_today = due_today, ...rest } = fields;
  return {
    id,
    title: id,
    patch: null,
    amounts: null,
    description: '',
    habit: 'shared',
    own_habit: null,
    duration_days: 30,
    first_day: '2026-11-01',
    last_day: '2026-11-30',
    start_date: '2026-10-31T16:00:00.000Z',
    end_date: '2026-11-30T16:00:00.000Z',
    timezone: 'Asia/Kuala_Lumpur',
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
    needed_today,
    needed_yesterday: false,
    own_goals: { level: null, streak: null },
    extra_today: false,
    week: null,
    points: 0,
    streak_days: 0,
    last_checkin_day: null,
    level: 1,
    level_goal: null,
    streak_goal: null,
    reward_description: null,
    ask_reminder: false,
    goal_progress: null,
    can: { ...CAN, check_in },
    ...rest,
  };
}

type Board = Pick<Dashboard, 'missions' | 'checked_in_missions' | 'quilt' | 'stats' | 'today'>;

/** Returns a dashboard on 21 November whose user last checked in the day before. */
const board = (
  missions: DashboardMission[],
  checked_in_missions: string[] = [],
  fields: Partial<Board> & { points?: number } = {},
): Board => ({
  missions,
  checked_in_missions,
  today: '2026-11-21',
  quilt: [{ day: '2026-11-20', count: 1 }],
  stats: { level: 1, points: fields.points ?? 10, streak_days: 0, total_missions: missions.length },
  ...fields,
});

describe('kinds of mission cards', () => {
  test.each([
    ['needed', mission('a', { check_in: true }), []],
    ['possible', mission('a', { check_in: true, needed_today: false }), []],
    ['done', mission('a'), ['a']],
    ['free', mission('a', { check_in: true, due_today: false }), []],
    ['upcoming', mission('a', { started: false }), []],
    ['ended', mission('a', { state: 'ended' }), []],
    // West of the owner the last day is still running; east of the owner it ends sooner.
    ['needed', mission('a', { state: 'ended', check_in: true }), []],
    ['ended', mission('a'), []],
    ['ended', mission('a', { state: 'ended' }), ['a']],
  ] as const)('shows a card as %s, case %#', (kind, card, checkedIn) => {
    expect(cardKind(card, board([card], [...checkedIn]))).toBe(kind);
  });
});

test('countToday counts only missions that are done or needed today', () => {
  const missions = [
    mission('a', { check_in: true }),
    mission('b'),
    mission('c', { started: false }),
    mission('d', { state: 'ended' }),
    mission('e', { check_in: true, due_today: false }),
    mission('f', { check_in: true, needed_today: false }),
  ];
  expect(countToday(board(missions, ['b']))).toEqual({ done: 1, total: 2 });
});

test('everything is checked in when nothing is needed and something is done', () => {
  const open = mission('a', { check_in: true });
  expect(isAllIn(board([open, mission('b')], ['b']))).toBe(false);
  expect(isAllIn(board([mission('a'), mission('b')], ['a', 'b']))).toBe(true);
  expect(isAllIn(board([mission('a'), mission('b', { check_in: true, due_today: false })], ['a']))).toBe(true);
  expect(isAllIn(board([mission('a'), mission('b', { check_in: true, needed_today: false })], ['a']))).toBe(true);
  expect(isAllIn(board([mission('a', { check_in: true, needed_today: false })]))).toBe(false);
  expect(isAllIn(board([mission('a', { started: false })]))).toBe(false);
  expect(isAllIn(board([]))).toBe(false);
});

test('the next mission is the first that needs a check-in, or else the first that is due', () => {
  const possible = mission('b', { check_in: true, needed_today: false });
  const missions = [mission('a'), possible, mission('c', { check_in: true }), mission('d', { check_in: true })];
  expect(nextMission(board(missions, ['a']))?.id).toBe('c');
  expect(nextMission(board([mission('a'), possible], ['a']))?.id).toBe('b');
  expect(nextMission(board([mission('a')], ['a']))).toBeUndefined();
});

test('a user is new without points and missions', () => {
  expect(isNewUser(board([], [], { points: 0 }))).toBe(true);
  expect(isNewUser(board([mission('a')], [], { points: 0 }))).toBe(false);
  expect(isNewUser(board([]))).toBe(false);
});

describe('first sentence of the dashboard', () => {
  const open = (id: string) => mission(id, { check_in: true });
  test.each([
    [board([open('a'), open('b'), mission('c')], ['c']), '2 check-ins to go today, Aisyah Rahman'],
    [board([open('a')]), 'One check-in to go today, Aisyah Rahman'],
    [board([mission('a')], ['a']), 'Done for today, Aisyah Rahman'],
    [
      board([mission('a'), mission('b', { check_in: true, needed_today: false })], ['a']),
      'Done for today, Aisyah Rahman',
    ],
    [board([mission('a', { started: false })]), 'Good evening, Aisyah Rahman'],
    [board([mission('a', { check_in: true, due_today: false })]), 'Good evening, Aisyah Rahman'],
    [board([mission('a', { check_in: true, needed_today: false })]), 'Good evening, Aisyah Rahman'],
  ])('counts the missions that still need today, case %#', (dashboard, sentence) => {
    expect(todaySentence(getT(), 'Aisyah Rahman', dashboard, 19)).toBe(sentence);
  });

  test.each([
    [4, 'Good evening, Mei Ling'],
    [5, 'Good morning, Mei Ling'],
    [12, 'Good afternoon, Mei Ling'],
    [17, 'Good evening, Mei Ling'],
    [22, 'Good evening, Mei Ling'],
  ])('follows the time of day: at %i it is %s', (hour, sentence) => {
    expect(todaySentence(getT(), 'Mei Ling', board([]), hour)).toBe(sentence);
  });

  const last = (day: string) => ({ quilt: [{ day, count: 2 }] });
  test.each([
    ['greets somebody who missed three days', [open('a')], [], last('2026-11-17'), 'Good to see you, Aisyah Rahman'],
    ['greets somebody whose quilt is empty again', [open('a')], [], { quilt: [] }, 'Good to see you, Aisyah Rahman'],
    ['counts after two missed days', [open('a')], [], last('2026-11-18'), 'One check-in to go today, Aisyah Rahman'],
    [
      'counts once something is done',
      [open('a'), mission('b')],
      ['b'],
      last('2026-11-10'),
      'One check-in to go today, Aisyah Rahman',
    ],
    ['greets nobody of whom nothing is needed', [], [], last('2026-11-10'), 'Good evening, Aisyah Rahman'],
    ['counts for a newcomer', [open('a')], [], { quilt: [], points: 0 }, 'One check-in to go today, Aisyah Rahman'],
  ] as const)('%s', (_, missions, done, fields, sentence) => {
    expect(
      todaySentence(
        getT(),
        'Aisyah Rahman',
        board([...missions], [...done], { ...fields, quilt: [...fields.quilt] }),
        19,
      ),
    ).toBe(sentence);
  });
});
