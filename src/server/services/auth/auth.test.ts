import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endSession, listSessions, login, logout, me, register } from '#contract/auth.ts';
import { Bytes, Id, Text } from '#platform/db/columns.ts';
import { passwords } from '#platform/keys/passwords.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { findPasswordHash } from './public.ts';
import { insertSession } from './sessions/queries.ts';

// Uses the same password hashing as production.
const t = await testApp({ passwords: passwords() });

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  t.call(login, { body: { email, password }, headers });
const newSessionToken = async (user: TestUser): Promise<string> =>
  (await signIn(user.email, user.password)).json().access_token;
const fetchStatus = async (token: string) => (await t.call(me, { token })).statusCode;
const fetchSessions = async (token: string): Promise<{ id: string; current: boolean }[]> =>
  (await t.call(listSessions, { token })).json();
const countSessions = async (user: Pick<TestUser, 'id'>) =>
  (await t.db.rows(z.object({ id: Id }), 'select id from sessions where user_id = $1', [user.id])).length;

describe('registering', () => {
  it('creates an account and signs in', async () => {
    const answer = await t.call(register, {
      body: { name: '  Ana \n Pérez ', email: '  Ana.Perez@Example.COM ', password: 'campfire' },
    });
    expect(answer.statusCode).toBe(200);
    const { access_token, user } = answer.json();
    expect(access_token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      name: 'Ana Pérez',
      email: 'ana.perez@example.com',
      email_verified: true,
      has_password: true,
      avatar_url: null,
      look: expect.any(Object),
      bio: '',
      location: '',
      timezone: 'Asia/Kuala_Lumpur',
      language: null,
      profile_completed: false,
      subscription_tier: 'free',
      subscription_status: null,
      subscription_plan: null,
      subscription_start_date: null,
      subscription_cancel_requested: null,
      subscription_period_end: null,
      subscription_ends_at: null,
      points: 0,
      level: 1,
      streak_days: 0,
      created_at: NOON,
    });
    expect((await t.call(me, { token: access_token })).json()).toEqual(user);
  });

  it('stores neither passwords nor session tokens in plain text', async () => {
    const { id, token } = await buildUser(t);
    const [row] = await t.db.rows(
      z.object({ password_hash: z.nullable(Text), token_hash: Bytes }),
      'select u.password_hash, s.token_hash from users u join sessions s on s.user_id = u.id where u.id = $1',
      [id],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row?.token_hash).toHaveLength(32);
    expect(row?.token_hash.toString('base64url')).not.toBe(token);
  });

  it('refuses a taken address in any case', async () => {
    await buildUser(t, { email: 'taken@example.com' });
    for (const email of ['taken@example.com', 'TAKEN@Example.com', ' Taken@example.com ']) {
      const answer = await t.call(register, { body: { name: 'Bo', email, password: 'another one' } });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'email_taken', detail: 'Email already registered' });
    }
  });

  it('lists every wrong field and uses the first one as the detail', async () => {
    const empty = await t.call(register, { body: {} });
    expect(empty.statusCode).toBe(422);
    expect(empty.json()).toMatchObject({
      code: 'invalid_input',
      detail: 'Name is required',
      errors: [
        { path: 'name', message: 'name is required' },
        { path: 'email', message: 'email is required' },
        { path: 'password', message: 'password is required' },
      ],
    });
    const wrong = await t.call(register, { body: { name: ' \u0000 ', email: 'ana@nowhere', password: '12345' } });
    expect(wrong.json().errors).toEqual([
      { path: 'name', message: 'Name is required' },
      { path: 'email', message: 'Please enter a valid email address' },
      { path: 'password', message: 'Password must be at least 6 characters long' },
    ]);
    const long = await t.call(register, {
      body: { name: 'n'.repeat(101), email: `${'e'.repeat(250)}@example.com`, password: 'p'.repeat(129) },
    });
    expect(long.json().errors).toEqual([
      { path: 'name', message: 'Name can have at most 100 characters' },
      { path: 'email', message: 'Please enter a valid email address' },
      { path: 'password', message: 'Password can have at most 128 characters' },
    ]);
  });

  it.each([[7], [null], [['a']], [{ a: 1 }], [true]])('rejects %j instead of text', async (value) => {
    const answer = await t.call(register, { body: { name: value, email: value, password: value } });
    const paths = answer.json().errors.map((error: { path: string }) => error.path);
    expect([answer.statusCode, new Set(paths).size]).toEqual([422, 3]);
  });

  it('accepts passwords of 6 to 128 characters unchanged, including spaces', async () => {
    for (const password of [' a b  ', 'p'.repeat(128), 'пароль']) {
      const email = `${randomUUID()}@example.com`;
      expect((await t.call(register, { body: { name: 'Ana', email, password } })).statusCode).toBe(200);
      expect((await signIn(email, password)).statusCode).toBe(200);
      expect((await signIn(email, `${password} `)).statusCode).toBe(401);
    }
  });

  it('ignores fields that only the server may set', async () => {
    const id = randomUUID();
    const answer = await t.call(register, {
      body: {
        name: 'Mal',
        email: 'mal@example.com',
        password: 'campfire',
        ...{ id, points: 9999, level: 50, subscription_tier: 'pro', profile_completed: true, timezone: 'UTC' },
      },
    });
    expect(answer.json().user).toMatchObject({
      points: 0,
      level: 1,
      subscription_tier: 'free',
      profile_completed: false,
      timezone: 'Asia/Kuala_Lumpur',
    });
    expect(answer.json().user.id).not.toBe(id);
  });

  it('creates one account for twenty concurrent registrations of an address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        t.call(register, {
          body: {
            name: `Twin ${i}`,
            email: i % 2 ? 'twin@example.com' : 'TWIN@example.com',
            password: `campfire ${i}`,
          },
        }),
      ),
    );
    const good = answers.filter((answer) => answer.statusCode === 200);
    expect(good).toHaveLength(1);
    expect(answers.filter((answer) => answer.json().code === 'email_taken')).toHaveLength(19);
    const rows = await t.db.rows(z.object({ id: Id }), "select id from users where email = 'twin@example.com'");
    expect(rows).toEqual([{ id: good[0]?.json().user.id }]);
  });
});

