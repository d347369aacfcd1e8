import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportData } from '#contract/account.ts';
import { API } from '#contract/api.ts';
import { createToken } from '#contract/api-tokens.ts';
import { getDashboard } from '#contract/dashboard.ts';
import type { Member } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { updateProfile } from '#contract/profile.ts';
import { saveSettings } from '#contract/settings.ts';
import { createPause, getStreak, listPauses, type Pause, type PauseInput, removePause } from '#contract/streaks.ts';
import { addDays } from '#domain/days.ts';
import { makeLogger } from '#platform/http/log.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildReminder, runReminderJob } from '../../testing/factories/reminders.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { openReader } from '../../testing/live-reader.ts';
import { asOwner, NOON, testApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';
import { sendDigests } from '../digest/jobs.ts';

const lines: string[] = [];
const mails: MailMessage[] = [];
const t = await testApp({
  log: makeLogger('trace', { write: (line: string) => void lines.push(line) }),
  mail: { send: async (message) => void mails.push(message), close: async () => undefined },
});
beforeEach(() => t.clock.set(NOON));

const TODAY = '2026-11-21';
const on = (index: number) => addDays(TODAY, index);
const passDays = (count: number) => t.clock.advance(count * DAY_MS);
const take = ({ token }: TestUser, from: number, to: number, reason = 'away') =>
  t.call(createPause, { token, body: { from_day: on(from), to_day: on(to), reason } });
const remove = ({ token }: TestUser, id: string) => t.call(removePause, { token, params: { id } });
const listOf = async ({ token }: TestUser): Promise<Pause[]> => (await t.call(listPauses, { token })).json();
const daysOf = async (person: TestUser) => (await listOf(person)).map(({ from_day, to_day }) => [from_day, to_day]);
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];
const fetchStreak = async ({ token }: TestUser, mission_id?: string) =>
  (await t.call(getStreak, { token, query: mission_id ? { mission_id } : {} })).json();
const statesOf = (answer: { days: { day: string; state: string }[] }) =>
  answer.days.map(({ day, state }) => `${day.slice(8)} ${state}`);

