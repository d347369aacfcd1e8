import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { completeMission } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { patchProfile } from '#contract/profile.ts';
import { unsubscribe } from '#contract/reminders.ts';
import { saveSettings } from '#contract/settings.ts';
import { createPause } from '#contract/streaks.ts';
import { addDays } from '#domain/days.ts';
import { Id } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { smtpMail } from '#platform/mail/smtp.ts';
import { buildSuspension } from '../../testing/factories/admin.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { testApp } from '../../testing/test-app.ts';
import { sendDigests } from './jobs.ts';
import { weekQuilt } from './view.ts';

const smtp = await startFakeSmtp();
const t = await testApp({
  mail: smtpMail({ url: smtp.url, from: 'Emberkin <hello@emberkin.example>', timeout_ms: 2000 }),
});
afterAll(() => smtp.close());

const mailsTo = ({ email }: TestUser) => smtp.mails.filter((mail) => mail.recipients.includes(email));
const runJobAt = async (instant: string) => {
  t.clock.set(instant);
  await t.db.transact((tx) => tx.enqueue(sendDigests, {}));
  await t.queue.drain();
};

/** A person who wants the digest. */
async function buildSubscriber(timezone = 'UTC') {
  const reader = await buildUser(t, { name: 'Ana', timezone });
  const body = { push_types: [], weekly_digest: true };
  expect((await t.call(saveSettings, { token: reader.token, body })).statusCode).toBe(200);
  return reader;
}

/** A user who wants the digest, with two missions and three check-ins in the week of Monday, 16 November. */
async function buildReader(timezone = 'UTC') {
  t.clock.set('2026-11-16T12:00:00Z');
  const reader = await buildSubscriber(timezone);
  const swim = await buildMission(t, reader, { title: 'Swim' });
  await buildMission(t, reader, { title: 'Read' });
  for (const day of ['16', '17', '19']) {
    t.clock.set(`2026-11-${day}T13:00:00Z`);
    expect((await checkIn(t, reader, swim)).statusCode).toBe(201);
  }
  return reader;
}

const MONDAY = '2026-11-16';
const dayOn = (at: number) => addDays(MONDAY, at);
/** Sets the clock to a time of day, this number of days after Monday, 16 November. */
const goTo = (at: number, time = '15:00') => t.clock.set(`${dayOn(at)}T${time}:00Z`);
const checkInOn = async (person: TestUser, mission: string, ...days: number[]) => {
  for (const at of days) {
    goTo(at);
    expect((await checkIn(t, person, mission)).statusCode).toBe(201);
  }
};
/** The mail of the Monday this number of weeks after 16 November, as text; null without a mail. */
async function fetchMail(reader: TestUser, weeks = 1): Promise<string | null> {
  const before = mailsTo(reader).length;
  await runJobAt(`${dayOn(7 * weeks)}T12:00:00Z`);
  return mailsTo(reader)[before]?.text ?? null;
}
/** The rows of a mail: the results of each mission. */
const rowsOf = (text: string | null) =>
  [...(text ?? '').matchAll(/^(.+)\n(.*points?)\.$/gm)].map(([, title, facts]) => `${title}: ${facts}`);

