import { beforeEach, describe, expect, it } from 'vitest';
import { listCheckins } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { updateProfile } from '#contract/profile.ts';
import {
  checkInByLink,
  listReminders,
  previewCheckinLink,
  previewUnsubscribe,
  unsubscribe,
} from '#contract/reminders.ts';
import { readSettings, saveSettings } from '#contract/settings.ts';
import { Int } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { unsubscribePath } from '../../mails/mail-links.ts';
import { buildSuspension } from '../../testing/factories/admin.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildReminder, runReminderJob } from '../../testing/factories/reminders.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const sent: MailMessage[] = [];
const t = await testApp({ mail: { send: async (message) => void sent.push(message), close: async () => undefined } });
const EVENING = '2026-11-21T20:00:00.000Z';
beforeEach(() => t.clock.set('2026-11-21T12:00:00.000Z'));

/** A reminder sent by mail, with the tokens of its two links. */
async function buildReminderMail(person?: TestUser) {
  const owner = person ?? (await buildUser(t, { name: 'Ana' }));
  const mission = await buildMission(t, owner, { title: 'Swim' });
  await buildReminder(t, owner, mission, 20);
  t.clock.set(EVENING);
  await runReminderJob(t);
  const mail = sent.findLast(({ to }) => to === owner.email)!;
  const token = /\/one-tap\/([\w.-]+)/.exec(mail.text)![1]!;
  const off = /\/unsubscribe\/([\w.-]+)/.exec(mail.text)![1]!;
  return { owner, mission, token, off, mail };
}

const preview = (token: string) => t.call(previewCheckinLink, { params: { token } });
const tap = (token: string) => t.call(checkInByLink, { params: { token } });
const listFeed = async ({ token }: TestUser, id: string) =>
  (await t.call(listCheckins, { token, params: { id } })).json();

describe('check-in links', () => {
  it('show what they are for when opened, and change nothing', async () => {
    const { owner, mission, token } = await buildReminderMail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => preview(token)));
    for (const answer of answers)
      expect(answer.json()).toEqual({
        state: 'open',
        mission_id: mission,
        mission_title: 'Swim',
        patch: null,
        name: 'Ana',
        day: '2026-11-21',
        is_yesterday: false,
        can_check_in_today: true,
      });
    expect(await listFeed(owner, mission)).toEqual([]);
  });

  it('check in with one tap and without a session, like any check-in', async () => {
    const { owner, mission, token } = await buildReminderMail();
    const ben = await buildUser(t);
    await buildMembers(t, owner, mission, [ben]);
    const answer = await tap(token);
    expect(answer.statusCode).toBe(201);
    const done = { mission_id: mission, mission_title: 'Swim', mission_streak_days: 1, day: '2026-11-21' };
    expect(answer.json()).toEqual(done);
    expect(await listFeed(owner, mission)).toMatchObject([
      { type: 'tick', points_earned: 10, local_day: '2026-11-21', created_at: EVENING },
    ]);
    expect((await t.call(listNotifications, { token: ben.token })).json().unread_count).toBe(1);
    expect((await preview(token)).json().state).toBe('used');
    expect((await tap(token)).json().code).toBe('link_used');
  });

  it('check in once for 20 concurrent taps', async () => {
    const { owner, mission, token } = await buildReminderMail();
    const codes = (await Promise.all(Array.from({ length: 20 }, () => tap(token)))).map((answer) => answer.statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === 400)).toHaveLength(19);
    expect(await listFeed(owner, mission)).toHaveLength(1);
  });

  it('state that the check-in was already made', async () => {
    const { owner, mission, token } = await buildReminderMail();
    await checkIn(t, owner, mission);
    expect((await preview(token)).json().state).toBe('used');
    expect((await tap(token)).json().code).toBe('already_checked_in');
    expect(await listFeed(owner, mission)).toHaveLength(1);
  });

  it('work for their day until noon of the next day', async () => {
    const { owner, mission, token } = await buildReminderMail();
    t.clock.set('2026-11-22T11:59:59.000Z');
    expect((await preview(token)).json()).toMatchObject({ state: 'open', day: '2026-11-21', is_yesterday: true });
    const answer = await tap(token);
    expect([answer.statusCode, answer.json().day]).toEqual([201, '2026-11-21']);
    expect(await listFeed(owner, mission)).toMatchObject([{ local_day: '2026-11-21', is_late: true }]);
    expect((await preview(token)).json().state).toBe('used');
  });

  it('are refused for yesterday like any check-in for yesterday', async () => {
    const { owner, token } = await buildReminderMail();
    t.clock.set('2026-11-22T06:00:00.000Z');
    await t.call(updateProfile, { token: owner.token, body: { name: 'Ana', timezone: 'Africa/Abidjan' } });
    expect((await tap(token)).json().code).toBe('yesterday_after_move');
  });

  it.each([
    'from noon of the next day on',
    'in a completed mission',
    'for a former member',
    'while its owner is suspended',
  ])('no longer work %s', async (when) => {
    const { owner, mission, token } = await buildReminderMail();
    let code = 'link_over';
    if (when.startsWith('from')) t.clock.set('2026-11-22T12:00:00.000Z');
    if (when.startsWith('in')) {
      await t.db.rows('update missions set end_date = $2 where id = $1', [mission, t.clock.now()]);
      await t.call(completeMission, { token: owner.token, params: { id: mission } });
      code = 'mission_ended';
    }
    if (when.startsWith('for')) {
      const other = await buildUser(t);
      await t.db.rows('update missions set owner_id = $2 where id = $1', [mission, other.id]);
      await t.call(leaveMission, { token: owner.token, params: { id: mission } });
      code = 'mission_not_found';
    }
    if (when.startsWith('while')) await buildSuspension(t, owner);
    expect((await preview(token)).json()).toMatchObject({ state: 'over', can_check_in_today: when.startsWith('from') });
    expect((await tap(token)).json().code).toBe(code);
    const count = await onlyValue(t.db, Int, 'select count(*) from checkins where mission_id = $1', [mission]);
    expect(count).toBe(0);
  });

  it('are unknown if forged or too old, or if the mission was deleted', async () => {
    const { owner, mission, token, off } = await buildReminderMail();
    const forged = [`${token.slice(0, -2)}xx`, token.replace(/^./, (letter) => (letter === '0' ? '1' : '0')), off, 'x'];
    for (const one of [...forged, crypto.randomUUID()])
      for (const answer of [await preview(one), await tap(one)]) {
        expect(answer.statusCode).toBe(404);
        expect(answer.json().code).toBe('link_unknown');
      }
    await t.call(deleteMission, { token: owner.token, params: { id: mission } });
    expect((await tap(token)).json().code).toBe('link_unknown');
    const old = await buildReminderMail();
    t.clock.advance(8 * DAY_MS);
    await runReminderJob(t);
    expect((await preview(old.token)).json().code).toBe('link_unknown');
  });
});