describe('taking a break', () => {
  it('returns and lists the break with its reason, newest first', async () => {
    const ana = await buildUser(t);
    const answer = await take(ana, 3, 12, 'ill');
    expect(answer.statusCode).toBe(201);
    const later = answer.json();
    expect(later).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      from_day: on(3),
      to_day: on(12),
      reason: 'ill',
      created_at: NOON,
    });
    t.clock.advance(1000);
    const sooner = (await take(ana, -1, 0, 'other')).json();
    expect(await listOf(ana)).toEqual([sooner, later]);
    expect(await listOf(await buildUser(t))).toEqual([]);
  });

  it.each<[string, Partial<Record<keyof PauseInput, unknown>>, string, string]>([
    ['no first day', { from_day: undefined }, 'from_day', 'from_day is required'],
    ['a day that is none', { from_day: '2026-02-30' }, 'from_day', 'Please choose a date'],
    ['an instant', { to_day: NOON }, 'to_day', 'Please choose a date'],
    ['another reason', { reason: 'tired' }, 'reason', 'reason must be ill, away or other'],
    ['the last day first', { to_day: on(-1) }, 'to_day', 'The last day comes after the first'],
    ['22 days', { to_day: on(21) }, 'to_day', 'A break can take at most 21 days'],
    ['a year ahead', { from_day: on(366), to_day: on(366) }, 'from_day', 'A break can begin at most 365 days ahead'],
  ])('refuses %s as an invalid field', async (_, wrong, path, message) => {
    const ana = await buildUser(t);
    const body = { from_day: TODAY, to_day: on(20), reason: 'ill', ...wrong };
    const answer = await t.call(createPause, { token: ana.token, body });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_input']);
    expect(answer.json().errors).toEqual([{ path, message }]);
    expect(await listOf(ana)).toEqual([]);
  });

  it("can start yesterday at the earliest, on the user's own calendar", async () => {
    // Noon in UTC is 22 November on Kiritimati, where 20 November is the day before yesterday.
    const [ana, ben] = [await buildUser(t), await buildUser(t, { timezone: 'Pacific/Kiritimati' })];
    expect((await take(ana, -1, -1)).statusCode).toBe(201);
    const answer = await take(ben, -1, 3);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'pause_in_past',
      detail: 'A break can begin yesterday at the earliest',
      errors: [{ path: 'from_day', message: 'A break can begin yesterday at the earliest' }],
    });
    expect((await take(ben, 0, 3)).statusCode).toBe(201);
    expect((await take(ana, 365, 385)).statusCode).toBe(201);
  });

  it('refuses overlaps and more than 42 paused days in any 365', async () => {
    const ana = await buildUser(t);
    expect((await take(ana, 0, 20)).statusCode).toBe(201);
    const overlapping = await take(ana, 20, 22);
    expect([overlapping.statusCode, overlapping.json()]).toMatchObject([
      400,
      { code: 'pause_overlaps', detail: 'You already have a break on these days' },
    ]);
    expect((await take(ana, 21, 40)).statusCode).toBe(201);
    const tooMuch = await take(ana, 100, 101);
    expect([tooMuch.statusCode, tooMuch.json()]).toMatchObject([
      400,
      { code: 'pause_limit', detail: 'Breaks can take at most 42 days in any 365' },
    ]);
    expect((await take(ana, 100, 100)).statusCode).toBe(201);
    expect(codeOf(await take(ana, 364, 364))).toEqual([400, 'pause_limit']);
    expect((await take(ana, 365, 380)).statusCode).toBe(201);
    // Breaks of one person do not count for another.
    expect((await take(await buildUser(t), 0, 20)).statusCode).toBe(201);
  });

  it('accepts one of 20 concurrent breaks of the same days', async () => {
    const ana = await buildUser(t);
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(ana, 2, 6)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.json().code === 'pause_overlaps')).toHaveLength(19);
    expect(await daysOf(ana)).toEqual([[on(2), on(6)]]);
  });

  it('accepts concurrent breaks of three days up to 42 days in total', async () => {
    const ana = await buildUser(t);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => take(ana, 4 * at, 4 * at + 2)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(14);
    expect(answers.filter((answer) => answer.json().code === 'pause_limit')).toHaveLength(6);
    expect(await listOf(ana)).toHaveLength(14);
  });

  it('requires a session: fails without a token and with an API token', async () => {
    const ana = await buildUser(t);
    const { id } = (await take(ana, 1, 2)).json();
    await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
      ana.id,
    ]);
    const { token: apiToken } = (
      await t.call(createToken, { token: ana.token, body: { name: 'Watch', scope: 'write' } })
    ).json();
    const body = { from_day: on(5), to_day: on(5), reason: 'ill' };
    for (const endpoint of [listPauses, createPause, removePause]) {
      const call = (token?: string) =>
        t.call(endpoint, { token, params: { id }, ...('body' in endpoint ? { body } : {}) });
      expect(codeOf(await call())).toEqual([401, 'not_signed_in']);
      expect(codeOf(await call(apiToken))).toEqual([403, 'token_not_accepted']);
    }
    expect(await daysOf(ana)).toEqual([[on(1), on(2)]]);
  });
});

describe('ending a break', () => {
  it('deletes a future break or one that started today, and ends an older one yesterday', async () => {
    const ana = await buildUser(t);
    const coming = (await take(ana, 10, 12)).json();
    const running = (await take(ana, -1, 4)).json();
    const answer = await remove(ana, coming.id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await remove(ana, running.id)).statusCode).toBe(204);
    expect(await daysOf(ana)).toEqual([[on(-1), on(-1)]]);
    const today = (await take(ana, 0, 3)).json();
    expect((await remove(ana, today.id)).statusCode).toBe(204);
    expect(await daysOf(ana)).toEqual([[on(-1), on(-1)]]);
    // Another break can take the days that were returned.
    expect((await take(ana, 0, 12)).statusCode).toBe(201);
  });

  it('fails for a break that is over', async () => {
    const ana = await buildUser(t);
    const { id } = (await take(ana, -1, 1)).json();
    passDays(1);
    expect((await remove(ana, id)).statusCode).toBe(204);
    const again = await remove(ana, id);
    expect([again.statusCode, again.json()]).toMatchObject([400, { code: 'pause_over', detail: 'This break is over' }]);
    expect(await daysOf(ana)).toEqual([[on(-1), on(0)]]);
  });

  it("returns the same 404 for another user's break and for unknown or malformed IDs", async () => {
    const ben = await buildUser(t);
    const { id } = (await take(await buildUser(t), 0, 3)).json();
    for (const one of [id, randomUUID(), 'x']) {
      const answer = await remove(ben, one);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        404,
        { code: 'pause_not_found', detail: 'Break not found' },
      ]);
    }
  });

  it('is not caused by a change of zone', async () => {
    const ana = await buildUser(t);
    await take(ana, 0, 3);
    const body = { name: ana.name, timezone: 'Pacific/Kiritimati' };
    expect((await t.call(updateProfile, { token: ana.token, body })).statusCode).toBe(200);
    expect(await daysOf(ana)).toEqual([[on(0), on(3)]]);
    expect((await t.call(getDashboard, { token: ana.token })).json().pause).toMatchObject({ to_day: on(3) });
  });
});

