import { beforeEach, describe, expect, it } from 'vitest';
import { listCheckins } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import {
  checkInByLink,
  listReminders,
  previewCheckinLink,
  previewUnsubscribe,
  unsubscribe,
} from '#contract/reminders.ts';
import { readSettings, saveSettings } from '#contract/settings.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import type { MailMessage } from '../../adapters/mail/mail.ts';
import { buildSuspension } from '../../testing/factories/admin.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildReminder, runReminderJob } from '../../testing/factories/reminders.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';
import { unsubscribePath } from './public.ts';

const sent: MailMessage[] = [];
const t = await testApp({ mail: { send: async (message) => void sent.push(message), close: async () => undefined } });
const EVENING = '2026-11-21T20:00:00.000Z';
beforeEach(() => t.clock.set('2026-11-21T12:00:00.000Z'));

/** A reminder that has come by mail, with the tokens of its two links. */
async function givenReminderMail(person?: TestUser) {
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
const feed = async ({ token }: TestUser, id: string) => (await t.call(listCheckins, { token, params: { id } })).json();

describe('the link of a reminder', () => {
  it('shows what it is for and changes nothing, however often it is opened', async () => {
    const { owner, mission, token } = await givenReminderMail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => preview(token)));
    for (const answer of answers)
      expect(answer.json()).toEqual({
        state: 'open',
        mission_id: mission,
        mission_title: 'Swim',
        name: 'Ana',
        day: '2026-11-21',
      });
    expect(await feed(owner, mission)).toEqual([]);
  });

  it('checks in with one tap, without a session, as any check-in does', async () => {
    const { owner, mission, token } = await givenReminderMail();
    const ben = await buildUser(t);
    await buildMembers(t, owner, mission, [ben]);
    const answer = await tap(token);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ mission_id: mission, mission_title: 'Swim', mission_streak_days: 1 });
    expect(await feed(owner, mission)).toMatchObject([
      { type: 'tick', points_earned: 10, local_day: '2026-11-21', created_at: EVENING },
    ]);
    const [told] = await t.db.rows<{ count: number }>(
      'select count(*) as count from notifications where user_id = $1',
      [ben.id],
    );
    expect(told!.count).toBe(1);
    expect((await preview(token)).json().state).toBe('used');
    expect((await tap(token)).json().code).toBe('link_used');
  });

  it('works once, however many taps come at once', async () => {
    const { owner, mission, token } = await givenReminderMail();
    const codes = (await Promise.all(Array.from({ length: 20 }, () => tap(token)))).map((answer) => answer.statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === 400)).toHaveLength(19);
    expect(await feed(owner, mission)).toHaveLength(1);
  });

  it('says so when the check-in was made otherwise', async () => {
    const { owner, mission, token } = await givenReminderMail();
    await checkIn(t, owner, mission);
    expect((await preview(token)).json().state).toBe('used');
    expect((await tap(token)).json().code).toBe('already_checked_in');
    expect(await feed(owner, mission)).toHaveLength(1);
  });

  it.each(['the next day', 'in a mission that was completed', 'for one who left', 'while its holder is suspended'])(
    'is over %s',
    async (when) => {
      const { owner, mission, token } = await givenReminderMail();
      let code = 'link_over';
      if (when === 'the next day') t.clock.advance(4 * HOUR_MS);
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
      expect((await preview(token)).json().state).toBe('over');
      expect((await tap(token)).json().code).toBe(code);
      const [row] = await t.db.rows<{ count: number }>('select count(*) as count from checkins where mission_id = $1', [
        mission,
      ]);
      expect(row!.count).toBe(0);
    },
  );

  it('is unknown when it was forged, forgotten or its mission is gone', async () => {
    const { owner, mission, token, off } = await givenReminderMail();
    const forged = [`${token.slice(0, -2)}xx`, token.replace(/^./, (letter) => (letter === '0' ? '1' : '0')), off, 'x'];
    for (const one of [...forged, crypto.randomUUID()])
      for (const answer of [await preview(one), await tap(one)]) {
        expect(answer.statusCode).toBe(404);
        expect(answer.json().code).toBe('link_unknown');
      }
    await t.call(deleteMission, { token: owner.token, params: { id: mission } });
    expect((await tap(token)).json().code).toBe('link_unknown');
    const old = await givenReminderMail();
    t.clock.advance(8 * DAY_MS);
    await runReminderJob(t);
    expect((await preview(old.token)).json().code).toBe('link_unknown');
  });
});

describe('the link that ends mails', () => {
  const ends = (token: string) => t.call(unsubscribe, { params: { token } });
  const looks = async (token: string) => (await t.call(previewUnsubscribe, { params: { token } })).json();
  const isOn = async ({ token }: TestUser) => (await t.call(listReminders, { token })).json()[0].is_on;

  it('shows what it would end, and ends it only when told to', async () => {
    const { owner, off } = await givenReminderMail();
    expect(await looks(off)).toEqual({ kind: 'reminder', mission_title: 'Swim', is_on: true });
    expect(await isOn(owner)).toBe(true);
    expect((await ends(off)).statusCode).toBe(204);
    expect(await isOn(owner)).toBe(false);
    expect((await ends(off)).statusCode).toBe(204);
    expect((await looks(off)).is_on).toBe(false);
  });

  it('ends them with one click of a mail program (RFC 8058)', async () => {
    const { owner, mail } = await givenReminderMail();
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

  it('ends the weekly mails alone', async () => {
    const { owner } = await givenReminderMail();
    await t.call(saveSettings, { token: owner.token, body: { push_types: ['nudge'], weekly_digest: true } });
    const token = unsubscribePath(t.deps.signatures, { kind: 'digest', user_id: owner.id }).split('/').at(-1)!;
    expect(await looks(token)).toEqual({ kind: 'digest', mission_title: null, is_on: true });
    expect((await ends(token)).statusCode).toBe(204);
    const settings = (await t.call(readSettings, { token: owner.token })).json();
    expect(settings).toEqual({ push_types: ['nudge'], weekly_digest: false });
    expect(await isOn(owner)).toBe(true);
  });

  it('does nothing when it was forged', async () => {
    const { owner, off, token } = await givenReminderMail();
    for (const forged of [`${off}x`, off.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')), token, 'x']) {
      expect((await ends(forged)).json().code).toBe('link_unknown');
      expect((await looks(forged)).code).toBe('link_unknown');
    }
    expect(await isOn(owner)).toBe(true);
  });
});