describe('unsubscribe links', () => {
  const endMails = (token: string) => t.call(unsubscribe, { params: { token } });
  const fetchPreview = async (token: string) => (await t.call(previewUnsubscribe, { params: { token } })).json();
  const isOn = async ({ token }: TestUser) => (await t.call(listReminders, { token })).json()[0].is_on;

  it('show what they end, and end it only on request', async () => {
    const { owner, mission, off } = await buildReminderMail();
    expect(await fetchPreview(off)).toEqual({
      kind: 'reminder',
      mission_title: 'Swim',
      mission_id: mission,
      is_on: true,
    });
    expect(await isOn(owner)).toBe(true);
    expect((await endMails(off)).statusCode).toBe(204);
    expect(await isOn(owner)).toBe(false);
    expect((await endMails(off)).statusCode).toBe(204);
    expect((await fetchPreview(off)).is_on).toBe(false);
  });

  it('work with one click in a mail program (RFC 8058)', async () => {
    const { owner, mail } = await buildReminderMail();
    const url = new URL(/<(.+)>/.exec(mail.headers!['List-Unsubscribe']!)![1]!);
    const get = await t.app.inject({ method: 'GET', url: url.pathname });
    expect([200, 404]).toContain(get.statusCode);
    expect(await isOn(owner)).toBe(true);
    const payload = 'List-Unsubscribe=One-Click';
    const post = (path: string, type: string) =>
      t.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });
    expect((await post(`${url.pathname}x`, 'application/x-www-form-urlencoded')).json().code).toBe('link_unknown');
    expect(await isOn(owner)).toBe(true);
    expect((await post(url.pathname, 'application/x-www-form-urlencoded')).statusCode).toBe(204);
    expect(await isOn(owner)).toBe(false);
    expect((await post(url.pathname, 'multipart/form-data; boundary=x')).statusCode).toBe(204);
    expect((await t.app.inject({ method: 'POST', url: url.pathname })).statusCode).toBe(204);
  });

  it('of the digest end only the digest', async () => {
    const { owner } = await buildReminderMail();
    await t.call(saveSettings, { token: owner.token, body: { push_types: ['nudge'], weekly_digest: true } });
    const token = unsubscribePath(t.deps.signatures, { kind: 'digest', user_id: owner.id }).split('/').at(-1)!;
    expect(await fetchPreview(token)).toEqual({ kind: 'digest', mission_title: null, mission_id: null, is_on: true });
    expect((await endMails(token)).statusCode).toBe(204);
    const settings = (await t.call(readSettings, { token: owner.token })).json();
    expect(settings).toEqual({ push_types: ['nudge'], weekly_digest: false, new_device_mail: true, language: null });
    expect(await isOn(owner)).toBe(true);
  });

  it('do nothing if forged', async () => {
    const { owner, off, token } = await buildReminderMail();
    for (const forged of [`${off}x`, off.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')), token, 'x']) {
      expect((await endMails(forged)).json().code).toBe('link_unknown');
      expect((await fetchPreview(forged)).code).toBe('link_unknown');
    }
    expect(await isOn(owner)).toBe(true);
  });
});
