import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { changeEmail, changePassword, forgotPassword } from '#contract/auth.ts';
import { getCompletion } from '#contract/completion.ts';
import { createPushSubscription } from '#contract/push.ts';
import { saveSettings } from '#contract/settings.ts';
import { smtpMail } from '#platform/mail/smtp.ts';
import { webPushSender } from '#platform/push/web-push.ts';
import { sendDigests } from '../features/digest/jobs.ts';
import { buildInvitation } from '../testing/factories/invitations.ts';
import { buildMembers, buildMission, checkIn } from '../testing/factories/missions.ts';
import { buildReminder, runReminderJob } from '../testing/factories/reminders.ts';
import { buildUser, type TestUser } from '../testing/factories/users.ts';
import { startFakePushService } from '../testing/push-server.ts';
import { startFakeSmtp } from '../testing/smtp-server.ts';
import { NOON, testApp } from '../testing/test-app.ts';

const smtp = await startFakeSmtp();
const browsers = await startFakePushService();
const vapid = webPush.generateVAPIDKeys();
const keys = { public_key: vapid.publicKey, private_key: vapid.privateKey };
const t = await testApp({
  mail: smtpMail({ url: smtp.url, from: 'Emberkin <hello@emberkin.example>', timeout_ms: 2000 }),
  push: webPushSender({ keys, subject: 'mailto:a@b.example', agent: browsers.agent }),
});
afterAll(() => Promise.all([smtp.close(), browsers.close()]));
beforeEach(() => t.clock.set(NOON));

/** Creates a user with a chosen language, or with one from the browser. */
async function buildReader(language: string | null, last_language = 'en', name = 'Ana') {
  const person = await buildUser(t, { name });
  await t.db.rows('update users set language = $2, last_language = $3 where id = $1', [
    person.id,
    language,
    last_language,
  ]);
  return person;
}

async function addPhone({ token }: TestUser) {
  const phone = browsers.newBrowser();
  const body = { endpoint: phone.endpoint, keys: phone.keys, name: 'Phone' };
  expect((await t.call(createPushSubscription, { token, body })).statusCode).toBe(201);
  return () =>
    browsers.received
      .filter(({ endpoint }) => endpoint === phone.endpoint)
      .map(({ body: encrypted }) => JSON.parse(phone.open(encrypted)));
}

/** Returns the language and subject of the newest email to an address. */
async function fetchMail(address: string) {
  await t.queue.drain();
  const { subject, headers } = await smtp.readMail(address);
  return { subject, language: headers.find(({ key }) => key === 'content-language')?.value };
}

