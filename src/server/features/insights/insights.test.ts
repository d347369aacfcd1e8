import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getInsights, type Insights } from '#contract/insights.ts';
import { leaveMission } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { getStreak, type Streak } from '#contract/streaks.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { computeStreakByBruteForce, insertHistory, someHistory } from '../../testing/streak-oracle.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;
const at = (days: number) => t.clock.set(new Date(Date.parse(NOON) + days * DAY));

async function fetchInsights(user: TestUser): Promise<Insights> {
  const answer = await t.call(getInsights, { token: user.token });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const upgrade = (user: TestUser, plan = 'pro_monthly') =>
  t.db.rows("update users set subscription_tier = 'pro', subscription_plan = $2 where id = $1", [user.id, plan]);

describe('the insights', () => {
  it('are empty for a new user', async () => {
    at(0);
    const user = await buildUser(t);
    await upgrade(user);
    const insights = await fetchInsights(user);
    expect(insights).toMatchObject({
      from: '2025-12-01',
      to: '2026-11-21',
      timezone: 'UTC',
      checkins: 0,
      days_open: 0,
      days_checked: 0,
      best_weekday: null,
      hardest_weekday: null,
      rhythm: [],
      full: { missions: [], longest_streak: 0, runs: [], owned: [] },
    });
    expect(insights.days).toHaveLength(14);
    expect(insights.full!.weeks.map((week) => week.from).slice(-2)).toEqual(['2026-11-09', '2026-11-16']);
    expect(insights.full!.months.map((month) => month.from).slice(0, 2)).toEqual(['2025-12-01', '2026-01-01']);
  });

  it('are a preview of 14 days on Free and complete on both paid plans', async () => {
    at(0);
    const user = await buildUser(t);
    const mission = await buildMission(t, user);
    for (let day = 0; day < 20; day++) {
      at(day);
      if (day % 3 !== 1) await checkIn(t, user, mission, { type: 'text', content: 'x' });
    }
    const preview = await fetchInsights(user);
    expect(preview).toMatchObject({ from: '2026-11-27', to: '2026-12-09', full: null });
    expect([preview.checkins, preview.days_checked, preview.days_open]).toEqual([9, 9, 13]);
    expect(preview.days.map((day) => day.checkins).join('')).toBe('10110110110110'.slice(0, 14));
    for (const plan of ['pro_monthly', 'premium_yearly']) {
      await upgrade(user, plan);
      const whole = await fetchInsights(user);
      expect(whole.checkins).toBe(13);
      expect(whole.full!.missions).toEqual([
        {
          mission_id: mission,
          title: 'Read 20 pages before bed',
          patch: null,
          state: 'active',
          checkins: 13,
          points: 195,
          longest_streak: 2,
          share: 68,
        },
      ]);
    }
    // A downgrade deletes nothing; it only hides the rest.
    await t.db.rows("update users set subscription_tier = 'free' where id = $1", [user.id]);
    expect((await fetchInsights(user)).full).toBeNull();
  });

  it('equal a slow computation from the rows for any history', async () => {
    await fc.assert(
      fc.asyncProperty(someHistory, async (history) => {
        t.clock.set(new Date(history.now));
        const user = await buildUser(t, { timezone: history.timezone });
        await upgrade(user);
        await insertHistory(t.db, user.id, history);
        const { days, full, rhythm, ...rest } = await fetchInsights(user);
        const expected = computeStreakByBruteForce(history);
        expect(rest).toMatchObject(expected.sums);
        expect(rest.weekdays).toEqual(expected.weekdays);
        expect(rhythm).toEqual(expected.rhythm);
        expect(days).toEqual(expected.days);
        expect(full!.weeks).toEqual(expected.weeks);
        expect(full!.months).toEqual(expected.months);
        expect(full!.runs).toEqual(expected.runs);
        expect(full!.missions.map(({ title, checkins, points }) => ({ title, checkins, points }))).toEqual(
          expected.missions,
        );
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it('count the days of a deleted mission in trend and streak, like the dashboard', async () => {
    at(0);
    const user = await buildUser(t);
    await upgrade(user);
    const mission = await buildMission(t, user);
    for (const day of [0, 1, 2]) {
      at(day);
      await checkIn(t, user, mission);
    }
    await t.call(deleteMission, { token: user.token, params: { id: mission } });
    const { full, rhythm, days_checked } = await fetchInsights(user);
    expect(days_checked).toBe(3);
    expect(rhythm).toEqual([]);
    expect(full!.runs).toEqual([
      { from: '2026-11-21', to: '2026-11-23', days: 3, rest_days: 0, excused_days: 0, current: true },
    ]);
    expect(full!.months.at(-1)).toEqual({ from: '2026-11-01', checkins: 3, days_open: 3, days_checked: 3 });
  });
});

describe('the health of a mission', () => {
  it('shows only the owner which members carry on and which drift away', async () => {
    at(0);
    const owner = await buildUser(t, { name: 'Owner' });
    const [steady, drifting, away, late] = await Promise.all(
      ['Steady', 'Drifting', 'Away', 'Late'].map((name) => buildUser(t, { name })),
    );
    for (const user of [owner, steady!]) await upgrade(user);
    const mission = await buildMission(t, owner, { title: 'Health', duration_days: 60 });
    await buildMembers(t, owner, mission, [steady!, drifting!, away!]);
    const gone = await buildUser(t, { name: 'Gone' });
    await buildMembers(t, owner, mission, [gone]);
    await t.db.rows('update members set left_at = $2 where user_id = $1', [gone.id, t.clock.now()]);
    for (let day = 0; day <= 21; day++) {
      at(day);
      if (day < 21) await checkIn(t, owner, mission);
      if (day % 3 !== 0) await checkIn(t, steady!, mission);
      if (day < 15 || day === 17) await checkIn(t, drifting!, mission);
      if (day < 10) await checkIn(t, away!, mission);
    }
    await buildMembers(t, owner, mission, [late!]);
    const { full } = await fetchInsights(owner);
    const counts = { carrying: 1, steady: 1, drifting: 1, away: 1, new: 1 };
    const person = (user: TestUser, recent: number, earlier: number) => ({
      user_id: user.id,
      name: user.name,
      avatar_url: null,
      look: expect.any(Object),
      recent_checked: recent,
      recent_open: 7,
      earlier_checked: earlier,
      earlier_open: 14,
    });
    expect(full!.owned).toEqual([
      {
        mission_id: mission,
        title: 'Health',
        member_count: 5,
        counts,
        carrying: [person(owner, 7, 14)],
        drifting: [person(drifting!, 2, 14)],
        away: [person(away!, 0, 10)],
      },
    ]);
    expect((await fetchInsights(steady!)).full!.owned).toEqual([]);
  });
});

describe('the insights of a mission with a schedule', () => {
  it('count checked and required days as open, and carry a streak over free days', async () => {
    at(0);
    const user = await buildUser(t);
    await upgrade(user);
    const mission = await buildMission(t, user, { duration_days: 28, schedule: { kind: 'weekly', times: 3 } });
    for (const day of [0, 1, 2, 3, 7, 8]) {
      at(day);
      await checkIn(t, user, mission);
    }
    // The second week fell short on its last day; the third is undecided.
    at(16);
    const insights = await fetchInsights(user);
    expect(insights).toMatchObject({ checkins: 6, days_checked: 6, days_open: 7, from: '2026-11-21' });
    // No weekday was required.
    expect(insights.weekdays.every(({ checkins, days_open }) => checkins + days_open === 0)).toBe(true);
    expect(insights).toMatchObject({ best_weekday: null, hardest_weekday: null });
    expect(insights.full!.missions).toMatchObject([{ checkins: 6, points: 50, longest_streak: 6, share: 83 }]);
    expect(insights.full!.runs).toEqual([
      { from: '2026-11-21', to: '2026-11-29', days: 6, rest_days: 0, excused_days: 0, current: false },
    ]);
    expect(insights.full!.owned).toMatchObject([{ member_count: 1, counts: { steady: 1 } }]);
    // A break removes the days that it covers: one check-in less would have kept the week.
    await t.db.rows(
      `insert into pauses (id, user_id, from_day, to_day, reason, created_at)
       values (gen_random_uuid(), $1, '2026-12-04', '2026-12-04', 'ill', $2)`,
      [user.id, t.clock.now()],
    );
    expect(await fetchInsights(user)).toMatchObject({ days_open: 6, full: { missions: [{ share: 100 }] } });
  });

  it('count required days per weekday, and all check-ins in totals, weeks and months', async () => {
    // A Monday.
    at(2);
    const user = await buildUser(t);
    await upgrade(user);
    const [gym, run] = [
      await buildMission(t, user, { schedule: { kind: 'weekdays', days: ['mon', 'fri'] } }),
      await buildMission(t, user, { schedule: { kind: 'weekly', times: 3 } }),
    ];
    // Gym: two Mondays, a Friday and an extra Wednesday. Running: five days in two weeks.
    for (const [day, missions] of [
      [0, [gym, run]],
      [2, [gym, run]],
      [4, [gym]],
      [7, [gym]],
      [8, [run]],
      [9, [run]],
    ] as const) {
      at(2 + day);
      for (const mission of missions) await checkIn(t, user, mission);
    }
    at(2 + 14);
    const weekdaysOf = ({ weekdays }: Insights) =>
      weekdays.map(({ checkins, days_checked, days_open }) => [checkins, days_checked, days_open].join(' '));
    const figures = ['2 2 2', '0 0 0', '0 0 0', '0 0 0', '1 1 2', '0 0 0', '0 0 0'];
    const before = await fetchInsights(user);
    expect(weekdaysOf(before)).toEqual(figures);
    expect(before).toMatchObject({ best_weekday: 0, hardest_weekday: 4, from: '2026-11-23' });
    // The Sundays on which each running week fell short and the second Friday are open too.
    const all = { checkins: 8, days_checked: 6, days_open: 9 };
    expect(before).toMatchObject(all);
    expect(before.full!.months.map(({ checkins }) => checkins).reduce((one, other) => one + other)).toBe(8);
    expect(before.full!.weeks.map(({ days_open }) => days_open).reduce((one, other) => one + other)).toBe(9);

    // Days that deleted missions required stay, like in the user's ledger, and so do their check-ins.
    for (const id of [gym, run]) await t.call(deleteMission, { token: user.token, params: { id } });
    const after = await fetchInsights(user);
    expect(weekdaysOf(after)).toEqual(figures);
    expect(after).toMatchObject(all);
  });

  it('include missions the user left with missed days, but not days until a return', async () => {
    at(0);
    const [owner, user] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner, { duration_days: 30 });
    await buildMembers(t, owner, mission, [user]);
    const params = { id: mission };
    const leave = () => t.call(leaveMission, { token: user.token, params });
    await checkIn(t, user, mission);
    // The second and third day are missed. The third is still required, and the user leaves on it.
    at(2);
    expect((await leave()).statusCode).toBe(204);
    at(6);
    const asked = { days_open: 3, days_checked: 1, to: '2026-11-23' };
    expect(await fetchInsights(user)).toMatchObject(asked);
    await buildMembers(t, owner, mission, [user]);
    expect(await fetchInsights(user)).toMatchObject(asked);
    // The day of the return is missed too.
    at(8);
    const { days, ...sums } = await fetchInsights(user);
    expect(sums).toMatchObject({ days_open: 5, days_checked: 1, to: '2026-11-28' });
    const ledger: Streak = (await t.call(getStreak, { token: user.token })).json();
    const states = new Map(ledger.days.map(({ day, state }) => [day, state]));
    for (const { from, days_open } of days)
      expect([from, days_open]).toEqual([from, Number(['checked', 'missed', 'rest'].includes(states.get(from) ?? ''))]);
  });

  it('start no earlier than the first open or checked day', async () => {
    at(0);
    const user = await buildUser(t);
    const mission = await buildMission(t, user, { schedule: { kind: 'weekdays', days: ['mon', 'tue'] } });
    at(4);
    await checkIn(t, user, mission);
    // The mission started on a Saturday, and Monday is the first missed day.
    expect(await fetchInsights(user)).toMatchObject({ from: '2026-11-23', to: '2026-11-25', days_open: 3 });
    at(30);
    expect(await fetchInsights(user)).toMatchObject({ from: '2026-12-08', days_open: 3 });
  });
});
