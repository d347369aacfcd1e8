import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Mission } from '#contract/missions.ts';
import { DAILY, type Schedule } from '#domain/schedule.ts';
import { readProblem } from '#platform/i18n/problem.ts';
import { getT } from '#platform/web/lib/language.ts';
import {
  checkSchedule,
  DraftInput,
  emptyDraft,
  hasOptions,
  nextRoundOf,
  readDraft,
  scheduleOfText,
  scheduleText,
} from './mission-draft.ts';

const filled = { ...emptyDraft('2026-11-21'), title: ' Read ', description: '<p>Twenty pages</p>', goal: 'Two books' };
const messagesOf = (draft: typeof filled) =>
  Object.fromEntries(
    (z.safeParse(DraftInput, draft).error?.issues ?? []).map((i) => [i.path[0], readProblem(i.message, getT())]),
  );

describe('mission draft', () => {
  it('has no ranking if each member has their own habit', () => {
    const draft = { ...filled, board: 'stars', habit: 'own', own_habit: 'Ten pages' } as const;
    expect(z.parse(DraftInput, draft)).toMatchObject({ habit: 'own', board: 'together' });
    expect(z.parse(DraftInput, { ...draft, habit: 'shared' })).toMatchObject({ habit: 'shared', board: 'stars' });
    expect(z.parse(DraftInput, draft)).not.toHaveProperty('own_habit');
  });

  it('has options if one differs from its default, except the fixed board of own habits', () => {
    expect(hasOptions(filled)).toBe(false);
    expect(hasOptions({ ...filled, streak_goal: '24' })).toBe(true);
    expect(hasOptions({ ...filled, board: 'together' })).toBe(true);
    expect(hasOptions({ ...filled, board: 'together', habit: 'own' })).toBe(false);
  });

  it('becomes valid API input, with null for empty goals', () => {
    expect(z.parse(DraftInput, { ...filled, level_goal: '3' })).toEqual({
      habit: 'shared',
      title: 'Read',
      description: '<p>Twenty pages</p>',
      goal: 'Two books',
      duration_days: 30,
      start_date: '2026-11-21',
      schedule: { kind: 'daily' },
      board: 'stars',
      patch: null,
      level_goal: 3,
      streak_goal: null,
      reward_description: '',
    });
  });

  it('reports each missing field', () => {
    const required = 'Please fill in all required fields';
    expect(messagesOf({ ...filled, title: ' ', description: '', goal: '' })).toEqual({
      title: required,
      description: required,
      goal: required,
    });
  });

  it.each(['', '0', '366', '2.5', '-1'])('rejects a duration of "%s"', (duration_days) => {
    expect(messagesOf({ ...filled, duration_days })).toEqual({
      duration_days: 'Duration must be between 1 and 365 days',
    });
  });

  it('needs a first day', () => {
    expect(messagesOf({ ...filled, start_date: '' })).toEqual({ start_date: 'Please choose a start date' });
  });

  it('rejects goals out of range', () => {
    expect(messagesOf({ ...filled, level_goal: '51', streak_goal: '0' })).toEqual({
      level_goal: 'Target level must be between 1 and 50',
      streak_goal: 'Target streak must be between 1 and 365',
    });
  });
});

it('a draft after a reload starts today or later, or has no first day yet', () => {
  const saved = (start_date: string) => {
    vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify({ ...filled, start_date }) });
    return (initial: string) => readDraft('key', { ...filled, start_date: initial }, '2026-11-21').start_date;
  };
  expect(['', '2026-11-21', '2026-11-24'].map(saved('2026-11-20'))).toEqual(['2026-11-21', '2026-11-21', '2026-11-24']);
  expect(['', '2026-11-21'].map(saved('2026-12-24'))).toEqual(['2026-12-24', '2026-12-24']);
  expect(['', '2026-11-21'].map(saved(''))).toEqual(['', '']);
  vi.unstubAllGlobals();
});

describe('schedule of a draft', () => {
  const schedules: Schedule[] = [
    DAILY,
    { kind: 'weekly', times: 3 },
    { kind: 'weekdays', days: ['mon', 'wed', 'fri'] },
  ];

  it('survives a round trip through its text form', () => {
    for (const schedule of schedules) {
      const text = scheduleText(schedule);
      expect(scheduleOfText(text)).toEqual(schedule);
      expect(z.parse(DraftInput, { ...filled, schedule: text }).schedule).toEqual(schedule);
    }
    expect(scheduleOfText('weekdays fri mon')).toEqual({ kind: 'weekdays', days: ['mon', 'fri'] });
  });

  it('rejects no weekday and all seven weekdays, at the field', () => {
    for (const schedule of ['weekdays', 'weekdays mon tue wed thu fri sat sun'])
      expect(messagesOf({ ...filled, schedule })).toEqual({ schedule: 'Choose one to six days' });
    expect(messagesOf({ ...filled, schedule: 'weekly 7' })).toEqual({ schedule: 'Please choose how often' });
  });

  it("rejects a schedule that does not fit the mission's days, at the field", () => {
    const check = (schedule: string, duration_days: string) => checkSchedule({ ...filled, schedule, duration_days });
    expect(check('weekly 3', '6')).toEqual({ schedule: 'Times a week need at least 7 days' });
    expect(check('weekdays mon', '2')).toEqual({ schedule: 'None of these days is in the mission' });
    expect(check('weekdays mon', '3')).toEqual({});
    expect(check('weekly 3', '7')).toEqual({});
    expect(check('weekly 3', 'no number')).toEqual({});
  });
});

it("the next round copies the mission with the creator's own habit and starts on its next start day", () => {
  const schedule: Schedule = { kind: 'weekdays', days: ['tue', 'sat'] };
  const mission = {
    ...{
      id: 'm',
      patch: { motif: 'book', palette: 'ember', outline: 'round' },
      title: 'Read',
      description: '<p>Any book.</p>',
      goal: 'Two books',
      duration_days: 21,
      first_day: '2026-10-05',
      members: [
        { user_id: 'ana', own_habit: 'Ten pages' },
        { user_id: 'ben', own_habit: 'Five km' },
        { user_id: 'cy', own_habit: null },
      ],
    },
    ...{ schedule, habit: 'own', board: 'together', level_goal: null, streak_goal: 5, reward_description: 'Ramen' },
  } as Mission;
  // 2026-11-21 is a Saturday.
  expect(nextRoundOf(mission, '2026-11-21', 'cy').own_habit).toBe('');
  expect(nextRoundOf(mission, '2026-11-21', 'ben')).toEqual({
    ...{ habit: 'own', own_habit: 'Five km' },
    ...{ title: 'Read', description: '<p>Any book.</p>', goal: 'Two books', duration_days: '21' },
    ...{ schedule: 'weekdays tue sat', start_date: '2026-11-24', board: 'together' },
    ...{ patch: 'book ember round', patch_seed: 'm' },
    ...{ level_goal: '', streak_goal: '5', reward_description: 'Ramen' },
  });
});
