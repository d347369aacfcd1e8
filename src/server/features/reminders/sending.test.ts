import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { reinstateUser } from '#contract/admin-accounts.ts';
import { leaveMission } from '#contract/members.ts';
import { patchMission } from '#contract/missions.ts';
import { saveOwnHabit } from '#contract/missions-own-habit.ts';
import { createPushSubscription } from '#contract/push.ts';
import { saveReminder } from '#contract/reminders.ts';
import { createPause } from '#contract/streaks.ts';
import type { ReminderTime } from '#domain/reminders.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { wallClock } from '#platform/lib/zones.ts';
import { smtpMail } from '#platform/mail/smtp.ts';
import { webPushSender } from '#platform/push/web-push.ts';
import { buildAdminSession, buildSuspension } from '../../testing/factories/admin.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildReminder, runReminderJob } from '../../testing/factories/reminders.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakePushService } from '../../testing/push-server.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { testApp } from '../../testing/test-app.ts';

const smtp = await startFakeSmtp();
const browsers = await startFakePushService();
const vapid = webPush.generateVAPIDKeys();
const keys = { public_key: vapid.publicKey, private_key: vapid.privateKey };
const t = await testApp({
  mail: smtpMail({ url: smtp.url, from: 'Emberkin <hello@emberkin.example>', timeout_ms: 2000 }),
  push: webPushSender({ keys, subject: 'mailto:a@b.example', agent: browsers.agent }),
});
afterAll(() => Promise.all([smtp.close(), browsers.close()]));

const mailsTo = ({ email }: TestUser) => smtp.mails.filter((mail) => mail.recipients.includes(email));
const runJobAt = async (instant: string) => {
  t.clock.set(instant);
  await runReminderJob(t);
};

beforeEach(async () => {
  smtp.setMode('ok');
  await runJobAt('2026-06-01T12:00:00Z');
});

async function buildReminded(time: number | ReminderTime, timezone = 'UTC') {
  const person = await buildUser(t, { timezone });
  const mission = await buildMission(t, person, { title: 'Swim', duration_days: 300 });
  await buildReminder(t, person, mission, time);
  return { person, mission };
}

