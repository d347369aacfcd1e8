import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeBackCheckin } from '#contract/checkins.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { getStreak } from '#contract/streaks.ts';
import { daysIn } from '#domain/day-bits.ts';
import { dayOf } from '#domain/days.ts';
import { Day, Id, Instant, Text } from '#platform/db/columns.ts';
import { allValues, firstValue, onlyValue } from '#platform/db/rows.ts';
import { NO_LIMITS } from '#platform/http/rate-limits.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp({ limits: NO_LIMITS });
const DAY = 24 * 60 * 60_000;

/** A member of a mission that started at noon, with the days of check-ins in the quilt and in the rows. */
async function buildMember() {
  t.clock.set(NOON);
  const user = await buildUser(t);
  const mission = await buildMission(t, user, { duration_days: 60 });
  const fetchQuilt = async () => {
    const { first_day, members } = (await t.call(getQuilt, { token: user.token, params: { id: mission } })).json();
    return daysIn(members[0].days, first_day);
  };
  const readDays = () =>
    allValues(t.db, Day, 'select local_day from checkins where mission_id = $1 order by local_day', [mission]);
  const fetchCheckedInAt = async () => {
    const { members } = (await t.call(getMission, { token: user.token, params: { id: mission } })).json();
    return members[0].checked_in_at;
  };
  /** The instant at which today's check-in was recorded. */
  const readCheckedInAt = () =>
    firstValue(t.db, Instant, 'select created_at from checkins where mission_id = $1 and local_day = $2', [
      mission,
      dayOf(t.clock.now(), 'UTC'),
    ]);
  return { user, mission, fetchQuilt, readDays, fetchCheckedInAt, readCheckedInAt };
}

type Member = Awaited<ReturnType<typeof buildMember>>;

const takeBackLast = async ({ user, mission }: Member) => {
  const id = await onlyValue(
    t.db,
    Id,
    'select id from checkins where mission_id = $1 order by local_day desc limit 1',
    [mission],
  );
  expect(await t.call(takeBackCheckin, { token: user.token, params: { id } })).toMatchObject({
    statusCode: 204,
  });
};

const STEPS: Record<string, (member: Member) => Promise<unknown>> = {
  checkIn: ({ user, mission }) => checkIn(t, user, mission),
  checkInAndTakeBack: async (member) => {
    await checkIn(t, member.user, member.mission);
    await takeBackLast(member);
  },
  skip: async () => undefined,
  beginEarlier: ({ mission }) => t.db.rows('update missions set first_day = first_day - 1 where id = $1', [mission]),
};

it("shows check-in days on quilt and page, and today's instant, after undone check-ins too", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 4, maxLength: 14 }),
      async (steps) => {
        const member = await buildMember();
        for (const step of steps) {
          await STEPS[step]!(member);
          expect(await member.fetchQuilt()).toEqual(await member.readDays());
          expect(await member.fetchCheckedInAt()).toEqual(await member.readCheckedInAt());
          t.clock.advance(DAY);
        }
      },
    ),
    { numRuns: 25 },
  );
});

it('each check-in updates the stored days, so the quilt reads no check-ins', async () => {
  const member = await buildMember();
  for (const step of ['checkIn', 'checkIn', 'skip', 'checkIn']) {
    await STEPS[step]!(member);
    t.clock.advance(DAY);
  }
  const stored = await onlyValue(
    t.db,
    Text,
    "select encode(checked_days, 'hex') as days from members where mission_id = $1",
    [member.mission],
  );
  // The first, second and fourth day.
  expect(stored).toBe('d'.padEnd(92, '0'));
});

/** A member who checked in at 08:00 on these days of November, with quilt rows and ledger days by day. */
async function buildRested(days: readonly number[], body: object = {}) {
  t.clock.set('2026-11-01T08:00:00.000Z');
  const user = await buildUser(t);
  const mission = await buildMission(t, user, { duration_days: 28, ...body });
  const { token } = user;
  for (const day of days) {
    t.clock.set(`2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`);
    expect((await checkIn(t, user, mission)).statusCode).toBe(201);
  }
  /** The days that each call shows as saved, and the states of the open days. */
  const compare = async (now: string) => {
    t.clock.set(now);
    const { first_day, members } = (await t.call(getQuilt, { token, params: { id: mission } })).json();
    const { days: ledger } = (await t.call(getStreak, { token, query: { mission_id: mission } })).json();
    const of = (state: string) =>
      ledger.filter((one: { state: string }) => one.state === state).map(({ day }: { day: string }) => day);
    const yesterday = ledger.at(-2);
    expect(daysIn(members[0].rest_days, first_day)).toEqual(of('rest'));
    expect(members[0].is_yesterday_open).toBe(yesterday.state === 'open');
    return { saved: of('rest'), yesterday: yesterday.state };
  };
  return compare;
}

describe('saved days of the quilt and of the ledger', () => {
  it('are the same on the morning and afternoon after a missed day', async () => {
    const compare = await buildRested([1, 2, 3, 4, 5, 6, 7, 9]);
    expect(await compare('2026-11-09T11:59:00.000Z')).toEqual({ saved: [], yesterday: 'open' });
    expect(await compare('2026-11-09T12:01:00.000Z')).toEqual({ saved: ['2026-11-08'], yesterday: 'rest' });
  });

  it('are the same before the check-in that spends the rest day', async () => {
    const compare = await buildRested([1, 2, 3, 4, 5, 6, 7]);
    expect(await compare('2026-11-09T11:59:00.000Z')).toEqual({ saved: [], yesterday: 'open' });
    expect(await compare('2026-11-09T12:01:00.000Z')).toEqual({ saved: ['2026-11-08'], yesterday: 'rest' });
  });

  it('are the same with a saved day before an open yesterday', async () => {
    const compare = await buildRested([1, 2, 3, 4, 5, 6, 7, 10]);
    expect(await compare('2026-11-10T11:59:00.000Z')).toEqual({ saved: ['2026-11-08'], yesterday: 'open' });
    expect(await compare('2026-11-10T12:01:00.000Z')).toEqual({ saved: [], yesterday: 'missed' });
  });

  it('are the same in a mission of some weekdays', async () => {
    const schedule = { kind: 'weekdays', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'] };
    const compare = await buildRested([2, 3, 4, 5, 6, 7, 9, 11], { schedule });
    expect(await compare('2026-11-11T11:59:00.000Z')).toEqual({ saved: [], yesterday: 'open' });
    expect(await compare('2026-11-11T12:01:00.000Z')).toEqual({ saved: ['2026-11-10'], yesterday: 'rest' });
  });
});
