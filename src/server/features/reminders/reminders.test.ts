import { beforeEach, describe, expect, it } from 'vitest';
import { completeMission } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { listReminders, saveReminder } from '#contract/reminders.ts';
import { readSettings, saveSettings } from '#contract/settings.ts';
import { REMINDER_MINUTES } from '#domain/reminders.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildMembers, buildMission } from '../../testing/factories/missions.ts';
import { buildReminder } from '../../testing/factories/reminders.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
beforeEach(() => t.clock.set(NOON));

const list = async (token: string) => (await t.call(listReminders, { token })).json();
const CHOICE = { hour: 7, channel: 'email', is_on: true };

describe('the reminders of a user', () => {
  it('include every mission that is not over, off until set', async () => {
    const ana = await buildUser(t);
    const swim = await buildMission(t, ana, { title: 'swim' });
    const read = await buildMission(t, ana, { title: 'Read', duration_days: 1 });
    const off = { hour: 20, minute: 0, channel: 'email', is_on: false, cue: null, days: null };
    expect(await list(ana.token)).toEqual([
      { mission_id: read, mission_title: 'Read', ...off },
      { mission_id: swim, mission_title: 'swim', ...off },
    ]);
    const answer = await t.call(saveReminder, { token: ana.token, params: { id: swim }, body: CHOICE });
    const saved = { mission_id: swim, mission_title: 'swim', ...CHOICE, minute: 0, cue: null, days: null };
    expect(answer.json()).toEqual(saved);
    t.clock.advance(2 * DAY_MS);
    expect(await list(ana.token)).toEqual([saved]);
    await buildReminder(t, ana, swim, 21, 'push');
    expect(await list(ana.token)).toMatchObject([{ hour: 21, channel: 'push' }]);
  });

  it('arrive on a quarter of an hour, or on the hour for callers without minutes', async () => {
    const ana = await buildUser(t);
    const mission = await buildMission(t, ana);
    const save = async (body: object) => {
      const answer = await t.call(saveReminder, { token: ana.token, params: { id: mission }, body });
      expect(answer.statusCode).toBe(200);
      expect(await list(ana.token)).toEqual([answer.json()]);
      return answer.json();
    };
    for (const minute of REMINDER_MINUTES) expect(await save({ ...CHOICE, minute })).toMatchObject({ hour: 7, minute });
    // Such a caller chooses 07:00 and does not silently keep the old quarter.
    expect(await save(CHOICE)).toMatchObject({ hour: 7, minute: 0 });
    expect(await save({ ...CHOICE, minute: 45, is_on: false })).toMatchObject({ minute: 45, is_on: false });
  });

  it("do not change another member's reminder", async () => {
    const ana = await buildUser(t);
    const ben = await buildUser(t);
    const mission = await buildMission(t, ana);
    await buildMembers(t, ana, mission, [ben]);
    await buildReminder(t, ana, mission, 7);
    expect(await list(ben.token)).toMatchObject([{ hour: 20, is_on: false }]);
  });

  it('can be set only by members, and strangers get the 404 of an unknown mission', async () => {
    const ana = await buildUser(t);
    const stranger = await buildUser(t);
    const mission = await buildMission(t, ana);
    const put = (token: string | undefined, id: string) =>
      t.call(saveReminder, { token, params: { id }, body: CHOICE });
    const answers = [mission, crypto.randomUUID(), 'x'].map((id) => put(stranger.token, id));
    for (const answer of await Promise.all(answers))
      expect(answer.json()).toMatchObject({ code: 'mission_not_found', detail: 'Mission not found' });
    await buildMembers(t, ana, mission, [stranger]);
    await buildReminder(t, stranger, mission, 9);
    await t.call(leaveMission, { token: stranger.token, params: { id: mission } });
    expect(await list(stranger.token)).toEqual([]);
    expect((await put(stranger.token, mission)).statusCode).toBe(404);
    expect((await put(undefined, mission)).statusCode).toBe(401);
    expect((await t.call(listReminders)).statusCode).toBe(401);
  });

  it('do not exist for a completed mission', async () => {
    const ana = await buildUser(t);
    const mission = await buildMission(t, ana, { duration_days: 1 });
    t.clock.advance(2 * DAY_MS);
    expect((await t.call(completeMission, { token: ana.token, params: { id: mission } })).statusCode).toBe(204);
    expect(await list(ana.token)).toEqual([]);
  });

  it.each([
    [{ hour: 24 }, 'hour', 'Please choose an hour'],
    [{ hour: -1 }, 'hour', 'Please choose an hour'],
    [{ hour: 7.5 }, 'hour', 'Please choose an hour'],
    [{ hour: '7' }, 'hour', 'Please choose an hour'],
    [{ minute: 7 }, 'minute', 'Please choose a quarter of an hour'],
    [{ minute: 60 }, 'minute', 'Please choose a quarter of an hour'],
    [{ minute: -15 }, 'minute', 'Please choose a quarter of an hour'],
    [{ minute: 15.5 }, 'minute', 'Please choose a quarter of an hour'],
    [{ minute: '15' }, 'minute', 'Please choose a quarter of an hour'],
    [{ minute: null }, 'minute', 'Please choose a quarter of an hour'],
    [{ minute: [15] }, 'minute', 'Please choose a quarter of an hour'],
    [{ minute: 'x'.repeat(60_000) }, 'minute', 'Please choose a quarter of an hour'],
    [{ channel: 'pigeon' }, 'channel', 'Please choose how the reminder comes'],
    [{ is_on: 'yes' }, 'is_on', expect.any(String)],
  ])('refuse %.40j', async (wrong, path, sentence) => {
    const ana = await buildUser(t);
    const mission = await buildMission(t, ana);
    const body = { ...CHOICE, ...wrong };
    const answer = await t.call(saveReminder, { token: ana.token, params: { id: mission }, body });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([{ path, message: sentence }]);
  });
});

describe('notification settings', () => {
  it('are all off until changed, except mails about new devices', async () => {
    const ana = await buildUser(t);
    const read = async () => (await t.call(readSettings, { token: ana.token })).json();
    expect(await read()).toEqual({ push_types: [], weekly_digest: false, new_device_mail: true, language: null });
    const body = { push_types: ['comment', 'nudge', 'comment'], weekly_digest: true };
    const answer = await t.call(saveSettings, { token: ana.token, body });
    expect(answer.json()).toEqual({
      push_types: ['comment', 'nudge'],
      weekly_digest: true,
      new_device_mail: true,
      language: null,
    });
    expect(await read()).toEqual(answer.json());
    const other = await buildUser(t);
    expect((await t.call(readSettings, { token: other.token })).json().weekly_digest).toBe(false);
  });

  it('need a session and accept only known values', async () => {
    const { token } = await buildUser(t);
    expect((await t.call(readSettings)).statusCode).toBe(401);
    expect((await t.call(saveSettings, { body: { push_types: [], weekly_digest: true } })).statusCode).toBe(401);
    for (const body of [
      { push_types: ['gossip'], weekly_digest: true },
      { push_types: [], weekly_digest: 'yes' },
      { push_types: Array(6).fill('nudge'), weekly_digest: true },
      {},
    ])
      expect((await t.call(saveSettings, { token, body })).statusCode).toBe(422);
  });
});
