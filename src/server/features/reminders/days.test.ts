import { beforeEach, describe, expect, it } from 'vitest';
import { listCheckins } from '#contract/checkins.ts';
import { getDashboard, getToday } from '#contract/dashboard.ts';
import { getMission } from '#contract/missions.ts';
import { updateProfile } from '#contract/profile.ts';
import { listReminders, saveReminder } from '#contract/reminders.ts';
import { addDays } from '#domain/days.ts';
import type { Schedule } from '#domain/schedule.ts';
import { Int } from '#platform/db/columns.ts';
import { allValues } from '#platform/db/rows.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { runReminderJob } from '../../testing/factories/reminders.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
/** A Monday. */
const FIRST = '2026-06-01';
const at = (day: number, hour = 12) => t.clock.set(`${addDays(FIRST, day)}T${String(hour).padStart(2, '0')}:00:00Z`);
beforeEach(() => at(0));

const CHOICE = { hour: 20, channel: 'email', is_on: true } as const;
const THRICE: Schedule = { kind: 'weekly', times: 3 };
const save = ({ token }: TestUser, id: string, more: object = {}) =>
  t.call(saveReminder, { token, params: { id }, body: { ...CHOICE, ...more } });
const list = async ({ token }: TestUser) => (await t.call(listReminders, { token })).json();

async function buildRunner(schedule: Schedule = THRICE) {
  const person = await buildUser(t, { timezone: 'UTC' });
  const mission = await buildMission(t, person, { duration_days: 28, schedule });
  return { person, mission };
}

/** The days, as numbers since the first, on which a reminder was sent. Check-ins are made on days `checked`. */
async function listSent(person: TestUser, mission: string, days: number, checked: readonly number[]) {
  // Collected along the way, because the server deletes sent reminders after a week.
  const sent = new Set<number>();
  for (let day = 0; day < days; day += 1) {
    at(day);
    await t.db.rows('update sessions set last_used_at = $2, created_at = $2 where user_id = $1', [
      person.id,
      t.clock.now(),
    ]);
    if (checked.includes(day)) expect((await checkIn(t, person, mission)).statusCode).toBe(201);
    at(day, 20);
    await runReminderJob(t);
    const days = await allValues(
      t.db,
      Int,
      'select (day - $2::date) as at from reminder_sends where user_id = $1 order by day',
      [person.id, FIRST],
    );
    for (const day of days) sent.add(day);
  }
  return [...sent];
}

describe('the weekdays of a reminder', () => {
  it('are stored once each from Monday on, stay when omitted, and are cleared by null', async () => {
    const { person, mission } = await buildRunner();
    const cue = 'After dinner';
    expect((await save(person, mission, { days: ['fri', 'mon', 'fri'], cue })).json().days).toEqual(['mon', 'fri']);
    expect((await save(person, mission, { hour: 7 })).json()).toMatchObject({ hour: 7, days: ['mon', 'fri'], cue });
    expect(await list(person)).toMatchObject([{ days: ['mon', 'fri'] }]);
    expect((await save(person, mission, { days: null })).json().days).toBeNull();
    expect(await list(person)).toMatchObject([{ days: null }]);
  });

  it('are refused by name if empty, too many or invalid', async () => {
    const { person, mission } = await buildRunner();
    for (const days of [[], ['mon', 'someday'], 'mon', [1], {}, ['m'.repeat(60_000)]]) {
      const answer = await save(person, mission, { days });
      expect([answer.statusCode, answer.json().errors[0].message]).toEqual([422, 'Choose one to seven days']);
      expect(answer.json().errors[0].path).toMatch(/^days/);
    }
    expect(await list(person)).toMatchObject([{ is_on: false, days: null }]);
  });

  it('are accepted only by missions with times a week, while each accepts null', async () => {
    for (const schedule of [{ kind: 'daily' }, { kind: 'weekdays', days: ['mon'] }] as Schedule[]) {
      const { person, mission } = await buildRunner(schedule);
      const answer = await save(person, mission, { days: ['mon'] });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        [{ path: 'days', message: 'Only missions with times a week take days' }],
      ]);
      expect((await save(person, mission, { days: null })).statusCode).toBe(200);
    }
  });

  it('are private', async () => {
    const { person, mission } = await buildRunner();
    const friend = await buildUser(t, { timezone: 'UTC' });
    await buildMembers(t, person, mission, [friend]);
    await checkIn(t, person, mission);
    const where = { params: { id: mission } };
    // The owner of a mission cannot read a member's days either.
    for (const [one, other] of [
      [person, friend],
      [friend, person],
    ] as const) {
      await save(one, mission, { days: ['tue'] });
      await save(other, mission, { days: null });
      for (const [endpoint, options] of [
        [getMission, where],
        [listCheckins, where],
        [getDashboard, {}],
        [getToday, {}],
      ] as const) {
        const answer = await t.call(endpoint, { token: other.token, ...options });
        expect(answer.statusCode).toBe(200);
        expect(answer.body).not.toMatch(/"days"|"tue"/);
      }
      expect(await list(other)).toMatchObject([{ days: null }]);
    }
    expect((await t.call(saveReminder, { params: { id: mission }, body: CHOICE })).statusCode).toBe(401);
  });
});

describe('reminders of times a week', () => {
  it('skip free days and arrive on each day that the week cannot spare', async () => {
    const { person, mission } = await buildRunner();
    await save(person, mission);
    // The first week is kept in time. In the second, two days are left for two check-ins, and the first is made.
    expect(await listSent(person, mission, 14, [0, 2, 4, 7, 12])).toEqual([13]);
  });

  it('arrive on a chosen weekday while a check-in is due, not after the week is kept', async () => {
    const { person, mission } = await buildRunner();
    await save(person, mission, { days: ['wed', 'fri'] });
    // Wednesdays are 2 and 9, Fridays 4 and 11. The first week is kept on its Thursday.
    expect(await listSent(person, mission, 14, [0, 1, 3, 7, 8, 10])).toEqual([2, 9]);
  });
});

it('sends no reminder on a day before joining that a move to the west brings back', async () => {
  const { person, mission } = await buildRunner({ kind: 'daily' });
  // Tuesday on Kiritimati, where the friend joins, and Monday in Honolulu.
  const friend = await buildUser(t, { timezone: 'Pacific/Kiritimati' });
  await buildMembers(t, person, mission, [friend]);
  expect((await save(friend, mission)).statusCode).toBe(200);
  const body = { name: friend.name, timezone: 'Pacific/Honolulu' };
  expect((await t.call(updateProfile, { token: friend.token, body })).statusCode).toBe(200);
  const sent = async () => {
    await runReminderJob(t);
    return t.db.rows('select day from reminder_sends where user_id = $1', [friend.id]);
  };
  at(1, 6);
  expect(await sent()).toEqual([]);
  at(2, 6);
  expect(await sent()).toEqual([{ day: addDays(FIRST, 1) }]);
});
