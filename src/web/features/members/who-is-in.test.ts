import { expect, test } from 'vitest';
import type { Mission } from '#contract/missions.ts';
import { DAILY, type Schedule } from '#domain/schedule.ts';
import { getT } from '#platform/web/lib/language.ts';
import {
  fireLine,
  isEveryoneIn,
  isExpected,
  isOut,
  memberNote,
  nudgeWords,
  outLine,
  sceneMembersOf,
} from './who-is-in.ts';

const open = {
  checked_in_today: false,
  checked_in_at: null,
  due_today: true,
  needed_today: true,
  week: null,
  away_until: null,
  nudged_by: null,
};
const FREE = { due_today: false, needed_today: false };
type Fields = Partial<Parameters<typeof memberNote>[1]>;
const note = (fields: Fields, schedule: Schedule = DAILY) =>
  memberNote(getT(), { ...open, ...fields }, { schedule }, 'Asia/Kuala_Lumpur');

test('an open day is noted as not yet, or as nudged', () => {
  expect(note({})).toBe('not yet');
  expect(note({ nudged_by: { name: 'Mei Ling', others: 0 } })).toBe('nudged by Mei Ling');
  expect(note({ nudged_by: { name: 'Mei Ling', others: 1 } })).toBe('nudged by Mei Ling and 1 other');
  expect(note({ nudged_by: { name: 'Mei Ling', others: 2 } })).toBe('nudged by Mei Ling and 2 others');
});

test('a checked-in member has the time, and no nudges', () => {
  const nudged_by = { name: 'Mei Ling', others: 0 };
  const checked_in_at = '2026-11-21T04:00:00.000Z';
  expect(note({ checked_in_today: true, checked_in_at, nudged_by })).toBe('in at 12:00');
  expect(note({ checked_in_today: true, nudged_by })).toBe('in');
});

test('a member on a break has its last day before any nudge, until they check in', () => {
  const nudged_by = { name: 'Mei Ling', others: 0 };
  const away = { away_until: '2026-12-03', ...FREE };
  expect(note({ ...away, nudged_by })).toBe('away until 3 Dec');
  expect(note(away, { kind: 'weekly', times: 3 })).toBe('away until 3 Dec');
  expect(note({ ...away, checked_in_today: true })).toBe('in');
});

test('a free day is noted as not today, and the member is not expected', () => {
  const schedule: Schedule = { kind: 'weekly', times: 3 };
  const free = { ...open, ...FREE };
  expect(note(free, schedule)).toBe('not today');
  expect(note({ ...free, nudged_by: { name: 'Mei Ling', others: 0 } }, schedule)).toBe('not today');
  expect(note({ ...free, checked_in_today: true }, schedule)).toBe('in');
  expect([free, { ...free, checked_in_today: true }, open].map((one) => isExpected(one, { schedule }))).toEqual([
    false,
    true,
    true,
  ]);
});

test('a member whose week can be kept without today shows the week and is not out', () => {
  const schedule: Schedule = { kind: 'weekly', times: 3 };
  const possible = { ...open, needed_today: false, week: { done: 2, target: 3 } };
  expect(note(possible, schedule)).toBe('2 of 3 this week');
  expect(isOut(possible)).toBe(false);
  expect(isExpected(possible, { schedule })).toBe(false);
  expect(note({ ...possible, needed_today: true }, schedule)).toBe('2 of 3, not yet');
});

test('everyone is in when at least one of several is, and nobody is due', () => {
  const done = { ...open, ...FREE, checked_in_today: true };
  const possible = { ...open, needed_today: false };
  expect(isEveryoneIn([done, { ...open, ...FREE }])).toBe(true);
  expect(isEveryoneIn([done, possible])).toBe(false);
  expect(
    isEveryoneIn([
      { ...open, ...FREE },
      { ...open, ...FREE },
    ]),
  ).toBe(false);
  expect(isEveryoneIn([done])).toBe(false);
});

test('a daily mission expects every member, except for members on a break', () => {
  const early = { ...open, ...FREE };
  expect(note(early)).toBe('not yet');
  expect(isExpected(early, { schedule: DAILY })).toBe(true);
  expect(isExpected({ ...early, away_until: '2026-12-03' }, { schedule: DAILY })).toBe(false);
});

test('a member who needs nothing on their own clock is not out', () => {
  expect([open, { ...open, ...FREE }, { ...open, checked_in_today: true }].map(isOut)).toEqual([true, false, false]);
  const [kuala, los] = ['a', 'b'].map((user_id) => ({
    ...open,
    user_id,
    name: user_id,
    avatar_url: null,
    joined_at: '',
  }));
  const members = [
    { ...kuala, ...FREE, checked_in_today: true },
    { ...los, ...FREE },
  ] as Mission['members'];
  expect(sceneMembersOf(members).map(({ is_in, is_due }) => [is_in, is_due])).toEqual([
    [true, false],
    [false, false],
  ]);
});

test('the line under the fire says who is in, or how far the week is', () => {
  const done = { ...open, ...FREE, checked_in_today: true };
  const team = (members: object[], schedule: Schedule = DAILY) =>
    fireLine(getT(), {
      members: members as Mission['members'],
      schedule,
      today: '2026-11-21',
      first_day: '2026-11-01',
    });
  expect(team([done, open, open])).toBe('1 of 3 are in');
  expect(team([done, done])).toBe('Everyone is in');
  const week = (done: number) => ({ ...open, week: { done, target: 3 } });
  expect(team([week(2), week(5), week(0)], { kind: 'weekly', times: 3 })).toBe('5 of 9 stitches this week');
  expect(team([{ ...open, ...FREE, away_until: '2026-12-03' }])).toBe('Nobody has to check in today');
});

test('the line names up to three members, and the button says who it nudges', () => {
  const names = ['Farid', 'Kim', 'Lena', 'Sam', 'Olu'];
  expect([0, 1, 2, 3, 5].map((n) => outLine(getT(), names.slice(0, n)))).toEqual([
    null,
    'Farid is not in yet',
    'Farid and Kim are not in yet',
    'Farid, Kim and Lena are not in yet',
    'Farid, Kim and 3 more are not in yet',
  ]);
  expect([1, 2, 3].map((n) => nudgeWords(getT(), names.slice(0, n)))).toEqual([
    'Nudge Farid',
    'Nudge both',
    'Nudge all 3',
  ]);
});
