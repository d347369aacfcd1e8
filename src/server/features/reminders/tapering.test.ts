import { beforeEach, describe, expect, it } from 'vitest';
import { takeBackCheckin } from '#contract/checkins.ts';
import { listReminders, saveReminder } from '#contract/reminders.ts';
import { createPause } from '#contract/streaks.ts';
import { addDays, dayNumber, daysBetween, dayText, type LocalDay, weekdayOf } from '#domain/days.ts';
import { isReminderDay } from '#domain/reminders.ts';
import { isScheduledOn, type Schedule } from '#domain/schedule.ts';
import { Int } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildReminder, runReminderJob } from '../../testing/factories/reminders.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const mails: MailMessage[] = [];
let isDown = false;
const t = await testApp({
  mail: {
    send: async (message) => {
      if (isDown) throw new Error('The mail server is away.');
      mails.push(message);
    },
    close: async () => undefined,
  },
});
const mailsTo = ({ email }: TestUser) => mails.filter(({ to }) => to === email);
const LAST = "We'll stop reminding you. Your place by the fire is here.";

/** A Wednesday. */
const FIRST = '2026-06-03';
const dayAt = (index: number) => addDays(FIRST, index);
beforeEach(() => t.clock.set(`${FIRST}T12:00:00Z`));

/** A session lasts 30 days without use, and these tests run longer. */
const stayIn = (person: TestUser) =>
  t.db.rows('update sessions set last_used_at = $2, created_at = $2 where user_id = $1', [person.id, t.clock.now()]);

async function buildReminded(body: Record<string, unknown> = {}) {
  const person = await buildUser(t, { timezone: 'UTC' });
  const mission = await buildMission(t, person, { title: 'Swim', duration_days: 300, ...body });
  await buildReminder(t, person, mission, 20);
  return { person, mission };
}

/** The days from `from` to `to` (numbers since FIRST) on which a reminder reached the person. */
async function listSendings(person: TestUser, from: number, to: number): Promise<LocalDay[]> {
  const days: LocalDay[] = [];
  for (let at = from; at <= to; at += 1) {
    const before = mailsTo(person).length;
    t.clock.set(`${dayAt(at)}T20:00:00Z`);
    await runReminderJob(t);
    await runReminderJob(t);
    days.push(
      ...mailsTo(person)
        .slice(before)
        .map(() => dayAt(at)),
    );
  }
  return days;
}
const fetchOwn = async (person: TestUser) => {
  await stayIn(person);
  return (await t.call(listReminders, { token: person.token })).json()[0];
};
const countUnanswered = (person: TestUser) =>
  onlyValue(t.db, Int, 'select unanswered from reminders where user_id = $1', [person.id]);

/** The result of the domain's rule for `days` without an answer. */
function plainSendings(days: number, isDue: (day: LocalDay) => boolean): LocalDay[] {
  const sent: LocalDay[] = [];
  for (let at = 0; at < days; at += 1) {
    const day = dayAt(at);
    const wasDue = (number: number) => dayText(number) >= FIRST && isDue(dayText(number));
    if (isDue(day) && isReminderDay(sent.length, dayNumber(day), wasDue)) sent.push(day);
  }
  return sent;
}

