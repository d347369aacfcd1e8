import { afterAll, describe, expect, it } from 'vitest';
import { deleteAccount } from '#contract/account.ts';
import { adminLogin, adminStats } from '#contract/admin.ts';
import { createResetLink, createUser } from '#contract/admin-accounts.ts';
import {
  changeEmail,
  changePassword,
  forgotPassword,
  login,
  logout,
  me,
  register,
  resetPassword,
} from '#contract/auth.ts';
import { getSite } from '#contract/site.ts';
import { ADMIN_CREDENTIALS, buildAdminSession } from '../../testing/factories/admin.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { startFakeOidc } from '../../testing/oidc-server.ts';
import { appWithOidc, openSession } from '../../testing/sign-on.ts';

const MINUTE = 60_000;
const NEW = 'a new campfire';
const provider = await startFakeOidc();
/** The server before OIDC_ONLY was set, with the same database. */
const before = await appWithOidc(provider);
const t = await appWithOidc(provider, { database_url: before.database_url, config: { passwords: false } });
afterAll(() => provider.close());

const REFUSED = {
  code: 'passwords_off',
  detail: 'This server has no passwords. Please sign in with the provider.',
};
const user = await buildUser(before);

describe('a server without passwords', () => {
  it.each([
    ['registration', register, { name: 'Ana', email: 'ana@example.com', password: NEW }],
    ['signing in', login, { email: user.email, password: user.password }],
    ['asking for a reset link', forgotPassword, { email: user.email }],
    ['resetting a password', resetPassword, { token: 'x'.repeat(43), new_password: NEW }],
    ['changing a password', changePassword, { current_password: user.password, new_password: NEW }],
  ])('refuses %s', async (_, call, body) => {
    const answer = await t.call(call, { body, ...(call.access === 'user' && { token: user.token }) });
    expect([answer.statusCode, answer.json()]).toMatchObject([403, REFUSED]);
  });

  it('refuses a change of password without a session, and wrong input, as any server does', async () => {
    const body = { current_password: user.password, new_password: NEW };
    expect((await t.call(changePassword, { body })).statusCode).toBe(401);
    expect((await t.call(register, { body: {} })).statusCode).toBe(422);
  });

  it('says so in the site', async () => {
    expect((await t.call(getSite)).json()).toMatchObject({ sso: { name: 'Camp' }, passwords: false });
    expect((await before.call(getSite)).json()).toMatchObject({ sso: { name: 'Camp' }, passwords: true });
  });

  it("keeps the operator's password and accounts, without reset links", async () => {
    const token = await buildAdminSession(t);
    expect((await t.call(adminStats, { token })).statusCode).toBe(200);
    expect((await t.call(adminLogin, { body: { ...ADMIN_CREDENTIALS, password: 'no' } })).statusCode).toBe(401);
    const refused = await t.call(createResetLink, { token, params: { id: user.id } });
    expect([refused.statusCode, refused.json()]).toMatchObject([403, REFUSED]);
    const body = { name: 'Ben', email: 'ben@example.com' };
    const created = await t.call(createUser, { token, body });
    expect(created.statusCode).toBe(201);
    provider.setClaims('ben', { email: body.email, email_verified: true });
    const session = await openSession(t, provider, 'ben');
    expect([session.user.id, session.user.has_password]).toEqual([created.json().id, false]);
  });

  it('signs people in at the provider, and out', async () => {
    const { access_token: token } = await openSession(t, provider, 'cleo');
    expect((await t.call(me, { token })).statusCode).toBe(200);
    expect((await t.call(logout, { token })).statusCode).toBe(204);
    expect((await t.call(me, { token })).statusCode).toBe(401);
  });

  it('requires a recent session instead of the password of an account', async () => {
    const { email, password, token } = await buildUser(before);
    expect((await t.call(me, { token })).json().has_password).toBe(false);
    expect((await before.call(me, { token })).json().has_password).toBe(true);
    const change = (value: string | null) =>
      t.call(changeEmail, { token, body: { email: `new-${email}`, password: value } });
    t.clock.advance(11 * MINUTE);
    for (const value of [password, null]) expect((await change(value)).json().code).toBe('sign_in_again');
    const remove = () => t.call(deleteAccount, { token, body: { password: null } });
    expect((await remove()).json().code).toBe('sign_in_again');
    t.clock.advance(-11 * MINUTE);
    expect((await change(null)).statusCode).toBe(200);
    expect((await remove()).statusCode).toBe(204);
  });
});
