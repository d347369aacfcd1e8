import { beforeEach, describe, expect, it } from 'vitest';
import { exportData } from '#contract/account.ts';
import { API } from '#contract/api.ts';
import { takeBackCheckin } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { leaveMission, removeMember } from '#contract/members.ts';
import { getMission, muteMission } from '#contract/missions.ts';
import { dismissReminderQuestion, listReminders, saveReminder } from '#contract/reminders.ts';
import { getStreak } from '#contract/streaks.ts';
import { makeLogger } from '#platform/http/log.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { runReminderJob } from '../../testing/factories/reminders.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { openReader } from '../../testing/live-reader.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';

const lines: string[] = [];
const mails: MailMessage[] = [];
const t = await testApp({
  log: makeLogger('trace', { write: (line: string) => void lines.push(line) }),
  mail: { send: async (message) => void mails.push(message), close: async () => undefined },
});
beforeEach(() => t.clock.set(NOON));

const CHOICE = { hour: 20, channel: 'email', is_on: true };
const save = ({ token }: Pick<TestUser, 'token'>, id: string, body: object = {}) =>
  t.call(saveReminder, { token, params: { id }, body: { ...CHOICE, ...body } });
const dismiss = (token: string | undefined, id: string) => t.call(dismissReminderQuestion, { token, params: { id } });
const read = async ({ token }: TestUser, id: string) => (await t.call(getMission, { token, params: { id } })).json();
const asks = async (person: TestUser, id: string): Promise<boolean> => (await read(person, id)).ask_reminder;

async function buildPair(body: Record<string, unknown> = {}) {
  const [ana, ben] = [await buildUser(t, { name: 'Ana' }), await buildUser(t, { name: 'Ben' })];
  const mission = await buildMission(t, ana, { title: 'Swim', ...body });
  await buildMembers(t, ana, mission, [ben]);
  return { ana, ben, mission };
}

describe('the cue of a member', () => {
  it('is stored and listed until null or a blank text clears it', async () => {
    const { ana, ben, mission } = await buildPair();
    const stored = (await save(ana, mission, { cue: 'After dinner' })).json();
    expect(stored).toEqual({
      mission_id: mission,
      mission_title: 'Swim',
      ...CHOICE,
      minute: 0,
      cue: 'After dinner',
      days: null,
    });
    expect((await save(ana, mission, { hour: 7 })).json()).toMatchObject({ hour: 7, cue: 'After dinner' });
    expect((await t.call(listReminders, { token: ana.token })).json()).toMatchObject([{ cue: 'After dinner' }]);
    expect((await read(ana, mission)).cue).toBe('After dinner');
    expect((await read(ben, mission)).cue).toBeNull();
    for (const cue of [null, '', ' \n ', '\u200B\u202E']) {
      await save(ana, mission, { cue: 'After dinner' });
      expect((await save(ana, mission, { cue })).json().cue).toBeNull();
      expect((await read(ana, mission)).cue).toBeNull();
    }
  });

  it.each([
    ['<b>dinner</b> & "tea"', '<b>dinner</b> & "tea"'],
    [' after\r\n dinner\u0007 ', 'after dinner'],
    ['\u202Eafter\u2066 dinner\u2069', 'after dinner'],
    ['🌙'.repeat(80), '🌙'.repeat(80)],
    ['👩‍👩‍👧'.repeat(16), '👩‍👩‍👧'.repeat(16)],
    [`  ${'a'.repeat(80)}  `, 'a'.repeat(80)],
  ])('%j is stored as %j', async (cue, stored) => {
    const { ana, mission } = await buildPair();
    expect((await save(ana, mission, { cue })).json().cue).toBe(stored);
    expect((await read(ana, mission)).cue).toBe(stored);
  });

  it.each(['a'.repeat(81), '🌙'.repeat(81), `${'👩‍👩‍👧'.repeat(16)}a`, 7, ['dinner']])(
    '%j is refused and changes nothing',
    async (cue) => {
      const { ana, mission } = await buildPair();
      await save(ana, mission, { cue: 'After dinner' });
      const answer = await save(ana, mission, { cue, hour: 3 });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toEqual([{ path: 'cue', message: 'Please keep it to 80 characters' }]);
      expect((await t.call(listReminders, { token: ana.token })).json()).toMatchObject([
        { hour: 20, cue: 'After dinner' },
      ]);
    },
  );

  it('is the subject of the reminder, with the title', async () => {
    const { ana, mission } = await buildPair();
    await save(ana, mission, { cue: 'After <b>dinner</b>' });
    t.clock.set('2026-11-21T20:00:00Z');
    await runReminderJob(t);
    const own = mails.filter(({ to }) => to === ana.email);
    expect(own.map(({ subject }) => subject)).toEqual(['After <b>dinner</b>: Swim']);
  });

  it("appears in no other person's response, hint, log line or export", async () => {
    const WORDS = 'unmistakable-moment';
    const { ana, ben, mission } = await buildPair();
    const checkin = (await checkIn(t, ben, mission)).json().checkin;
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => t.app.listeningOrigin);
    const reader = await openReader(url, ben.token);
    lines.length = 0;
    await save(ben, mission, { cue: WORDS });
    await reader.find(({ kind }) => kind === 'mission');
    // The owner might see more than others.
    const params = { id: mission, userId: ben.id, code: 'x', token: 'x' };
    for (const endpoint of Object.values(API)) {
      if (endpoint.method !== 'GET' || endpoint.access === 'admin' || endpoint.events || endpoint.download) continue;
      for (const id of [mission, checkin.id]) {
        const query = endpoint === getStreak ? { mission_id: mission } : {};
        const answer = await t.call(endpoint, { token: ana.token, params: { ...params, id }, query });
        expect(answer.body, endpoint.path).not.toContain(WORDS);
      }
    }
    const [own, other] = await Promise.all(
      [ben, ana].map(async ({ token }) =>
        [...unzip((await t.call(exportData, { token })).rawPayload).values()].map(String).join('\n'),
      ),
    );
    expect(own).toContain(WORDS);
    reader.close();
    for (const elsewhere of [other, JSON.stringify(reader.events), lines.join('')])
      expect(elsewhere).not.toContain(WORDS);
  });
});

