import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { packDays } from '#domain/day-bits.ts';
import { tallyDays } from '#domain/day-tally.ts';
import { addDays, laterDay } from '#domain/days.ts';
import { DAILY, isScheduledOn, type Schedule } from '#domain/schedule.ts';
import { dueToday, isExtra } from '#domain/schedule-days.ts';
import { markCheckedIn, markDashboardCheckedIn } from './mark-checked-in.ts';
import { startDashboardDay, startDay } from './roll-over-day.ts';

const FIRST_DAY = '2026-11-20';
const AT = '2026-11-21T01:30:00.000Z';
const STATES = ['active', 'ended', 'completed'] as const;

const schedules = fc.constantFrom<Schedule>(
  DAILY,
  { kind: 'weekly', times: 2 },
  { kind: 'weekdays', days: ['mon', 'fri', 'sun'] },
);

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
  .record({
    members,
    today: fc.integer({ min: -1, max: 3 }),
    state: fc.constantFrom(...STATES),
    done: fc.boolean(),
    schedule: schedules,
    forgotten: fc.boolean(),
  })
  .map(({ members, today, state, done, schedule, forgotten }) => {
    const dated = { schedule, first_day: FIRST_DAY, duration_days: 3 };
    const checkins = done ? [{ day: addDays(FIRST_DAY, today), is_extra: false }] : [];
    const due = dueToday(dated, addDays(FIRST_DAY, today), {
      ...{ can_check_in: !done, joined_day: FIRST_DAY, checkins, pauses: [] },
    });
    const fields = {
      id: 'm',
      ...dated,
      ...due,
      needed_yesterday: forgotten,
      counted_checkins: 3,
      planned_days: 5,
      last_day: addDays(FIRST_DAY, 2),
      state,
    };
    const others = members.filter(({ user_id }) => user_id !== 'me');
    const { due_today, needed_today, week } = due;
    const own = {
      user_id: 'me',
      due_today,
      needed_today,
      week: week && { done: week.done, target: week.target },
      away_until: null,
      points: 40,
      checkins_count: 3,
      streak_days: 2,
      checked_in_today: done,
    };
    return {
      ...fields,
      today: addDays(FIRST_DAY, today),
      end_date: '2026-11-22T16:00:00.000Z',
      checked_in_today: done,
      timezone: 'Asia/Kuala_Lumpur',
      days_remaining: 3 - today,
      can: { edit: true, invite: true, check_in: !done, check_in_yesterday: forgotten },
      members: [...others, own].map((one) => ({ ...one, checked_in_at: one.checked_in_today ? AT : null })),
    } as unknown as Mission;
  });

/** The dashboard of the same moment. */
const dashboardOf = ({ today, checked_in_today, ...mission }: Mission): Dashboard =>
  ({
    today,
    missions: [
      { ...mission, started: true, points: 40, checkins_count: 3, streak_days: 2 },
      {
        id: 'other',
        can: {},
        needed_yesterday: false,
        schedule: DAILY,
        first_day: FIRST_DAY,
        duration_days: 3,
        days_remaining: 0,
        week: null,
      },
    ],
    checked_in_missions: checked_in_today ? ['m'] : [],
    stats: { streak_days: 5 },
    pause: null,
    next_pause: null,
  }) as unknown as Dashboard;

