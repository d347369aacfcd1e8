import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { createCheckin, listCheckins } from '#contract/checkins.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import { deleteMission, getMission } from '#contract/missions.ts';
import { updateProfile } from '#contract/profile.ts';
import { TIMES_A_WEEK, WEEKDAYS } from '#domain/schedule.ts';
import { refreshStanding } from '#server/life/public.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing } from '../../testing/factories/photos.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { watchStatements } from '../../testing/statements.ts';
import { testApp } from '../../testing/test-app.ts';
import { markCompleted } from '../completion/public.ts';
import { lockAnyMission } from '../missions/access.ts';

const t = await testApp();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Monday morning. */
const MONDAY = '2026-11-23T08:00:00.000Z';
beforeEach(() => t.clock.set(MONDAY));

async function buildPair(timezone = 'UTC') {
  const owner = await buildUser(t, { timezone });
  const mission = await buildMission(t, owner);
  return { owner, mission };
}

const ago = (ms: number) => new Date(t.clock.now().getTime() - ms).toISOString();
const yesterday = (person: TestUser, mission: string, body: Record<string, unknown> = {}) =>
  checkIn(t, person, mission, { day: 'yesterday', ...body });
const codeOf = async (answer: ReturnType<typeof checkIn>) => {
  const { statusCode, body } = await answer;
  const { code, checkin } = JSON.parse(body);
  return statusCode === 201 ? checkin.local_day : code;
};
const moveTo = (person: TestUser, timezone: string) =>
  t.call(updateProfile, { token: person.token, body: { name: person.name, timezone } });
const canOf = async (person: TestUser, mission: string) => {
  const page = (await t.call(getMission, { token: person.token, params: { id: mission } })).json();
  const home = (await t.call(getDashboard, { token: person.token })).json();
  const card = home.missions.find(({ id }: { id: string }) => id === mission);
  expect(card?.can ?? page.can).toEqual(page.can);
  return page.can.check_in_yesterday;
};

/** All counters that check-ins change, as stored and as rebuilt from the rows. */
async function readCounters(person: TestUser) {
  const [row] = await t.db.rows(
    `select u.points, u.streak_days, u.streak_last_day, u.longest_streak, u.rest_days,
       (select json_agg(json_build_object('points', mb.points, 'count', mb.checkins_count, 'days', mb.streak_days,
         'last', mb.streak_last_day, 'longest', mb.longest_streak, 'saved', encode(mb.rest_days, 'hex')) order by mb.mission_id)
         from members mb where mb.user_id = u.id) as missions
     from users u where u.id = $1`,
    [person.id],
  );
  return row;
}

async function expectRebuilt(person: TestUser) {
  const counted = await readCounters(person);
  await t.db.transact((tx) => refreshStanding(tx, person.id, t.clock.now()));
  expect(counted).toEqual(await readCounters(person));
}

