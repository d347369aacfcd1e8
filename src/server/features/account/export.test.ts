import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { exportData } from '#contract/account.ts';
import { createToken } from '#contract/api-tokens.ts';
import { deleteMission } from '#contract/missions.ts';
import { saveReminder } from '#contract/reminders.ts';
import { createWebhook } from '#contract/webhooks.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { LEDGER_DAYS } from '#domain/limits.ts';
import { Bytes } from '#platform/db/columns.ts';
import { onlyRow } from '#platform/db/rows.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { UserRow, userColumns } from '../../facts/users.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { react } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { buildWebhook, upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { sqlOf } from '../../testing/statements.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';
import { webpOf } from '../../testing/webp-of.ts';
import { asCsv, exportArchive } from './archive/view.ts';

const t = await testApp();
beforeEach(() => t.clock.set(NOON));

async function downloadArchive({ token }: TestUser) {
  const answer = await t.call(exportData, { token });
  expect(answer.statusCode).toBe(200);
  return { answer, files: unzip(answer.rawPayload) };
}
const textOf = (files: Map<string, Buffer>, name: string) => files.get(name)!.toString('utf8');
const parseRows = (files: Map<string, Buffer>, name: string) => JSON.parse(textOf(files, `${name}.json`));

describe("the archive of a user's data", () => {
  it('contains all data in JSON and CSV, with the photos', async () => {
    const ana = await buildUser(t, { name: 'Ana Lind' });
    const ben = await buildUser(t, { name: 'Ben' });
    const id = await buildMission(t, ana, { title: 'Swim' });
    await buildMembers(t, ana, id, [ben]);
    await buildInvitation(t, ana, id, 'friend@example.org', 'Come along');
    const checkin = (await checkIn(t, ana, id, { type: 'text', content: 'A "good" day,\nreally' })).json().checkin;
    await checkIn(t, ben, id, { type: 'text', content: 'A secret of Ben' });
    await react(t, ben, checkin.id);
    const [photo, avatar] = [`checkins/${randomUUID()}`, `avatars/${randomUUID()}/512.webp`];
    await t.deps.storage.put(`${photo}/1600.webp`, webpOf('the photo'));
    await t.deps.storage.put(avatar, webpOf('the face'));
    await t.db.rows('update users set avatar_key = $2 where id = $1', [ana.id, avatar]);
    await t.db.rows(
      `update checkins set type = 'photo', photo_key = $2, photo_width = 1, photo_height = 1, photo_thumbhash = 'x'
       where id = $1`,
      [checkin.id, photo],
    );

    await t.db.rows(`update users set language = 'zh-Hans', last_language = 'ms' where id = $1`, [ana.id]);

    const { answer, files } = await downloadArchive(ana);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="emberkin-2026-11-21.zip"',
      'cache-control': 'no-store',
    });
    expect(JSON.parse(textOf(files, 'account.json'))).toMatchObject({
      name: 'Ana Lind',
      email: ana.email,
      language: 'zh-Hans',
      last_language: 'ms',
      settings: { push_types: [], weekly_digest: false },
    });
    expect(parseRows(files, 'missions')).toMatchObject([
      { title: 'Swim', owner: true, points: 15, goal: expect.any(String) },
    ]);
    expect(parseRows(files, 'check-ins')).toMatchObject([
      { id: checkin.id, mission: 'Swim', type: 'photo', content: 'A "good" day,\nreally', local_day: '2026-11-21' },
    ]);
    expect(textOf(files, 'check-ins.csv')).toContain('"A ""good"" day,\nreally"');
    expect(parseRows(files, 'invitations')).toMatchObject([{ direction: 'sent', invitee_email: 'friend@example.org' }]);
    // Ana's bell also lists Ben's check-in, which is not her data.
    expect(parseRows(files, 'notifications')).toMatchObject([{ type: 'reaction', checkin_id: checkin.id }]);
    expect(parseRows(files, 'comments')).toEqual([]);
    expect(textOf(files, `photos/${checkin.id}.webp`)).toBe(webpOf('the photo').toString());
    expect(textOf(files, 'photos/avatar.webp')).toBe(webpOf('the face').toString());
    expect(textOf(files, 'README.txt')).toContain('check-ins.json');
    const all = [...files.values()].map((file) => file.toString('utf8')).join('\n');
    for (const secret of [
      'A secret of Ben',
      ben.email,
      'password_hash',
      'argon2',
      'token_hash',
      'p256dh',
      'saved_streaks',
    ])
      expect(all).not.toContain(secret);
  });

  it('contains webhooks without their secrets', async () => {
    const ana = await upgradeToPremium(t, await buildUser(t));
    const {
      secret,
      created_by_token: _,
      ...webhook
    } = await buildWebhook(t, ana, { url: 'https://hooks.example.com/' });
    const [row] = await t.db.rows(z.object({ secret: Bytes }), 'select secret from webhooks where id = $1', [
      webhook.id,
    ]);
    const { files } = await downloadArchive(ana);
    expect(parseRows(files, 'webhooks')).toEqual([webhook]);
    for (const [name, file] of files)
      for (const hidden of [secret.slice(6), row!.secret.toString('hex'), row!.secret.toString('base64')])
        expect(file.includes(hidden), name).toBe(false);
  });

  it('contains the current name of a renamed timezone', async () => {
    const ana = await buildUser(t);
    await t.db.rows(`update users set timezone = 'America/Godthab' where id = $1`, [ana.id]);
    const { files } = await downloadArchive(ana);
    expect(JSON.parse(textOf(files, 'account.json')).timezone).toBe('America/Nuuk');
  });

  it('limits an API token to open data and to the hosts of its own webhooks', async () => {
    const ana = await upgradeToPremium(t, await buildUser(t));
    const mission = await buildMission(t, ana, { title: 'Swim' });
    await buildWebhook(t, ana, { url: 'https://mine.example.com/a-secret-path' });
    const names = async (scope: 'read' | 'write') => {
      const { token } = (await t.call(createToken, { token: ana.token, body: { name: scope, scope } })).json();
      const webhook = await t.call(createWebhook, {
        token: scope === 'write' ? token : ana.token,
        body: { url: 'https://hooks.example.com:8443/a-secret-path?key=1', events: ['checkin.created'] },
      });
      expect(webhook.statusCode).toBe(201);
      const { files } = await downloadArchive({ ...ana, token });
      const all = [...files.values()].map((file) => file.toString('utf8')).join('\n');
      for (const hidden of ['a-secret-path', 'mine.example.com', 'settings', 'user_agent'])
        expect(all, hidden).not.toContain(hidden);
      expect(Object.keys(JSON.parse(textOf(files, 'account.json'))).sort()).toEqual([
        'email',
        'id',
        'name',
        'points',
        'streak_days',
        'subscription_plan',
        'subscription_tier',
        'timezone',
      ]);
      expect(parseRows(files, 'missions')).toMatchObject([{ mission_id: mission }]);
      const urls = parseRows(files, 'webhooks').map(({ url }: { url: string }) => url);
      expect(urls).toEqual(scope === 'write' ? ['https://hooks.example.com:8443'] : []);
      return [...files.keys()].filter((name) => name.endsWith('.json')).map((name) => name.replace('.json', ''));
    };
    const open = [
      ...[
        'account',
        'missions',
        'check-ins',
        'day-amounts',
        'comments',
        'reactions',
        'notifications',
        'days',
        'ended-plans',
      ],
      ...['taken-back', 'reminders', 'nudges', 'webhooks', 'invitations'],
    ];
    expect(await names('read')).toEqual(open);
    expect(await names('write')).toEqual(open);
    const { files } = await downloadArchive(ana);
    for (const name of ['breaks', 'blocks', 'sessions', 'payments', 'api-tokens', 'reports', 'push-devices'])
      expect([...files.keys()]).toContain(`${name}.json`);
    expect(textOf(files, 'webhooks.json')).toContain('a-secret-path');
  });

  it('contains the weekdays of reminders and when the user joined a deleted mission', async () => {
    const ana = await buildUser(t);
    const schedule = { kind: 'weekly', times: 3 };
    const gone = await buildMission(t, ana, { schedule, start_date: '2026-11-21' });
    const swim = await buildMission(t, ana, { title: 'Swim', schedule });
    const body = { hour: 20, minute: 45, channel: 'email', is_on: true, days: ['mon', 'wed'] };
    const saved = await t.call(saveReminder, { token: ana.token, params: { id: swim }, body });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await t.call(deleteMission, { token: ana.token, params: { id: gone } })).statusCode).toBe(204);
    const { files } = await downloadArchive(ana);
    // Weekdays are bits: Monday is 1, Wednesday is 4.
    expect(parseRows(files, 'reminders')).toMatchObject([{ mission: 'Swim', hour: 20, minute: 45, days: 5 }]);
    expect(parseRows(files, 'ended-plans')).toMatchObject([{ joined_day: '2026-11-21', to_day: '2026-11-21' }]);
  });

  it('lists saved days, and the kept days of a deleted mission', async () => {
    const start = t.clock.now();
    const ana = await buildUser(t, { timezone: 'UTC' });
    const mission = await buildMission(t, ana, { start_date: dayOf(start, 'UTC') });
    const day = (at: number) => addDays(dayOf(start, 'UTC'), at);
    for (const at of [0, 1, 2, 3, 4, 5, 6, 8]) {
      t.clock.set(`${day(at)}T12:00:00Z`);
      expect((await checkIn(t, ana, mission)).statusCode).toBe(201);
    }
    const before = await downloadArchive(ana);
    expect(parseRows(before.files, 'days')).toEqual([{ day: day(7), kind: 'rest day', checkins_count: null }]);
    expect((await t.call(deleteMission, { token: ana.token, params: { id: mission } })).statusCode).toBe(204);
    const { files } = await downloadArchive(ana);
    expect(parseRows(files, 'days')).toHaveLength(9);
    expect(parseRows(files, 'days').slice(6, 8)).toEqual([
      { day: day(6), kind: 'kept day', checkins_count: 1 },
      { day: day(7), kind: 'rest day', checkins_count: null },
    ]);
    t.clock.set(start);
  });

  it('contains nothing about others, and requires a session', async () => {
    const ana = await buildUser(t);
    const ben = await buildUser(t, { name: 'Benjamin Ekberg' });
    const id = await buildMission(t, ben, { title: 'Private' });
    await checkIn(t, ben, id, { type: 'text', content: 'Not for Ana' });
    const { files } = await downloadArchive(ana);
    const all = [...files.values()].map((file) => file.toString('utf8')).join('\n');
    for (const text of ['Private', 'Not for Ana', ben.email, 'Ekberg', ben.id]) expect(all).not.toContain(text);
    expect((await t.call(exportData)).statusCode).toBe(401);
    expect((await t.call(exportData, { token: 'x'.repeat(43) })).statusCode).toBe(401);
  });

  it('contains every row of a long history in the order of writing', async () => {
    const ana = await buildUser(t);
    const id = await buildMission(t, ana, { duration_days: 365 });
    await t.db.rows(
      `insert into checkins (id, mission_id, user_id, type, points_earned, local_day, timezone, performed_at, created_at)
       select uuid7($3::timestamptz + n * interval '1 day'), $1, $2, 'tick', 10, $4::date + n, 'UTC', $3, $3
       from generate_series(1, 1300) n`,
      [id, ana.id, NOON, addDays('2026-11-21', -LEDGER_DAYS)],
    );
    const { files } = await downloadArchive(ana);
    const days = parseRows(files, 'check-ins').map((row: { local_day: string }) => row.local_day);
    expect(days).toHaveLength(1300);
    expect(days).toEqual([...days].sort());
    expect(textOf(files, 'check-ins.csv').trim().split('\r\n')).toHaveLength(1301);
  });
});