describe('signing in', () => {
  it('returns a new token and the user, whatever the case of the address', async () => {
    const user = await buildUser(t, { email: 'case@example.com' });
    const answer = await signIn(' CASE@Example.com ', user.password);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().access_token).not.toBe(user.token);
    expect(answer.json().user).toMatchObject({ id: user.id, email: 'case@example.com', profile_completed: true });
    expect(await fetchStatus(answer.json().access_token)).toBe(200);
    expect(await fetchStatus(user.token)).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('gives the same response for a wrong password and an unknown address', async () => {
    const user = await buildUser(t);
    const wrong = await signIn(user.email, 'not campfire');
    const unknown = await signIn('nobody@example.com', 'not campfire');
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect(wrong.json()).toMatchObject({ code: 'wrong_credentials', detail: 'Invalid email or password' });
    expect(unknown.body).toBe(wrong.body);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers));
  });

  it('takes as long for an unknown address as for a wrong password', async () => {
    const user = await buildUser(t);
    const measureMs = async (email: string) => {
      const start = performance.now();
      await signIn(email, 'not campfire');
      return performance.now() - start;
    };
    const best = { wrong: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    const ratios: string[] = [];
    // A busy machine slows down some attempts, so the fastest of each counts.
    for (let at = 0; at < 30; at++) {
      best.wrong = Math.min(best.wrong, await measureMs(user.email));
      best.unknown = Math.min(best.unknown, await measureMs('nobody@example.com'));
      const ratio = best.unknown / best.wrong;
      ratios.push(ratio.toFixed(2));
      // Without hashing a password, the ratio would be a tenth at most.
      if (at >= 4 && ratio > 0.5) return;
    }
    expect.fail(`An unknown address takes this much of a wrong password's time: ${ratios.join(' ')}`);
  });

  it('requires an address and a password', async () => {
    const answer = await t.call(login, { body: { email: '', password: '' } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([
      { path: 'email', message: 'Please enter your email address' },
      { path: 'password', message: 'Please enter your password' },
    ]);
  });
});

describe('a session', () => {
  it('accepts its token only in the authorization header', async () => {
    const { token } = await buildUser(t);
    for (const name of ['token', 'access_token', 'authorization'])
      expect((await t.call(me, { query: { [name]: token } })).statusCode).toBe(401);
    for (const headers of [
      { cookie: `token=${token}; access_token=${token}` },
      { 'x-access-token': token },
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${token} x` },
      { authorization: `Bearer ${token.slice(0, -1)}` },
    ])
      expect((await t.call(me, { headers: headers as Record<string, string> })).statusCode).toBe(401);
    expect((await t.call(me, { headers: { authorization: `bearer ${token}` } })).statusCode).toBe(200);
  });

  it('ends on the server when the user logs out, without ending others', async () => {
    const user = await buildUser(t);
    const other = await newSessionToken(user);
    const answer = await t.call(logout, { token: user.token });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const after = await t.call(me, { token: user.token });
    expect([after.statusCode, after.json()]).toMatchObject([401, { code: 'not_signed_in', detail: 'Please sign in' }]);
    expect((await t.call(logout, { token: user.token })).statusCode).toBe(401);
    expect(await fetchStatus(other)).toBe(200);
    expect(await countSessions(user)).toBe(1);
  });

  it("appears in the user's list, most recently used first", async () => {
    t.clock.set(NOON);
    const user = await buildUser(t);
    t.clock.advance(HOUR);
    const answer = await signIn(user.email, user.password, { 'user-agent': `Old phone ${'x'.repeat(500)}` });
    t.clock.advance(2 * HOUR);
    const list = (await t.call(listSessions, { token: user.token })).json();
    expect(list).toEqual([
      {
        id: expect.any(String),
        created_at: NOON,
        last_used_at: '2026-11-21T15:00:00.000Z',
        user_agent: expect.stringContaining('lightMyRequest'),
        current: true,
      },
      {
        id: expect.any(String),
        created_at: '2026-11-21T13:00:00.000Z',
        last_used_at: '2026-11-21T13:00:00.000Z',
        user_agent: `Old phone ${'x'.repeat(290)}`,
        current: false,
      },
    ]);
    const stranger = await buildUser(t);
    expect(await fetchSessions(stranger.token)).toHaveLength(1);
    expect(await fetchStatus(answer.json().access_token)).toBe(200);
  });

  it('can be ended from another session of its user only', async () => {
    const user = await buildUser(t);
    const phone = await newSessionToken(user);
    const stranger = await buildUser(t);
    const id = (await fetchSessions(phone)).find((session) => session.current)!.id;
    const foreign = await t.call(endSession, { token: stranger.token, params: { id } });
    expect([foreign.statusCode, foreign.json()]).toMatchObject([404, { code: 'not_found', detail: 'Not found' }]);
    for (const unknown of [randomUUID(), 'x', id.toUpperCase(), `${id}0`])
      expect((await t.call(endSession, { token: stranger.token, params: { id: unknown } })).body).toBe(foreign.body);
    expect(await fetchStatus(phone)).toBe(200);

    expect((await t.call(endSession, { token: user.token, params: { id } })).statusCode).toBe(204);
    expect(await fetchStatus(phone)).toBe(401);
    expect((await t.call(endSession, { token: user.token, params: { id } })).body).toBe(foreign.body);
    expect(await fetchSessions(user.token)).toHaveLength(1);
  });

  it('expires after 30 days without use', async () => {
    t.clock.set(NOON);
    const used = await buildUser(t);
    const idle = await newSessionToken(used);
    t.clock.advance(30 * DAY - SECOND);
    expect(await fetchStatus(used.token)).toBe(200);
    t.clock.advance(SECOND);
    expect(await fetchStatus(idle)).toBe(401);
    expect(await fetchStatus(used.token)).toBe(200);
  });

  it('expires after 90 days, even if used', async () => {
    t.clock.set(NOON);
    const { token } = await buildUser(t);
    for (let day = 10; day < 90; day += 10) {
      t.clock.advance(10 * DAY);
      expect(await fetchStatus(token)).toBe(200);
    }
    t.clock.advance(10 * DAY - SECOND);
    expect(await fetchStatus(token)).toBe(200);
    t.clock.advance(SECOND);
    expect(await fetchStatus(token)).toBe(401);
  });

  it('stays expired after the clock is set back', async () => {
    t.clock.set(NOON);
    const { token } = await buildUser(t);
    t.clock.advance(30 * DAY);
    expect(await fetchStatus(token)).toBe(401);
    t.clock.advance(-HOUR);
    expect(await fetchStatus(token)).toBe(401);
  });

  it('replaces the least recently used one of 20', async () => {
    t.clock.set(NOON);
    const user = await buildUser(t);
    const tokens = [user.token];
    for (let i = 0; i < 20; i++) {
      t.clock.advance(2 * HOUR);
      tokens.push(await newSessionToken(user));
      if (i === 10) expect(await fetchStatus(user.token)).toBe(200);
    }
    const good = await Promise.all(tokens.map(fetchStatus));
    expect(good.map((status, i) => (status === 401 ? i : null)).filter((i) => i !== null)).toEqual([1]);
    expect(await countSessions(user)).toBe(20);
  });

  it('is one of at most 20 after forty concurrent sign-ins', async () => {
    // Password hashing would spread the sign-ins over time, so the test starts at the insert.
    for (let round = 0; round < 5; round++) {
      const { id: user_id } = await buildUser(t);
      const password_hash = (await findPasswordHash(t.db, user_id))!;
      const start = () => {
        const session = { user_id, token_hash: randomBytes(32), user_agent: '', signed_in_by: { password_hash } };
        return t.db.transact((tx) => insertSession(tx, session, t.clock.now()));
      };
      await Promise.all(Array.from({ length: 40 }, start));
      expect(await countSessions({ id: user_id })).toBe(20);
    }
  });
});