describe('the language of a message', () => {
  it.each([
    ['ms', 'en', 'ms', 'Swim hari ini?'],
    [null, 'zh-Hans', 'zh-Hans', '今天的“Swim”做了吗？'],
    ['ar', 'ms', 'ar', '\u2068Swim\u2069 اليوم؟'],
    ['tlh', 'ms', 'ms', 'Swim hari ini?'],
    [null, 'tlh', 'en', 'Swim today?'],
  ])('with %s chosen and %s requested by the browser, is %s in a reminder', async (chosen, last, language, subject) => {
    const person = await buildReader(chosen, last);
    const mission = await buildMission(t, person, { title: 'Swim' });
    await buildReminder(t, person, mission, 20);
    t.clock.set('2026-11-21T20:00:00Z');
    await runReminderJob(t);
    expect(await fetchMail(person.email)).toEqual({ subject, language });
  });

  it('is stored as a language tag only', async () => {
    const person = await buildUser(t);
    for (const column of ['language', 'last_language'])
      for (const tag of ['', 'e', 'en_US', 'en-', 'en us', `en${'-abcdefgh'.repeat(4)}`])
        await expect(t.db.rows(`update users set ${column} = $2 where id = $1`, [person.id, tag])).rejects.toThrow(
          `users_${column}`,
        );
    await t.db.rows('update users set language = $2 where id = $1', [person.id, 'eo-Latn-u-co-trad']);
  });

  it("is each recipient's own in push messages about one check-in", async () => {
    const owner = await buildUser(t, { name: 'Ana' });
    const mission = await buildMission(t, owner, { title: 'Swim' });
    const people = await Promise.all([buildReader('ms'), buildReader('ar'), buildReader(null, 'zh-Hans')]);
    await buildMembers(t, owner, mission, people);
    const body = { push_types: ['checkin'], weekly_digest: false };
    for (const { token } of people) await t.call(saveSettings, { token, body });
    const phones = await Promise.all(people.map(addPhone));
    expect((await checkIn(t, owner, mission)).statusCode).toBe(201);
    await t.queue.drain();
    expect(phones.map((received) => received()[0])).toMatchObject([
      { title: 'Swim', body: 'Ana sudah check-in', lang: 'ms', dir: 'ltr' },
      { title: '\u2068Swim\u2069', body: 'إنجاز جديد من \u2068Ana\u2069', lang: 'ar', dir: 'rtl' },
      { title: 'Swim', body: 'Ana 打卡了', lang: 'zh-Hans', dir: 'ltr' },
    ]);
  });

  it("is the reader's for the button of a push reminder", async () => {
    const person = await buildReader('ar');
    const mission = await buildMission(t, person, { title: 'Swim' });
    await buildReminder(t, person, mission, 20, 'push');
    const received = await addPhone(person);
    t.clock.set('2026-11-21T20:00:00Z');
    await runReminderJob(t);
    expect(received()).toMatchObject([
      { body: 'لمسة واحدة ويكتمل اليوم.', checkin_label: 'تسجيل الإنجاز', lang: 'ar', dir: 'rtl' },
    ]);
  });

  it("is the addressee's in an invitation, or the sender's if the address has no account", async () => {
    const sender = await buildReader('ms');
    const friend = await buildReader('zh-Hans', 'en', 'Ben');
    const mission = await buildMission(t, sender, { title: 'Swim' });
    await buildInvitation(t, sender, mission, friend.email);
    await buildInvitation(t, sender, mission, 'nobody@example.org');
    expect(await fetchMail(friend.email)).toEqual({ subject: 'Ana 在篝火旁给你留了位置', language: 'zh-Hans' });
    expect(await fetchMail('nobody@example.org')).toEqual({
      subject: 'Ana menyimpan tempat untuk anda di sisi unggun api',
      language: 'ms',
    });
  });

  it("is the user's in account notices and reset links", async () => {
    const ana = await buildReader('ms');
    await t.call(forgotPassword, { body: { email: ana.email } });
    expect((await fetchMail(ana.email)).subject).toBe('Tetapkan kata laluan baharu untuk Emberkin');
    const passwords = { current_password: ana.password, new_password: 'a new campfire' };
    expect((await t.call(changePassword, { token: ana.token, body: passwords })).statusCode).toBeLessThan(300);
    expect((await fetchMail(ana.email)).subject).toBe('Akaun Emberkin anda mempunyai kata laluan baharu');
    const body = { email: 'another@example.org', password: passwords.new_password };
    expect((await t.call(changeEmail, { token: ana.token, body })).statusCode).toBe(200);
    expect(await fetchMail(ana.email)).toEqual({
      subject: 'Akaun Emberkin anda mempunyai alamat e-mel baharu',
      language: 'ms',
    });
  });

  it('is English in a notice from the previous release, which names no user', async () => {
    await t.db.rows(`insert into jobs (name, data) values ('send-email-changed', $1)`, [
      JSON.stringify({ email: 'earlier@example.org' }),
    ]);
    await t.queue.drain();
    expect(await fetchMail('earlier@example.org')).toEqual({
      subject: 'Your Emberkin account has a new email address',
      language: 'en',
    });
  });

  it("is the reader's in the weekly email", async () => {
    t.clock.set('2026-11-16T12:00:00Z');
    const person = await buildReader('ar');
    await t.call(saveSettings, { token: person.token, body: { push_types: [], weekly_digest: true } });
    const mission = await buildMission(t, person, { title: 'Swim' });
    await checkIn(t, person, mission);
    t.clock.set('2026-11-23T12:00:00Z');
    await t.db.transact((tx) => tx.enqueue(sendDigests, {}));
    await t.queue.drain();
    const { subject, language } = await fetchMail(person.email);
    expect([subject?.startsWith('أسبوعك حول نار المخيّم: إنجاز واحد، '), language]).toEqual([true, 'ar']);
  });
});

describe('share pages', () => {
  it('are in the language of the member whose numbers they show, with a matching etag', async () => {
    const person = await buildReader(null);
    const mission = await buildMission(t, person, { title: 'Swim' });
    await checkIn(t, person, mission);
    const { share_url, share_picture_url } = (
      await t.call(getCompletion, { token: person.token, params: { id: mission } })
    ).json();
    const read = async (language: string) => {
      await t.db.rows('update users set language = $2 where id = $1', [person.id, language]);
      const page = await t.app.inject({ url: new URL(share_url).pathname, headers: { 'accept-language': 'en' } });
      const picture = await t.app.inject({ url: share_picture_url });
      return { page: page.body, etag: picture.headers.etag, picture: picture.rawPayload };
    };
    const english = await read('en');
    const arabic = await read('ar');
    const malay = await read('ms');
    expect(english.page).toContain('<html lang="en" dir="ltr">');
    expect(arabic.page).toContain('<html lang="ar" dir="rtl">');
    expect(arabic.page).toContain('<h1>\u2068Swim\u2069</h1>');
    expect(arabic.page).toContain('مهمة جارية');
    expect(arabic.page).not.toMatch(/Mission|Start|points/);
    expect(malay.page).toContain('Misi sedang berjalan: ');
    expect(new Set([english.etag, arabic.etag, malay.etag]).size).toBe(3);
    expect(arabic.picture.equals(english.picture)).toBe(false);
    expect(malay.picture.equals(english.picture)).toBe(false);
  });
});