describe('the content of the digest', () => {
  it('counts required weekdays that were done, and extra check-ins', async () => {
    goTo(0, '12:00');
    const reader = await buildSubscriber();
    const [gym, once] = [
      await buildMission(t, reader, { title: 'Gym', schedule: { kind: 'weekdays', days: ['mon', 'fri', 'sat'] } }),
      await buildMission(t, reader, { title: 'Once', schedule: { kind: 'weekdays', days: ['wed'] } }),
    ];
    await checkInOn(reader, gym, 3, 4);
    await checkInOn(reader, once, 5);
    const text = await fetchMail(reader);
    expect(rowsOf(text)).toEqual(['Gym: 1 of 3 days and 1 extra, 10 points', 'Once: 0 of 1 day and 1 extra, 0 points']);
    expect(text).toContain('\n3 check-ins and 10 points.\n');
  });

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'reports weeks that start %i days after Monday when they end, and the first one so far',
    async (start) => {
      goTo(0, '01:00');
      const reader = await buildSubscriber();
      const run = await buildMission(t, reader, {
        title: 'Run',
        duration_days: 14,
        start_date: dayOn(start),
        schedule: { kind: 'weekly', times: 3 },
      });
      // Four in the first week, one of them extra, and two in the second, which are not enough.
      const days = [0, 1, 2, 6, 7, 8].map((at) => start + at);
      const mails: string[][] = [];
      for (let at = 0; at <= 28; at += 1) {
        if (at > 0 && at % 7 === 0) mails.push(rowsOf(await fetchMail(reader, at / 7)));
        if (days.includes(at)) await checkInOn(reader, run, at);
      }
      const soFar = days.filter((at) => at < 7).length;
      const running = start === 0 ? [] : [[`Run: ${soFar} of 3 so far, ${10 * soFar} points`]];
      const weeks = [['Run: 3 of 3 that week and 1 extra, 30 points'], ['Run: 2 of 3 that week, 20 points'], []];
      expect(mails).toEqual([...running, ...weeks, ...(start === 0 ? [[]] : [])]);
    },
  );

  it("adds two weeks that ended in one calendar week, the last one cut by the mission's end", async () => {
    goTo(0, '01:00');
    const reader = await buildSubscriber();
    // From Tuesday on, with three days beyond the first week. One of five times is left for them.
    const run = await buildMission(t, reader, {
      title: 'Run',
      duration_days: 10,
      start_date: dayOn(1),
      schedule: { kind: 'weekly', times: 5 },
    });
    await checkInOn(reader, run, 1, 2, 4, 6);
    expect(rowsOf(await fetchMail(reader, 1))).toEqual(['Run: 4 of 5 so far, 40 points']);
    await checkInOn(reader, run, 8, 9);
    const text = await fetchMail(reader, 2);
    expect(rowsOf(text)).toEqual(['Run: 6 of 7 that week, 60 points']);
    expect(text).toContain('\n6 check-ins and 60 points.\n');
    expect(await fetchMail(reader, 3)).toBeNull();
  });

  it('requires fewer days in a break, and counts a check-in in it', async () => {
    goTo(0, '01:00');
    const reader = await buildSubscriber();
    const schedule = { kind: 'weekly', times: 3 };
    const [read, run] = [
      await buildMission(t, reader, { title: 'Read' }),
      await buildMission(t, reader, { title: 'Run', schedule }),
    ];
    const pause = { from_day: dayOn(1), to_day: dayOn(2), reason: 'ill' };
    await t.call(createPause, { token: reader.token, body: pause });
    await checkInOn(reader, read, 0, 1);
    expect(rowsOf(await fetchMail(reader, 1))).toEqual([
      'Read: 2 of 6 days, 20 points',
      'Run: 0 of 1 that week, 0 points',
    ]);
    goTo(7, '13:00');
    const away = { from_day: dayOn(7), to_day: dayOn(13), reason: 'away' };
    await t.call(createPause, { token: reader.token, body: away });
    await checkInOn(reader, run, 9);
    const text = await fetchMail(reader, 2);
    expect(rowsOf(text)).toEqual(['Run: 1 of 1 that week, 10 points']);
    expect(text).not.toContain('Read');
  });

  it('does not require a day that a zone change skipped', async () => {
    goTo(0, '23:00');
    const reader = await buildSubscriber('Pacific/Honolulu');
    await buildMission(t, reader, { title: 'Read', start_date: MONDAY });
    t.clock.advance(1);
    await buildMission(t, reader, { title: 'Run', start_date: MONDAY, schedule: { kind: 'weekly', times: 6 } });
    // Wednesday noon in the west is Thursday noon in the east.
    goTo(2, '22:00');
    const body = { timezone: 'Pacific/Kiritimati' };
    expect((await t.call(patchProfile, { token: reader.token, body })).statusCode).toBe(200);
    await runJobAt(`${dayOn(6)}T22:00:00Z`);
    expect(rowsOf(mailsTo(reader)[0]!.text!)).toEqual([
      'Read: 0 of 6 days, 0 points',
      'Run: 0 of 5 that week, 0 points',
    ]);
  });

  it('counts days since a late joining, and omits a mission that the member left', async () => {
    goTo(0, '12:00');
    const owner = await buildUser(t);
    const missions = [
      await buildMission(t, owner, { title: 'Read' }),
      await buildMission(t, owner, { title: 'Run', schedule: { kind: 'weekly', times: 3 } }),
    ];
    goTo(5);
    const [reader, leaver] = [await buildSubscriber(), await buildSubscriber()];
    for (const mission of missions) await buildMembers(t, owner, mission, [reader, leaver]);
    await checkInOn(reader, missions[1]!, 6);
    await checkIn(t, leaver, missions[0]!);
    for (const id of missions) await t.call(leaveMission, { token: leaver.token, params: { id } });
    expect(rowsOf(await fetchMail(reader))).toEqual([
      'Run: 1 of 2 that week, 10 points',
      'Read: 0 of 2 days, 0 points',
    ]);
    expect(mailsTo(leaver)).toEqual([]);
  });

  it('counts the days between leaving and coming back as missed, as the share does', async () => {
    goTo(0, '12:00');
    const [owner, reader] = [await buildUser(t), await buildSubscriber()];
    const mission = await buildMission(t, owner, { title: 'Read', board: 'together' });
    const run = await buildMission(t, owner, { title: 'Run', schedule: { kind: 'weekly', times: 6 } });
    for (const id of [mission, run]) await buildMembers(t, owner, id, [reader]);
    for (const at of [0, 1]) for (const id of [mission, run]) await checkInOn(reader, id, at);
    goTo(1, '16:00');
    for (const id of [mission, run]) await t.call(leaveMission, { token: reader.token, params: { id } });
    goTo(4, '12:00');
    for (const id of [mission, run]) await buildMembers(t, owner, id, [reader]);
    for (const at of [4, 5, 6]) for (const id of [mission, run]) await checkInOn(reader, id, at);
    const text = await fetchMail(reader);
    expect(rowsOf(text).sort()).toEqual(['Read: 5 of 7 days, 50 points', 'Run: 5 of 6 that week, 50 points']);
    // The last seven days start on Tuesday, and none of the owner's six is checked.
    const page = (await t.call(getMission, { token: reader.token, params: { id: mission } })).json();
    const own = page.members.find((member: { user_id: string }) => member.user_id === reader.id);
    expect([own.share_since_joining, page.together]).toEqual([71, { done: 4, total: 6 + 6 }]);
  });

  it("covers the mission's last days in its last week, and then stops", async () => {
    goTo(0, '12:00');
    const reader = await buildSubscriber();
    const mission = await buildMission(t, reader, { title: 'Read', duration_days: 8 });
    await checkInOn(reader, mission, 1, 7);
    t.clock.set(`${dayOn(8)}T09:00:00Z`);
    await t.call(completeMission, { token: reader.token, params: { id: mission } });
    expect(rowsOf(await fetchMail(reader, 2))).toEqual(['Read: 1 of 1 day, 10 points']);
    expect(await fetchMail(reader, 3)).toBeNull();
  });

  it('includes a Sunday checked in on Monday morning, and Monday in the next mail', async () => {
    const reader = await buildReader();
    const swim = await onlyValue(t.db, Id, "select id from missions where owner_id = $1 and title = 'Swim'", [
      reader.id,
    ]);
    goTo(7, '11:59');
    expect((await checkIn(t, reader, swim, { day: 'yesterday' })).statusCode).toBe(201);
    expect((await checkIn(t, reader, swim)).statusCode).toBe(201);
    expect(rowsOf(await fetchMail(reader))).toContain('Swim: 4 of 7 days, 40 points');
    expect(rowsOf(await fetchMail(reader, 2))).toContain('Swim: 1 of 7 days, 10 points');
  });

  it('shows the eight missions with the most check-ins, and sums only these', async () => {
    goTo(0, '12:00');
    const reader = await buildSubscriber();
    await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'pro_monthly' where id = $1", [
      reader.id,
    ]);
    const missions: string[] = [];
    for (const title of 'ABCDEFGHI') {
      t.clock.advance(1);
      missions.push(await buildMission(t, reader, { title }));
    }
    for (const mission of missions.slice(1)) await checkIn(t, reader, mission);
    const text = await fetchMail(reader);
    expect(rowsOf(text)).toEqual([...'BCDEFGHI'].map((title) => `${title}: 1 of 7 days, 10 points`));
    expect(text).toContain('\n8 check-ins and 80 points.\n');
  });

  it('has a different subject for a week without a check-in', async () => {
    goTo(0, '12:00');
    const reader = await buildSubscriber();
    await buildMission(t, reader, { title: 'Read' });
    const text = await fetchMail(reader);
    expect(mailsTo(reader)[0]!.subject).toBe('A new week, whenever you like');
    expect(text).toContain('No check-ins this week. It happens.');
    expect(rowsOf(text)).toEqual(['Read: 0 of 7 days, 0 points']);
  });
});