describe('a reminder', () => {
  it('arrives at its hour, once a day', async () => {
    const { person } = await buildReminded(20);
    await runJobAt('2026-06-01T19:59:00Z');
    expect(mailsTo(person)).toHaveLength(0);
    await runJobAt('2026-06-01T20:00:00Z');
    await runJobAt('2026-06-01T20:01:00Z');
    await runJobAt('2026-06-01T20:30:00Z');
    expect(mailsTo(person)).toHaveLength(1);
    await runJobAt('2026-06-02T20:00:00Z');
    expect(mailsTo(person)).toHaveLength(2);
    const [mail] = mailsTo(person);
    expect(mail!.subject).toBe('Swim today?');
    expect(mail!.text).toMatch(/Check in for today: http:\/\/emberkin\.test\/one-tap\/[\w.-]+\n/);
    const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toMatch(/^<http:\/\/emberkin\.test\/unsubscribe\/[\w.-]{60,100}>$/);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail!.messageId).toMatch(/@emberkin\.test>$/);
  });

  it('names the current streak', async () => {
    const { person, mission } = await buildReminded(20);
    for (const day of ['2026-06-01', '2026-06-02']) {
      t.clock.set(`${day}T15:00:00Z`);
      expect((await checkIn(t, person, mission)).statusCode).toBe(201);
    }
    await runJobAt('2026-06-03T20:00:00Z');
    expect(mailsTo(person).map(({ text }) => text)).toEqual([expect.stringContaining('Check in today for day 3.')]);
  });

  it('names a streak that free days, a break or a rest day carry, but no broken streak', async () => {
    const people: Record<string, { person: TestUser; days: string[]; body?: object; pause?: [string, string] }> = {
      // Wednesday after Monday; the Tuesday between them is free.
      'Check in today for day 3.': {
        person: await buildUser(t, { timezone: 'UTC' }),
        days: ['2026-06-01', '2026-06-03'],
        body: { schedule: { kind: 'weekdays', days: ['mon', 'wed', 'fri'] } },
      },
      'Check in today for day 4.': {
        person: await buildUser(t, { timezone: 'UTC' }),
        days: ['2026-06-01', '2026-06-02', '2026-06-03'],
        pause: ['2026-06-04', '2026-06-04'],
      },
      'Check in today for day 8.': {
        person: await buildUser(t, { timezone: 'UTC' }),
        days: ['2026-05-28', '2026-05-29', '2026-05-30', '2026-05-31', '2026-06-01', '2026-06-02', '2026-06-03'],
      },
      none: { person: await buildUser(t, { timezone: 'UTC' }), days: ['2026-06-01', '2026-06-02'] },
    };
    t.clock.set('2026-05-28T08:00:00Z');
    for (const one of Object.values(people)) {
      const mission = await buildMission(t, one.person, { title: 'Swim', duration_days: 300, ...one.body });
      await buildReminder(t, one.person, mission, 21);
      for (const day of one.days) {
        t.clock.set(`${day}T09:00:00Z`);
        expect((await checkIn(t, one.person, mission)).statusCode).toBe(201);
      }
      const [from_day, to_day] = one.pause ?? [];
      const body = { from_day, to_day, reason: 'away' };
      if (one.pause) await t.call(createPause, { token: one.person.token, body });
      t.clock.set('2026-05-28T08:00:00Z');
    }
    await runJobAt('2026-06-05T21:00:00Z');
    for (const [line, { person }] of Object.entries(people)) {
      const [text] = mailsTo(person).map((mail) => mail.text);
      if (line === 'none') expect(text).not.toContain('Check in today for day');
      else expect(text).toContain(line);
    }
  });

  it('pauses in a break, also one taken while the mail waits, and resumes afterwards', async () => {
    const [before, meanwhile] = [await buildReminded(20), await buildReminded(20)];
    const takePause = ({ person }: typeof before) =>
      t.call(createPause, {
        token: person.token,
        body: { from_day: '2026-06-01', to_day: '2026-06-02', reason: 'away' },
      });
    await takePause(before);
    t.clock.set('2026-06-01T20:00:00Z');
    smtp.setMode('451');
    await runReminderJob(t);
    expect((await takePause(meanwhile)).statusCode).toBe(201);
    smtp.setMode('ok');
    await t.queue.drain({ ignore_delays: true });
    await runJobAt('2026-06-02T20:00:00Z');
    expect([...mailsTo(before.person), ...mailsTo(meanwhile.person)]).toHaveLength(0);
    const rows = await t.db.rows('select day from reminder_sends where user_id = $1', [before.person.id]);
    expect(rows).toEqual([]);
    await runJobAt('2026-06-03T20:00:00Z');
    expect([mailsTo(before.person).length, mailsTo(meanwhile.person).length]).toEqual([1, 1]);
  });

  it('is not sent after the check-in, even one made while the mail waits', async () => {
    const { person, mission } = await buildReminded(20);
    const late = await buildReminded(20);
    await checkIn(t, person, mission);
    t.clock.set('2026-06-01T20:00:00Z');
    smtp.setMode('451');
    await runReminderJob(t);
    await checkIn(t, late.person, late.mission);
    smtp.setMode('ok');
    await t.queue.drain({ ignore_delays: true });
    expect([...mailsTo(person), ...mailsTo(late.person)]).toHaveLength(0);
  });

  it('is not sent to a suspended user, even one suspended while the mail waits', async () => {
    const [before, meanwhile] = [await buildReminded(20), await buildReminded(20)];
    await buildSuspension(t, before.person);
    smtp.setMode('451');
    t.clock.set('2026-06-01T20:00:00Z');
    await runReminderJob(t);
    await buildSuspension(t, meanwhile.person);
    smtp.setMode('ok');
    await t.queue.drain({ ignore_delays: true });
    expect([...mailsTo(before.person), ...mailsTo(meanwhile.person)]).toHaveLength(0);
    const rows = await t.db.rows('select user_id from reminder_sends where user_id = any($1)', [
      [before.person.id, meanwhile.person.id],
    ]);
    expect(rows).toEqual([{ user_id: meanwhile.person.id }]);
    t.clock.set('2026-06-01T20:01:00Z');
    await t.call(reinstateUser, { token: await buildAdminSession(t), params: { id: before.person.id } });
    await runReminderJob(t);
    expect(mailsTo(before.person)).toHaveLength(1);
  });

  it.each(['muted', 'left', 'not begun', 'over'])('is not sent for a mission that is %s', async (what) => {
    const { person, mission } = await buildReminded(20);
    const params = { id: mission };
    const body = { hour: 20, channel: 'email', is_on: false };
    if (what === 'muted') await t.call(saveReminder, { token: person.token, params, body });
    if (what === 'left') {
      const owner = await buildUser(t);
      await t.db.rows('update missions set owner_id = $2 where id = $1', [mission, owner.id]);
      await t.call(leaveMission, { token: person.token, params });
    }
    if (what === 'not begun') await t.db.rows(`update missions set first_day = '2026-06-02' where id = $1`, [mission]);
    if (what === 'over')
      await t.db.rows(`update missions set first_day = '2026-05-30', duration_days = 2 where id = $1`, [mission]);
    await runJobAt('2026-06-01T20:00:00Z');
    expect(mailsTo(person)).toHaveLength(0);
  });

  it('is sent at most twice a day, the earlier hours first', async () => {
    const person = await buildUser(t);
    for (const [title, hour] of [
      ['Late', 21],
      ['Noon', 13],
      ['Evening', 20],
      ['Evening too', 20],
    ] as const)
      await buildReminder(t, person, await buildMission(t, person, { title }), hour);
    for (const hour of [13, 20, 21]) await runJobAt(`2026-06-01T${hour}:00:00Z`);
    const subjects = mailsTo(person).map(({ subject }) => subject);
    expect(subjects).toHaveLength(2);
    expect(subjects[0]).toBe('Noon today?');
    expect(subjects[1]).toMatch(/^Evening/);
  });

  it('arrives up to two hours late after an outage, never in the quiet hours', async () => {
    const inTime = await buildReminded(17);
    const tooLate = await buildReminded(16);
    const night = await buildReminded(20);
    await runJobAt('2026-06-01T18:59:00Z');
    expect(mailsTo(inTime.person)).toHaveLength(1);
    expect(mailsTo(tooLate.person)).toHaveLength(0);
    await runJobAt('2026-06-01T21:30:00Z');
    expect(mailsTo(night.person)).toHaveLength(0);
  });

  it('is dropped if the mail server delayed it into the quiet hours', async () => {
    const { person } = await buildReminded(20);
    smtp.setMode('451');
    await runJobAt('2026-06-01T20:00:00Z');
    smtp.setMode('ok');
    t.clock.set('2026-06-01T21:31:00Z');
    await t.queue.drain({ ignore_delays: true });
    expect(mailsTo(person)).toHaveLength(0);
  });

  it('follows its reader to another zone and still arrives once that day', async () => {
    const { person } = await buildReminded(14);
    await runJobAt('2026-06-01T14:00:00Z');
    expect(mailsTo(person)).toHaveLength(1);
    await t.db.rows(`update users set timezone = 'America/New_York' where id = $1`, [person.id]);
    await runJobAt('2026-06-01T18:00:00Z');
    expect(mailsTo(person)).toHaveLength(1);
    await runJobAt('2026-06-02T18:00:00Z');
    expect(mailsTo(person)).toHaveLength(2);
  });
});

