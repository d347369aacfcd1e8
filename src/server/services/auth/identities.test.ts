import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createToken } from '#contract/api-tokens.ts';
import { forgotPassword, listSessions, login as loginCall, me, resetPassword } from '#contract/auth.ts';
import { checkInByKey } from '#contract/checkin-keys.ts';
import { listWebhooks } from '#contract/webhooks.ts';
import { Id, Text } from '#platform/db/columns.ts';
import { makeLogger } from '#platform/http/log.ts';
import { buildSuspension } from '../../testing/factories/admin.ts';
import { buildCheckinKey } from '../../testing/factories/checkin-keys.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { buildWebhook } from '../../testing/factories/webhooks.ts';
import { startFakeOidc } from '../../testing/oidc-server.ts';
import { acceptOffer, appWithOidc, comeBack, openSession, signOn, startSignOn } from '../../testing/sign-on.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { NOON, type TestApp } from '../../testing/test-app.ts';

const [provider, smtp] = [await startFakeOidc(), await startFakeSmtp()];
const events: { event?: string; user_id?: string | null }[] = [];
const log = makeLogger('info', {
  write: (line) => {
    const { log: kind, event, user_id } = JSON.parse(line);
    if (kind === 'security') events.push({ event, user_id });
  },
});
const t = await appWithOidc(provider, { config: { smtp_url: smtp.url }, log });
afterAll(async () => {
  await provider.close();
  await smtp.close();
});
beforeEach(() => t.clock.set(NOON));

let logins = 0;
/** Returns an unused login; by default its address is its own and verified. */
const newLogin = () => `camper${++logins}`;
const saying = (email: string | undefined, email_verified?: boolean, name = 'Ana Lind') => {
  const login = newLogin();
  provider.setClaims(login, {
    ...(email !== undefined && { email }),
    ...(email_verified !== undefined && { email_verified }),
    name,
  });
  return login;
};
const locationOf = async (login: string, app: TestApp = t) => (await signOn(app, provider, login)).headers.location;
const statusOf = async (token: string) => (await t.call(me, { token })).statusCode;
const identitiesOf = async (id: string): Promise<string[]> =>
  (
    await t.db.rows(z.object({ subject: Text }), 'select subject from identities where user_id = $1 order by 1', [id])
  ).map(({ subject }) => subject);
const usersWith = (email: string) =>
  t.db.rows(z.object({ id: Id, name: Text }), 'select id, name from users where email = $1', [email]);
const signIn = ({ email, password }: TestUser) => t.call(loginCall, { body: { email, password } });
const buildApiToken = async (user: TestUser): Promise<string> => {
  await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
    user.id,
  ]);
  const answer = await t.call(createToken, { token: user.token, body: { name: 'Watch', scope: 'read' } });
  if (!answer.json().token) throw new Error(answer.body);
  return answer.json().token;
};
const readReset = async (email: string): Promise<string> => {
  await t.queue.drain();
  const texts = smtp.mails.filter((mail) => mail.recipients.includes(email)).map(({ text }) => text ?? '');
  return texts.map((text) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).findLast(Boolean) ?? 'no token';
};

