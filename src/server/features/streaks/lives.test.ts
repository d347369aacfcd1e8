import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { takeBackCheckin } from '#contract/checkins.ts';
import { leaveMission } from '#contract/members.ts';
import { deleteMission, updateMission } from '#contract/missions.ts';
import { joinMission } from '#contract/missions-join.ts';
import { updateProfile } from '#contract/profile.ts';
import { getStreak } from '#contract/streaks.ts';
import { addDays, dayOf, weekdayOf } from '#domain/days.ts';
import { TIMES_A_WEEK, WEEKDAYS } from '#domain/schedule.ts';
import { Bool, Day, Int } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import { refreshStanding, settleStandings } from '#server/life/public.ts';
import { ScheduleColumns } from '../../facts/fields.ts';
import { buildInvitationCode, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
const HOUR = 3_600_000;

const someSchedule = fc.oneof(
  fc.constant({ kind: 'daily' }),
  fc.constantFrom(...TIMES_A_WEEK).map((times) => ({ kind: 'weekly', times })),
  fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }).map((days) => ({ kind: 'weekdays', days })),
);
const step = fc.record({
  hours: fc.integer({ min: 6, max: 70 }),
  action: fc.constantFrom(
    ...(['a', 'a', 'a', 'b', 'b', 'b', 'late', 'yesterday', 'undo', 'undo yesterday', 'zone', 'pause'] as const),
    ...(['leave', 'join', 'delete', 'extend'] as const),
  ),
  zone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati'),
  schedule: someSchedule,
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Runs `steps` for a user with their own mission `a` and a membership in `b`; returns the user. */
async function live(steps: readonly Step[], schedules: readonly [unknown, unknown]) {
  t.clock.set(new Date('2026-03-20T12:00:00Z'));
  const [person, friend] = [await buildUser(t), await buildUser(t)];
  const start = () => dayOf(new Date(t.clock.now().getTime() + 24 * HOUR), 'UTC');
  let a = await buildMission(t, person, { duration_days: 200, schedule: schedules[0] });
  const b = await buildMission(t, friend, { duration_days: 100, schedule: schedules[1] });
  const code = await buildInvitationCode(t, friend, b);
  const join = () => t.call(joinMission, { token: person.token, params: { code } });
  await join();
  for (const { hours, action, zone, schedule } of steps) {
    t.clock.advance(hours * HOUR);
    const { token } = person;
    const now = t.clock.now();
    if (action === 'zone') await t.call(updateProfile, { token, body: { name: person.name, timezone: zone } });
    else if (action === 'leave') {
      await t.call(leaveMission, { token, params: { id: b } });
      await t.queue.drain();
    } else if (action === 'join') await join();
    else if (action === 'delete') {
      expect((await t.call(deleteMission, { token, params: { id: a } })).statusCode).toBe(204);
      await t.queue.drain();
      a = await buildMission(t, person, { duration_days: 200, start_date: start(), schedule });
    } else if (action === 'extend') {
      const body = {
        title: 'x',
        description: '<p>x</p>',
        goal: 'x',
        duration_days: 20 + hours,
        start_date: '2026-03-20',
      };
      await t.call(updateMission, { token: friend.token, params: { id: b }, body });
      await t.queue.drain();
    } else if (action === 'pause') {
      const from = dayOf(now, 'UTC');
      await t.db.transact(async (tx) => {
        await tx.rows('delete from pauses where user_id = $1 and to_day >= $2', [person.id, from]);
        await tx.rows(
          `insert into pauses (id, user_id, from_day, to_day, reason, created_at) values ($1, $2, $3, $4, 'ill', $5)`,
          [newId(now), person.id, from, addDays(from, hours % 5), now],
        );
        await refreshStanding(tx, person.id, t.clock.now());
      });
    } else if (action === 'undo' || action === 'undo yesterday') {
      // Yesterday's check-in counts, and today's can be extra until yesterday's is undone.
      const yesterday = await checkIn(t, person, b, { day: 'yesterday' });
      const today = await checkIn(t, person, b);
      const taken = action === 'undo' ? today : yesterday;
      if (taken.statusCode !== 201) continue;
      const params = { id: taken.json().checkin.id };
      expect((await t.call(takeBackCheckin, { token, params })).statusCode).toBe(204);
    } else {
      const late = { performed_at: new Date(now.getTime() - 40 * HOUR).toISOString() };
      const fields = { late, yesterday: { day: 'yesterday' } }[action as string] ?? {};
      await checkIn(t, person, action === 'b' ? b : a, fields);
    }
  }
  return person;
}

const readCounters = (userId: string) =>
  t.db.rows(
    `select u.streak_days, u.streak_last_day, u.longest_streak, u.rest_days,
       (select json_agg(json_build_array(mission_id, streak_days, streak_last_day, longest_streak, checkins_count, counted,
            planned, checked_days_from, encode(checked_days, 'hex'), encode(rest_days, 'hex')) order by mission_id)
          from members where user_id = u.id and left_at is null) as members,
       (select json_agg(c.id order by c.id) from checkins c where c.user_id = u.id and c.is_comeback) as comebacks
     from users u where u.id = $1`,
    [userId],
  );

const jobContext = () => ({
  ...t.deps,
  ...{ job_id: 'x', attempt: 1, known_jobs: [], signal: new AbortController().signal },
});

const Membership = z.extend(ScheduleColumns, {
  counters: z.array(Int),
  checkins: z.array(z.object({ day: Day, week: Int, points: Int, is_extra: Bool })),
});

/** The user's memberships with their counters (points, check-ins), and the check-ins as made. */
const readMemberships = (userId: string) =>
  t.db.rows(
    Membership,
    `select m.schedule_kind, m.schedule_times, m.schedule_days,
       json_build_array(mb.points, mb.checkins_count) as counters,
       (select coalesce(json_agg(json_build_object('day', c.local_day, 'week', (c.local_day - m.first_day) / 7,
          'points', c.points_earned, 'is_extra', c.is_extra) order by c.id), '[]')
        from checkins c where c.mission_id = m.id and c.user_id = mb.user_id) as checkins
     from members mb join missions m on m.id = mb.mission_id where mb.user_id = $1`,
    [userId],
  );

/** Counts the rows, and which of them are extra by the rule only. */
function expectCounted({ counters, checkins, ...membership }: z.output<typeof Membership>): void {
  const extra = checkins.filter(({ is_extra }) => is_extra);
  const points = checkins.reduce((sum, row) => sum + row.points, 0);
  expect(counters).toEqual([points, checkins.length]);
  expect(points).toBe(10 * (checkins.length - extra.length));
  const counted = new Map<number, number>();
  for (const { day, week, is_extra } of checkins) {
    const done = counted.get(week) ?? 0;
    if (membership.schedule_kind === 'weekly')
      expect([day, is_extra]).toEqual([day, done >= membership.schedule_times!]);
    else if (membership.schedule_kind === 'daily') expect([day, is_extra]).toEqual([day, false]);
    else expect([day, is_extra]).toEqual([day, ((membership.schedule_days! >> weekdayOf(day)) & 1) === 0]);
    if (!is_extra) counted.set(week, done + 1);
  }
}

it('stored standings match the rows after random lives of check-ins, breaks and returns', async () => {
  const lives = fc.asyncProperty(
    fc.array(step, { minLength: 5, maxLength: 25 }),
    fc.tuple(someSchedule, someSchedule),
    async (steps, schedules) => {
      const person = await live(steps, schedules);
      await settleStandings.handle({}, jobContext());
      const before = await readCounters(person.id);
      const ledger = async () => (await t.call(getStreak, { token: person.token })).json();
      const shown = await ledger();
      await t.db.transact((tx) => refreshStanding(tx, person.id, t.clock.now()));
      expect(before).toEqual(await readCounters(person.id));
      for (const membership of await readMemberships(person.id)) expectCounted(membership);
      expect(shown).toEqual(await ledger());
      // The streak is the number of checked days since the last missed day, as far as the ledger shows.
      const closed: { state: string }[] = shown.days;
      const since = closed.slice(closed.findLastIndex(({ state }) => state === 'missed') + 1);
      const last = (before as { streak_last_day: string | null }[])[0]!.streak_last_day;
      if (last !== null && last <= shown.days.at(-1).day && shown.days.length < 90)
        expect(since.filter(({ state }) => state === 'checked').length).toBe(shown.streak_days);
    },
  );
  await fc.assert(lives, { numRuns: 25 });
}, 90_000);

it('past free days stay free when a mission is deleted or rejoined', async () => {
  t.clock.set(new Date('2026-03-16T12:00:00Z'));
  const [person, friend] = [await buildUser(t), await buildUser(t)];
  const twice = { duration_days: 28, schedule: { kind: 'weekly', times: 2 } };
  const mission = await buildMission(t, friend, twice);
  const code = await buildInvitationCode(t, friend, mission);
  const { token } = person;
  const join = () => t.call(joinMission, { token, params: { code } });
  const states = async () =>
    (await t.call(getStreak, { token }))
      .json()
      .days.map(({ state }: { state: string }) => state.charAt(0))
      .join('');
  await join();
  for (const hours of [0, 72, 96]) {
    t.clock.advance(hours * HOUR);
    expect((await checkIn(t, person, mission)).statusCode).toBe(201);
  }
  expect(await states()).toBe('cffcfffc');
  t.clock.advance(24 * HOUR);
  await t.call(leaveMission, { token, params: { id: mission } });
  t.clock.advance(48 * HOUR);
  // The mission required days until the member left; no mission required the days after that.
  expect(await states()).toBe('cffcfffcfff');
  await join();
  expect((await states()).slice(0, -1)).toBe('cffcfffcff');
  await t.call(deleteMission, { token: friend.token, params: { id: mission } });
  expect((await states()).slice(0, -1)).toBe('cffcfffcff');
  const plans = await t.db.rows(
    'select from_day, to_day from archived_asked_days where user_id = $1 order by from_day',
    [person.id],
  );
  expect(plans).toEqual([
    { from_day: '2026-03-16', to_day: '2026-03-24' },
    { from_day: '2026-03-26', to_day: '2026-03-26' },
  ]);
});
