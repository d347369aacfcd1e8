import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { unsubscribe } from '#contract/reminders.ts';
import { saveSettings } from '#contract/settings.ts';
import { createPause } from '#contract/streaks.ts';
import { smtpMail } from '../../adapters/mail/smtp.ts';
import { buildSuspension } from '../../testing/factories/admin.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { testApp } from '../../testing/test-app.ts';
import { sendDigests } from './jobs.ts';

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

/** A user who wants the digest, with two missions and three check-ins in the week of 16 November. */
async function buildReader(timezone = 'UTC') {
  t.clock.set('2026-11-16T12:00:00Z');
  const reader = await buildUser(t, { name: 'Ana', timezone });
  const swim = await buildMission(t, reader, { title: 'Swim' });
  await buildMission(t, reader, { title: 'Read' });
  const body = { push_types: [], weekly_digest: true };
  await t.call(saveSettings, { token: reader.token, body });
  for (const day of ['16', '17', '19']) {
    t.clock.set(`2026-11-${day}T13:00:00Z`);
    expect((await checkIn(t, reader, swim)).statusCode).toBe(201);
  }
  return reader;
}

it('Of a mission that is not daily the mail says how much of the plan was done.', async () => {
  const reader = await buildReader();
  t.clock.set('2026-11-19T14:00:00Z');
  const run = await buildMission(t, reader, {
    title: 'Run',
    schedule: { kind: 'weekdays', days: ['mon', 'fri', 'sat'] },
  });
  // Those with as many check-ins stand as they were created.
  t.clock.advance(1);
  const row = await buildMission(t, reader, { title: 'Row', schedule: { kind: 'weekly', times: 5 } });
  // Thursday's run is extra.
  for (const [day, missions] of Object.entries({ 19: [run], 20: [run, row], 21: [row] })) {
    t.clock.set(`2026-11-${day}T15:00:00Z`);
    for (const mission of missions) await checkIn(t, reader, mission);
  }
  await runJobAt('2026-11-22T18:00:00Z');
  const [mail] = mailsTo(reader);
  // The missions began on Thursday: Friday and Saturday were asked for, and of five times a week two.
  expect(mail!.text).toContain('Run\nChecked in on 1 of 2 days, for 10 points.');
  expect(mail!.text).toContain('Row\nChecked in on 2 of 2 days, for 20 points.');
  expect(mail!.html).toContain('Run: 1 of 2 days; Row: 2 of 2 days');
});

it('The digest comes once on Sunday evening, in words and as a picture.', async () => {
  const reader = await buildReader();
  await runJobAt('2026-11-22T17:55:00Z');
  expect(mailsTo(reader)).toHaveLength(0);
  for (const minute of ['00', '05', '10']) await runJobAt(`2026-11-22T18:${minute}:00Z`);
  const [mail, ...more] = mailsTo(reader);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('Your week by the fire: 3 check-ins and 30 points this week.');
  expect(mail!.text).toContain('Swim\nChecked in on 3 days of the week, for 30 points.');
  expect(mail!.text).toContain('Read\nChecked in on 0 days of the week, for 0 points.');
  expect(mail!.html).toMatch(/<img src="cid:week@emberkin"[^>]+alt="Swim: 3 of 7 days; Read: 0 of 7 days"/);
  const [picture] = mail!.attachments;
  expect(picture).toMatchObject({ contentId: '<week@emberkin>', mimeType: 'image/png', disposition: 'inline' });
  const image = sharp(Buffer.from(picture!.content as ArrayBuffer));
  expect(await image.metadata()).toMatchObject({ format: 'png', width: 1000, height: 340 });
  // Monday of the first row has the patch's colour, Wednesday is dark.
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
  expect(at(56, 100)).not.toEqual(at(56 + 2 * 132, 100));
  expect(at(56 + 2 * 132, 100)).toEqual([0x3f, 0x28, 0x50]);
});

it('The unsubscribe link of the digest is in the header that mail programs use, and ends the digest.', async () => {
  const reader = await buildReader();
  await runJobAt('2026-11-22T18:00:00Z');
  const [mail] = mailsTo(reader);
  const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const token = /\/unsubscribe\/([\w-]+)>/.exec(header('list-unsubscribe')!)![1]!;
  expect((await t.call(unsubscribe, { params: { token } })).statusCode).toBe(204);
  await runJobAt('2026-11-29T18:00:00Z');
  expect(mailsTo(reader)).toHaveLength(1);
});

it('The digest follows the reader’s own clock, and is not sent late in the evening.', async () => {
  const reader = await buildReader('Asia/Kuala_Lumpur');
  await runJobAt('2026-11-22T09:55:00Z');
  expect(mailsTo(reader)).toHaveLength(0);
  smtp.setMode('451');
  await runJobAt('2026-11-22T10:00:00Z');
  smtp.setMode('ok');
  t.clock.set('2026-11-22T13:30:00Z');
  await t.queue.drain({ ignore_delays: true });
  expect(mailsTo(reader)).toHaveLength(0);
});

it('A suspended user gets no digest, not even one that was already waiting.', async () => {
  const [before, meanwhile] = [await buildReader(), await buildReader()];
  await buildSuspension(t, before);
  smtp.setMode('451');
  await runJobAt('2026-11-22T18:00:00Z');
  await buildSuspension(t, meanwhile);
  smtp.setMode('ok');
  await t.queue.drain({ ignore_delays: true });
  expect([...mailsTo(before), ...mailsTo(meanwhile)]).toEqual([]);
  const rows = await t.db.rows('select user_id from digest_sends where user_id = any($1)', [[before.id, meanwhile.id]]);
  expect(rows).toEqual([{ user_id: meanwhile.id }]);
});

it('The digest rests in a break that covers its Sunday, also one taken while the mail waits, and in no other.', async () => {
  const [before, meanwhile, other] = [await buildReader(), await buildReader(), await buildReader()];
  const takeBreak = ({ token }: TestUser, from: string, to: string) =>
    t.call(createPause, { token, body: { from_day: `2026-11-${from}`, to_day: `2026-11-${to}`, reason: 'away' } });
  expect((await takeBreak(before, '20', '22')).statusCode).toBe(201);
  expect((await takeBreak(other, '18', '21')).statusCode).toBe(201);
  smtp.setMode('451');
  await runJobAt('2026-11-22T18:00:00Z');
  expect((await takeBreak(meanwhile, '22', '24')).statusCode).toBe(201);
  smtp.setMode('ok');
  await t.queue.drain({ ignore_delays: true });
  expect([before, meanwhile, other].map((reader) => mailsTo(reader).length)).toEqual([0, 0, 1]);
  const sent = await t.db.rows('select from digest_sends where user_id = $1', [before.id]);
  expect(sent).toEqual([]);
  await runJobAt('2026-11-29T18:00:00Z');
  expect([before, meanwhile, other].map((reader) => mailsTo(reader).length)).toEqual([1, 1, 2]);
});

it('Users who did not ask for the digest, or have no mission, get none.', async () => {
  t.clock.set('2026-11-16T12:00:00Z');
  const silent = await buildUser(t);
  await buildMission(t, silent);
  const idle = await buildUser(t);
  await t.call(saveSettings, { token: idle.token, body: { push_types: [], weekly_digest: true } });
  await runJobAt('2026-11-22T18:00:00Z');
  expect([...mailsTo(silent), ...mailsTo(idle)]).toEqual([]);
});
