import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createToken } from '#contract/api-tokens.ts';
import { forgotPassword, login, me, resetPassword } from '#contract/auth.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { createWebhook } from '#contract/webhooks.ts';
import { Id } from '#platform/db/columns.ts';
import { smtpMail } from '#platform/mail/smtp.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const t = await testApp({ mail: smtpMail({ url: smtp.url, from: 'Emberkin <no-reply@emberkin.test>' }) });

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  t.call(login, { body: { email, password }, headers });
const newSessionToken = async (user: TestUser): Promise<string> =>
  (await signIn(user.email, user.password)).json().access_token;
const fetchStatus = async (token: string) => (await t.call(me, { token })).statusCode;

describe('resetting a forgotten password', () => {
  const requestReset = (email: string, headers: Record<string, string> = {}) =>
    t.call(forgotPassword, { body: { email }, headers });
  const reset = (token: unknown, new_password: unknown = 'new campfire') =>
    t.call(resetPassword, { body: { token, new_password } });
  const readMailedToken = async (address: string) => {
    await t.queue.drain();
    const mail = await smtp.readMail(address);
    return /\/reset-password\?token=([A-Za-z0-9_-]+)/.exec(mail.text ?? '')?.[1] ?? 'no token';
  };
  const buildResetToken = async () => {
    t.clock.set(NOON);
    const user = await buildUser(t);
    await requestReset(user.email.toUpperCase());
    return { user, token: await readMailedToken(user.email) };
  };

  it('sets a new password through the mailed link and ends every session', async () => {
    const user = await buildUser(t, { name: 'Ana <b>Bold</b>' });
    const second = await newSessionToken(user);
    const answer = await requestReset(user.email);
    expect(answer.statusCode).toBe(200);
    const token = await readMailedToken(user.email);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const mail = await smtp.readMail(user.email);
    expect(mail.recipients).toEqual([user.email]);
    expect(mail.html).toContain(`http://emberkin.test/reset-password?token=${token}`);
    expect(mail.html).not.toContain('<b>Bold</b>');
    expect(mail.text).toContain('1 hour');

    const done = await reset(token);
    expect([done.statusCode, done.json()]).toEqual([200, { message: 'Password reset successfully!' }]);
    expect(await Promise.all([user.token, second].map(fetchStatus))).toEqual([401, 401]);
    expect((await signIn(user.email, user.password)).statusCode).toBe(401);
    expect((await signIn(user.email, 'new campfire')).statusCode).toBe(200);
  });

  it('removes API tokens and webhooks, including concurrently created ones', async () => {
    const user = await buildUser(t);
    await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
      user.id,
    ]);
    const createdToken = () => t.call(createToken, { token: user.token, body: { name: 'Watch', scope: 'read' } });
    const createdWebhook = () =>
      t.call(createWebhook, {
        token: user.token,
        body: { url: 'https://hooks.example.com/', events: ['checkin.created'] },
      });
    const answer = await createdToken();
    expect((await createdWebhook()).statusCode).toBe(201);
    // The queue sends the notice about the token before the link, so the newest mail has the link.
    await t.queue.drain();
    const stranger = await buildUser(t);
    await t.db.rows(
      `insert into api_tokens (id, user_id, name, scope, token_hash, hint, created_at)
       select gen_random_uuid(), $1, name, scope, 'another', hint, created_at from api_tokens where user_id = $2`,
      [stranger.id, user.id],
    );
    await requestReset(user.email);
    const token = await readMailedToken(user.email);
    const [done, ...late] = await Promise.all([
      reset(token),
      ...Array.from({ length: 10 }, createdToken),
      ...Array.from({ length: 3 }, createdWebhook),
    ]);
    expect(done!.statusCode).toBe(200);
    const tokens = [answer, ...late]
      .filter(({ statusCode }) => statusCode === 201)
      .flatMap((created) => created.json().token ?? []);
    for (const old of tokens) expect((await t.call(getDashboard, { token: old })).statusCode).toBe(401);
    for (const { statusCode } of late) expect([201, 401]).toContain(statusCode);
    const left = await t.db.rows(z.object({ user_id: Id }), 'select user_id from api_tokens');
    expect(left).toEqual([{ user_id: stranger.id }]);
    expect(await t.db.rows('select id from webhooks')).toEqual([]);
    await t.queue.drain();
  });

  it('gives the same response for an unknown address, without a mail', async () => {
    const user = await buildUser(t);
    const before = smtp.mails.length;
    const [known, unknown] = [await requestReset(user.email), await requestReset('not-here@example.com')];
    expect(unknown.statusCode).toBe(known.statusCode);
    expect(unknown.body).toBe(known.body);
    await t.queue.drain();
    expect(smtp.mails.slice(before).flatMap((mail) => mail.recipients)).toEqual([user.email]);
  });

  it('requires a valid address', async () => {
    for (const [email, message] of [
      ['', 'Please enter your email address'],
      ['ana@', 'Please enter a valid email address'],
      ['a@example.com\r\nBcc: b@example.com', 'Please enter a valid email address'],
    ] as const) {
      const answer = await requestReset(email);
      expect([answer.statusCode, answer.json().detail]).toEqual([422, message]);
    }
  });

  it('mails a link to PUBLIC_URL, whatever the Host header', async () => {
    const user = await buildUser(t);
    await requestReset(user.email, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    });
    await t.queue.drain();
    const mail = await smtp.readMail(user.email);
    expect(mail.raw).not.toContain('evil.example');
    expect(mail.text).toContain('http://emberkin.test/reset-password?token=');
  });

  it('accepts a link once', async () => {
    const { user, token } = await buildResetToken();
    expect((await reset(token)).statusCode).toBe(200);
    const again = await reset(token, 'a third one');
    expect([again.statusCode, again.json()]).toMatchObject([
      400,
      { code: 'invalid_reset_token', detail: 'Invalid reset token' },
    ]);
    expect((await signIn(user.email, 'new campfire')).statusCode).toBe(200);
  });

  it('lets one of twenty concurrent uses of a link succeed', async () => {
    const { user, token } = await buildResetToken();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => reset(token, `new campfire ${i}`)));
    const won = answers.flatMap((answer, i) => (answer.statusCode === 200 ? [i] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter((answer) => answer.json().code === 'invalid_reset_token')).toHaveLength(19);
    expect((await signIn(user.email, `new campfire ${won[0]}`)).statusCode).toBe(200);
  });

  it('accepts a link for one hour, even if the clock is set back later', async () => {
    const early = await buildResetToken();
    t.clock.advance(HOUR - SECOND);
    expect((await reset(early.token)).statusCode).toBe(200);
    const late = await buildResetToken();
    t.clock.advance(HOUR);
    expect((await reset(late.token)).json().code).toBe('invalid_reset_token');
    t.clock.advance(-HOUR / 2);
    expect((await reset(late.token)).json().code).toBe('invalid_reset_token');
    expect(await fetchStatus(late.user.token)).toBe(200);
  });

  it('accepts only the newest link', async () => {
    const { user, token: first } = await buildResetToken();
    await requestReset(user.email);
    const second = await readMailedToken(user.email);
    expect(second).not.toBe(first);
    expect((await reset(first)).json().code).toBe('invalid_reset_token');
    expect((await reset(second)).statusCode).toBe(200);
  });

  it('refuses a password of 5 or 129 characters without using up the link', async () => {
    const { user, token } = await buildResetToken();
    for (const [password, message] of [
      ['12345', 'Password must be at least 6 characters long'],
      ['p'.repeat(129), 'Password can have at most 128 characters'],
      [undefined, 'Password is required'],
    ]) {
      const answer = await t.call(resetPassword, { body: { token, new_password: password } });
      expect([answer.statusCode, answer.json().detail]).toEqual([422, message]);
    }
    expect(await fetchStatus(user.token)).toBe(200);
    expect((await reset(token, 'p'.repeat(128))).statusCode).toBe(200);
  });

  it('refuses a missing token and a session token', async () => {
    const { token } = await buildUser(t);
    for (const missing of ['', '   ', undefined, 7]) {
      const answer = await reset(missing);
      expect([answer.statusCode, answer.json().detail]).toEqual([422, 'Invalid reset token']);
    }
    for (const wrong of ['x', token, "' or 1=1 --", 'x'.repeat(200)]) {
      const answer = await reset(wrong);
      expect([answer.statusCode, answer.json().detail]).toEqual([400, 'Invalid reset token']);
    }
    expect(await fetchStatus(token)).toBe(200);
  });

  it('does not accept a reset token as a session', async () => {
    expect(await fetchStatus((await buildResetToken()).token)).toBe(401);
  });
});