describe('recording check-ins out of order', () => {
  it("adds Monday's check-in from a phone to the streak after Tuesday's from a laptop", async () => {
    const { owner, mission } = await buildPair();
    const evening = { performed_at: '2026-11-23T20:00:00Z', client_id: randomUUID() };
    t.clock.set('2026-11-24T09:00:00.000Z');
    expect(await codeOf(checkIn(t, owner, mission))).toBe('2026-11-24');
    const late = (await checkIn(t, owner, mission, evening)).json();
    expect(late).toMatchObject({ streak_days: 2, mission_streak_days: 2, points: 20, rest_days_used: 0 });
    expect(late.checkin).toMatchObject({
      local_day: '2026-11-23',
      performed_at: '2026-11-23T20:00:00.000Z',
      created_at: '2026-11-24T09:00:00.000Z',
      is_late: false,
    });
    expect((await checkIn(t, owner, mission, evening)).json().checkin.id).toBe(late.checkin.id);
    for (const performed_at of ['2026-11-23T20:00:00Z', '2026-11-23T09:00:00Z', '2026-11-24T08:00:00Z'])
      expect(await codeOf(checkIn(t, owner, mission, { performed_at }))).toBe('already_checked_in');
    const page = (await t.call(getMission, { token: owner.token, params: { id: mission } })).json();
    expect(page.members[0]).toMatchObject({ checked_in_today: true, checked_in_at: '2026-11-24T09:00:00.000Z' });
    expect(await codeOf(checkIn(t, owner, mission))).toBe('already_checked_in');
    await expectRebuilt(owner);
  });

  it('returns the rest day spent on a day when its offline check-in arrives', async () => {
    const { owner, mission } = await buildPair();
    for (let day = 0; day < 7; day++) {
      await checkIn(t, owner, mission);
      t.clock.advance(DAY);
    }
    const missed = ago(0);
    t.clock.advance(DAY);
    // After noon the missed day is closed.
    t.clock.advance(6 * HOUR);
    expect((await checkIn(t, owner, mission)).json()).toMatchObject({ streak_days: 8, rest_days_used: 1 });
    expect(await readCounters(owner)).toMatchObject({ rest_days: 0 });
    expect((await checkIn(t, owner, mission, { performed_at: missed })).json()).toMatchObject({ streak_days: 9 });
    expect(await readCounters(owner)).toMatchObject({ rest_days: 1, missions: [{ saved: null }], points: 90 });
    await expectRebuilt(owner);
  });

  it('records one of 20 concurrent offline check-ins for one day', async () => {
    const { owner, mission } = await buildPair();
    t.clock.advance(DAY);
    await checkIn(t, owner, mission);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => codeOf(checkIn(t, owner, mission, { performed_at: ago(DAY + i * 1000) }))),
    );
    expect(answers.filter((code) => code === '2026-11-23')).toHaveLength(1);
    expect(answers.filter((code) => code === 'already_checked_in')).toHaveLength(19);
    expect(await readCounters(owner)).toMatchObject({ points: 20, streak_days: 2 });
    await expectRebuilt(owner);
  });

  it('counts a check-in for the date of the new zone right after a zone change', async () => {
    const { owner, mission } = await buildPair('Pacific/Honolulu');
    // Without `sent_at`, a device's clock can be up to a minute ahead.
    expect(await codeOf(checkIn(t, owner, mission, { performed_at: ago(-50_000) }))).toBe('mission_not_started');
    const later = await buildMission(t, owner, { start_date: '2026-11-22' });
    expect(await codeOf(checkIn(t, owner, later, { performed_at: ago(-50_000) }))).toBe('2026-11-22');
    await moveTo(owner, 'Asia/Tokyo');
    expect(await codeOf(checkIn(t, owner, later))).toBe('2026-11-23');
    expect(await codeOf(checkIn(t, owner, later))).toBe('already_checked_in');
  });

  it('records yesterday once from a concurrent offline and late check-in, next to today', async () => {
    const { owner, mission } = await buildPair();
    t.clock.advance(DAY);
    const answers = await Promise.all([
      codeOf(checkIn(t, owner, mission)),
      codeOf(checkIn(t, owner, mission, { performed_at: ago(DAY) })),
      codeOf(yesterday(owner, mission)),
    ]);
    expect(answers.filter((code) => code === 'already_checked_in')).toHaveLength(1);
    expect(answers[0]).toBe('2026-11-24');
    await expectRebuilt(owner);
  });
});