it('sends the digest once on Monday, as text and as a picture', async () => {
  const reader = await buildReader();
  for (const time of ['22T18:00', '23T11:59']) await runJobAt(`2026-11-${time}:00Z`);
  expect(mailsTo(reader)).toHaveLength(0);
  for (const minute of ['00', '05', '10']) await runJobAt(`2026-11-23T12:${minute}:00Z`);
  const [mail, ...more] = mailsTo(reader);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('Your week by the fire: 3 check-ins and 30 points');
  expect(rowsOf(mail!.text!)).toEqual(['Swim: 3 of 7 days, 30 points', 'Read: 0 of 7 days, 0 points']);
  expect(mail!.text).toContain('You asked for this email on Mondays.');
  const alt = 'Swim: 3 of 7 days; Read: 0 of 7 days';
  expect(mail!.html).toMatch(new RegExp(`<img src="cid:week@emberkin"[^>]+alt="${alt}"`));
  // The text part has the rows once.
  expect(mail!.text).not.toContain(alt);
  const [picture] = mail!.attachments;
  expect(picture).toMatchObject({ contentId: '<week@emberkin>', mimeType: 'image/png', disposition: 'inline' });
  const image = sharp(Buffer.from(picture!.content as ArrayBuffer));
  expect(await image.metadata()).toMatchObject({ format: 'png', width: 1000, height: 340 });
  // Monday of the first row has the patch's color; Wednesday is dark.
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
  expect(at(56, 100)).not.toEqual(at(56 + 2 * 132, 100));
  expect(at(56 + 2 * 132, 100)).toEqual([0x3f, 0x28, 0x50]);
});