describe('reminders by push', () => {
  it('reach signed-in devices, with a path to the check-in and a time to live', async () => {
    const { person, mission } = await buildReminded(20);
    await buildReminder(t, person, mission, 20, 'push');
    const phone = browsers.newBrowser();
    const body = { endpoint: phone.endpoint, keys: phone.keys, name: 'Phone' };
    await t.call(createPushSubscription, { token: person.token, body });
    await runJobAt('2026-06-01T20:10:00Z');
    const got = browsers.received.filter(({ endpoint }) => endpoint === phone.endpoint);
    expect(got.map(({ body: encrypted }) => JSON.parse(phone.open(encrypted)))).toEqual([
      {
        title: 'Swim',
        body: "One tap and you're done.",
        path: `/mission/${mission}#checkin`,
        tag: `reminder-${mission}`,
        checkin_path: expect.stringMatching(/^\/one-tap\/[\w.-]+$/),
        checkin_label: 'Check in',
        lang: 'en',
        dir: 'ltr',
      },
    ]);
    // It expires when the quiet hours start, so a phone switched on at night does not show it.
    expect(got[0]!.headers.ttl).toBe(String(80 * 60));
    expect(mailsTo(person)).toHaveLength(0);
  });

  it("start with the reader's cue, and the last one states that no more follow", async () => {
    const { person, mission } = await buildReminded(20);
    const body = { hour: 20, channel: 'push', is_on: true, cue: 'After dinner 🌙' };
    await t.call(saveReminder, { token: person.token, params: { id: mission }, body });
    const phone = browsers.newBrowser();
    const device = { endpoint: phone.endpoint, keys: phone.keys, name: 'Phone' };
    await t.call(createPushSubscription, { token: person.token, body: device });
    await t.db.rows('update reminders set unanswered = 7 where user_id = $1', [person.id]);
    // A Monday.
    await runJobAt('2026-06-01T20:00:00Z');
    const got = browsers.received.filter(({ endpoint }) => endpoint === phone.endpoint);
    expect(got.map(({ body: encrypted }) => JSON.parse(phone.open(encrypted)))).toMatchObject([
      { title: 'After dinner 🌙: Swim', body: "We'll stop reminding you. Your place by the fire is here." },
    ]);
  });

  it("name their reader's own habit, without a cue and with one", async () => {
    const { person, mission } = await buildReminded(20);
    await t.call(patchMission, { token: person.token, params: { id: mission }, body: { habit: 'own' } });
    const params = { id: mission };
    await t.call(saveOwnHabit, { token: person.token, params, body: { own_habit: 'Ten laps' } });
    await runJobAt('2026-06-01T20:00:00Z');
    const body = { hour: 20, channel: 'email', is_on: true, cue: 'After dinner' };
    await t.call(saveReminder, { token: person.token, params, body });
    await runJobAt('2026-06-02T20:00:00Z');
    expect(mailsTo(person).map(({ subject }) => subject)).toEqual(['Ten laps today?', 'After dinner: Ten laps']);
  });
});