describe('recording an offline check-in', () => {
  it('keeps day and instant of an offline check-in from a clock that is an hour ahead', async () => {
    const { owner, mission } = await buildPair();
    // At 23:30 the device shows half past midnight.
    const performed_at = '2026-11-24T00:30:00Z';
    t.clock.set('2026-11-24T09:00:00.000Z');
    const answer = await checkIn(t, owner, mission, { performed_at, sent_at: '2026-11-24T10:00:00Z' });
    expect(answer.json().checkin).toMatchObject({
      local_day: '2026-11-23',
      performed_at: '2026-11-23T23:30:00.000Z',
    });
  });

  it.each([
    ['set back in between', { performed_at: 2 * HOUR, sent_at: 2 * HOUR + 1 }, 0],
    ['right, on a slow line', { performed_at: 4 * MINUTE + 2000, sent_at: 4 * MINUTE }, 4 * MINUTE + 2000],
    ['right, after a wait', { performed_at: 3 * HOUR + 500, sent_at: 500 }, 3 * HOUR],
    ['a year ahead', { performed_at: 3 * HOUR - 365 * DAY, sent_at: -365 * DAY }, 3 * HOUR],
    ['without a time of sending', { performed_at: 3 * HOUR }, 3 * HOUR],
    ['with a time of sending alone', { sent_at: 3 * HOUR }, 0],
  ])('derives the instant from a clock that was %s', async (_, times, expected) => {
    const { owner, mission } = await buildPair();
    t.clock.set('2026-11-23T20:00:00.000Z');
    const body = Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, ago(ms)]));
    const answer = await checkIn(t, owner, mission, body);
    expect(answer.json().checkin?.performed_at, answer.body).toBe(ago(expected));
  });

  it('applies the limit of 48 hours to the instant that counts', async () => {
    const { owner, mission } = await buildPair();
    t.clock.advance(3 * DAY);
    const waited = (ms: number) => ({ performed_at: ago(ms - 400 * DAY), sent_at: ago(-400 * DAY) });
    expect(await codeOf(checkIn(t, owner, mission, waited(2 * DAY + 1)))).toBe('checkin_too_old');
    expect(await codeOf(checkIn(t, owner, mission, waited(2 * DAY)))).toBe('2026-11-24');
  });

  it('accepts only instants with a Z or an offset', async () => {
    const { owner, mission } = await buildPair();
    const wrong = ['2026-11-23T07:00:00', '2026-11-23', '2026-02-30T07:00:00Z', '23 Nov 2026 07:00', 1763884800, ''];
    for (const performed_at of wrong)
      for (const field of ['performed_at', 'sent_at']) {
        const answer = await checkIn(t, owner, mission, { [field]: performed_at });
        expect([answer.statusCode, answer.json().errors]).toEqual([
          422,
          [{ path: field, message: `${field} must be an instant` }],
        ]);
      }
    // The first and last instants of the calendar are only far from now.
    for (const [performed_at, code] of [
      ['0000-01-01T00:00:00+14:00', 'checkin_too_old'],
      ['9999-12-31T23:59:59-12:00', 'checkin_in_future'],
    ])
      for (const day of ['today', 'yesterday'])
        expect(await codeOf(checkIn(t, owner, mission, { performed_at, day }))).toBe(code);
    const answer = await checkIn(t, owner, mission, { performed_at: '2026-11-23T16:00:00.5+08:00' });
    expect(answer.json().checkin.performed_at).toBe('2026-11-23T08:00:00.500Z');
  });

  it('treats IDs in upper case as the same IDs', async () => {
    const { owner, mission } = await buildPair();
    const client_id = randomUUID();
    const first = await checkIn(t, owner, mission.toUpperCase(), { client_id: client_id.toUpperCase() });
    const again = await checkIn(t, owner, mission, { client_id });
    expect(again.json().checkin).toEqual(first.json().checkin);
    expect(first.json().checkin.mission_id).toBe(mission);
    const read = { token: owner.token, params: { id: mission.toUpperCase() } };
    expect((await t.call(getMission, read)).json().id).toBe(mission);
    expect((await t.call(listCheckins, read)).json()).toHaveLength(1);
    expect((await t.call(deleteMission, read)).statusCode).toBe(204);
  });

  it('counts a request for the day its headers arrived, even if its body ends after midnight', async () => {
    const { owner, mission } = await buildPair();
    t.clock.set('2026-11-23T23:59:30.000Z');
    const payload = Buffer.from(JSON.stringify({ mission_id: mission, type: 'tick' }));
    // The server looks the session up when the headers arrive.
    const statements = watchStatements(t.db);
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      `POST /api/checkins HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${owner.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n`,
    );
    const received = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    await expect.poll(() => statements.texts().some((text) => text.includes('from sessions'))).toBe(true);
    t.clock.set('2026-11-24T00:01:00.000Z');
    socket.write(payload);
    const { checkin } = JSON.parse((await received).split('\r\n\r\n')[1]!);
    expect(checkin).toMatchObject({
      local_day: '2026-11-23',
      performed_at: '2026-11-23T23:59:30.000Z',
      created_at: '2026-11-24T00:01:00.000Z',
    });
  });
});

