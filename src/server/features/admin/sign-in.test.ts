import { describe, expect, it } from 'vitest';
import { adminLogin, adminLogout, adminStats, auditLog } from '#contract/admin.ts';
import { API } from '#contract/api.ts';
import { login, me } from '#contract/auth.ts';
import { getSite } from '#contract/site.ts';
import { Text } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { passwords } from '#platform/keys/passwords.ts';
import { ADMIN_CREDENTIALS, buildAdminSession } from '../../testing/factories/admin.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { TOTP_SECRET, totpCode } from '../../testing/totp-code.ts';
import { prepareAdmin } from './account/commands.ts';

const t = await testApp();
const limited = await testApp({ rate_limits: true });
const ADMIN_CONFIG = { admin_username: ADMIN_CREDENTIALS.username, admin_password: ADMIN_CREDENTIALS.password };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const fetchStatus = async (token: string) => (await t.call(adminStats, { token })).statusCode;
const signIn = (body: object, app = t) => app.call(adminLogin, { body });
const prepare = (admin_password: string | null, admin_username: string | null = null) =>
  prepareAdmin({ ...t.deps, passwords: passwords(), config: { admin_username, admin_password } });

describe('the admin account', () => {
  it('gets one generated password from concurrent first starts, stored as a hash', async () => {
    await t.db.rows('delete from admin_account');
    const [first, second] = await Promise.all([prepare(null), prepare(null)]);
    const password = first ?? second;
    expect([first, second].filter((password) => password !== null)).toHaveLength(1);
    expect(password).toMatch(/^[\w-]{24}$/);
    expect(await prepare(null)).toBeNull();
    const row = await onlyValue(t.db, Text, 'select admin_account::text as row from admin_account');
    expect(row).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(row).not.toContain(password);
    expect((await signIn({ username: 'admin', password })).statusCode).toBe(200);
  });

  it('follows the configuration, and a new password ends its sessions', async () => {
    const token = await buildAdminSession(t);
    expect(await prepare(ADMIN_CREDENTIALS.password, ADMIN_CREDENTIALS.username)).toBeNull();
    expect(await fetchStatus(token)).toBe(200);
    await prepare('another', ADMIN_CREDENTIALS.username);
    expect(await fetchStatus(token)).toBe(401);
    expect((await signIn(ADMIN_CREDENTIALS)).statusCode).toBe(401);
    expect((await signIn({ ...ADMIN_CREDENTIALS, password: 'another' })).statusCode).toBe(200);
    await prepare(null, 'warden');
    expect((await signIn({ username: 'warden', password: 'another' })).statusCode).toBe(200);
    await prepare(null);
    expect((await signIn({ username: 'warden', password: 'another' })).statusCode).toBe(200);
  });

  it('returns the same error for a wrong name and a wrong password', async () => {
    await buildAdminSession(t);
    const answer = await signIn(ADMIN_CREDENTIALS);
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      username: 'keeper',
      expires_at: '2026-11-21T20:00:00.000Z',
    });
    for (const body of [
      { ...ADMIN_CREDENTIALS, password: 'of the Fire' },
      { ...ADMIN_CREDENTIALS, username: 'Keeper' },
      { username: "' or 1=1 --", password: 'x' },
    ]) {
      const refused = await signIn(body);
      expect([refused.statusCode, refused.json().detail]).toEqual([401, 'Invalid username or password']);
    }
    for (const body of [
      {},
      { username: ' ', password: 'x' },
      { username: 'a', password: '' },
      { username: 1, password: {} },
    ])
      expect((await signIn(body)).statusCode).toBe(422);
  });

  it('refuses an IP address for 15 minutes after 5 failures, even with the right password', async () => {
    await buildAdminSession(limited);
    const wrong = { ...ADMIN_CREDENTIALS, password: 'no' };
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => limited.call(adminLogin, { body: wrong, address: '198.51.100.7' })),
    );
    const statuses = tries.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    const sixth = await limited.call(adminLogin, { body: ADMIN_CREDENTIALS, address: '198.51.100.7' });
    expect(sixth.statusCode).toBe(429);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect((await limited.call(adminLogin, { body: ADMIN_CREDENTIALS, address: '198.51.100.8' })).statusCode).toBe(200);
  });

  it('has no session after signing out', async () => {
    const token = await buildAdminSession(t);
    expect((await t.call(adminLogout, { token })).statusCode).toBe(204);
    expect(await fetchStatus(token)).toBe(401);
  });

  it('has sessions of at most 8 hours, or 30 idle minutes', async () => {
    t.clock.set(NOON);
    const token = await buildAdminSession(t);
    t.clock.advance(30 * MINUTE - 1000);
    expect(await fetchStatus(token)).toBe(200);
    t.clock.advance(30 * MINUTE);
    expect(await fetchStatus(token)).toBe(401);
    t.clock.advance(-30 * MINUTE);
    expect(await fetchStatus(token)).toBe(401);

    const busy = await buildAdminSession(t);
    for (let passed = 0; passed + 20 * MINUTE < 8 * HOUR; passed += 20 * MINUTE) {
      expect(await fetchStatus(busy)).toBe(200);
      t.clock.advance(20 * MINUTE);
    }
    t.clock.advance(20 * MINUTE);
    expect(await fetchStatus(busy)).toBe(401);
    t.clock.set(NOON);
  });

  it('has tokens that work for no endpoint of users, and the other way round', async () => {
    const token = await buildAdminSession(t);
    const user = await buildUser(t);
    const params = { id: user.id, code: 'x' };
    for (const [name, e] of Object.entries(API)) {
      if (e.access === 'public') continue;
      const answer = await t.call(e, {
        token: e.access === 'admin' ? user.token : token,
        params,
        ...(e.body ? { body: {} } : {}),
      });
      expect([answer.statusCode, answer.json().code], name).toEqual([401, 'not_signed_in']);
    }
    expect((await t.call(me, { token: user.token })).statusCode).toBe(200);
    expect(await fetchStatus(token)).toBe(200);
    expect((await t.call(login, { body: ADMIN_CREDENTIALS })).statusCode).toBe(422);
  });

  it('logs one refused sign-in an hour and network, hidden unless requested', async () => {
    const token = await buildAdminSession(t);
    const wrong = { ...ADMIN_CREDENTIALS, password: 'no' };
    const refuse = (address: string) => t.call(adminLogin, { body: wrong, address });
    const listRefused = async () => {
      const { entries } = (await t.call(auditLog, { token, query: { show: 'all', limit: 100 } })).json();
      return entries
        .filter(
          ({ action, note }: { action: string; note: string }) => action === 'login_failed' && /^10\.9/.test(note),
        )
        .map(({ note }: { note: string }) => note);
    };
    await Promise.all(Array.from({ length: 10 }, (_, i) => refuse(`10.9.1.${i}`)));
    await refuse('10.9.2.1');
    expect((await listRefused()).sort()).toEqual(['10.9.1', '10.9.2']);
    t.clock.advance(20 * MINUTE);
    await refuse('10.9.1.77');
    expect(await listRefused()).toHaveLength(2);
    const own = (await t.call(auditLog, { token, query: { limit: 100 } })).json();
    expect(own.entries.some(({ action }: { action: string }) => action === 'login_failed')).toBe(false);
    t.clock.advance(41 * MINUTE);
    await refuse('10.9.1.78');
    t.clock.set(NOON);
    expect((await listRefused()).sort()).toEqual(['10.9.1', '10.9.1', '10.9.2']);
  });

  it('writes an audit entry for each sign-in', async () => {
    const token = await buildAdminSession(t);
    const { entries } = (await t.call(auditLog, { token })).json();
    expect(entries[0]).toMatchObject({ admin: 'keeper', action: 'login', target: null, note: '' });
  });
});

