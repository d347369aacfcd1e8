import { describe, expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { dayNumber } from '#domain/days.ts';
import type { Life } from '#domain/life.ts';
import { fromWire, toWire } from '#domain/life-wire.ts';
import { buildLife, buildMembership } from '#web/testing/build-life.ts';
import { buildItem } from '#web/testing/outbox-items.ts';
import { loadMission } from './load-mission.ts';
import { overDashboard, withCheckin } from './own-life.ts';
import { isOutdated } from './use-moment.ts';

const TODAY = '2026-11-21';
const at = (text: string) => new Date(`${text}:00.000Z`);
const MORNING = at(`${TODAY}T08:00`);
const AFTERNOON = at(`${TODAY}T13:00`);
const CHECKED_AT = '2026-11-21T01:00:00.000Z';

/** A daily mission of ten days. The viewer checked in on its first two days and forgot yesterday. */
const forgotten = buildLife([buildMembership({ first: '2026-11-18', length: 10, days: ['2026-11-18', '2026-11-19'] })]);
const checked = (life: Life, day = TODAY) => fromWire(withCheckin(toWire(life), 'm', dayNumber(day)));

const MISSION = {
  ...{ id: 'm', state: 'active', days_remaining: 7, timezone: 'UTC', can: { edit: true } },
  ...{ first_day: '2026-11-18', duration_days: 10, end_date: '2026-11-28T00:00:00.000Z', last_day: '2026-11-27' },
};

/** Returns the relevant part of a dashboard, as sent on the morning of `today`. */
const dashboardOf = (life: Life | null, fields: Partial<Dashboard> = {}): Dashboard =>
  ({
    today: TODAY,
    missions: [{ ...MISSION, points: 20, streak_days: 2 }],
    checked_in_missions: [],
    stats: { points: 20, level: 1, streak_days: 2 },
    pause: null,
    life: life && toWire(life),
    ...fields,
  }) as unknown as Dashboard;

const missionOf = (fields: Partial<Mission> = {}): Mission =>
  ({
    ...{ ...MISSION, today: TODAY, checked_in_today: false },
    members: [
      { user_id: 'me', checked_in_at: null, points: 20, away_until: null },
      { user_id: 'other', checked_in_today: true, checked_in_at: CHECKED_AT, points: 10 },
    ],
    ...fields,
  }) as unknown as Mission;

const pending = (local_day = TODAY, fields: object = {}) => buildItem('checkin', { local_day, ...fields });
const cardOf = (life: Life, items: Parameters<typeof overDashboard>[1], now: Date) =>
  overDashboard(dashboardOf(life), items, now).missions[0];

describe("dashboard with the viewer's days", () => {
  it('stays as sent without a `life`, as release 1.0.0 stored it', () => {
    const answer = dashboardOf(null);
    const { life: _, ...old } = answer;
    expect(overDashboard(answer, [pending()], AFTERNOON)).toBe(answer);
    expect(overDashboard(old as Dashboard, [pending()], AFTERNOON)).toBe(old);
  });

  it('shows a mission as sent if it is missing in the `life`', () => {
    const answer = dashboardOf(buildLife([]), { checked_in_missions: ['m'] });
    expect(overDashboard(answer, [pending()], AFTERNOON)).toMatchObject({
      missions: [answer.missions[0]],
      checked_in_missions: ['m'],
    });
  });

  it('offers yesterday until noon', () => {
    const open = { needed_today: true, can: { edit: true, check_in: true, check_in_yesterday: true } };
    expect(cardOf(forgotten, [], MORNING)).toMatchObject({ ...open, needed_yesterday: true, streak_days: 2 });
    const closed = { can: { check_in: true, check_in_yesterday: false }, needed_yesterday: false, streak_days: 0 };
    expect(cardOf(forgotten, [], AFTERNOON)).toMatchObject(closed);
  });

  it('counts a pending check-in of today and of an earlier day', () => {
    const shown = overDashboard(dashboardOf(forgotten), [pending(), pending('2026-11-20')], MORNING);
    expect(shown.missions[0]).toMatchObject({
      ...{ streak_days: 4, checkins_count: 4, counted_checkins: 4, planned_days: 10, last_checkin_day: TODAY },
      can: { check_in: false, check_in_yesterday: false },
      points: 20,
    });
    expect(shown).toMatchObject({ checked_in_missions: ['m'], stats: { streak_days: 4, points: 20 } });
  });

  it.each([
    ['that was refused', pending(TODAY, { state: 'refused' })],
    ['of another mission', pending(TODAY, { mission_id: 'n' })],
    ['of a day before the mission', pending('2026-11-17')],
    ['of a day after it', pending('2026-11-28')],
    ['that is a comment', buildItem('comment')],
  ])('does not count a pending item %s', (_, item) => {
    expect(overDashboard(dashboardOf(forgotten), [item], MORNING)).toEqual(
      overDashboard(dashboardOf(forgotten), [], MORNING),
    );
  });

  it("starts a new day at midnight on the viewer's clock", () => {
    const tokyo = { ...checked(forgotten), zone: 'Asia/Tokyo' };
    const answer = dashboardOf(tokyo, { checked_in_missions: ['m'] });
    expect(overDashboard(answer, [], at(`${TODAY}T14:59`))).toMatchObject({ today: TODAY, checked_in_missions: ['m'] });
    expect(overDashboard(answer, [], at(`${TODAY}T15:00`))).toMatchObject({
      ...{ today: '2026-11-22', checked_in_missions: [] },
      missions: [{ needed_today: true, started: true, days_remaining: 7 }],
    });
  });

  it('starts a day as done if the viewer checked in for it further east', () => {
    const answer = dashboardOf(checked(forgotten, '2026-11-22'));
    expect(overDashboard(answer, [], at('2026-11-22T08:00'))).toMatchObject({ checked_in_missions: ['m'] });
  });

  it('ends a mission, and counts its days down, at midnight in its own zone', () => {
    const zoned = { ...MISSION, timezone: 'Asia/Kuala_Lumpur', end_date: '2026-11-27T16:00:00.000Z' };
    const answer = dashboardOf(forgotten, { missions: [zoned] as unknown as Dashboard['missions'] });
    const missionAt = (now: string) => overDashboard(answer, [], at(now)).missions[0];
    expect(missionAt('2026-11-21T15:59')).toMatchObject({ state: 'active', days_remaining: 7 });
    expect(missionAt('2026-11-21T16:00')).toMatchObject({ state: 'active', days_remaining: 6 });
    expect(missionAt('2026-11-27T15:59')).toMatchObject({ state: 'active', days_remaining: 1 });
    expect(missionAt('2026-11-27T16:00')).toMatchObject({ state: 'ended', days_remaining: 0 });
  });

  it('ends a break after its last day', () => {
    const life = buildLife(forgotten.memberships, [['2026-11-20', TODAY]]);
    const answer = dashboardOf(life, { pause: { id: 'p', to_day: TODAY } });
    expect(overDashboard(answer, [], AFTERNOON)).toMatchObject({
      pause: { id: 'p' },
      missions: [{ due_today: false }],
    });
    expect(overDashboard(answer, [], at('2026-11-22T00:00'))).toMatchObject({
      pause: null,
      missions: [{ needed_today: true }],
    });
  });

  it("stays on the day of the response while the device's clock is behind", () => {
    const early = at('2026-11-20T09:00');
    const shown = overDashboard(dashboardOf(forgotten), [], early);
    expect(shown).toMatchObject({ today: TODAY, missions: [{ can: { check_in_yesterday: false } }] });
    const missions = [{ ...MISSION, can: { check_in_yesterday: true } }] as unknown as Dashboard['missions'];
    expect(overDashboard(dashboardOf(forgotten, { missions }), [], early).missions[0]).toMatchObject({
      can: { check_in_yesterday: true },
    });
  });
});

describe("mission with the viewer's days", () => {
  const load = (life: Life | null, fields: Partial<Parameters<typeof loadMission>[1]> = {}, answer = missionOf()) =>
    loadMission(answer, {
      ...{ userId: 'me', items: [], now: MORNING, home: dashboardOf(life), isNewest: false },
      ...fields,
    });

  it('stays as sent without a `life`, or if it is missing in the `life`', () => {
    const answer = missionOf();
    const items = [pending()];
    expect(load(null, { items }, answer)).toEqual({ fetched: answer, mission: answer, pending: null });
    expect(load(null, { items, home: undefined }, answer).mission).toBe(answer);
    expect(load(buildLife([]), { items }, answer).mission).toBe(answer);
  });

  it('counts a pending check-in for the viewer only', () => {
    const item = pending();
    const answer = missionOf();
    const { mission, pending: shown } = load(forgotten, { items: [item] }, answer);
    expect(shown).toBe(item);
    expect(mission).toMatchObject({ checked_in_today: true, can: { check_in: false, edit: true }, due_today: false });
    expect(mission.members).toEqual([
      {
        ...{ user_id: 'me', points: 20, checked_in_today: true, checked_in_at: item.performed_at, away_until: null },
        ...{ streak_days: 3, checkins_count: 3, share_since_joining: 100 },
        ...{ due_today: false, needed_today: false, week: null },
      },
      answer.members[1],
    ]);
  });

  it('hides a pending check-in while a screen waits for it and after it has arrived', () => {
    const awaited = pending(TODAY, { awaited_until: Date.now() + 60_000 });
    expect(load(forgotten, { items: [awaited] })).toMatchObject({ pending: null, mission: { checked_in_today: true } });
    expect(load(checked(forgotten), { items: [pending()] }).pending).toBeNull();
  });

  it("takes the mission's day from the newer of two responses", () => {
    const done = missionOf({ checked_in_today: true });
    const isDone = (life: Life, isNewest: boolean, answer: Mission) =>
      load(life, { isNewest }, answer).mission.checked_in_today;
    expect([isDone(forgotten, true, done), isDone(forgotten, false, done)]).toEqual([true, false]);
    const undone = missionOf();
    expect([isDone(checked(forgotten), true, undone), isDone(checked(forgotten), false, undone)]).toEqual([
      false,
      true,
    ]);
  });

  it("shows the viewer's break from its first day on", () => {
    const away = buildLife(forgotten.memberships, [['2026-11-22', '2026-11-23']]);
    const awayUntil = (day: string) =>
      load(away, { now: at(`${day}T10:00`) }).mission.members.map(({ away_until }) => away_until);
    expect(awayUntil(TODAY)).toEqual([null, undefined]);
    expect(awayUntil('2026-11-22')).toEqual(['2026-11-23', undefined]);
    expect(awayUntil('2026-11-24')).toEqual([null, undefined]);
  });

  it('drops the time of the check-in on a new day', () => {
    const answer = missionOf({ checked_in_today: true });
    answer.members[0]!.checked_in_at = CHECKED_AT;
    const life = checked(checked(forgotten), '2026-11-22');
    const checkedAt = (now: Date) => load(life, { now }, answer).mission.members[0]!.checked_in_at;
    expect([checkedAt(MORNING), checkedAt(at('2026-11-22T10:00'))]).toEqual([CHECKED_AT, null]);
  });
});

describe('isOutdated', () => {
  it.each([
    ['within a half day', forgotten, at(`${TODAY}T11:45`), false],
    ['at noon with an open yesterday', forgotten, at(`${TODAY}T12:00`), true],
    ['at noon without one', checked(forgotten, '2026-11-20'), at(`${TODAY}T12:00`), false],
    ['at midnight', forgotten, at('2026-11-22T00:00'), true],
  ])('detects changes that only time causes: %s', (_, life, now, isFound) => {
    expect(isOutdated(dashboardOf(life), MORNING, now)).toBe(isFound);
  });
});