describe('reminders on a quarter of an hour', () => {
  it('arrive at their quarter, not at the hour before, and once a day', async () => {
    const { person } = await buildReminded({ hour: 21, minute: 45 });
    await runJobAt('2026-06-01T21:00:00Z');
    await runJobAt('2026-06-01T21:44:00Z');
    expect(mailsTo(person)).toHaveLength(0);
    for (const time of ['21:45', '21:46', '22:00', '22:44']) await runJobAt(`2026-06-01T${time}:00Z`);
    expect(mailsTo(person)).toHaveLength(1);
    await runJobAt('2026-06-02T21:45:00Z');
    expect(mailsTo(person)).toHaveLength(2);
  });

  it('arrive in the quiet hours only within an hour of their time', async () => {
    const { person } = await buildReminded({ hour: 21, minute: 45 });
    await runJobAt('2026-06-01T22:44:00Z');
    expect(mailsTo(person)).toHaveLength(1);
    await runJobAt('2026-06-02T22:45:00Z');
    expect(mailsTo(person)).toHaveLength(1);
    const early = await buildReminded({ hour: 20, minute: 15 });
    await runJobAt('2026-06-03T21:30:00Z');
    expect(mailsTo(early.person)).toHaveLength(0);
  });

  it('arrive for the two quarters that have passed, and not for the third', async () => {
    const person = await buildUser(t, { timezone: 'UTC' });
    for (const minute of [45, 0, 15] as const) {
      const mission = await buildMission(t, person, { title: `At ${minute}`, duration_days: 300 });
      await buildReminder(t, person, mission, { hour: 9, minute });
    }
    await runJobAt('2026-06-01T09:50:00Z');
    expect(new Set(mailsTo(person).map(({ subject }) => subject))).toEqual(new Set(['At 0 today?', 'At 15 today?']));
  });

  it.each([
    // 21:45 stays the same across both changes; 02:15 is skipped in March and occurs twice in October.
    ['2026-03-28', ['28 21:45', '29 21:45', '30 21:45'], ['28 02:15', '29 03:00', '30 02:15']],
    ['2026-10-24', ['24 21:45', '25 21:45', '26 21:45'], ['24 02:15', '25 02:15', '26 02:15']],
  ] as const)('arrive once a day across the clock change after %s', async (first, evenings, nights) => {
    const zone = 'Europe/Berlin';
    const start = Date.parse(`${first}T00:00:00Z`) - HOUR_MS;
    t.clock.set(new Date(start));
    const person = await buildUser(t, { timezone: zone });
    for (const [title, time] of [
      ['evening', { hour: 21, minute: 45 }],
      ['night', { hour: 2, minute: 15 }],
    ] as const) {
      const mission = await buildMission(t, person, { title, start_date: first, duration_days: 3 });
      await buildReminder(t, person, mission, time);
    }
    const came: Record<string, string[]> = { evening: [], night: [] };
    for (let at = start; at < start + 3 * DAY_MS; at += HOUR_MS / 4) {
      const shown = new Date(wallClock(new Date(at), zone)).toISOString();
      // Other hours change nothing and take time; domain/reminders.test.ts tests the rule for every minute.
      if (!['01', '02', '03', '21', '22'].includes(shown.slice(11, 13))) continue;
      const before = mailsTo(person).length;
      await runJobAt(new Date(at).toISOString());
      for (const mail of mailsTo(person).slice(before))
        came[mail.subject!.replace(' today?', '')]!.push(`${shown.slice(8, 10)} ${shown.slice(11, 16)}`);
    }
    expect(came).toEqual({ evening: evenings, night: nights });
  });
});