describe('the first sign-in of an unknown identity', () => {
  it('creates an account with the name and verified address, and without a password', async () => {
    const login = saying('New.Camper@Example.com', true, '  Ana \n Lind ');
    const { user } = await openSession(t, provider, login);
    expect(user).toMatchObject({
      name: 'Ana Lind',
      email: 'new.camper@example.com',
      email_verified: true,
      has_password: false,
      profile_completed: false,
      timezone: 'Asia/Kuala_Lumpur',
    });
    const about = ['registered', 'login'].map((event) => ({ event, user_id: user.id }));
    expect(events.slice(-2)).toEqual(about);
    expect(await identitiesOf(user.id)).toEqual([login]);
    await t.queue.drain();
    expect(smtp.mails.filter((mail) => mail.recipients.includes(user.email))).toEqual([]);
    // No password works, not even an empty password.
    const answer = await t.call(loginCall, { body: { email: user.email, password: 'null' } });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'wrong_credentials']);
  });

  it('mails a link if the provider does not verify the address', async () => {
    for (const verified of [false, undefined]) {
      const email = `unverified.${String(verified)}@example.com`;
      const { user } = await openSession(t, provider, saying(email, verified));
      expect(user.email_verified).toBe(false);
      await t.queue.drain();
      expect((await smtp.readMail(email)).subject).toBe('Confirm your address for Emberkin');
    }
  });

  it('creates no account without an address or with sign-up closed', async () => {
    expect(await locationOf(saying(undefined))).toBe('/login?sso=sso_no_email');
    expect(await locationOf(saying('no address'))).toBe('/login?sso=sso_no_email');
    expect(events.at(-1)).toEqual({ event: 'login_failed', user_id: null });
    const closed = await startFakeOidc();
    const app = await appWithOidc(closed, { oidc: { sign_up: false } });
    expect((await signOn(app, closed, 'ana')).headers.location).toBe('/login?sso=sign_up_closed');
    expect(await app.db.rows('select from users')).toEqual([]);
    // Existing accounts can still sign in.
    const ana = await buildUser(app, { email: 'ana@example.com', proven: true });
    expect((await openSession(app, closed, 'ana')).user.id).toBe(ana.id);
    await closed.close();
  });

  it('creates one account for ten concurrent sign-ins, or two identities with one address', async () => {
    const login = newLogin();
    const starts = await Promise.all(Array.from({ length: 10 }, () => startSignOn(t)));
    const backs: string[] = [];
    for (const { url } of starts) backs.push(await provider.signIn(url, login));
    const answers = await Promise.all(backs.map((back, n) => comeBack(t, back, starts[n]!.cookie)));
    expect(new Set(answers.map((answer) => answer.headers.location))).toEqual(new Set(['/signed-in']));
    const users = await usersWith(`${login}@example.com`);
    expect(users).toHaveLength(1);
    expect(await identitiesOf(users[0]!.id)).toEqual([login]);

    const [one, two] = [saying('both@example.com', true), saying('both@example.com', true)];
    expect(await Promise.all([locationOf(one), locationOf(two)])).toEqual(['/signed-in', '/signed-in']);
    const [both, ...more] = await usersWith('both@example.com');
    expect(more).toEqual([]);
    expect(await identitiesOf(both!.id)).toEqual([one, two].sort());
  });
});

describe('a known identity', () => {
  it('signs in its user without changes, even if the addresses differ', async () => {
    const login = newLogin();
    const { user } = await openSession(t, provider, login);
    provider.setClaims(login, { email: 'moved.away@example.com', email_verified: true, name: 'Another Name' });
    const again = await openSession(t, provider, login);
    expect(again.user).toMatchObject({ id: user.id, email: user.email, name: user.name });
    expect(await usersWith('moved.away@example.com')).toEqual([]);
    provider.setClaims(login, {});
    expect((await openSession(t, provider, login)).user.id).toBe(user.id);
  });

  it("proves the account's address by a verified claim", async () => {
    const login = saying('later@example.com', false);
    const { user } = await openSession(t, provider, login);
    expect(user.email_verified).toBe(false);
    provider.setClaims(login, { email: 'other@example.com', email_verified: true });
    expect((await openSession(t, provider, login)).user.email_verified).toBe(false);
    provider.setClaims(login, { email: 'later@example.com', email_verified: true });
    expect((await openSession(t, provider, login)).user.email_verified).toBe(true);
  });

  it('cannot sign in to a suspended account, nor use an offer made before', async () => {
    const user = await buildUser(t, { proven: true });
    const login = saying(user.email, true);
    const answer = await signOn(t, provider, login);
    await buildSuspension(t, user);
    const refused = await acceptOffer(t, answer);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'account_suspended']);
    for (const other of [login, saying(user.email, true)])
      expect(await locationOf(other)).toBe('/login?sso=account_suspended');
    expect(events.at(-1)).toEqual({ event: 'login_failed', user_id: user.id });
    expect(await identitiesOf(user.id)).toEqual([login]);
  });
});