describe('the code of the operator', async () => {
  const STEP = 30_000;
  const strict = await testApp({ config: { admin_totp: TOTP_SECRET } });
  await prepareAdmin({ ...strict.deps, config: ADMIN_CONFIG });
  const now = () => strict.clock.now();
  const signInWith = (code?: string, body: object = ADMIN_CREDENTIALS) => signIn({ ...body, code }, strict);
  /** Advances the clock to codes that no test has used. */
  const moveOn = () => strict.clock.advance(10 * STEP);

  it('is accepted with name and password, with or without a space', async () => {
    moveOn();
    expect((await signInWith(totpCode(now()))).statusCode).toBe(200);
    strict.clock.advance(STEP);
    expect((await signInWith(totpCode(now()).replace(/^.../, '$& '))).statusCode).toBe(200);
  });

  it('is required, with the same error for every wrong field', async () => {
    moveOn();
    const code = totpCode(now());
    const wrong = code === '000000' ? '000001' : '000000';
    for (const answer of [
      await signInWith(),
      await signInWith(''),
      await signInWith(wrong),
      await signInWith(totpCode(new Date(now().getTime() - 2 * STEP))),
      await signInWith(code, { ...ADMIN_CREDENTIALS, password: 'no' }),
      await signInWith(code, { ...ADMIN_CREDENTIALS, username: 'no' }),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([
        401,
        { code: 'wrong_admin_credentials', detail: 'Invalid username, password or code' },
      ]);
    // A wrong password does not use up the code.
    expect((await signInWith(code)).statusCode).toBe(200);
    expect((await signInWith('1'.repeat(21))).statusCode).toBe(422);
  });

  it('works once for concurrent requests and invalidates earlier codes', async () => {
    moveOn();
    const before = totpCode(new Date(now().getTime() - STEP));
    const tries = await Promise.all(Array.from({ length: 10 }, () => signInWith(totpCode(now()))));
    expect(tries.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await signInWith(before)).statusCode).toBe(401);
    const other = await strict.startInstance();
    const body = { ...ADMIN_CREDENTIALS, code: totpCode(now()) };
    const answer = await other.app.inject({ method: 'POST', url: adminLogin.path, body });
    expect(answer.statusCode).toBe(401);
    strict.clock.advance(STEP);
    expect((await signInWith(totpCode(now()))).statusCode).toBe(200);
  });

  it("appears in the site's setup, and is ignored if it is not configured", async () => {
    expect((await strict.call(getSite)).json().admin_totp).toBe(true);
    expect((await t.call(getSite)).json().admin_totp).toBe(false);
    await buildAdminSession(t);
    expect((await signIn({ ...ADMIN_CREDENTIALS, code: '123456' })).statusCode).toBe(200);
  });

  it('counts toward the sign-in limit when it is missing', async () => {
    const counted = await testApp({ rate_limits: true, config: { admin_totp: TOTP_SECRET } });
    await prepareAdmin({ ...counted.deps, config: ADMIN_CONFIG });
    for (let tries = 0; tries < 5; tries++) expect((await signIn(ADMIN_CREDENTIALS, counted)).statusCode).toBe(401);
    const body = { ...ADMIN_CREDENTIALS, code: totpCode(counted.clock.now()) };
    expect((await signIn(body, counted)).statusCode).toBe(429);
  });
});