describe('reminders across clock changes', () => {
  const JOB_HOURS = [0, 1, 2, 3, 4, 8, 9, 10];
  /** By hour: the user's clock when the reminder arrives, on three days around a change. */
  it.each([
    [
      'Europe/Berlin',
      '2026-03-28',
      { 2: ['28 02:00', '29 03:00', '30 02:00'], 9: ['28 09:00', '29 09:00', '30 09:00'] },
    ],
    [
      'Europe/Berlin',
      '2026-10-24',
      { 2: ['24 02:00', '25 02:00', '26 02:00'], 9: ['24 09:00', '25 09:00', '26 09:00'] },
    ],
    [
      'America/New_York',
      '2026-03-07',
      { 2: ['07 02:00', '08 03:00', '09 02:00'], 9: ['07 09:00', '08 09:00', '09 09:00'] },
    ],
    [
      'America/New_York',
      '2026-10-31',
      { 1: ['31 01:00', '01 01:00', '02 01:00'], 9: ['31 09:00', '01 09:00', '02 09:00'] },
    ],
    [
      'Australia/Lord_Howe',
      '2026-10-03',
      { 2: ['03 02:00', '04 02:30', '05 02:00'], 9: ['03 09:00', '04 09:00', '05 09:00'] },
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-04',
      { 1: ['04 01:00', '05 01:00', '06 01:00'], 9: ['04 09:00', '05 09:00', '06 09:00'] },
    ],
  ] as const)(
    'arrive in %s once a day at their hour around the clock change after %s',
    async (timezone, first, hours) => {
      const start = Date.parse(`${first}T00:00:00Z`) - DAY_MS;
      t.clock.set(new Date(start));
      const person = await buildUser(t, { timezone });
      const came: Record<string, string[]> = {};
      for (const hour of Object.keys(hours)) {
        const mission = await buildMission(t, person, { title: hour, start_date: first, duration_days: 3 });
        await buildReminder(t, person, mission, Number(hour));
        came[hour] = [];
      }
      const reading = new Intl.DateTimeFormat('en-GB', {
        timeZone: timezone,
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
      for (let at = start; at < start + 5 * DAY_MS; at += HOUR_MS / 2) {
        // Other hours change nothing and take time; domain/reminders.test.ts tests the rule for every minute.
        const [, shown] = /, (\d\d):/.exec(reading.format(new Date(at)))!;
        if (!JOB_HOURS.includes(Number(shown))) continue;
        const before = mailsTo(person).length;
        await runJobAt(new Date(at).toISOString());
        for (const mail of mailsTo(person).slice(before))
          came[mail.subject!.replace(' today?', '')]!.push(reading.format(new Date(at)).replace(', ', ' '));
      }
      expect(came).toEqual(hours);
    },
    60_000,
  );
});

it('reminds each member by their own clock', async () => {
  const ana = await buildUser(t, { timezone: 'UTC' });
  const ben = await buildUser(t, { timezone: 'Asia/Kuala_Lumpur' });
  const mission = await buildMission(t, ana);
  await buildMembers(t, ana, mission, [ben]);
  await buildReminder(t, ana, mission, 21);
  await buildReminder(t, ben, mission, 21);
  await runJobAt('2026-06-01T13:00:00Z');
  expect([mailsTo(ana).length, mailsTo(ben).length]).toEqual([0, 1]);
  await runJobAt('2026-06-01T21:00:00Z');
  expect([mailsTo(ana).length, mailsTo(ben).length]).toEqual([1, 1]);
});
