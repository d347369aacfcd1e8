import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCheckin } from '#contract/checkins.ts';
import { type Dashboard, getDashboard } from '#contract/dashboard.ts';
import { getMission, type Mission } from '#contract/missions.ts';
import { updateProfile } from '#contract/profile.ts';
import { createPause } from '#contract/streaks.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { TIMES_A_WEEK, WEEKDAYS } from '#domain/schedule.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { buildMembers, buildMission } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { testApp } from '#server/testing/test-app.ts';
import { loadMission } from '#web/data/missions/load-mission.ts';
import { overDashboard } from '#web/data/missions/own-life.ts';
import { buildItem } from '#web/testing/outbox-items.ts';

const t = await testApp();
const HOUR = 3_600_000;

const someSchedule = fc.oneof(
  fc.constant({ kind: 'daily' }),
  fc.constantFrom(...TIMES_A_WEEK).map((times) => ({ kind: 'weekly', times })),
  fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }).map((days) => ({ kind: 'weekdays', days })),
);
const someStep = fc.record({
  hours: fc.integer({ min: 0, max: 40 }),
  action: fc.constantFrom(
    ...(['check in', 'check in', 'check in twice', 'check in late', 'check in late', 'break', 'move', 'join'] as const),
  ),
});
type Step = typeof someStep extends fc.Arbitrary<infer One> ? One : never;

function ownOfMission(mission: Mission, userId: string) {
  const { state, days_remaining, today, checked_in_today, last_checkin_day, week } = mission;
  const { counted_checkins, planned_days, due_today, needed_today, needed_yesterday, extra_today } = mission;
  const { check_in, check_in_yesterday } = mission.can;
  const own = mission.members.find(({ user_id }) => user_id === userId)!;
  return {
    ...{ state, days_remaining, today, checked_in_today, last_checkin_day, week, counted_checkins, planned_days },
    ...{ due_today, needed_today, needed_yesterday, extra_today, check_in, check_in_yesterday },
    own: {
      ...{ due_today: own.due_today, needed_today: own.needed_today, week: own.week, away_until: own.away_until },
      ...{ checkins_count: own.checkins_count, share_since_joining: own.share_since_joining },
      ...{ checked_in_today: own.checked_in_today, streak_days: own.streak_days },
    },
  };
}

/** The server orders missions by need; the web keeps their order. */
const ownOfDashboard = ({ missions, checked_in_missions, stats, today, pause }: Dashboard) => ({
  missions: Object.fromEntries(
    missions.map(({ id, can, ...m }) => [
      id,
      {
        ...{ check_in: can.check_in, check_in_yesterday: can.check_in_yesterday, state: m.state, week: m.week },
        ...{ days_remaining: m.days_remaining, started: m.started, last_checkin_day: m.last_checkin_day },
        ...{ counted_checkins: m.counted_checkins, planned_days: m.planned_days, checkins_count: m.checkins_count },
        ...{ due_today: m.due_today, needed_today: m.needed_today, needed_yesterday: m.needed_yesterday },
        ...{ extra_today: m.extra_today, streak_days: m.streak_days },
      },
    ]),
  ),
  ...{ checked_in_missions: checked_in_missions.toSorted(), own_streak_days: stats.streak_days, today, pause },
});

interface Screens {
  readonly home: Dashboard;
  readonly page: Mission;
}

/** Compares what the web computes from earlier responses and pending check-ins with the server's current response. */
function expectSame(before: Screens, items: readonly OutboxItem[], after: Screens, userId: string): void {
  const now = t.clock.now();
  const known = { userId, items, now, home: before.home, isNewest: false };
  // Only the server has the ID of a break that started since the earlier response.
  const home = before.home.pause === null ? { ...after.home, pause: null } : after.home;
  expect(ownOfDashboard(overDashboard(before.home, items, now))).toEqual(ownOfDashboard(home));
  expect(ownOfMission(loadMission(before.page, known).mission, userId)).toEqual(ownOfMission(after.page, userId));
}

/** Lives `steps` as a user with a mission and one of a friend's. */
async function live(steps: readonly Step[], schedules: readonly [unknown, unknown]): Promise<void> {
  t.clock.set('2026-03-16T06:00:00Z');
  const [person, friend] = [await buildUser(t), await buildUser(t)];
  const own = await buildMission(t, person, { duration_days: 40, schedule: schedules[0] });
  const shared = await buildMission(t, friend, { duration_days: 12, schedule: schedules[1] });
  const { token } = person;
  let zone = 'UTC';
  const fetchScreens = async (): Promise<Screens> => ({
    home: (await t.call(getDashboard, { token })).json(),
    page: (await t.call(getMission, { token, params: { id: own } })).json(),
  });
  const act = async (action: Step['action'], hours: number) => {
    const day = dayOf(t.clock.now(), zone);
    if (action === 'join') await buildMembers(t, friend, shared, [person]).catch(() => undefined);
    if (action === 'break') {
      const body = { from_day: day, to_day: addDays(day, hours % 5), reason: 'ill' };
      await t.call(createPause, { token, body });
    }
    if (action === 'move') {
      zone = zone === 'Asia/Tokyo' ? 'America/Los_Angeles' : 'Asia/Tokyo';
      await t.call(updateProfile, { token, body: { name: person.name, timezone: zone } });
    }
  };
  const checkIn = async (mission_id: string, day: string): Promise<OutboxItem[]> => {
    const answer = await t.call(createCheckin, { token, body: { mission_id, type: 'tick', day } });
    if (answer.statusCode !== 201) return [];
    return [buildItem('checkin', { mission_id, local_day: answer.json().checkin.local_day })];
  };
  let screens = await fetchScreens();
  for (const { hours, action } of steps) {
    t.clock.advance(hours * HOUR);
    const later = await fetchScreens();
    expectSame(screens, [], later, person.id);
    if (!action.startsWith('check in')) {
      await act(action, hours);
      screens = await fetchScreens();
      continue;
    }
    const created: OutboxItem[] = [];
    for (const id of action === 'check in twice' ? [own, shared] : [own])
      created.push(...(await checkIn(id, action === 'check in late' ? 'yesterday' : 'today')));
    screens = await fetchScreens();
    expectSame(later, created, screens, person.id);
  }
}

it("shows the server's state after a check-in, and after hours without one", async () => {
  const some = fc.asyncProperty(
    fc.array(someStep, { minLength: 3, maxLength: 7 }),
    fc.tuple(someSchedule, someSchedule),
    live,
  );
  await fc.assert(some, { numRuns: 200 });
}, 180_000);