describe('the effect of a break', () => {
  /** A user with a streak of `length` days that ends today. */
  async function buildStreak(length: number) {
    const ana = await buildUser(t);
    const mission = await buildMission(t, ana, { duration_days: 200 });
    for (let day = 0; day < length; day++) {
      if (day > 0) passDays(1);
      expect((await checkIn(t, ana, mission)).statusCode).toBe(201);
    }
    return { ana, mission, today: length - 1 };
  }

  it('carries the streak without adding to it, and shows excused days in the ledger', async () => {
    const { ana, mission, today } = await buildStreak(3);
    await take(ana, today + 1, today + 4);
    passDays(2);
    for (const streak of [await fetchStreak(ana), await fetchStreak(ana, mission)]) {
      expect(streak).toMatchObject({ streak_days: 3, pauses: [{ from_day: on(3), to_day: on(6) }] });
      expect(statesOf(streak)).toEqual(['21 checked', '22 checked', '23 checked', '24 excused', '25 excused']);
    }
    passDays(3);
    expect(statesOf(await fetchStreak(ana)).at(-1)).toBe('28 open');
    expect((await checkIn(t, ana, mission)).json()).toMatchObject({ streak_days: 4, mission_streak_days: 4 });
  });

  it('immediately repairs a streak that yesterday broke, also in the mission', async () => {
    const { ana, mission } = await buildStreak(3);
    passDays(2);
    expect(await fetchStreak(ana)).toMatchObject({ streak_days: 0 });
    // Today is checked in first, so the streak has restarted.
    expect((await checkIn(t, ana, mission)).json()).toMatchObject({ streak_days: 1 });
    expect((await take(ana, 3, 3)).statusCode).toBe(201);
    expect(await fetchStreak(ana)).toMatchObject({ streak_days: 4, longest_streak: 4 });
    expect(await fetchStreak(ana, mission)).toMatchObject({ streak_days: 4, longest_streak: 4 });
  });

  it('returns the rest day that a missed day spent', async () => {
    const { ana, mission } = await buildStreak(7);
    passDays(2);
    await checkIn(t, ana, mission);
    expect(await fetchStreak(ana)).toMatchObject({ streak_days: 8, rest_days: 0 });
    await take(ana, 7, 7);
    expect(await fetchStreak(ana)).toMatchObject({ streak_days: 8, rest_days: 1 });
  });

  it('accepts a check-in in full without ending the break', async () => {
    const { ana, mission, today } = await buildStreak(2);
    await take(ana, today + 1, today + 3);
    passDays(1);
    const dashboard = (await t.call(getDashboard, { token: ana.token })).json();
    expect(dashboard.missions[0].can.check_in).toBe(true);
    expect((await checkIn(t, ana, mission)).json()).toMatchObject({
      streak_days: 3,
      checkin: { points_earned: 10 },
    });
    expect(statesOf(await fetchStreak(ana)).at(-1)).toBe('23 checked');
    expect((await t.call(getDashboard, { token: ana.token })).json().pause).toMatchObject({ to_day: on(4) });
  });

  it('shows a running break on the dashboard, and its last day to other members', async () => {
    const { ana, mission } = await buildStreak(1);
    const ben = await buildUser(t, { timezone: 'Pacific/Kiritimati' });
    await buildMembers(t, ana, mission, [ben]);
    const { id } = (await take(ana, 1, 3)).json();
    const pauseOf = async () => (await t.call(getDashboard, { token: ana.token })).json().pause;
    const awayUntil = async () => {
      const { members } = (await t.call(getMission, { token: ben.token, params: { id: mission } })).json();
      return members.map(({ name, away_until }: Member) => [name, away_until]);
    };
    expect(await pauseOf()).toBeNull();
    expect(await awayUntil()).toEqual([
      [ana.name, null],
      [ben.name, null],
    ]);
    passDays(1);
    expect(await pauseOf()).toEqual({ id, to_day: on(3) });
    // Kiritimati is a day ahead, but the calendar of the member who is away counts.
    expect(await awayUntil()).toEqual([
      [ana.name, on(3)],
      [ben.name, null],
    ]);
    passDays(3);
    expect([await pauseOf(), await awayUntil()]).toEqual([
      null,
      [
        [ana.name, null],
        [ben.name, null],
      ],
    ]);
  });

  it('names only breaks that share a day with the ledger', async () => {
    const { ana, mission } = await buildStreak(1);
    await take(ana, -1, -1);
    await take(ana, 5, 6);
    expect((await fetchStreak(ana)).pauses).toEqual([]);
    passDays(5);
    expect((await fetchStreak(ana, mission)).pauses).toEqual([{ from_day: on(5), to_day: on(6) }]);
  });

  it("updates the user's open pages at every change, and other members' once it has started", async () => {
    const { ana, mission } = await buildStreak(1);
    const ben = await buildUser(t);
    await buildMembers(t, ana, mission, [ben]);
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const [own, theirs] = [await openReader(url, ana.token), await openReader(url, ben.token)];
    // Earlier hints can still be on the way. All of them arrive before the last hint of a check-in.
    const { checkin } = (await checkIn(t, ben, mission)).json();
    for (const reader of [own, theirs]) {
      await reader.find(
        (event) => event.kind === 'notifications' && 'checkin_id' in event && event.checkin_id === checkin.id,
      );
      reader.forget();
    }
    const { id } = (await take(ana, 4, 5)).json();
    await own.find(({ kind }) => kind === 'everything');
    own.forget();
    await remove(ana, id);
    await own.find(({ kind }) => kind === 'everything');
    expect(theirs.events).toEqual([]);
    await take(ana, 0, 5);
    await theirs.find((event) => event.kind === 'mission' && event.mission_id === mission);
    for (const reader of [own, theirs]) reader.close();
  });
});