describe('the stream of the archive', () => {
  /** Creates a storage that counts its open files. */
  function counting(size: number) {
    const state = { open: 0, most: 0, opened: 0 };
    const get = async () => {
      state.opened++;
      state.most = Math.max(state.most, ++state.open);
      let left = size;
      const stream = new Readable({
        read() {
          this.push(left-- > 0 ? Buffer.alloc(16_384) : null);
        },
        destroy(error, done) {
          state.open--;
          done(error);
        },
      });
      return { stream, size: size * 16_384 };
    };
    return { state, storage: { get } as unknown as Storage };
  }

  async function insertPhotos(count: number) {
    const ana = await buildUser(t);
    const id = await buildMission(t, ana);
    await t.db.rows(
      `insert into checkins (id, mission_id, user_id, type, points_earned, local_day, timezone, performed_at, created_at,
         photo_key, photo_width, photo_height, photo_thumbhash)
       select gen_random_uuid(), $1, $2, 'photo', 20, '2026-01-01'::date + n, 'UTC', $3, $3,
         'checkins/' || gen_random_uuid(), 1, 1, 'x' from generate_series(1, ${count}) n`,
      [id, ana.id, NOON],
    );
    return onlyRow(t.db, UserRow, `select ${userColumns('u')} from users u where id = $1`, [ana.id]);
  }

  it('opens one file at a time, and none before someone reads', async () => {
    const user = await insertPhotos(40);
    const { state, storage } = counting(8);
    const stream = await exportArchive({ ...t.deps, storage }, user, t.clock.now());
    expect(state.opened).toBe(0);
    for await (const _ of stream) expect(state.open).toBeLessThanOrEqual(1);
    expect(state).toEqual({ open: 0, most: 1, opened: 40 });
  });

  it('closes the open file when the reader disconnects', async () => {
    const user = await insertPhotos(5);
    const { state, storage } = counting(1000);
    const stream = await exportArchive({ ...t.deps, storage }, user, t.clock.now());
    let opened = 0;
    for await (const _ of stream) {
      // On a busy machine, the first file might be closed before its first chunk arrives here.
      opened = state.opened;
      if (state.open > 0) break;
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(state).toMatchObject({ open: 0, opened });
    expect(opened).toBeLessThan(5);
  });

  it('ends with an error if a source fails', async () => {
    const user = await insertPhotos(2);
    const storage = { get: () => Promise.reject(new Error('The disk is away.')) } as unknown as Storage;
    const stream = await exportArchive({ ...t.deps, storage }, user, t.clock.now());
    await expect(stream.toArray()).rejects.toThrow('The disk is away.');
  });

  it('fails the request if the database fails while it is built', async () => {
    const user = await insertPhotos(2);
    const away = new Error('The database is away.');
    let photosRequested: () => void = () => undefined;
    const untilTablesFailed = new Promise<void>((resolve) => {
      photosRequested = () => setTimeout(resolve, 50);
    });
    const rows = async (...statement: Parameters<typeof t.db.rows>) => {
      const text = sqlOf(statement);
      if (text.includes('user_settings')) return t.db.rows(...statement);
      if (!text.includes('photo_key')) throw away;
      photosRequested();
      await untilTablesFailed;
      return [];
    };
    const db = { ...t.db, rows: rows as typeof t.db.rows };
    await expect(exportArchive({ ...t.deps, db }, user, t.clock.now())).rejects.toThrow(away);
  });
});

it('starts CSV tables with a byte order mark and leaves empty ones empty', async () => {
  expect(await Readable.from(asCsv(Readable.from([]))).toArray()).toEqual([]);
  const rows = Readable.from([{ name: '名前' }, { name: 'مرحبا' }]);
  expect((await Readable.from(asCsv(rows)).toArray()).join('')).toBe('\uFEFFname\r\n名前\r\nمرحبا\r\n');
});

it('escapes formulas and quotes cells in CSV', async () => {
  const rows = Readable.from([{ one: '=1+1', two: '-x', three: 'a,"b"', four: null, five: true, six: -3 }]);
  const lines = await Readable.from(asCsv(rows)).toArray();
  expect(lines.join('')).toBe(`\uFEFFone,two,three,four,five,six\r\n'=1+1,'-x,"a,""b""",,true,-3\r\n`);
});
