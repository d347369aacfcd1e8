import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '#contract/api-tokens.ts';
import {
  changeEmail,
  changePassword,
  forgotPassword,
  listSessions,
  login,
  logoutEverywhere,
  me,
  resetPassword,
} from '#contract/auth.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { createWebhook } from '#contract/webhooks.ts';
import { callDuring } from '../../testing/during-transaction.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakeOidc } from '../../testing/oidc-server.ts';
import { appWithOidc, openSession } from '../../testing/sign-on.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { NOON } from '../../testing/test-app.ts';

const MINUTE = 60_000;
const NEW = 'a new campfire';
const [provider, smtp] = [await startFakeOidc(), await startFakeSmtp()];
const t = await appWithOidc(provider, { config: { smtp_url: smtp.url } });
afterAll(async () => {
  await provider.close();
  await smtp.close();
});
beforeEach(() => t.clock.set(NOON));

const change = (token: string | undefined, current_password: unknown, new_password: unknown = NEW) =>
  t.call(changePassword, { token, body: { current_password, new_password } });
const signIn = ({ email }: { email: string }, password: string) => t.call(login, { body: { email, password } });
const newSession = async (user: TestUser): Promise<string> => (await signIn(user, user.password)).json().access_token;
const statusOf = async (token: string) => (await t.call(me, { token })).statusCode;
const buildPremium = async (): Promise<TestUser & { api: string }> => {
  const user = await buildUser(t, { proven: true });
  await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
    user.id,
  ]);
  const created = await t.call(createToken, { token: user.token, body: { name: 'Watch', scope: 'write' } });
  return { ...user, api: created.json().token };
};
const mailsTo = async ({ email }: { email: string }, subject: string) => {
  await t.queue.drain();
  return smtp.mails.filter((mail) => mail.recipients.includes(email) && mail.subject === subject);
};
const CHANGED = 'Your Emberkin account has a new password';
const readReset = async (user: TestUser): Promise<string> => {
  const [mail] = await mailsTo(user, 'Set a new password for Emberkin');
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no token';
};

