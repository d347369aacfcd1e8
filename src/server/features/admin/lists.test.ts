import { describe, expect, it } from 'vitest';
import { deleteAccount } from '#contract/account.ts';
import {
  type AdminMission,
  adminCharts,
  adminMissions,
  adminStats,
  auditLog,
  exportMissions,
} from '#contract/admin.ts';
import { type AdminUser, adminUsers, exportUsers } from '#contract/admin-accounts.ts';
import { login, me } from '#contract/auth.ts';
import { completeMission } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { buildAdminSession } from '../../testing/factories/admin.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { sqlOf } from '../../testing/statements.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { countDay } from './stats/queries.ts';

const t = await testApp();
const DAY = 86_400_000;
const at = (days: number) => t.clock.set(new Date(Date.parse(NOON) + days * DAY));

const HOSTILE = '<img src=x onerror=alert(1)>"\'; drop table users; --';

describe('admin lists', () => {
  it('show users with points, streak and counts', async () => {
    at(0);
    const user = await buildUser(t, { name: 'Ana of the Lists' });
    const { look } = (await t.call(me, { token: user.token })).json();
    const mission = await buildMission(t, user);
    await checkIn(t, user, mission, { type: 'text', content: 'one' });
    at(1);
    await checkIn(t, user, mission);
    const token = await buildAdminSession(t);
    const { users, total } = (await t.call(adminUsers, { token, query: { q: 'of the lists', limit: 100 } })).json();
    expect(total).toBe(1);
    expect(users).toEqual([
      {
        id: user.id,
        name: 'Ana of the Lists',
        email: user.email,
        avatar_url: null,
        look,
        subscription_tier: 'free',
        subscription_plan: null,
        level: 1,
        points: 25,
        streak_days: 2,
        timezone: 'UTC',
        profile_completed: true,
        missions_count: 1,
        checkins_count: 2,
        created_at: '2026-11-21T12:00:00.000Z',
        last_used_at: expect.any(String),
        suspended_at: null,
      },
    ] satisfies AdminUser[]);
    // A chosen doll replaces the one drawn from the ID.
    const chosen = { cloth: 'plum', hat: 'nightcap', cut: 'poncho' };
    await t.db.rows('update users set look = $2 where id = $1', [user.id, JSON.stringify(chosen)]);
    const dressed = (await t.call(adminUsers, { token, query: { q: user.id } })).json();
    expect(dressed.users[0].look).toEqual(chosen);
    // A broken streak shows 0 although the stored counter is unchanged.
    at(9);
    const later = (await t.call(adminUsers, { token: await buildAdminSession(t), query: { q: user.id } })).json();
    expect(later.users[0].streak_days).toBe(0);
  });

  it('show the current names of renamed timezones', async () => {
    const user = await buildUser(t);
    await t.db.rows(`update users set timezone = 'America/Godthab' where id = $1`, [user.id]);
    const found = await t.call(adminUsers, { token: await buildAdminSession(t), query: { q: user.id } });
    expect(found.json().users[0].timezone).toBe('America/Nuuk');
  });

  it('show missions with owner, state and counts', async () => {
    at(0);
    const owner = await buildUser(t, { name: 'Olu' });
    const friend = await buildUser(t);
    const mission = await buildMission(t, owner, { title: 'Swim the lake' });
    await buildMembers(t, owner, mission, [friend]);
    await checkIn(t, friend, mission);
    const token = await buildAdminSession(t);
    const find = async (q: string) => (await t.call(adminMissions, { token, query: { q } })).json();
    const { missions } = await find('SWIM THE');
    expect(missions).toEqual([
      {
        id: mission,
        title: 'Swim the lake',
        owner_id: owner.id,
        owner_name: 'Olu',
        owner_email: owner.email,
        state: 'active',
        is_active: true,
        duration_days: 30,
        start_date: '2026-11-21T00:00:00.000Z',
        end_date: '2026-12-21T00:00:00.000Z',
        first_day: '2026-11-21',
        last_day: '2026-12-20',
        created_at: '2026-11-21T12:00:00.000Z',
        member_count: 2,
        checkins_count: 1,
      },
    ] satisfies AdminMission[]);
    expect((await find(owner.email)).total).toBe(1);
    expect((await find(mission)).total).toBe(1);
    expect((await find('no such mission')).missions).toEqual([]);
    at(40);
    const state = async () =>
      (await t.call(adminMissions, { token: await buildAdminSession(t), query: { q: mission } })).json().missions[0]
        .state;
    expect(await state()).toBe('ended');
    const again = (await t.call(login, { body: owner })).json().access_token;
    expect((await t.call(completeMission, { token: again, params: { id: mission } })).statusCode).toBe(204);
    expect(await state()).toBe('completed');
  });

  it('treat hostile names and searches as plain text', async () => {
    at(0);
    const user = await buildUser(t, { name: HOSTILE });
    await buildMission(t, user, { title: HOSTILE });
    const token = await buildAdminSession(t);
    for (const q of [HOSTILE, '%', '_', '\\', "'"]) {
      const answer = await t.call(adminUsers, { token, query: { q, limit: 100 } });
      expect(answer.statusCode).toBe(200);
      const names = answer.json().users.map((row: AdminUser) => row.name);
      expect(
        names.every((name: string) => name.includes(q)),
        q,
      ).toBe(true);
    }
    const [row] = (await t.call(adminUsers, { token, query: { q: HOSTILE } })).json().users;
    expect(row.name).toBe(HOSTILE);
    const [mission] = (await t.call(adminMissions, { token, query: { q: HOSTILE } })).json().missions;
    expect([mission.title, mission.owner_name]).toEqual([HOSTILE, HOSTILE]);
  });

  it('omit deleted accounts and name a deleted user as the owner of their missions', async () => {
    at(0);
    const owner = await buildUser(t, { name: 'Nell the Gone' });
    const friend = await buildUser(t);
    const mission = await buildMission(t, owner, { title: 'Left behind' });
    await buildMembers(t, owner, mission, [friend]);
    await t.call(leaveMission, { token: friend.token, params: { id: mission } });
    const body = { password: owner.password };
    expect((await t.call(deleteAccount, { token: owner.token, body })).statusCode).toBe(204);
    const token = await buildAdminSession(t);
    for (const q of [owner.id, owner.email, 'Nell the Gone', 'deleted.invalid', 'Deleted user']) {
      const answer = (await t.call(adminUsers, { token, query: { q } })).json();
      expect(answer, q).toEqual({ users: [], total: 0 });
      expect((await t.call(exportUsers, { token, query: { q } })).json()).toMatchObject({ rows: 0, total: 0 });
    }
    const [left] = (await t.call(adminMissions, { token, query: { q: mission } })).json().missions;
    expect(left).toMatchObject({ owner_name: 'Deleted user', owner_email: null, state: 'completed', member_count: 0 });
  });

  it.each([
    ['limit', 101],
    ['limit', 0],
    ['limit', 'x'],
    ['page', 0],
    ['page', 10_001],
    ['sort', 'password_hash'],
    ['order', 'desc; drop table users'],
    ['q', 'x'.repeat(101)],
  ])('refuse the %s %s', async (name, value) => {
    const answer = await t.call(adminUsers, { token: await buildAdminSession(t), query: { [name]: value } });
    expect(answer.statusCode).toBe(422);
  });

  it('page through 230 users without repeating any, in every order', async () => {
    at(0);
    const token = await buildAdminSession(t);
    await t.db.rows(
      `insert into users (id, name, email, password_hash, timezone, created_at, points)
       select uuid7($1::timestamptz + n * interval '1 s'), 'Crowd ' || n, 'crowd' || n || '@example.com', '', 'UTC',
         $1::timestamptz + n * interval '1 s', n % 7 from generate_series(1, 230) n`,
      [new Date(Date.parse(NOON) - DAY)],
    );
    for (const sort of ['created_at', 'name', 'points'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const pages: AdminUser[] = [];
        for (const page of [1, 2, 3, 4]) {
          const { users, total } = (
            await t.call(adminUsers, { token, query: { q: 'crowd', sort, order, page, limit: 100 } })
          ).json();
          expect([total, users.length]).toEqual([230, [100, 100, 30, 0][page - 1]]);
          pages.push(...users);
        }
        expect(new Set(pages.map((row) => row.id)).size).toBe(230);
        const keys = pages.map((row) => (sort === 'name' ? row.name.toLowerCase() : row[sort]));
        const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(keys).toEqual(order === 'asc' ? sorted : sorted.reverse());
      }
  });

  it('export CSV without formulas, with an audit entry for each export', async () => {
    at(60);
    await buildUser(t, { name: '=HYPERLINK("http://x","y")', email: 'formula@example.com' });
    const token = await buildAdminSession(t);
    t.clock.advance(1000);
    const file = (await t.call(exportUsers, { token, query: { q: 'formula@example.com' } })).json();
    expect(file).toMatchObject({ filename: 'emberkin-users-2027-01-20.csv', rows: 1, total: 1 });
    const [header, row] = file.csv.split('\r\n');
    expect(header).toMatch(/^id,name,email,/);
    expect(row).toContain(`,"'=HYPERLINK(""http://x"",""y"")",formula@example.com,free,,1,0,`);
    t.clock.advance(1000);
    expect((await t.call(exportMissions, { token })).json().csv).toMatch(/^id,title,owner_id,/);
    const { entries } = (await t.call(auditLog, { token, query: { limit: 2 } })).json();
    expect(entries).toMatchObject([
      { action: 'list_exported', target: 'missions' },
      { action: 'list_exported', target: 'users' },
    ]);
  });
});

describe('admin statistics', () => {
  it('count users, missions and check-ins in tiles and charts', async () => {
    const own = await testApp();
    const start = Date.parse(NOON);
    own.clock.set(new Date(start));
    const owner = await buildUser(own);
    const missions = [
      await buildMission(own, owner, { duration_days: 5 }),
      await buildMission(own, owner, { duration_days: 60 }),
    ];
    for (const mission of missions) await checkIn(own, owner, mission);
    own.clock.set(new Date(start + 6 * DAY));
    const pro = await buildUser(own);
    await own.db.rows("update users set subscription_tier = 'pro' where id = $1", [pro.id]);
    await checkIn(own, owner, missions[1]!);
    own.clock.set(new Date(start + 8 * DAY));
    const mission = await buildMission(own, pro, { duration_days: 1, start_date: '2026-11-29' });
    await checkIn(own, pro, mission);
    const gone = await buildUser(own);
    await own.db.rows("update users set subscription_tier = 'pro' where id = $1", [gone.id]);
    const body = { password: gone.password };
    expect((await own.call(deleteAccount, { token: gone.token, body })).statusCode).toBe(204);
    const token = await buildAdminSession(own);
    expect((await own.call(adminStats, { token })).json()).toEqual({
      total_users: 2,
      pro_users: 1,
      free_users: 1,
      active_missions: 2,
      total_missions: 3,
      total_checkins: 4,
      users_this_week: 1,
      missions_this_week: 1,
      missions_ending: 1,
      checkins_today: 1,
      open_reports: 0,
      photos: { place: 'own', held: null },
      database: {
        version: expect.stringMatching(/^\d+\.\d+$/),
        newer_minor: expect.toBeOneOf([null, expect.any(String)]),
      },
    });
    const { days } = (await own.call(adminCharts, { token })).json();
    expect(days).toHaveLength(90);
    expect([days[0].day, days[89].day]).toEqual(['2026-09-01', '2026-11-29']);
    expect(days.filter((day: { checkins: number; sign_ups: number }) => day.checkins + day.sign_ups > 0)).toEqual([
      { day: '2026-11-21', sign_ups: 1, checkins: 2, revenue: 0 },
      { day: '2026-11-27', sign_ups: 1, checkins: 1, revenue: 0 },
      // The sign-up of the deleted account still counts.
      { day: '2026-11-29', sign_ups: 1, checkins: 1, revenue: 0 },
    ]);
  });

  it('store finished days, return the same numbers and follow deletions within a day', async () => {
    const own = await testApp();
    own.clock.set(new Date(NOON));
    const owner = await buildUser(own);
    const missions = [await buildMission(own, owner), await buildMission(own, owner)];
    for (const mission of missions) await checkIn(own, owner, mission);
    own.clock.advance(DAY);
    await checkIn(own, owner, missions[0]!);
    const token = await buildAdminSession(own);
    const read = async () => [
      (await own.call(adminStats, { token })).json(),
      (await own.call(adminCharts, { token })).json(),
    ];
    const before = await read();
    await own.queue.tick();
    await own.queue.drain();
    expect(await own.db.rows('select day, sign_ups, checkins from daily_figures')).toEqual([
      { day: '2026-11-21', sign_ups: 1, checkins: 2 },
    ]);
    expect(await read()).toEqual(before);
    // Change the table to prove that past days are read from it.
    await own.db.rows('update daily_figures set checkins = 40');
    expect((await read())[0]).toMatchObject({ total_checkins: 41, checkins_today: 1 });
    await own.db.rows('delete from missions where id = $1', [missions[1]]);
    own.clock.advance(DAY + 1);
    await own.queue.tick();
    await own.queue.drain();
    const again = await buildAdminSession(own);
    expect((await own.call(adminStats, { token: again })).json()).toMatchObject({ total_checkins: 2 });
    expect(await own.db.rows('select day, checkins from daily_figures order by day')).toEqual([
      { day: '2026-11-21', checkins: 1 },
      { day: '2026-11-22', checkins: 1 },
    ]);
  });

  it('count a day once if the job counts it during a request', async () => {
    const own = await testApp();
    const owner = await buildUser(own);
    await checkIn(own, owner, await buildMission(own, owner));
    own.clock.advance(DAY);
    const token = await buildAdminSession(own);
    const { rows } = own.db;
    Object.assign(own.db, {
      rows: async (...statement: Parameters<typeof rows>) => {
        const answer = await rows(...statement);
        if (sqlOf(statement).includes('daily_figures')) await countDay({ rows }, '2026-11-21', own.clock.now());
        return answer;
      },
    });
    expect((await own.call(adminStats, { token })).json()).toMatchObject({ total_checkins: 1 });
    expect(await rows('select checkins from daily_figures')).toEqual([{ checkins: 1 }]);
  });

  it('ignore and recount days that a clock counted while it was ahead', async () => {
    const own = await testApp();
    const owner = await buildUser(own);
    const mission = await buildMission(own, owner);
    const token = await buildAdminSession(own);
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-12-20'])
      await countDay(own.db, day, new Date(Date.parse(NOON) + 40 * DAY));
    await checkIn(own, owner, mission);
    const read = async (session: string) => {
      const { total_checkins } = (await own.call(adminStats, { token: session })).json();
      const { days } = (await own.call(adminCharts, { token: session })).json();
      const seen = days.filter(({ checkins }: { checkins: number }) => checkins > 0);
      return [total_checkins, seen.map(({ day }: { day: string }) => day)];
    };
    expect(await read(token)).toEqual([1, ['2026-11-21']]);
    own.clock.advance(DAY);
    await checkIn(own, owner, mission);
    const next = await buildAdminSession(own);
    expect(await read(next)).toEqual([2, ['2026-11-21', '2026-11-22']]);
    await own.queue.tick();
    await own.queue.drain();
    expect(await own.db.rows("select checkins from daily_figures where day = '2026-11-21'")).toEqual([{ checkins: 1 }]);
    expect(await read(next)).toEqual([2, ['2026-11-21', '2026-11-22']]);
  });
});