describe('an address that already has an account', () => {
  it('links the identity and leaves the data if both sides verified it', async () => {
    const user = await buildUser(t, { proven: true });
    const api = await buildApiToken(user);
    const login = saying(user.email.toUpperCase(), true, 'Somebody Else');
    const session = await openSession(t, provider, login);
    expect(session.user).toMatchObject({ id: user.id, name: user.name, has_password: true });
    expect(events.at(-2)).toEqual({ event: 'oidc_linked', user_id: user.id });
    expect([await statusOf(user.token), await statusOf(api)]).toEqual([200, 403]);
    expect((await signIn(user)).statusCode).toBe(200);
    // Now the identity is known, so it is not linked again.
    await openSession(t, provider, login);
    expect(events.filter(({ event, user_id }) => event === 'oidc_linked' && user_id === user.id)).toHaveLength(1);
  });

  it("gives an unproved account to the caller and revokes the creator's access", async () => {
    const squatter = await buildUser(t, { name: 'Squatter' });
    const api = await buildApiToken(squatter);
    await buildWebhook(t, squatter, { url: 'https://hooks.example.com/' });
    const { key } = await buildCheckinKey(t, squatter, await buildMission(t, squatter));
    await t.call(forgotPassword, { body: { email: squatter.email } });
    const reset = await readReset(squatter.email);
    await t.db.rows(`insert into identities values ('https://elsewhere.example', 'squatter', $1, $2)`, [
      squatter.id,
      new Date(NOON),
    ]);
    const login = saying(squatter.email, true);
    const { access_token, user } = await openSession(t, provider, login);
    expect(user).toMatchObject({ id: squatter.id, email_verified: true, has_password: false });
    expect([await statusOf(squatter.token), await statusOf(api)]).toEqual([401, 401]);
    expect((await signIn(squatter)).statusCode).toBe(401);
    const late = await t.call(resetPassword, { body: { token: reset, new_password: 'a new campfire' } });
    expect(late.json().code).toBe('invalid_reset_token');
    expect((await t.call(listWebhooks, { token: access_token })).json().webhooks).toEqual([]);
    expect((await t.call(checkInByKey, { params: { key } })).json().code).toBe('key_unknown');
    expect(await identitiesOf(squatter.id)).toEqual([login]);
    expect((await t.call(listSessions, { token: access_token })).json()).toHaveLength(1);
    expect(events).toContainEqual({ event: 'oidc_linked', user_id: squatter.id });
  });

  it('invalidates offers that the creator of such an account has just received', async () => {
    const email = 'offered@example.com';
    const squatter = saying(email, false);
    const { user } = await openSession(t, provider, squatter);
    const offered = await signOn(t, provider, squatter);
    expect((await openSession(t, provider, saying(email, true))).user.id).toBe(user.id);
    expect((await acceptOffer(t, offered)).json().code).toBe('sso_failed');
    expect(await locationOf(squatter)).toBe('/login?sso=sso_email_taken');
  });

  it("revokes the creator's access without SMTP, because no one proved the address", async () => {
    const own = await startFakeOidc();
    const house = await appWithOidc(own);
    const squatter = await buildUser(house, { email: 'ana@example.com' });
    const { user } = await openSession(house, own, 'ana');
    expect(user).toMatchObject({ id: squatter.id, has_password: false });
    expect((await house.call(me, { token: squatter.token })).statusCode).toBe(401);
    await own.close();
  });

  it('opens and reveals nothing if the provider does not verify it, even for suspended accounts', async () => {
    const users = [await buildUser(t, { proven: true }), await buildUser(t), await buildUser(t, { proven: true })];
    await buildSuspension(t, users[2]!);
    for (const { email, id } of users)
      for (const verified of [false, undefined]) {
        expect(await locationOf(saying(email, verified))).toBe('/login?sso=sso_email_taken');
        expect(await identitiesOf(id)).toEqual([]);
      }
    const trusting = await startFakeOidc();
    const app = await appWithOidc(trusting, { oidc: { trust_email: true } });
    const ana = await buildUser(app, { email: 'ana@example.com', proven: true });
    trusting.setClaims('ana', { email: ana.email });
    expect((await openSession(app, trusting, 'ana')).user.id).toBe(ana.id);
    trusting.setClaims('bo', { email: ana.email, email_verified: false });
    expect((await signOn(app, trusting, 'bo')).headers.location).toBe('/login?sso=sso_email_taken');
    await trusting.close();
  });
});