describe('reminders without an answer', () => {
  it('arrive on three days, four Mondays and a last time, which says so, in 60 silent days', async () => {
    const { person } = await buildReminded();
    const sent = await listSendings(person, 0, 59);
    expect(sent).toEqual(plainSendings(60, () => true));
    expect(sent.slice(0, 3)).toEqual([0, 1, 2].map(dayAt));
    expect(sent.slice(3).map(weekdayOf)).toEqual([0, 0, 0, 0, 0]);
    const texts = mailsTo(person).map(({ text }) => text.includes(LAST));
    expect(texts).toEqual([false, false, false, false, false, false, false, true]);
    expect(mailsTo(person).at(-1)!.text).not.toContain('Stop reminding me');
    expect(await fetchOwn(person)).toMatchObject({ is_on: false, hour: 20 });
  });

  it.each<[Schedule]>([
    [{ kind: 'weekdays', days: ['tue', 'thu', 'sat'] }],
    [{ kind: 'weekdays', days: ['sun'] }],
    [{ kind: 'weekly', times: 2 }],
  ])("arrive on the week's first needed day with the schedule %j", async (schedule) => {
    const { person } = await buildReminded({ schedule });
    // In a silent week with two times, the last two days are needed.
    const isNeeded = (day: LocalDay) =>
      schedule.kind === 'weekly' ? daysBetween(FIRST, day) % 7 >= 5 : isScheduledOn(schedule, day);
    expect(await listSendings(person, 0, 75)).toEqual(plainSendings(76, isNeeded));
  });

  it('move from a Monday in a break to the first day after it', async () => {
    const { person } = await buildReminded();
    // Day 12 is the Monday of the second silent week.
    const pause = { from_day: dayAt(11), to_day: dayAt(13) };
    await t.call(createPause, { token: person.token, body: { ...pause, reason: 'away' } });
    const sent = await listSendings(person, 0, 20);
    expect(sent).toEqual([0, 1, 2, 5, 14, 19].map(dayAt));
    const isDue = (day: LocalDay) => day < pause.from_day || day > pause.to_day;
    expect(sent).toEqual(plainSendings(21, isDue));
  });

  it('start over after any check-in, also one for yesterday or an undone one', async () => {
    const { person, mission } = await buildReminded();
    await listSendings(person, 0, 5);
    expect(await countUnanswered(person)).toBe(4);
    t.clock.set(`${dayAt(6)}T08:00:00Z`);
    expect((await checkIn(t, person, mission, { day: 'yesterday' })).statusCode).toBe(201);
    expect(await countUnanswered(person)).toBe(0);
    expect(await listSendings(person, 6, 9)).toEqual([6, 7, 8].map(dayAt));
    t.clock.set(`${dayAt(10)}T08:00:00Z`);
    const { checkin } = (await checkIn(t, person, mission)).json();
    await t.call(takeBackCheckin, { token: person.token, params: { id: checkin.id } });
    expect(await countUnanswered(person)).toBe(0);
    expect(await listSendings(person, 10, 13)).toEqual([10, 11, 12].map(dayAt));
  });

  it('are not answered by a check-in in another mission', async () => {
    const { person } = await buildReminded();
    const other = await buildMission(t, person, { duration_days: 300 });
    await listSendings(person, 0, 3);
    await checkIn(t, person, other);
    expect(await countUnanswered(person)).toBe(3);
    expect(await listSendings(person, 4, 5)).toEqual([dayAt(5)]);
  });

  it('start over when the member saves the reminder after the last mail', async () => {
    const { person, mission } = await buildReminded();
    await t.db.rows('update reminders set unanswered = 7 where user_id = $1', [person.id]);
    expect(await listSendings(person, 1, 5)).toEqual([dayAt(5)]);
    expect(await fetchOwn(person)).toMatchObject({ is_on: false });
    await buildReminder(t, person, mission, 20);
    expect(await listSendings(person, 6, 9)).toEqual([6, 7, 8].map(dayAt));
  });

  it('skip the last mail if the member switches reminders off before the mail is sent', async () => {
    const { person, mission } = await buildReminded();
    await t.db.rows('update reminders set unanswered = 7 where user_id = $1', [person.id]);
    t.clock.set(`${dayAt(5)}T20:00:00Z`);
    isDown = true;
    await runReminderJob(t);
    isDown = false;
    const body = { hour: 20, channel: 'email', is_on: false };
    await t.call(saveReminder, { token: person.token, params: { id: mission }, body });
    await t.queue.drain({ ignore_delays: true });
    expect(mailsTo(person)).toEqual([]);
  });

  it('arrive at most once on a Monday with a zone change, and not for the Sunday before', async () => {
    const { person } = await buildReminded();
    await t.db.rows('update reminders set unanswered = 3 where user_id = $1', [person.id]);
    const runAt = async (instant: string, timezone: string) => {
      await t.db.rows('update users set timezone = $2 where id = $1', [person.id, timezone]);
      t.clock.set(instant);
      await runReminderJob(t);
    };
    // Monday is day 5, 8 June. It starts first on Kiritimati.
    await runAt('2026-06-08T06:00:00Z', 'Pacific/Kiritimati');
    expect(mailsTo(person)).toHaveLength(1);
    await runAt('2026-06-08T06:00:00Z', 'Pacific/Honolulu');
    await runAt('2026-06-08T20:00:00Z', 'UTC');
    await runAt('2026-06-09T00:00:00Z', 'America/New_York');
    await runAt('2026-06-09T06:00:00Z', 'Pacific/Honolulu');
    await runAt('2026-06-09T20:00:00Z', 'UTC');
    expect(mailsTo(person)).toHaveLength(1);
  });

  it('keep a count that matches what was sent despite concurrent check-ins', async () => {
    const { person, mission } = await buildReminded();
    await t.db.rows('update reminders set unanswered = 5 where user_id = $1', [person.id]);
    t.clock.set(`${dayAt(5)}T20:00:00Z`);
    const [, checkin] = await Promise.all([runReminderJob(t), checkIn(t, person, mission)]);
    expect(checkin.statusCode).toBe(201);
    expect([0, 1]).toContain(await countUnanswered(person));
  });
});
