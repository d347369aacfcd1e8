import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays, dayOf, laterDay } from '#domain/days.ts';
import { markCheckedIn, markDashboardCheckedIn, startDashboardDay, startDay } from './mission-view.ts';

const FIRST_DAY = '2026-11-20';
const AT = '2026-11-21T01:30:00.000Z';
const STATES = ['active', 'ended', 'completed'] as const;

const members = fc.uniqueArray(
  fc.record({
    user_id: fc.constantFrom('me', 'ana', 'bo', 'cem'),
    checked_in_today: fc.boolean(),
    points: fc.nat(500),
    checkins_count: fc.nat(50),
    streak_days: fc.nat(50),
  }),
  { selector: (member) => member.user_id },
);

/** A mission of three days as it was last seen on one of five days around them. */
const missions = fc
  .record({ members, today: fc.integer({ min: -1, max: 3 }), state: fc.constantFrom(...STATES), done: fc.boolean() })
  .map(({ members, today, state, done }) => {
    const fields = { id: 'm', first_day: FIRST_DAY, last_day: addDays(FIRST_DAY, 2), state };
    const others = members.filter(({ user_id }) => user_id !== 'me');
    const own = {
      user_id: 'me',
      points: 40,
      checkins_count: 3,
      streak_days: 2,
      checked_in_today: done,
      away_until: null,
    };
    return {
      ...fields,
      today: addDays(FIRST_DAY, today),
      end_date: '2026-11-22T16:00:00.000Z',
      checked_in_today: done,
      days_remaining: 2,
      can: { edit: true, invite: true, check_in: !done },
      members: [...others, own].map((one) => ({ ...one, checked_in_at: one.checked_in_today ? AT : null })),
    } as unknown as Mission;
  });

/** The dashboard of the same moment. */
const dashboardOf = ({ today, checked_in_today, ...mission }: Mission): Dashboard =>
  ({
    today,
    missions: [
      { ...mission, started: true, points: 40, checkins_count: 3, streak_days: 2 },
      { id: 'other', can: {} },
    ],
    checked_in_missions: checked_in_today ? ['m'] : [],
  }) as unknown as Dashboard;

const receipt = (local_day: string) =>
  ({ checkin: { local_day, mission_id: 'm', points_earned: 15 }, mission_streak_days: 3 }) as CheckinReceipt;
const ownOf = (mission: Mission) => mission.members.find(({ user_id }) => user_id === 'me')!;
const othersOf = (mission: Mission) => mission.members.filter(({ user_id }) => user_id !== 'me');
const property = (check: (mission: Mission) => void) => fc.assert(fc.property(missions, check));

describe('markCheckedIn', () => {
  it('A receipt closes the day of its author, counts once, and changes no other member.', () => {
    property((mission) => {
      const marked = markCheckedIn(mission, 'me', AT, receipt(mission.today));
      expect([marked.checked_in_today, marked.can.check_in, marked.can.edit]).toEqual([true, false, true]);
      expect(othersOf(marked)).toEqual(othersOf(mission));
      const earned = mission.checked_in_today ? 0 : 15;
      expect(ownOf(marked)).toMatchObject({ checked_in_today: true, checked_in_at: AT, points: 40 + earned });
      expect(markCheckedIn(marked, 'me', 'later', receipt(mission.today))).toBe(marked);
    });
  });

  it('A pending check-in adds no points.', () => {
    property((mission) => {
      const marked = markCheckedIn(mission, 'me', AT);
      expect(ownOf(marked)).toEqual({ ...ownOf(mission), checked_in_today: true, checked_in_at: AT });
    });
  });

  it('A receipt for another day changes nothing today.', () => {
    property((mission) => {
      const yesterday = receipt(addDays(mission.today, -1));
      expect(markCheckedIn(mission, 'me', AT, yesterday)).toBe(mission);
      const dashboard = dashboardOf(mission);
      expect(markDashboardCheckedIn(dashboard, 'm', yesterday)).toBe(dashboard);
    });
  });

  it('A receipt says the same on the dashboard as on the page of the mission.', () => {
    property((mission) => {
      const marked = markCheckedIn(mission, 'me', AT, receipt(mission.today));
      const dashboard = markDashboardCheckedIn(dashboardOf(mission), 'm', receipt(mission.today));
      const { points, checkins_count, streak_days } = ownOf(marked);
      expect(dashboard.missions[0]).toMatchObject({ points, checkins_count, streak_days, can: marked.can });
      expect(dashboard.checked_in_missions).toEqual(['m']);
      expect(markDashboardCheckedIn(dashboard, 'm', receipt(mission.today))).toBe(dashboard);
      expect(markDashboardCheckedIn(dashboard, 'unknown')).toBe(dashboard);
    });
  });
});