it('shows the seven days of the mission’s own week in the picture with times a week', async () => {
  goTo(0, '12:00');
  const reader = await buildSubscriber();
  const schedule = { kind: 'weekly', times: 2 };
  // From Thursday on. The first and the second to last day of its week are checked.
  const run = await buildMission(t, reader, { title: 'Run', start_date: dayOn(3), schedule });
  await checkInOn(reader, run, 3, 8, 10);
  await fetchMail(reader, 2);
  const [mail] = mailsTo(reader);
  expect(mail!.html).toContain('alt="Run: 2 of 2 that week"');
  const image = sharp(Buffer.from(mail!.attachments[0]!.content as ArrayBuffer));
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const isDark = (column: number) => {
    const x = 56 + column * 132;
    return data[(100 * info.width + x) * info.channels] === 0x3f;
  };
  expect([0, 1, 2, 3, 4, 5, 6].map(isDark)).toEqual([false, true, true, true, true, false, true]);
});

it.each([
  ['11:59', 0],
  ['12:00', 1],
  ['14:59', 1],
  ['15:00', 0],
])('the digest job at %s on Monday sends %i digests', async (time, mails) => {
  const reader = await buildReader();
  await runJobAt(`2026-11-23T${time}:00Z`);
  expect(mailsTo(reader)).toHaveLength(mails);
});

it('sends the digest at noon after a clock change', async () => {
  t.clock.set('2026-10-19T12:00:00Z');
  const reader = await buildSubscriber('Europe/Berlin');
  await buildMission(t, reader, { title: 'Swim' });
  // Summer time ended on Sunday.
  await runJobAt('2026-10-26T10:30:00Z');
  expect(mailsTo(reader)).toHaveLength(0);
  await runJobAt('2026-10-26T11:00:00Z');
  expect(mailsTo(reader)).toHaveLength(1);
});

