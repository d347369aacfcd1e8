import fc from 'fast-check';
import { expect, it } from 'vitest';
import { takeBackCheckin } from '#contract/checkins.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { daysIn } from '#domain/day-bits.ts';
import { dayOf } from '#domain/days.ts';
import { NO_LIMITS } from '../../http/rate-limits.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp({ limits: NO_LIMITS });
const DAY = 24 * 60 * 60_000;

/** A member of a mission that began at noon, with the days of the check-ins by the quilt and by the rows. */
async function buildMember() {
  t.clock.set(NOON);
  const user = await buildUser(t);
  const mission = await buildMission(t, user, { duration_days: 60 });
  const fetchQuilt = async () => {
    const { first_day, members } = (await t.call(getQuilt, { token: user.token, params: { id: mission } })).json();
    return daysIn(members[0].days, first_day);
  };
  const readDays = async () => {
    const rows = await t.db.rows<{ day: string }>(
      'select local_day as day from checkins where mission_id = $1 order by local_day',
      [mission],
    );
    return rows.map(({ day }) => day);
  };
  const fetchCheckedInAt = async () => {
    const { members } = (await t.call(getMission, { token: user.token, params: { id: mission } })).json();
    return members[0].checked_in_at;
  };
  /** When today's check-in was recorded. */
  const readCheckedInAt = async () => {
    const [row] = await t.db.rows<{ created_at: string }>(
      'select created_at from checkins where mission_id = $1 and local_day = $2',
      [mission, dayOf(t.clock.now(), 'UTC')],
    );
    return row?.created_at ?? null;
  };
  return { user, mission, fetchQuilt, readDays, fetchCheckedInAt, readCheckedInAt };
}

type Member = Awaited<ReturnType<typeof buildMember>>;

const takeBackLast = async ({ user, mission }: Member) => {
  const [last] = await t.db.rows<{ id: string }>(
    'select id from checkins where mission_id = $1 order by local_day desc limit 1',
    [mission],
  );
  expect(await t.call(takeBackCheckin, { token: user.token, params: { id: last!.id } })).toMatchObject({
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

it('The quilt shows the days of the check-ins, and the page when today was checked in, whatever was taken back.', {
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

it('A check-in stores the days of those before it, so that the quilt need not read them.', async () => {
  const member = await buildMember();
  for (const step of ['checkIn', 'checkIn', 'skip', 'checkIn']) {
    await STEPS[step]!(member);
    t.clock.advance(DAY);
  }
  const [stored] = await t.db.rows<{ days: string }>(
    "select encode(checked_days, 'hex') as days from members where mission_id = $1",
    [member.mission],
  );
  // The first, the second and the fourth day.
  expect(stored!.days).toBe('d'.padEnd(92, '0'));
});