const receipt = (local_day: string) =>
  ({
    checkin: { local_day, mission_id: 'm', points_earned: 15, is_extra: false },
    mission_streak_days: 3,
  }) as CheckinReceipt;
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

  it('A pending check-in adds no points, and the streaks shown are those that it makes.', () => {
    property((mission) => {
      const marked = markCheckedIn(mission, 'me', AT);
      const added = mission.checked_in_today ? 0 : 1;
      expect(ownOf(marked)).toEqual({
        ...ownOf(mission),
        checked_in_today: true,
        due_today: mission.checked_in_today && ownOf(mission).due_today,
        needed_today: mission.checked_in_today && ownOf(mission).needed_today,
        week: marked.week && { done: marked.week.done, target: marked.week.target },
        checked_in_at: AT,
        checkins_count: 3 + added,
        streak_days: 2 + added,
      });
      const dashboard = markDashboardCheckedIn(dashboardOf(mission), 'm');
      expect(dashboard.missions[0]).toMatchObject({
        points: 40,
        checkins_count: 3 + added,
        counted_checkins: 3 + (mission.extra_today ? 0 : added),
        streak_days: 2 + added,
      });
      expect(dashboard.stats.streak_days).toBe(5 + added);
    });
  });

  it('A receipt for another day changes nothing today.', () => {
    property((mission) => {
      const other = receipt(addDays(mission.today, mission.can.check_in_yesterday ? -2 : -1));
      expect(markCheckedIn(mission, 'me', AT, other)).toBe(mission);
      const dashboard = dashboardOf(mission);
      expect(markDashboardCheckedIn(dashboard, 'm', other)).toBe(dashboard);
    });
  });

  it('A receipt for yesterday counts once where that day was open, and leaves today as it is.', () => {
    property((mission) => {
      const open = { ...mission, can: { ...mission.can, check_in_yesterday: true }, needed_yesterday: true };
      const yesterday = receipt(addDays(mission.today, -1));
      const marked = markCheckedIn(open, 'me', AT, yesterday);
      expect(marked.can).toEqual({ ...open.can, check_in_yesterday: false });
      expect(marked.needed_yesterday).toBe(false);
      expect([marked.checked_in_today, marked.today]).toEqual([mission.checked_in_today, mission.today]);
      expect(ownOf(marked)).toMatchObject({
        points: 55,
        checkins_count: 4,
        streak_days: 3,
        due_today: marked.due_today,
      });
      expect(othersOf(marked)).toEqual(othersOf(mission));
      if (mission.week) {
        const inWeek = addDays(mission.today, -1) >= mission.week.from_day;
        const done = mission.week.done + (inWeek ? 1 : 0);
        expect(marked.week).toEqual({ ...mission.week, done, target: Math.max(mission.week.target, done) });
      }
      expect(markCheckedIn(marked, 'me', AT, yesterday)).toBe(marked);
      const dashboard = markDashboardCheckedIn(dashboardOf(open), 'm', yesterday);
      const { can, week, due_today } = marked;
      const counted = { points: 55, checkins_count: 4, streak_days: 3 };
      expect(dashboard.missions[0]).toMatchObject({ ...counted, can, week, due_today });
      expect(dashboard.checked_in_missions).toEqual(dashboardOf(open).checked_in_missions);
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
  const ME = { id: 'me', timezone: 'UTC' };
  // Yesterday is open in the morning.
  const morning = (day: string) => new Date(`${day}T08:00:00.000Z`);
  const start = (mission: Mission, day: string) => startDay(mission, ME, morning(day));
  const startDashboard = (dashboard: Dashboard, day: string) => startDashboardDay(dashboard, ME.timezone, morning(day));
  const hasEnded = ({ state, end_date }: Mission, day: string) =>
    state === 'active' && morning(day) >= new Date(end_date);

  it('A new day opens a check-in for the viewer while the mission runs, and leaves the other members as they were.', () => {
    fc.assert(
      fc.property(missions, days, (mission, ahead) => {
        const day = addDays(mission.today, ahead);
        const started = start(mission, day);
        if (ahead <= 0 && hasEnded(mission, day)) expect(started).toEqual({ ...mission, state: 'ended' });
        else if (ahead <= 0) expect(started).toBe(mission);
        if (ahead <= 0) return;
        expect(othersOf(started)).toEqual(othersOf(mission));
        expect(ownOf(started)).toEqual({
          ...ownOf(mission),
          checked_in_today: false,
          checked_in_at: null,
          due_today: started.due_today,
          needed_today: started.needed_today,
          week: started.week && { done: started.week.done, target: started.week.target },
        });
        const running = mission.state !== 'completed' && day >= mission.first_day && day <= mission.last_day;
        expect([started.today, started.checked_in_today, started.can.check_in]).toEqual([day, false, running]);
        const before = addDays(day, -1);
        const ran = mission.state !== 'completed' && before >= mission.first_day && before <= mission.last_day;
        const isOpen = ran && (ahead > 1 || mission.can.check_in);
        // What a schedule leaves free is not asked for afterwards.
        if (mission.schedule.kind === 'daily' || !isOpen) expect(started.can.check_in_yesterday).toBe(isOpen);
        if (mission.schedule.kind === 'weekdays' && !isScheduledOn(mission.schedule, before))
          expect(started.can.check_in_yesterday).toBe(false);
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
        const dashboard = startDashboard({ ...dashboardOf(mission), pause }, day);
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
        const next = laterDay(last, addDays(mission.today, 1));
        const marked = markCheckedIn(mission, 'me', AT);
        // What it counted stays, in a week that goes on too, and its day is not offered again.
        const can = { ...mission.can, check_in: false };
        const members = mission.members.map((member, at) => {
          const { checkins_count, streak_days } = marked.members[at]!;
          return { ...member, checkins_count, streak_days };
        });
        const { week, counted_checkins, planned_days, last_checkin_day } = marked;
        const stitches = { counted_checkins, planned_days, last_checkin_day };
        expect(start(marked, next)).toEqual(start({ ...mission, ...stitches, week, can, members }, next));
      }),
    );
  });

  it('A new day says the same on the dashboard as on the page of the mission.', () => {
    fc.assert(
      fc.property(missions, days, (mission, ahead) => {
        const day = addDays(mission.today, ahead);
        const before = dashboardOf(mission);
        const dashboard = startDashboard(before, day);
        if (ahead <= 0 && hasEnded(mission, day)) expect(dashboard.missions[0]!.state).toBe('ended');
        else if (ahead <= 0) expect(dashboard).toBe(before);
        if (ahead <= 0) return;
        const { state, days_remaining, can, due_today, extra_today, week } = start(mission, day);
        const started = day >= mission.first_day;
        expect(dashboard.missions[0]).toMatchObject({
          ...{ state, days_remaining, can, started },
          ...{ due_today, extra_today, week },
        });
        expect([dashboard.today, dashboard.checked_in_missions]).toEqual([day, []]);
      }),
    );
  });

  const mission = {
    id: 'm',
    first_day: FIRST_DAY,
    last_day: '2026-11-22',
    end_date: '2026-11-22T16:00:00.000Z',
    timezone: 'Asia/Kuala_Lumpur',
    days_remaining: 2,
    state: 'active',
    duration_days: 3,
    schedule: DAILY,
    week: null,
    today: '2026-11-21',
    checked_in_today: true,
    can: { check_in: false },
    members: [],
  } as unknown as Mission;
  const at = (instant: string) => {
    const now = new Date(instant);
    return startDay(mission, { id: 'me', timezone: 'Asia/Kuala_Lumpur' }, now);
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

describe('what is due', () => {
  const weekly = (week: object, fields: object = {}) =>
    ({
      id: 'm',
      first_day: '2026-11-16',
      last_day: '2026-12-13',
      duration_days: 28,
      end_date: '2026-12-13T16:00:00.000Z',
      state: 'active',
      today: '2026-11-21',
      schedule: { kind: 'weekly', times: 3 },
      week: { from_day: '2026-11-16', to_day: '2026-11-22', target: 3, ...week },
      checked_in_today: false,
      counted_checkins: 3,
      planned_days: 12,
      due_today: true,
      extra_today: false,
      can: { check_in: true },
      members: [{ user_id: 'me', checked_in_today: false, due_today: true, away_until: null }],
      ...fields,
    }) as unknown as Mission;
  const on = (mission: Mission, day: string) =>
    startDay(mission, { id: 'me', timezone: 'UTC' }, new Date(`${day}T04:00:00.000Z`));

  it('A check-in adds to the week, unless it is extra, and nothing more is due.', () => {
    const done = markCheckedIn(weekly({ done: 1 }), 'me', AT);
    expect(done).toMatchObject({ week: { done: 2 }, due_today: false, members: [{ due_today: false }] });
    const extra = weekly({ done: 3 }, { due_today: false, extra_today: true });
    expect(markCheckedIn(extra, 'me', AT)).toMatchObject({ week: { done: 3 }, extra_today: false });
    const other = { ...receipt('2026-11-21'), checkin: { ...receipt('2026-11-21').checkin, is_extra: true } };
    expect(markCheckedIn(weekly({ done: 1 }), 'me', AT, other)).toMatchObject({ week: { done: 1 } });
  });

  it('counts a check-in as the tally of days does after it', () => {
    const some = fc.record({
      schedule: schedules,
      row: fc.array(fc.boolean(), { maxLength: 20 }),
      paused: fc.option(fc.tuple(fc.nat(20), fc.nat(6)), { nil: null }),
    });
    fc.assert(
      fc.property(some, ({ schedule, row, paused }) => {
        const dated = { schedule, first_day: FIRST_DAY, duration_days: 24 };
        const dayAt = (at: number) => addDays(FIRST_DAY, at);
        const pauses = paused ? [{ from_day: dayAt(paused[0]), to_day: dayAt(paused[0] + paused[1]) }] : [];
        const today = dayAt(row.length);
        const stateAfter = (checked: readonly boolean[]) => {
          const checkins: { day: string; is_extra: boolean }[] = [];
          for (const [at, is_checked] of checked.entries())
            if (is_checked) checkins.push({ day: dayAt(at), is_extra: isExtra(dated, dayAt(at), checkins) });
          const days = packDays(checked.map((one) => (one ? '1' : '0')).join(''));
          const member = { joined_day: FIRST_DAY, pauses, checkins, can_check_in: checked.length === row.length };
          const { counted_checkins, missed_days, planned_days } = tallyDays(dated, {
            ...member,
            days,
            open_from: today,
          });
          return { ...dueToday(dated, today, member), counted_checkins, missed_days, planned_days };
        };
        const [{ missed_days, ...before }, after] = [stateAfter(row), stateAfter([...row, true])];
        // In a week with a missed day only the server knows that a check-in in a break makes up for nothing.
        fc.pre(schedule.kind !== 'weekly' || missed_days === 0 || paused === null);
        const mission = { ...dated, ...before, today, can: { check_in: true }, members: [] } as unknown as Mission;
        const { counted_checkins, planned_days, week } = after;
        expect(markCheckedIn(mission, 'me', AT)).toMatchObject({ counted_checkins, planned_days, week });
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, Mission, object]>([
    ['one that the week lacks', weekly({ done: 1 }), { counted_checkins: 4, planned_days: 12 }],
    [
      'one beyond what a break has left of the week',
      weekly({ done: 2, target: 2 }),
      { counted_checkins: 4, planned_days: 13, week: { done: 3, target: 3 } },
    ],
    ['an extra one', weekly({ done: 3 }, { extra_today: true }), { counted_checkins: 3, planned_days: 12 }],
    [
      'one of a day in a break',
      weekly({}, { schedule: DAILY, week: null, due_today: false }),
      { counted_checkins: 4, planned_days: 13 },
    ],
    ['the last one', weekly({ done: 1 }, { counted_checkins: 12 }), { counted_checkins: 13, planned_days: 13 }],
  ])('never has more stitches than are planned after %s', (_, mission, stitches) => {
    expect(markCheckedIn(mission, 'me', AT)).toMatchObject(stitches);
    const [card] = markDashboardCheckedIn(dashboardOf(mission), 'm').missions;
    expect(card).toMatchObject(stitches);
  });

  it.each<[string, Mission, object]>([
    [
      'of a needed day',
      weekly({}, { schedule: DAILY, week: null, needed_yesterday: true }),
      { counted_checkins: 4, planned_days: 12 },
    ],
    [
      'of a day in a break',
      weekly({}, { schedule: DAILY, week: null, needed_yesterday: false }),
      { counted_checkins: 4, planned_days: 13 },
    ],
    [
      'beyond what a break has left of the week',
      weekly({ done: 2, target: 2 }),
      { counted_checkins: 4, planned_days: 13, week: { done: 3, target: 3 } },
    ],
  ])('counts a stitch for yesterday %s', (_, mission, stitches) => {
    const open = { ...mission, can: { ...mission.can, check_in_yesterday: true } };
    expect(markCheckedIn(open, 'me', AT, receipt('2026-11-20'))).toMatchObject(stitches);
  });

  it('An extra check-in is no stitch of the patch on the dashboard.', () => {
    const extra = { ...receipt('2026-11-21'), checkin: { ...receipt('2026-11-21').checkin, is_extra: true } };
    const dashboard = dashboardOf(weekly({ done: 3 }, { extra_today: true }));
    const [marked] = markDashboardCheckedIn(dashboard, 'm', extra).missions;
    expect(marked).toMatchObject({ checkins_count: 4, counted_checkins: 3 });
    const [counted] = markDashboardCheckedIn(dashboard, 'm', receipt('2026-11-21')).missions;
    expect(counted).toMatchObject({ checkins_count: 4, counted_checkins: 4 });
  });

  it('The next day of a week goes on with its check-ins, and a new week begins without any.', () => {
    const full = { done: 3 };
    expect(on(weekly(full), '2026-11-22')).toMatchObject({ due_today: false, extra_today: true, week: full });
    expect(on(weekly({ done: 2 }), '2026-11-22')).toMatchObject({ due_today: true, week: { done: 2, target: 3 } });
    expect(on(weekly(full), '2026-11-23')).toMatchObject({
      due_today: true,
      extra_today: false,
      week: { from_day: '2026-11-23', to_day: '2026-11-29', done: 0, target: 3 },
    });
  });

  it('A week that a break has shortened stays short, and nothing is due while the break goes on.', () => {
    const short = { done: 1, target: 1 };
    expect(on(weekly(short), '2026-11-22')).toMatchObject({ due_today: false, extra_today: false, week: short });
    const away = weekly({ done: 0 }, { members: [{ user_id: 'me', away_until: '2026-11-22' }] });
    expect(on(away, '2026-11-22')).toMatchObject({ due_today: false, members: [{ away_until: '2026-11-22' }] });
    expect(on(away, '2026-11-23')).toMatchObject({ due_today: true, members: [{ away_until: null, due_today: true }] });
  });

  it('A weekday that is not chosen is free.', () => {
    const days = weekly({}, { schedule: { kind: 'weekdays', days: ['mon'] }, week: null });
    const free = { due_today: false, extra_today: true, can: { check_in: true } };
    expect(on(days, '2026-11-22')).toMatchObject(free);
    expect(on(days, '2026-11-23')).toMatchObject({ due_today: true, extra_today: false });
  });
});