describe('checking in for yesterday', () => {
  it('accepts a check-in for yesterday until noon, with full points, and marks it as late', async () => {
    const { owner, mission } = await buildPair();
    t.clock.advance(DAY);
    expect(await canOf(owner, mission)).toBe(true);
    const receipt = (await yesterday(owner, mission, { type: 'text', content: 'Page 12' })).json();
    expect(receipt).toMatchObject({ points: 15, streak_days: 1, mission_streak_days: 1 });
    expect(receipt.checkin).toMatchObject({
      local_day: '2026-11-23',
      performed_at: '2026-11-23T23:59:59.999Z',
      created_at: '2026-11-24T08:00:00.000Z',
      is_late: true,
      points_earned: 15,
    });
    expect(await canOf(owner, mission)).toBe(false);
    expect((await yesterday(owner, mission)).json()).toMatchObject({
      code: 'already_checked_in',
      detail: 'You have already checked in for yesterday',
    });
    const page = (await t.call(getMission, { token: owner.token, params: { id: mission } })).json();
    expect([page.checked_in_today, page.can.check_in]).toEqual([false, true]);
    t.clock.advance(1000);
    expect((await checkIn(t, owner, mission, { day: 'today' })).json()).toMatchObject({ streak_days: 2, points: 25 });
    const [feed] = (await t.call(listCheckins, { token: owner.token, params: { id: mission } })).json();
    expect([feed.local_day, feed.is_late]).toEqual(['2026-11-24', false]);
    await expectRebuilt(owner);
  });

  it('gives the same result for today then yesterday and yesterday then today', async () => {
    const someSchedule = fc.oneof(
      fc.constant({ kind: 'daily' }),
      fc.constantFrom(...TIMES_A_WEEK).map((times) => ({ kind: 'weekly', times })),
      fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }).map((days) => ({ kind: 'weekdays', days })),
    );
    const some = (choices: number[][]) => fc.constantFrom(...choices);
    const someLife = fc.record({
      schedules: fc.tuple(someSchedule, someSchedule),
      // `days`: the missions checked on each day. `last`: the missions checked today and yesterday.
      days: fc.array(some([[], [0], [1], [0, 1], [0, 1]]), { minLength: 2, maxLength: 11 }),
      last: some([[0], [0, 1], [1, 0]]),
    });
    for (const life of fc.sample(someLife, 5)) {
      t.clock.set(MONDAY);
      const people = [];
      for (let n = 0; n < 2; n += 1) {
        const person = await buildUser(t);
        const missions: string[] = [];
        for (const schedule of life.schedules) {
          // IDs of one millisecond have no order.
          t.clock.advance(1000);
          missions.push(await buildMission(t, person, { schedule }));
        }
        people.push({ person, missions });
      }
      for (const day of life.days) {
        for (const { person, missions } of people) for (const at of day) await checkIn(t, person, missions[at]!);
        t.clock.advance(DAY);
      }
      t.clock.advance(DAY);
      const seen = [];
      for (const [n, { person, missions }] of people.entries()) {
        for (const day of n === 0 ? ['today', 'yesterday'] : ['yesterday', 'today'])
          for (const at of life.last)
            expect((await checkIn(t, person, missions[at]!, { day })).statusCode, JSON.stringify(life)).toBe(201);
        await expectRebuilt(person);
        const rows = await t.db.rows(
          'select local_day, is_comeback from checkins where user_id = $1 order by mission_id, local_day',
          [person.id],
        );
        seen.push({ rows, counters: await readCounters(person) });
      }
      expect(seen[0], JSON.stringify(life)).toEqual(seen[1]);
    }
  }, 60_000);

  it("accepts it until noon on the user's clock, also after days of 23 and 25 hours", async () => {
    const nights: [string, string, string, string][] = [
      ['UTC', '2026-11-24T12:00:00.000Z', '2026-11-23', '2026-11-23T23:59:59.999Z'],
      ['Europe/Berlin', '2027-03-28T10:00:00.000Z', '2027-03-27', '2027-03-27T22:59:59.999Z'],
      ['Europe/Berlin', '2027-10-31T11:00:00.000Z', '2027-10-30', '2027-10-30T21:59:59.999Z'],
      // Yesterday had 23 hours, then 25.
      ['Europe/Berlin', '2027-03-29T10:00:00.000Z', '2027-03-28', '2027-03-28T21:59:59.999Z'],
      ['Europe/Berlin', '2027-11-01T11:00:00.000Z', '2027-10-31', '2027-10-31T22:59:59.999Z'],
      ['America/New_York', '2027-03-14T16:00:00.000Z', '2027-03-13', '2027-03-14T04:59:59.999Z'],
      ['Australia/Lord_Howe', '2027-04-04T01:30:00.000Z', '2027-04-03', '2027-04-03T12:59:59.999Z'],
    ];
    for (const [timezone, noon, day, performed_at] of nights) {
      t.clock.set(new Date(Date.parse(noon) - 10 * DAY));
      const { owner, mission } = await buildPair(timezone);
      t.clock.set(noon);
      expect([await codeOf(yesterday(owner, mission)), await canOf(owner, mission)]).toEqual([
        'yesterday_closed',
        false,
      ]);
      t.clock.set(new Date(Date.parse(noon) - 1));
      expect(await canOf(owner, mission)).toBe(true);
      const { checkin } = (await yesterday(owner, mission)).json();
      expect([checkin?.local_day, checkin?.performed_at]).toEqual([day, performed_at]);
    }
  });

  it('accepts one made before noon and sent later, for the day before it was made', async () => {
    const { owner, mission } = await buildPair();
    t.clock.set('2026-11-25T20:00:00.000Z');
    const morning = { performed_at: '2026-11-24T11:00:00Z', sent_at: '2026-11-25T20:00:00Z' };
    expect(await codeOf(yesterday(owner, mission, morning))).toBe('2026-11-23');
    expect(await codeOf(yesterday(owner, mission, { ...morning, performed_at: '2026-11-25T12:00:00Z' }))).toBe(
      'yesterday_closed',
    );
  });

  it('refuses it on the day of a zone change, but not after the first choice of a zone', async () => {
    const owner = await buildUser(t, { incomplete: true });
    await moveTo(owner, 'UTC');
    const mission = await buildMission(t, owner);
    t.clock.advance(DAY);
    expect(await canOf(owner, mission)).toBe(true);
    await moveTo(owner, 'Europe/Berlin');
    expect(await canOf(owner, mission)).toBe(false);
    expect((await yesterday(owner, mission)).json()).toMatchObject({
      code: 'yesterday_after_move',
      detail: 'After a change of timezone, yesterday stays closed for a day',
    });
    t.clock.set('2026-11-24T22:59:59Z');
    expect(await codeOf(yesterday(owner, mission))).toBe('yesterday_closed');
    t.clock.set('2026-11-24T23:00:00Z');
    expect(await codeOf(yesterday(owner, mission))).toBe('2026-11-24');
  });

  it('refuses it before the first day, before joining and after the completion', async () => {
    const { owner, mission } = await buildPair();
    expect(await codeOf(yesterday(owner, mission))).toBe('mission_not_started');
    expect(await canOf(owner, mission)).toBe(false);
    t.clock.set('2026-11-24T00:00:00.000Z');
    const friend = await buildUser(t);
    await buildMembers(t, owner, mission, [friend]);
    expect([await codeOf(yesterday(friend, mission)), await canOf(friend, mission)]).toEqual([
      'checkin_too_old',
      false,
    ]);
    t.clock.advance(DAY);
    expect(await codeOf(yesterday(friend, mission))).toBe('2026-11-24');
    await t.db.transact(async (tx) => markCompleted(tx, await lockAnyMission(tx, mission), t.clock.now()));
    expect([await codeOf(yesterday(owner, mission)), await canOf(owner, mission)]).toEqual(['mission_ended', false]);
  });

  it('accepts it the morning after the last day, but not a day later', async () => {
    const owner = await buildUser(t);
    const missions = [
      await buildMission(t, owner, { duration_days: 2 }),
      await buildMission(t, owner, { duration_days: 1 }),
    ];
    t.clock.set('2026-11-25T11:59:59.999Z');
    expect(await codeOf(yesterday(owner, missions[0]!))).toBe('2026-11-24');
    expect([await codeOf(yesterday(owner, missions[1]!)), await canOf(owner, missions[1]!)]).toEqual([
      'mission_ended',
      false,
    ]);
  });

  it('returns 404 to strangers, 401 to visitors and an invalid field for another day', async () => {
    const { owner, mission } = await buildPair();
    t.clock.advance(DAY);
    const stranger = await buildUser(t);
    const theirs = await yesterday(stranger, mission);
    expect(theirs.statusCode).toBe(404);
    expect((await yesterday(stranger, randomUUID())).body).toBe(theirs.body);
    const body = { mission_id: mission, type: 'tick', day: 'yesterday' };
    expect((await t.call(createCheckin, { body })).statusCode).toBe(401);
    const wrong = await checkIn(t, owner, mission, { day: 'tomorrow' });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      [{ path: 'day', message: 'day must be today or yesterday' }],
    ]);
  });

  it('records one of 20 concurrent check-ins for yesterday, also next to 20 for today', async () => {
    const { owner, mission } = await buildPair();
    t.clock.advance(DAY);
    const late = Array.from({ length: 20 }, () => codeOf(yesterday(owner, mission)));
    const ordinary = Array.from({ length: 20 }, () => codeOf(checkIn(t, owner, mission)));
    const answers = await Promise.all([...late, ...ordinary]);
    const count = (code: string) => answers.filter((one) => one === code).length;
    expect(count('already_checked_in') + count('2026-11-23') + count('2026-11-24')).toBe(40);
    expect([count('2026-11-23'), count('2026-11-24')]).toEqual([1, 1]);
    expect((await t.call(me, { token: owner.token })).json()).toMatchObject({ points: 20, streak_days: 2 });
    await expectRebuilt(owner);
  });

  it('returns the first check-in for a repeated client_id, also after noon', async () => {
    const { owner, mission } = await buildPair();
    t.clock.advance(DAY);
    const client_id = randomUUID();
    const first = await yesterday(owner, mission, { client_id });
    t.clock.advance(6 * HOUR);
    expect((await yesterday(owner, mission, { client_id })).json().checkin.id).toBe(first.json().checkin.id);
  });

  it('accepts it with a photo', async () => {
    const { owner, mission } = await buildPair();
    t.clock.advance(DAY);
    await checkIn(t, owner, mission);
    const photo = await drawing(64, 64).png().toBuffer();
    const answer = await checkInWithPhoto(t, owner, mission, photo, { day: 'yesterday' });
    expect(answer.json()).toMatchObject({ streak_days: 2, checkin: { local_day: '2026-11-23', is_late: true } });
  });

  it('leaves it out of the hours in the insights but counts it in the days', async () => {
    const { owner, mission } = await buildPair();
    await t.db.rows("update users set subscription_tier = 'pro' where id = $1", [owner.id]);
    t.clock.advance(DAY);
    await yesterday(owner, mission);
    await checkIn(t, owner, mission);
    const insights = (await t.call(getInsights, { token: owner.token })).json();
    expect(insights.rhythm).toEqual([{ weekday: 1, hour: 8, checkins: 1 }]);
    expect(await readCounters(owner)).toMatchObject({ streak_days: 2 });
  });
});
