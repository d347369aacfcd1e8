import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { adminDeleteMission, auditLog } from '#contract/admin.ts';
import { adminUsers, reinstateUser, suspendUser } from '#contract/admin-accounts.ts';
import { login, me } from '#contract/auth.ts';
import { listCheckins } from '#contract/checkins.ts';
import { getMission } from '#contract/missions.ts';
import { getStreak } from '#contract/streaks.ts';
import { ADMIN_CREDENTIALS, buildAdminSession } from '../../testing/factories/admin.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { asOwner, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const token = await buildAdminSession(t);

interface Entry {
  action: string;
  target_id: string | null;
}
const listAuditEntries = async (target: string): Promise<Entry[]> =>
  (await t.call(auditLog, { token, query: { limit: 100 } }))
    .json()
    .entries.filter((e: Entry) => e.target_id === target);

describe('deleting a mission as the operator', () => {
  it('deletes its check-ins, leaves the streaks and writes an audit entry', async () => {
    const owner = await buildUser(t);
    const friend = await buildUser(t);
    const mission = await buildMission(t, owner, { title: '<b>Gone</b>' });
    await buildMembers(t, owner, mission, [friend]);
    await checkIn(t, friend, mission);
    expect((await t.call(adminDeleteMission, { token, params: { id: mission } })).statusCode).toBe(204);
    expect((await t.call(getMission, { token: owner.token, params: { id: mission } })).statusCode).toBe(404);
    expect(await t.db.rows('select 1 from checkins where mission_id = $1', [mission])).toEqual([]);
    expect((await t.call(getStreak, { token: friend.token })).json().streak_days).toBe(1);
    expect(await listAuditEntries(mission)).toEqual([
      {
        id: expect.any(String),
        at: t.clock.now().toISOString(),
        admin: ADMIN_CREDENTIALS.username,
        action: 'mission_deleted',
        target_id: mission,
        target: '<b>Gone</b>',
        note: '',
      },
    ]);
  });

  it('lets one of 20 concurrent requests succeed, with one audit entry', async () => {
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    await checkIn(t, owner, mission);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.call(adminDeleteMission, { token, params: { id: mission } })),
    );
    const statuses = answers.map((answer) => answer.statusCode).sort();
    expect(statuses).toEqual([204, ...Array<number>(19).fill(404)]);
    expect(answers.find((answer) => answer.statusCode === 404)!.json().code).toBe('mission_not_found');
    expect(await listAuditEntries(mission)).toHaveLength(1);
  });

  it.each([randomUUID(), 'x', '%00'])('returns 404 for the unknown mission %s', async (id) => {
    const answer = await t.call(adminDeleteMission, { token, params: { id } });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'mission_not_found']);
  });
});

describe('suspending a user', () => {
  const suspend = (id: string, body: object = {}) => t.call(suspendUser, { token, params: { id }, body });
  const reinstate = (id: string) => t.call(reinstateUser, { token, params: { id } });

  it('ends the sessions and refuses sign-in with a clear message until reinstatement', async () => {
    const user = await buildUser(t);
    const friend = await buildUser(t);
    const mission = await buildMission(t, user);
    await buildMembers(t, user, mission, [friend]);
    await checkIn(t, user, mission, { type: 'text', content: 'still here' });
    expect((await suspend(user.id, { reason: 'Spam' })).statusCode).toBe(204);
    expect((await t.call(me, { token: user.token })).statusCode).toBe(401);
    const signIn = (password = user.password) => t.call(login, { body: { email: user.email, password } });
    const refused = await signIn();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      {
        code: 'account_suspended',
        detail: 'This account is suspended. If you think this is a mistake, please contact support.',
      },
    ]);
    // Without the password, no one learns of the suspension.
    expect((await signIn('wrong')).json().code).toBe('wrong_credentials');
    const feed = (await t.call(listCheckins, { token: friend.token, params: { id: mission } })).json();
    expect(feed[0].content).toBe('still here');
    const [row] = (await t.call(adminUsers, { token, query: { q: user.id } })).json().users;
    expect(row.suspended_at).toBe(t.clock.now().toISOString());

    t.clock.advance(1000);
    expect((await reinstate(user.id)).statusCode).toBe(204);
    expect((await t.call(me, { token: user.token })).statusCode).toBe(401);
    expect((await signIn()).statusCode).toBe(200);
    expect(await listAuditEntries(user.id)).toMatchObject([
      { action: 'user_reinstated', target: user.name, note: '' },
      { action: 'user_suspended', target: user.name, note: 'Spam' },
    ]);
  });

  it('leaves no valid session after a concurrent sign-in', async () => {
    for (let i = 0; i < 5; i++) {
      const user = await buildUser(t);
      const [answer] = await Promise.all([
        t.call(login, { body: { email: user.email, password: user.password } }),
        suspend(user.id),
      ]);
      if (answer.statusCode === 200)
        expect((await t.call(me, { token: answer.json().access_token })).statusCode).toBe(401);
    }
  });

  it('lets one of 20 concurrent requests succeed, as does reinstating', async () => {
    const user = await buildUser(t);
    for (const [act, code] of [
      [suspend, 'already_suspended'],
      [reinstate, 'not_suspended'],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => act(user.id)));
      expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
      const others = answers.filter((answer) => answer.statusCode !== 204);
      expect(new Set(others.map((answer) => answer.json().code))).toEqual(new Set([code]));
    }
    expect(await listAuditEntries(user.id)).toHaveLength(2);
  });

  it('returns 404 for an unknown account and 422 for a long reason', async () => {
    for (const id of [randomUUID(), 'x'])
      for (const act of [suspend, reinstate]) {
        const answer = await act(id);
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'account_not_found']);
      }
    const user = await buildUser(t);
    expect((await suspend(user.id, { reason: 'x'.repeat(501) })).statusCode).toBe(422);
  });
});

describe('the audit log', () => {
  it.each(["update audit_log set note = 'x'", 'delete from audit_log', 'truncate audit_log'])(
    'rejects %s from the server and from the owner of the table',
    async (statement) => {
      await expect(t.db.rows(statement)).rejects.toThrow('permission denied for table audit_log');
      await expect(asOwner(t, statement)).rejects.toThrow('the audit log cannot be changed');
    },
  );

  it('has no endpoint that writes to it', async () => {
    const before = (await t.call(auditLog, { token })).json().total;
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await t.app.inject({
        method,
        url: '/api/admin/audit',
        headers: { authorization: `Bearer ${token}` },
      });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
    expect((await t.call(auditLog, { token })).json().total).toBe(before);
  });

  it('is paged, newest first', async () => {
    const ids: string[] = [];
    for (const page of [1, 2, 3]) {
      const { entries, total } = (await t.call(auditLog, { token, query: { limit: 2, page } })).json();
      expect(total).toBeGreaterThan(6);
      ids.push(...entries.map((e: { id: string }) => e.id));
    }
    expect(ids).toEqual([...ids].sort().reverse());
  });
});
