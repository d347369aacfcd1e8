import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { adminStats } from '#contract/admin.ts';
import { API } from '#contract/api.ts';
import { scopeOf } from '#contract/api-token-scopes.ts';
import { createToken, deleteToken, getMe, listTokens } from '#contract/api-tokens.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getMission } from '#contract/missions.ts';
import { Text } from '#platform/db/columns.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const mails: MailMessage[] = [];
const t = await testApp({ mail: { send: async (message) => void mails.push(message), close: async () => undefined } });
const limited = await testApp({ rate_limits: true });
const SESSION_SHAPED = /^[\w-]{43}$/;

async function buildPremiumUser(app = t): Promise<TestUser> {
  const user = await buildUser(app);
  await app.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
    user.id,
  ]);
  return user;
}
const create = (user: TestUser, body: object = { name: 'Laptop', scope: 'write' }, app = t) =>
  app.call(createToken, { token: user.token, body });
const buildApiToken = async (user: TestUser, scope = 'write', app = t): Promise<{ id: string; token: string }> =>
  (await create(user, { name: 'Laptop', scope }, app)).json();
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];

describe('a personal API token', () => {
  it('is shown once, is stored as a hash, and acts as its owner', async () => {
    const user = await buildPremiumUser();
    const mission = await buildMission(t, user);
    const answer = await create(user);
    expect(answer.statusCode).toBe(201);
    const { token, ...rest } = answer.json();
    expect(token).toMatch(/^emb_[\w-]{43}$/);
    expect(token).not.toMatch(SESSION_SHAPED);
    expect(rest).toEqual({
      id: expect.any(String),
      name: 'Laptop',
      scope: 'write',
      hint: token.slice(0, 8),
      created_at: t.clock.now().toISOString(),
      last_used_at: null,
      expires_at: null,
    });
    const [row] = await t.db.rows(
      z.object({ row: Text }),
      'select api_tokens::text as row from api_tokens where id = $1',
      [rest.id],
    );
    expect(row!.row).not.toContain(token.slice(8));
    expect((await t.call(getMission, { token, params: { id: mission } })).json().id).toBe(mission);
    expect((await checkIn(t, { ...user, token }, mission)).statusCode).toBe(201);
    t.clock.advance(61_000);
    await t.call(getDashboard, { token });
    const list = (await t.call(listTokens, { token: user.token })).json();
    expect(list.allowed).toBe(true);
    expect(list.tokens).toEqual([{ ...rest, last_used_at: t.clock.now().toISOString() }]);
  });

  it.each([
    ['read', 'It can read.'],
    ['write', 'It can read and write.'],
  ])('is announced to the owner by email with scope %s, but without the token itself', async (scope, can) => {
    const user = await buildPremiumUser();
    const { id, token } = (await create(user, { name: 'Watch of <b>Eve</b>', scope })).json();
    // A thief who creates a token in a stolen session might revoke it immediately.
    await t.call(deleteToken, { token: user.token, params: { id } });
    await t.queue.drain();
    const received = mails.filter(({ to }) => to === user.email);
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect(mail!.subject).toBe('An API token was created');
    expect(mail!.text).toContain(`Watch of <b>Eve</b>\n${can}\n`);
    expect(mail!.text).toContain('See your API tokens: http://emberkin.test/connections#tokens\n');
    expect(mail!.html).toContain('Watch of &lt;b&gt;Eve&lt;/b&gt;');
    expect(JSON.stringify(mail)).not.toContain(token.slice(4));
    expect(JSON.stringify(mail)).not.toContain(token.slice(0, 8));
  });

  it('causes no mail if it was refused or the account was deleted', async () => {
    const user = await buildUser(t);
    expect((await create(user)).statusCode).toBe(403);
    const gone = await buildPremiumUser();
    await create(gone);
    await t.db.rows("update users set deleted_at = $2, name = 'Deleted user' where id = $1", [gone.id, t.clock.now()]);
    await t.queue.drain();
    expect(mails.filter(({ to }) => to === user.email || to === gone.email)).toEqual([]);
  });

  it('stops working at its expiry, no longer counts, and is listed for 30 more days', async () => {
    const user = await buildPremiumUser();
    const { id, token, expires_at } = (await create(user, { name: 'Trip', scope: 'read', expires_in_days: 2 })).json();
    expect(expires_at).toBe(new Date(t.clock.now().getTime() + 2 * DAY_MS).toISOString());
    t.clock.advance(2 * DAY_MS - 1);
    expect((await t.call(getDashboard, { token })).statusCode).toBe(200);
    t.clock.advance(1);
    expect(codeOf(await t.call(getDashboard, { token }))).toEqual([401, 'not_signed_in']);
    for (let count = 0; count < 20; count += 1) expect((await create(user)).statusCode).toBe(201);
    expect(codeOf(await create(user))).toEqual([400, 'too_many_tokens']);
    const listed = (await t.call(listTokens, { token: user.token })).json().tokens;
    expect(listed.map((row: { id: string }) => row.id)).toContain(id);
    const isStored = async () => (await t.db.rows('select from api_tokens where id = $1', [id])).length > 0;
    const runJobs = async () => {
      await t.queue.tick();
      await t.queue.drain();
    };
    t.clock.advance(30 * DAY_MS - 1);
    await runJobs();
    expect(await isStored()).toBe(true);
    t.clock.advance(DAY_MS);
    await runJobs();
    expect(await isStored()).toBe(false);
  });

  it.each([0, 366, 1.5, '30'])('cannot last %j days', async (expires_in_days) => {
    const answer = await create(await buildPremiumUser(), { name: 'Trip', scope: 'read', expires_in_days });
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'expires_in_days']);
  });

  it('identifies itself in GET /api/me, which returns none for a session', async () => {
    const user = await buildPremiumUser();
    const { id, token } = await buildApiToken(user, 'read');
    const me = (await t.call(getMe, { token })).json();
    expect(me).toEqual({
      id: user.id,
      name: user.name,
      email: user.email,
      avatar_url: null,
      look: expect.any(Object),
      timezone: expect.any(String),
      points: 0,
      level: 1,
      streak_days: 0,
      subscription_tier: 'pro',
      subscription_plan: 'premium_yearly',
      today: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      token: { id, name: 'Laptop', scope: 'read', expires_at: null },
    });
    expect((await t.call(getMe, { token: user.token })).json().token).toBeNull();
  });

  it('requires PREMIUM', async () => {
    const user = await buildUser(t);
    expect(codeOf(await create(user))).toEqual([403, 'api_access_needs_premium']);
    await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'pro_monthly' where id = $1", [
      user.id,
    ]);
    expect(codeOf(await create(user))).toEqual([403, 'api_access_needs_premium']);
    expect((await t.call(listTokens, { token: user.token })).json()).toEqual({ tokens: [], allowed: false });
  });

  it('stops working after a downgrade and works again after an upgrade', async () => {
    const user = await buildPremiumUser();
    const { id, token } = await buildApiToken(user);
    const setTier = (tier: string) =>
      t.db.rows('update users set subscription_tier = $2 where id = $1', [user.id, tier]);
    await setTier('free');
    expect(codeOf(await t.call(getDashboard, { token }))).toEqual([403, 'api_access_needs_premium']);
    const list = (await t.call(listTokens, { token: user.token })).json();
    expect([list.allowed, list.tokens[0].id]).toEqual([false, id]);
    await setTier('pro');
    expect((await t.call(getDashboard, { token })).statusCode).toBe(200);
    await setTier('free');
    expect((await t.call(deleteToken, { token: user.token, params: { id } })).statusCode).toBe(204);
  });

  it('cannot change anything with scope read', async () => {
    const user = await buildPremiumUser();
    const mission = await buildMission(t, user);
    const { token } = await buildApiToken(user, 'read');
    expect((await t.call(getMission, { token, params: { id: mission } })).statusCode).toBe(200);
    expect(codeOf(await checkIn(t, { ...user, token }, mission))).toEqual([403, 'token_reads_only']);
    const params = { id: mission, userId: user.id, code: 'x' };
    for (const [name, e] of Object.entries(API)) {
      if (scopeOf(e) !== 'write') continue;
      const answer = await t.call(e, { token, params, ...(e.body ? { body: {} } : {}) });
      expect([name, ...codeOf(answer)]).toEqual([name, 403, 'token_reads_only']);
    }
  });

  it('cannot access sessions, accounts, payments, tokens or the admin dashboard', async () => {
    const user = await buildPremiumUser();
    const { id, token } = await buildApiToken(user);
    const closed = Object.entries(API).filter(([, e]) => e.access === 'user' && scopeOf(e) === null);
    const families = new Set(closed.map(([, e]) => e.path.split('/')[2]));
    for (const family of ['auth', 'tokens']) expect(families).toContain(family);
    for (const family of ['missions', 'checkins', 'dashboard', 'streak']) expect(families).not.toContain(family);
    for (const [name, e] of closed) {
      const answer = await t.call(e, { token, params: { id }, ...(e.body ? { body: {} } : {}) });
      expect([name, ...codeOf(answer)]).toEqual([name, 403, 'token_not_accepted']);
    }
    expect(codeOf(await t.call(adminStats, { token }))).toEqual([401, 'not_signed_in']);
    expect((await t.call(listTokens, { token: user.token })).json().tokens).toHaveLength(1);
  });

  it('stops working after its owner, and no one else, revokes it', async () => {
    const user = await buildPremiumUser();
    const { id, token } = await buildApiToken(user);
    const stranger = await buildPremiumUser();
    for (const wrong of [id, randomUUID(), 'x'])
      expect(codeOf(await t.call(deleteToken, { token: stranger.token, params: { id: wrong } }))).toEqual([
        404,
        'not_found',
      ]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.call(deleteToken, { token: user.token, params: { id } })),
    );
    expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 404)).toHaveLength(19);
    expect(codeOf(await t.call(getDashboard, { token }))).toEqual([401, 'not_signed_in']);
    expect(codeOf(await t.call(getDashboard, { token: `emb_${'x'.repeat(43)}` }))).toEqual([401, 'not_signed_in']);
  });

  it('is one of at most 20 after thirty concurrent requests', async () => {
    const user = await buildPremiumUser();
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(user)));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(20);
    expect(codeOf(answers.find((answer) => answer.statusCode !== 201)!)).toEqual([400, 'too_many_tokens']);
  });

  it('does not work if the account is suspended', async () => {
    const user = await buildPremiumUser();
    const { token } = await buildApiToken(user);
    await t.db.rows('update users set suspended_at = $2 where id = $1', [user.id, t.clock.now()]);
    expect(codeOf(await t.call(getDashboard, { token }))).toEqual([401, 'not_signed_in']);
  });

  it.each([
    [{ name: ' ', scope: 'read' }, 'name'],
    [{ name: 'x'.repeat(61), scope: 'read' }, 'name'],
    [{ name: 'a', scope: 'admin' }, 'scope'],
    [{ name: 'a' }, 'scope'],
  ])('is refused if it is created with %j', async (body, path) => {
    const answer = await create(await buildPremiumUser(), body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].path).toBe(path);
  });

  it('allows 120 requests a minute, regardless of the owner’s other requests', async () => {
    const user = await buildPremiumUser(limited);
    const [one, two] = [await buildApiToken(user, 'read', limited), await buildApiToken(user, 'read', limited)];
    const ask = (token: string) => limited.call(getDashboard, { token });
    const answers = await Promise.all(Array.from({ length: 125 }, () => ask(one.token)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(120);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(5);
    expect((await ask(two.token)).statusCode).toBe(200);
    expect((await ask(user.token)).statusCode).toBe(200);
  });
});