describe('startDay', () => {
  const days = fc.integer({ min: -2, max: 6 });
  const noon = (day: string) => new Date(`${day}T12:00:00.000Z`);
  const start = (mission: Mission, day: string) => startDay(mission, 'me', day, noon(day));
  const hasEnded = ({ state, end_date }: Mission, day: string) => state === 'active' && noon(day) >= new Date(end_date);

  it('A new day opens a check-in for the viewer while the mission runs, and leaves the other members as they were.', () => {
    fc.assert(
      fc.property(missions, days, (mission, ahead) => {
        const day = addDays(mission.today, ahead);
        const started = start(mission, day);
        if (ahead <= 0 && hasEnded(mission, day)) expect(started).toEqual({ ...mission, state: 'ended' });
        else if (ahead <= 0) expect(started).toBe(mission);
        if (ahead <= 0) return;
        expect(othersOf(started)).toEqual(othersOf(mission));
        expect(ownOf(started)).toEqual({ ...ownOf(mission), checked_in_today: false, checked_in_at: null });
        const running = mission.state !== 'completed' && day >= mission.first_day && day <= mission.last_day;
        expect([started.today, started.checked_in_today, started.can.check_in]).toEqual([day, false, running]);
      }),
    );
  });

  it('The viewer’s break is over in what is cached once its last day has passed.', () => {
    fc.assert(
      fc.property(missions, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 6 }), (mission, ahead, lasts) => {
        const [day, away_until] = [addDays(mission.today, ahead), addDays(mission.today, lasts)];
        const members = mission.members.map((member) => ({ ...member, away_until }));
        const started = start({ ...mission, members }, day);
        expect(ownOf(started).away_until).toBe(lasts >= ahead ? away_until : null);
        expect(othersOf(started).every((member) => member.away_until === away_until)).toBe(true);
        const pause = { id: 'p', to_day: away_until };
        const dashboard = startDashboardDay({ ...dashboardOf(mission), pause }, day, noon(day));
        expect(dashboard.pause).toEqual(lasts >= ahead ? pause : null);
      }),
    );
  });

  it('A new day begins the same way after several days and after a check-in on the day before.', () => {
    fc.assert(
      fc.property(missions, days, days, (mission, one, other) => {
        const first = addDays(mission.today, one);
        const last = addDays(mission.today, Math.max(one, other));
        const daily = start(start(mission, first), last);
        if (last > mission.today) expect(daily).toEqual(start(mission, last));
        expect(start(markCheckedIn(mission, 'me', AT), laterDay(last, addDays(mission.today, 1)))).toEqual(
          start(mission, laterDay(last, addDays(mission.today, 1))),
        );
      }),
    );
  });

  it('A new day says the same on the dashboard as on the page of the mission.', () => {
    fc.assert(
      fc.property(missions, days, (mission, ahead) => {
        const day = addDays(mission.today, ahead);
        const before = dashboardOf(mission);
        const dashboard = startDashboardDay(before, day, noon(day));
        if (ahead <= 0 && hasEnded(mission, day)) expect(dashboard.missions[0]!.state).toBe('ended');
        else if (ahead <= 0) expect(dashboard).toBe(before);
        if (ahead <= 0) return;
        const { state, days_remaining, can } = start(mission, day);
        const started = day >= mission.first_day;
        expect(dashboard.missions[0]).toMatchObject({ state, days_remaining, can, started });
        expect([dashboard.today, dashboard.checked_in_missions]).toEqual([day, []]);
      }),
    );
  });

  const mission = {
    id: 'm',
    first_day: FIRST_DAY,
    last_day: '2026-11-22',
    end_date: '2026-11-22T16:00:00.000Z',
    state: 'active',
    today: '2026-11-21',
    checked_in_today: true,
    can: { check_in: false },
    members: [],
  } as unknown as Mission;
  const at = (instant: string) => {
    const now = new Date(instant);
    return startDay(mission, 'me', dayOf(now, 'Asia/Kuala_Lumpur'), now);
  };

  it('A new day begins at midnight on the clock of the viewer.', () => {
    expect(at('2026-11-21T15:59:59.999Z')).toBe(mission);
    expect(at('2026-11-21T16:00:00.000Z')).toMatchObject({ today: '2026-11-22', days_remaining: 1, state: 'active' });
  });

  it('A mission ends when its last day is over.', () => {
    expect(at('2026-11-22T16:00:00.000Z')).toMatchObject({
      state: 'ended',
      days_remaining: 0,
      can: { check_in: false },
    });
  });
});