it("the unsubscribe link in the mail's header ends the digest", async () => {
  const reader = await buildReader();
  await runJobAt('2026-11-23T12:00:00Z');
  const [mail] = mailsTo(reader);
  const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const token = /\/unsubscribe\/([\w-]+)>/.exec(header('list-unsubscribe')!)![1]!;
  expect((await t.call(unsubscribe, { params: { token } })).statusCode).toBe(204);
  await runJobAt('2026-11-30T12:00:00Z');
  expect(mailsTo(reader)).toHaveLength(1);
});

it('sends the digest by the reader’s own clock, and not hours later', async () => {
  const reader = await buildReader('Asia/Kuala_Lumpur');
  await runJobAt('2026-11-23T03:55:00Z');
  expect(mailsTo(reader)).toHaveLength(0);
  smtp.setMode('451');
  await runJobAt('2026-11-23T04:00:00Z');
  smtp.setMode('ok');
  t.clock.set('2026-11-23T07:30:00Z');
  await t.queue.drain({ ignore_delays: true });
  expect(mailsTo(reader)).toHaveLength(0);
});

it('sends no digest to a suspended user, even one already queued', async () => {
  const [before, meanwhile] = [await buildReader(), await buildReader()];
  await buildSuspension(t, before);
  smtp.setMode('451');
  await runJobAt('2026-11-23T12:00:00Z');
  await buildSuspension(t, meanwhile);
  smtp.setMode('ok');
  await t.queue.drain({ ignore_delays: true });
  expect([...mailsTo(before), ...mailsTo(meanwhile)]).toEqual([]);
  const rows = await t.db.rows('select user_id from digest_sends where user_id = any($1)', [[before.id, meanwhile.id]]);
  expect(rows).toEqual([{ user_id: meanwhile.id }]);
});

it('skips the digest only in a break that covers its Monday, even one taken while it waits', async () => {
  const [before, meanwhile, other] = [await buildReader(), await buildReader(), await buildReader()];
  const takePause = ({ token }: TestUser, from: string, to: string) =>
    t.call(createPause, { token, body: { from_day: `2026-11-${from}`, to_day: `2026-11-${to}`, reason: 'away' } });
  expect((await takePause(before, '20', '23')).statusCode).toBe(201);
  expect((await takePause(other, '18', '22')).statusCode).toBe(201);
  smtp.setMode('451');
  await runJobAt('2026-11-23T12:00:00Z');
  expect((await takePause(meanwhile, '23', '24')).statusCode).toBe(201);
  smtp.setMode('ok');
  await t.queue.drain({ ignore_delays: true });
  expect([before, meanwhile, other].map((reader) => mailsTo(reader).length)).toEqual([0, 0, 1]);
  const sent = await t.db.rows('select from digest_sends where user_id = $1', [before.id]);
  expect(sent).toEqual([]);
  await runJobAt('2026-11-30T12:00:00Z');
  expect([before, meanwhile, other].map((reader) => mailsTo(reader).length)).toEqual([1, 1, 2]);
});

it('sends no digest to users who did not ask for it or have no mission', async () => {
  t.clock.set('2026-11-16T12:00:00Z');
  const silent = await buildUser(t);
  await buildMission(t, silent);
  const idle = await buildUser(t);
  await t.call(saveSettings, { token: idle.token, body: { push_types: [], weekly_digest: true } });
  await runJobAt('2026-11-23T12:00:00Z');
  expect([...mailsTo(silent), ...mailsTo(idle)]).toEqual([]);
});

it('draws the week in the reading direction of the mail', async () => {
  const row = {
    mission_id: '019aa5b0-0000-7000-8000-000000000003',
    patch: null,
    title: 'Swim',
    first_day: MONDAY,
    last_day: dayOn(30),
    from_day: MONDAY,
    of: 'days' as const,
    done: 1,
    target: 7,
    extra: 0,
    checked: [MONDAY],
    points: 10,
  };
  /** The colors in the middle of the first and the last square of the line. */
  const ends = async (direction: 'ltr' | 'rtl') => {
    const { data, info } = await sharp(await weekQuilt([row], direction))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colourAt = (x: number) => {
      const at = ((info.height / 2) * info.width + x) * info.channels;
      return data.subarray(at, at + 3).toString('hex');
    };
    return [colourAt(104), colourAt(info.width - 104)];
  };
  const [monday, sunday] = await ends('ltr');
  expect(monday).not.toBe(sunday);
  expect(await ends('rtl')).toEqual([sunday, monday]);
});
