import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount, exportData } from '#contract/account.ts';
import {
  changeEmail,
  forgotPassword,
  login as loginCall,
  me,
  resendVerification,
  resetPassword,
} from '#contract/auth.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { startFakeOidc } from '../../testing/oidc-server.ts';
import { appWithOidc, openSession } from '../../testing/sign-on.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { NOON } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';

const MINUTE = 60_000;
const [provider, smtp] = [await startFakeOidc(), await startFakeSmtp()];
const t = await appWithOidc(provider, { config: { smtp_url: smtp.url } });
afterAll(async () => {
  await provider.close();
  await smtp.close();
});
beforeEach(() => t.clock.set(NOON));

let logins = 0;
const newLogin = () => `camper${++logins}`;
const saying = (email: string, email_verified: boolean) => {
  const login = newLogin();
  provider.setClaims(login, { email, email_verified });
  return login;
};
const statusOf = async (token: string) => (await t.call(me, { token })).statusCode;
const identitiesOf = (id: string) => t.db.rows('select subject from identities where user_id = $1', [id]);
const readReset = async (email: string): Promise<string> => {
  await t.queue.drain();
  const texts = smtp.mails.filter((mail) => mail.recipients.includes(email)).map(({ text }) => text ?? '');
  return texts.map((text) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).findLast(Boolean) ?? 'no token';
};
const resetOf = async (email: string, new_password: string) => {
  await t.call(forgotPassword, { body: { email } });
  return t.call(resetPassword, { body: { token: await readReset(email), new_password } });
};

describe('an account without a password', () => {
  const remove = (token: string, password: string | null) => t.call(deleteAccount, { token, body: { password } });
  const change = (token: string, email: string, password: string | null) =>
    t.call(changeEmail, { token, body: { email, password } });
  const AGAIN = { code: 'sign_in_again', detail: 'Please sign in again first.' };

  it('sets a first password by a reset link, which proves the address', async () => {
    const login = newLogin();
    const { access_token, user } = await openSession(t, provider, login);
    expect((await resetOf(user.email, 'a new campfire')).statusCode).toBe(200);
    expect(await statusOf(access_token)).toBe(401);
    const signedIn = await t.call(loginCall, { body: { email: user.email, password: 'a new campfire' } });
    expect(signedIn.json().user.has_password).toBe(true);
    expect((await openSession(t, provider, login)).user.id).toBe(user.id);
  });

  it('removes identities that were added before the address was proved, on a reset', async () => {
    const [one, two] = [saying('mine@example.com', false), saying('yours@example.com', false)];
    const first = await openSession(t, provider, one);
    const second = await openSession(t, provider, two);
    // Its link proved the second address later.
    t.clock.advance(MINUTE);
    await t.db.rows('update users set email_verified_at = $2 where id = $1', [second.user.id, t.clock.now()]);
    for (const { user } of [first, second]) {
      expect((await resetOf(user.email, 'a new campfire')).statusCode).toBe(200);
      expect(await identitiesOf(user.id)).toEqual([]);
    }
  });

  it('can be deleted or get a new address in a session of at most ten minutes', async () => {
    const login = newLogin();
    const { access_token: token, user } = await openSession(t, provider, login);
    t.clock.advance(10 * MINUTE);
    const changed = await change(token, 'changed@example.com', null);
    expect([changed.statusCode, changed.json().email]).toEqual([200, 'changed@example.com']);
    t.clock.advance(1);
    for (const answer of [await change(token, 'again@example.com', null), await remove(token, null)])
      expect([answer.statusCode, answer.json()]).toMatchObject([403, AGAIN]);
    expect((await remove(token, 'campfire')).json().code).toBe('wrong_password');
    const again = await openSession(t, provider, login);
    expect(again.user.id).toBe(user.id);
    expect((await remove(again.access_token, null)).statusCode).toBe(204);
    expect(await identitiesOf(user.id)).toEqual([]);
    // The identity is unknown again.
    expect((await openSession(t, provider, login)).user.id).not.toBe(user.id);
  });

  it('does not let a new session replace the password of an account with a password', async () => {
    const user = await buildUser(t);
    for (const answer of [await change(user.token, 'other@example.com', null), await remove(user.token, null)])
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'wrong_password']);
    expect((await change(user.token, 'other@example.com', undefined as never)).json().code).toBe('invalid_input');
  });

  it('lists its single sign-on accounts in the archive', async () => {
    const login = newLogin();
    const { access_token: token } = await openSession(t, provider, login);
    const files = unzip((await t.call(exportData, { token })).rawPayload);
    expect(JSON.parse(files.get('single-sign-on.json')!.toString('utf8'))).toEqual([
      { issuer: provider.issuer, subject: login, created_at: NOON },
    ]);
  });

  it('proves its address like any other', async () => {
    const { access_token: token } = await openSession(t, provider, newLogin());
    expect((await t.call(resendVerification, { token })).json().code).toBe('already_verified');
  });
});