describe('the question for a reminder', () => {
  it("appears after a member's first check-in of the mission, until a reminder is saved", async () => {
    const { ana, ben, mission } = await buildPair();
    expect(await asks(ben, mission)).toBe(false);
    await checkIn(t, ben, mission);
    expect([await asks(ben, mission), await asks(ana, mission)]).toEqual([true, false]);
    await save(ben, mission, { is_on: false });
    expect(await asks(ben, mission)).toBe(false);
  });

  it('stays dismissed, also when dismissed repeatedly, and other missions still show it', async () => {
    const { ben, ana, mission } = await buildPair();
    const second = await buildMission(t, ben);
    for (const id of [mission, second]) await checkIn(t, ben, id);
    for (const answer of await Promise.all([1, 2, 3].map(() => dismiss(ben.token, mission))))
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await dismiss(ben.token, mission)).statusCode).toBe(204);
    expect([await asks(ben, mission), await asks(ben, second)]).toEqual([false, true]);
    await checkIn(t, ana, mission);
    expect(await asks(ana, mission)).toBe(true);
  });

  it('does not appear for an undone check-in', async () => {
    const { ben, mission } = await buildPair();
    const { checkin } = (await checkIn(t, ben, mission)).json();
    await t.call(takeBackCheckin, { token: ben.token, params: { id: checkin.id } });
    expect(await asks(ben, mission)).toBe(false);
  });

  it("does not appear on the mission's last day, after it or after the completion", async () => {
    const { ana, ben, mission } = await buildPair({ duration_days: 2 });
    await checkIn(t, ben, mission);
    expect(await asks(ben, mission)).toBe(true);
    t.clock.advance(DAY_MS);
    expect(await asks(ben, mission)).toBe(false);
    t.clock.advance(DAY_MS);
    expect(await asks(ben, mission)).toBe(false);
    await t.call(completeMission, { token: ana.token, params: { id: mission } });
    expect(await asks(ben, mission)).toBe(false);
  });

  it('can be answered only by members', async () => {
    const { mission } = await buildPair();
    const stranger = await buildUser(t);
    for (const id of [mission, crypto.randomUUID(), 'x'])
      expect((await dismiss(stranger.token, id)).json()).toMatchObject({
        code: 'mission_not_found',
        detail: 'Mission not found',
      });
    expect((await dismiss(undefined, mission)).statusCode).toBe(401);
  });
});

describe('leaving', () => {
  it.each(['leaves', 'is removed'])(
    'removes the cue, reminder and mute of a member who %s, also after coming back',
    async (how) => {
      const { ana, ben, mission } = await buildPair();
      await checkIn(t, ben, mission);
      await save(ben, mission, { cue: 'After dinner' });
      await t.call(muteMission, { token: ben.token, params: { id: mission }, body: { muted: true } });
      if (how === 'leaves') await t.call(leaveMission, { token: ben.token, params: { id: mission } });
      else await t.call(removeMember, { token: ana.token, params: { id: mission, userId: ben.id } });
      const rows = await t.db.rows(
        `select mb.cue, mb.muted, mb.reminder_asked_at, r.hour from members mb
         left join reminders r on r.mission_id = mb.mission_id and r.user_id = mb.user_id
         where mb.mission_id = $1 and mb.user_id = $2`,
        [mission, ben.id],
      );
      expect(rows).toEqual([{ cue: null, muted: false, reminder_asked_at: null, hour: null }]);
      if (how === 'is removed')
        await t.db.rows('update members set removed_at = null where mission_id = $1 and user_id = $2', [
          mission,
          ben.id,
        ]);
      await buildMembers(t, ana, mission, [ben]);
      expect(await read(ben, mission)).toMatchObject({ cue: null, muted: false, ask_reminder: true });
      expect((await t.call(listReminders, { token: ben.token })).json()).toMatchObject([{ is_on: false, cue: null }]);
    },
  );

  it('removes a reminder that is saved concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ben, mission } = await buildPair();
      const [, ...saved] = await Promise.all([
        t.call(leaveMission, { token: ben.token, params: { id: mission } }),
        ...[1, 2, 3].map(() => save(ben, mission, { cue: 'After dinner' })),
      ]);
      for (const { statusCode } of saved) expect([200, 404]).toContain(statusCode);
      const rows = await t.db.rows(
        `select cue from members where user_id = $1 and cue is not null
         union all select channel from reminders where user_id = $1`,
        [ben.id],
      );
      expect(rows).toEqual([]);
    }
  });
});