describe('the reason of a break', () => {
  // A word that occurs nowhere else; the column itself does not accept it.
  const REASON = 'unmistakable-reason';

  it("appears only in the user's own list and export, and in no mail, hint or log line", async () => {
    t.clock.set('2026-11-21T19:00:00Z');
    const [ana, ben] = [await buildUser(t, { name: 'Ana' }), await buildUser(t, { name: 'Ben' })];
    const mission = await buildMission(t, ana);
    await buildMembers(t, ana, mission, [ben]);
    const checkin = (await checkIn(t, ana, mission)).json().checkin;
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => t.app.listeningOrigin);
    const reader = await openReader(url, ben.token);
    lines.length = 0;
    await take(ana, 0, 0, 'ill');
    await asOwner(t, 'alter table pauses drop constraint pauses_reason');
    await t.db.rows('update pauses set reason = $2 where user_id = $1', [ana.id, REASON]);
    await reader.find(({ kind }) => kind === 'mission');

    for (const person of [ana, ben]) {
      await t.call(saveSettings, { token: person.token, body: { push_types: [], weekly_digest: true } });
      await buildReminder(t, person, mission, 20);
      const params = { id: mission, userId: ana.id, code: 'x', token: 'x' };
      for (const endpoint of Object.values(API)) {
        if (endpoint.method !== 'GET' || endpoint.access === 'admin' || endpoint.events) continue;
        if (endpoint === listPauses || endpoint.download) continue;
        for (const id of [mission, checkin.id]) {
          const query = endpoint === getStreak ? { mission_id: mission } : {};
          const answer = await t.call(endpoint, { token: person.token, params: { ...params, id }, query });
          expect(answer.body, endpoint.path).not.toContain(REASON);
        }
      }
    }
    t.clock.set('2026-11-21T20:00:00Z');
    await runReminderJob(t);
    t.clock.set('2026-11-23T12:00:00Z');
    await t.db.transact((tx) => tx.enqueue(sendDigests, {}));
    await t.queue.drain();
    expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining([ana.email, ben.email]));
    const archives = await Promise.all([ana, ben].map(({ token }) => t.call(exportData, { token })));
    const [own, other] = archives.map((answer) =>
      [...unzip(answer.rawPayload).values()].map((file) => file.toString('utf8')).join('\n'),
    );
    expect(own).toContain(REASON);
    reader.close();
    for (const elsewhere of [other, JSON.stringify(mails), JSON.stringify(reader.events), lines.join('')])
      expect(elsewhere).not.toContain(REASON);
    expect(lines.join('')).toContain('/api/pauses');
  });
});