describe('changing the password', () => {
  it('revokes all access except this session and mails the address', async () => {
    const user = await buildPremium();
    const other = await newSession(user);
    const body = { url: 'https://hooks.example.com/', events: ['checkin.created'] };
    expect((await t.call(createWebhook, { token: user.token, body })).statusCode).toBe(201);
    await t.call(forgotPassword, { body: user });
    const reset = await readReset(user);

    const answer = await change(user.token, user.password);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { id: user.id, has_password: true }]);
    expect(await Promise.all([user.token, other].map(statusOf))).toEqual([200, 401]);
    expect((await t.call(getDashboard, { token: user.api })).statusCode).toBe(401);
    expect(await t.db.rows('select from webhooks where user_id = $1', [user.id])).toEqual([]);
    expect((await t.call(resetPassword, { body: { token: reset, new_password: 'x'.repeat(9) } })).statusCode).toBe(400);
    expect((await signIn(user, user.password)).statusCode).toBe(401);
    expect((await signIn(user, NEW)).statusCode).toBe(200);
    const [mail, ...more] = await mailsTo(user, CHANGED);
    expect(more).toEqual([]);
    const ended =
      'Every device is logged out, except one that changed it in Settings, and your API tokens and webhooks';
    expect(mail!.text).toContain(`${ended} are removed.`);
  });

  it('requires a session and the current password', async () => {
    const user = await buildPremium();
    const wrong = { path: 'current_password', message: "That password isn't right" };
    for (const password of ['a wrong one', null]) {
      const answer = await change(user.token, password);
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'wrong_password', errors: [wrong] }]);
    }
    expect((await change(undefined, user.password)).statusCode).toBe(401);
    const byToken = await change(user.api, user.password);
    expect([byToken.statusCode, byToken.json().code]).toEqual([403, 'token_not_accepted']);
    for (const [current, next, path] of [
      [user.password, '12345', 'new_password'],
      [user.password, 'x'.repeat(129), 'new_password'],
      [user.password, '<'.repeat(60_000), 'new_password'],
      [user.password, null, 'new_password'],
      [user.password, 123456, 'new_password'],
      ['', NEW, 'current_password'],
      ['\u{1F525}'.repeat(15_000), NEW, 'current_password'],
      [undefined, NEW, 'current_password'],
      [{ $ne: '' }, NEW, 'current_password'],
    ] as const) {
      const answer = await change(user.token, current, next);
      expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([422, path]);
    }
    expect((await signIn(user, user.password)).statusCode).toBe(200);
    expect((await t.call(getDashboard, { token: user.api })).statusCode).toBe(200);
    expect(await mailsTo(user, CHANGED)).toEqual([]);
  });

  it('lets one of twenty concurrent changes succeed and ends old-password sign-ins', async () => {
    const user = await buildUser(t, { proven: true });
    const changes = Array.from({ length: 20 }, (_, i) => change(user.token, user.password, `campfire number ${i}`));
    const logins = Array.from({ length: 20 }, () => signIn(user, user.password));
    const answers = await Promise.all(changes);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(422)]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    for (const answer of await Promise.all(logins))
      if (answer.statusCode === 200) expect(await statusOf(answer.json().access_token)).toBe(401);
    expect((await signIn(user, `campfire number ${winner}`)).statusCode).toBe(200);
    expect(await statusOf(user.token)).toBe(200);
    expect(await mailsTo(user, CHANGED)).toHaveLength(1);
  });

  it('sets a first password in a session that is at most ten minutes old', async () => {
    const { access_token: token, user } = await openSession(t, provider, 'first');
    t.clock.advance(10 * MINUTE + 1);
    const late = await change(token, null);
    expect([late.statusCode, late.json().code]).toEqual([403, 'sign_in_again']);
    expect((await change(token, 'a guess')).json().code).toBe('wrong_password');
    const again = await openSession(t, provider, 'first');
    t.clock.advance(10 * MINUTE);
    const set = await change(again.access_token, null);
    expect([set.statusCode, set.json().has_password]).toEqual([200, true]);
    expect(await Promise.all([token, again.access_token].map(statusOf))).toEqual([401, 200]);
    expect((await signIn(user, NEW)).statusCode).toBe(200);
    // Single sign-on still works.
    expect((await openSession(t, provider, 'first')).user.id).toBe(user.id);
    expect((await change(again.access_token, null)).json().code).toBe('wrong_password');
  });

  it('refuses a first password and a new address if the session has just ended', async () => {
    for (const call of [
      (token: string) => change(token, null),
      (token: string) => t.call(changeEmail, { token, body: { email: 'back@example.com', password: null } }),
    ]) {
      const { access_token: token, user } = await openSession(t, provider, 'loser');
      const answer = await callDuring(
        t,
        async (tx) => {
          await tx.rows('select from users where id = $1 for no key update', [user.id]);
          await tx.rows('delete from sessions where user_id = $1', [user.id]);
        },
        () => call(token),
      );
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in']);
      const { user: after } = await openSession(t, provider, 'loser');
      expect(after).toMatchObject({ email: user.email, has_password: false });
    }
  });

  it('mails the address after a reset, too', async () => {
    const user = await buildUser(t, { proven: true });
    await t.call(forgotPassword, { body: user });
    const answer = await t.call(resetPassword, { body: { token: await readReset(user), new_password: NEW } });
    expect(answer.statusCode).toBe(200);
    expect(await mailsTo(user, CHANGED)).toHaveLength(1);
  });

  it('mails nothing to an unproved address', async () => {
    const user = await buildUser(t);
    expect((await change(user.token, user.password)).statusCode).toBe(200);
    expect(await mailsTo(user, CHANGED)).toEqual([]);
  });
});

describe('logging out everywhere', () => {
  it('ends all sessions of the user but leaves API tokens, webhooks and other users', async () => {
    const [user, other] = [await buildPremium(), await buildUser(t)];
    const tokens = [user.token, await newSession(user), await newSession(user)];
    const body = { url: 'https://hooks.example.com/', events: ['checkin.created'] };
    await t.call(createWebhook, { token: user.token, body });
    expect((await t.call(listSessions, { token: user.token })).json()).toHaveLength(3);
    const answer = await t.call(logoutEverywhere, { token: user.token });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 401]);
    expect((await t.call(getDashboard, { token: user.api })).statusCode).toBe(200);
    expect(await t.db.rows('select from webhooks where user_id = $1', [user.id])).toHaveLength(1);
    expect(await statusOf(other.token)).toBe(200);
    expect((await signIn(user, user.password)).statusCode).toBe(200);
  });

  it('requires a session', async () => {
    const user = await buildPremium();
    expect((await t.call(logoutEverywhere)).statusCode).toBe(401);
    const byToken = await t.call(logoutEverywhere, { token: user.api });
    expect([byToken.statusCode, byToken.json().code]).toEqual([403, 'token_not_accepted']);
    expect(await statusOf(user.token)).toBe(200);
  });

  it('answers all of twenty concurrent requests and leaves no session', async () => {
    const user = await buildUser(t);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.call(logoutEverywhere, { token: user.token })),
    );
    for (const { statusCode } of answers) expect([204, 401]).toContain(statusCode);
    expect(await t.db.rows('select from sessions where user_id = $1', [user.id])).toEqual([]);
  });
});
