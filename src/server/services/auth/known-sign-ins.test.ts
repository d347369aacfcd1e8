import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { deleteAccount, exportData } from '#contract/account.ts';
import { acceptSessionOffer, changePassword, forgotPassword, login, register, resetPassword } from '#contract/auth.ts';
import { saveSettings } from '#contract/settings.ts';
import { WRONG_PASSWORDS_PER_HOUR } from '#domain/limits.ts';
import { Bytes, Instant } from '#platform/db/columns.ts';
import { openDb } from '#platform/db/open.ts';
import { makeLogger } from '#platform/http/log.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakeOidc } from '../../testing/oidc-server.ts';
import { appWithOidc, cookiesOf, signOn } from '../../testing/sign-on.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { NOON, ownerUrl, type TestApp, testApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';

const [provider, smtp] = [await startFakeOidc(), await startFakeSmtp()];
const events: { event?: string; user_id?: string | null }[] = [];
const log = makeLogger('info', {
  write: (line) => {
    const { log: kind, event, user_id } = JSON.parse(line);
    if (kind === 'security') events.push({ event, user_id });
  },
});
const config = { smtp_url: smtp.url, secret_keys: ['the secret of this house'] as const };
/** Skips hashing: these tests try hundreds of passwords. */
const passwords = {
  hash: async (password: string) => `of ${password}`,
  verify: async (hash: string | null, password: string) => hash === `of ${password}`,
};
const t = await appWithOidc(provider, { config, log, passwords });
/** The same server with rate limits. */
const limited = await testApp({ config, log, passwords, rate_limits: true, database_url: t.database_url });
const house = await limited.startInstance();
/** The same server with a new secret. */
const renewed = await testApp({
  config: { ...config, secret_keys: ['the secret from now on', config.secret_keys[0]] },
  passwords,
  database_url: t.database_url,
});
afterAll(async () => {
  await house.stop();
  await provider.close();
  await smtp.close();
});
beforeEach(() => {
  t.clock.set(NOON);
  limited.clock.set(NOON);
  events.length = 0;
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15';
const [HOME, WORK, AWAY] = ['203.0.113.5', '198.51.100.5', '2001:db8:5::1'];

const signIn = async (user: TestUser, address: string, agent: string, app: TestApp = t) => {
  const { email, password } = user;
  const answer = await app.call(login, { body: { email, password }, address, headers: { 'user-agent': agent } });
  expect(answer.statusCode).toBe(200);
};
const subjectsTo = async ({ email }: { email: string }): Promise<(string | undefined)[]> => {
  await t.queue.drain();
  return smtp.mails.filter(({ recipients }) => recipients.includes(email)).map(({ subject }) => subject);
};
const NEW_DEVICE = 'New sign-in to your Emberkin account';
const noticesTo = async (user: { email: string }) =>
  (await subjectsTo(user)).filter((subject) => subject === NEW_DEVICE).length;
const rowsOf = ({ id }: { id: string }) =>
  t.db.rows(
    z.object({ network_hash: Bytes, device_hash: Bytes, last_at: Instant }),
    'select network_hash, device_hash, last_at from known_sign_ins where user_id = $1',
    [id],
  );

/** Creates a user with a known sign-in at home with Firefox. */
async function buildKnown(options: { proven?: boolean } = { proven: true }): Promise<TestUser> {
  const user = await buildUser(t, options);
  await t.db.rows('delete from known_sign_ins where user_id = $1', [user.id]);
  await signIn(user, HOME, FIREFOX);
  return user;
}

describe('a sign-in on a new device', () => {
  it('mails the account once if both the network and the browser with its system are new', async () => {
    const user = await buildKnown();
    await signIn(user, '203.0.113.200', FIREFOX);
    await signIn(user, WORK, FIREFOX.replace('142', '143'));
    await signIn(user, HOME, CHROME);
    expect(await noticesTo(user)).toBe(0);
    await signIn(user, AWAY, SAFARI);
    await signIn(user, '2001:db8:5:77::1', SAFARI);
    expect(await noticesTo(user)).toBe(1);
    const mail = await smtp.readMail(user.email);
    expect(mail.text).toContain('Safari on Mac');
    expect(mail.text).toContain('21 November 2026 at 12:00 (UTC)');
    expect(mail.text).toContain('http://emberkin.test/settings#change-password');
    expect(mail.raw).not.toContain('2001:db8');
  });

  it('mails once for twenty concurrent sign-ins on one device', async () => {
    const user = await buildKnown();
    await Promise.all(Array.from({ length: 20 }, () => signIn(user, AWAY, SAFARI)));
    expect(await noticesTo(user)).toBe(1);
    expect(await rowsOf(user)).toHaveLength(2);
  });

  it('mails nothing for the first session or the first recorded one', async () => {
    const email = 'first@example.com';
    const body = { name: 'Ana', email, password: 'campfire' };
    const { user } = (await t.call(register, { body, address: HOME })).json();
    await t.db.rows('update users set email_verified_at = created_at where id = $1', [user.id]);
    expect(await rowsOf(user)).toHaveLength(1);
    t.clock.advance(90 * DAY_MS);
    await signIn({ ...body, id: user.id, token: '' }, AWAY, SAFARI);
    expect(await noticesTo({ email })).toBe(0);
  });

  it('respects the switch for these mails, which older clients do not change', async () => {
    const user = await buildKnown();
    const save = (new_device_mail?: boolean) =>
      t.call(saveSettings, { token: user.token, body: { push_types: [], weekly_digest: false, new_device_mail } });
    expect((await save()).json().new_device_mail).toBe(true);
    expect((await save(false)).json().new_device_mail).toBe(false);
    expect((await save()).json().new_device_mail).toBe(false);
    await signIn(user, AWAY, SAFARI);
    expect(await noticesTo(user)).toBe(0);
    expect((await save(true)).json().new_device_mail).toBe(true);
    await signIn(user, '2001:db8:6::1', CHROME);
    expect(await noticesTo(user)).toBe(1);
    expect((await save('yes' as never)).statusCode).toBe(422);
  });

  it('mails nothing to an unproved address', async () => {
    const user = await buildKnown({ proven: false });
    await signIn(user, AWAY, SAFARI);
    expect(await noticesTo(user)).toBe(0);
  });

  it('treats single sign-on like any other sign-in', async () => {
    const email = 'camper@example.com';
    provider.setClaims('camper', { email, email_verified: true });
    const accept = async (address: string, agent: string) => {
      const headers = { cookie: cookiesOf(await signOn(t, provider, 'camper')), 'user-agent': agent };
      return t.call(acceptSessionOffer, { headers, address });
    };
    const { user } = (await accept(HOME, FIREFOX)).json();
    expect(await noticesTo(user)).toBe(0);
    await accept(AWAY, SAFARI);
    expect(await noticesTo(user)).toBe(1);
    expect(events.filter(({ event }) => event === 'login')).toEqual(
      Array(2).fill({ event: 'login', user_id: user.id }),
    );
  });
});

describe('the list of known sign-ins', () => {
  it('contains nothing that reveals a network, a device or what accounts share', async () => {
    const [ana, ben] = [await buildKnown(), await buildKnown()];
    const hashes = [...(await rowsOf(ana)), ...(await rowsOf(ben))].flatMap((row) => [
      row.network_hash,
      row.device_hash,
    ]);
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4);
    for (const hash of hashes) expect(hash).toHaveLength(16);
  });

  it("recognizes sign-ins after the server's secret was replaced", async () => {
    const user = await buildKnown();
    await signIn(user, HOME, SAFARI, renewed);
    await signIn(user, AWAY, FIREFOX, renewed);
    await renewed.queue.drain();
    expect(await noticesTo(user)).toBe(0);
  });

  it('prevents a session if the sign-in cannot be stored', async () => {
    const user = await buildKnown();
    const sessions = () => t.db.rows('select from sessions where user_id = $1', [user.id]);
    const before = (await sessions()).length;
    const owner = openDb(ownerUrl(t.database_url));
    await owner.rows(`alter table known_sign_ins add constraint none check (user_id <> '${user.id}') not valid`);
    const answer = await t.call(login, { body: user });
    await owner.rows('alter table known_sign_ins drop constraint none');
    await owner.close();
    expect([answer.statusCode, (await sessions()).length]).toEqual([500, before]);
  });

  it('forgets a sign-in after 90 days without another, and with the account', async () => {
    const [ana, ben] = [await buildKnown(), await buildKnown()];
    const sweep = async () => {
      await t.queue.tick();
      await t.queue.drain();
    };
    t.clock.advance(DAY_MS);
    await signIn(ana, HOME, FIREFOX);
    t.clock.advance(88 * DAY_MS);
    await sweep();
    expect([await rowsOf(ana), await rowsOf(ben)].map(({ length }) => length)).toEqual([1, 1]);
    t.clock.advance(DAY_MS);
    await sweep();
    expect([await rowsOf(ana), await rowsOf(ben)].map(({ length }) => length)).toEqual([1, 0]);
    const { access_token: token } = (await t.call(login, { body: ana, address: HOME })).json();
    const files = unzip((await t.call(exportData, { token })).rawPayload);
    expect(JSON.parse(files.get('known-sign-ins.json')!.toString('utf8'))).toContainEqual({
      last_at: t.clock.now().toISOString(),
    });
    await t.call(deleteAccount, { token, body: { password: ana.password } });
    expect(await rowsOf(ana)).toEqual([]);
  });
});

describe('guessing the password of an account', () => {
  let networks = 0;
  /** Returns an address in an unused network. */
  const elsewhere = () => `10.${networks >> 8}.${networks++ & 255}.1`;
  const tryLogin = (
    email: string,
    password: string,
    address = elsewhere(),
    { app } = limited as Pick<TestApp, 'app'>,
  ) => app.inject({ method: 'POST', url: login.path, payload: { email, password }, remoteAddress: address });
  const guess = async (email: string, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => tryLogin(email, 'a wrong one')));
    return answers.map(({ statusCode }) => statusCode);
  };
  const guessing = () => events.filter(({ event }) => event === 'password_guessing');

  it('is limited to one attempt a second from unknown networks after 50 failures', async () => {
    const user = await buildKnown();
    expect(await guess(user.email, WRONG_PASSWORDS_PER_HOUR)).toEqual(Array(WRONG_PASSWORDS_PER_HOUR).fill(401));
    expect((await tryLogin(user.email, user.password)).statusCode).toBe(200);
    expect(guessing()).toEqual([]);
    await Promise.all([tryLogin(user.email, 'a wrong one'), tryLogin(user.email, 'another wrong one')]);
    expect(guessing()).toEqual([{ event: 'password_guessing', user_id: user.id }]);

    for (const app of [limited, house]) {
      const tries = await Promise.all(
        Array.from({ length: 20 }, () => tryLogin(user.email, user.password, elsewhere(), app)),
      );
      const refused = tries.filter(({ statusCode }) => statusCode === 429);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) {
        expect(answer.json().code).toBe('too_many_requests');
        expect(answer.headers['retry-after']).toBe('1');
      }
    }
    // Guesses never slow down networks that the user has signed in from.
    expect((await tryLogin(user.email, user.password, '203.0.113.77', house)).statusCode).toBe(200);
    expect((await tryLogin(user.email, 'a typo', HOME)).statusCode).toBe(401);
    expect((await tryLogin(user.email, user.password, HOME)).statusCode).toBe(200);

    const subject = 'Someone is guessing your Emberkin password';
    expect((await subjectsTo(user)).filter((one) => one === subject)).toHaveLength(1);
    expect(guessing()).toHaveLength(1);
  });

  it('forgets all sign-ins except the sign-in that set a new password', async () => {
    const headers = { 'user-agent': CHROME };
    const new_password = 'a new campfire';
    const change = ({ token, password: current_password }: TestUser) =>
      t.call(changePassword, { token, body: { current_password, new_password }, address: WORK, headers });
    const reset = async ({ email }: TestUser) => {
      // The queue sends the new-device notice before the link, so the newest mail has the link.
      await t.queue.drain();
      await t.call(forgotPassword, { body: { email } });
      await t.queue.drain();
      const [, token] = /token=([\w-]+)/.exec((await smtp.readMail(email)).text ?? '')!;
      return t.call(resetPassword, { body: { token, new_password }, address: WORK, headers });
    };
    for (const set of [change, reset]) {
      const user = await buildKnown();
      await signIn(user, AWAY, SAFARI);
      expect((await set(user)).statusCode).toBe(200);
      expect(await rowsOf(user)).toHaveLength(1);
      await guess(user.email, WRONG_PASSWORDS_PER_HOUR + 1);
      const tryFrom = (address: string) =>
        Promise.all(Array.from({ length: 9 }, () => tryLogin(user.email, new_password, address)));
      expect((await tryFrom(AWAY)).map(({ statusCode }) => statusCode)).toContain(429);
      expect(new Set((await tryFrom(WORK)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    }
  });

  it('remembers a network for 90 days', async () => {
    const user = await buildKnown();
    await guess(user.email, WRONG_PASSWORDS_PER_HOUR + 1);
    limited.clock.advance(90 * DAY_MS);
    const tries = await Promise.all(Array.from({ length: 9 }, () => tryLogin(user.email, user.password, HOME)));
    expect(tries.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0);
  });

  it('responds in the same way for an address without an account', async () => {
    const email = 'nobody-at-all@example.com';
    expect(await guess(email, WRONG_PASSWORDS_PER_HOUR + 1)).toEqual(Array(WRONG_PASSWORDS_PER_HOUR + 1).fill(401));
    expect(await guess(email, 20)).toContain(429);
    expect(guessing()).toEqual([{ event: 'password_guessing', user_id: null }]);
    expect(await subjectsTo({ email })).toEqual([]);
  });

  it('counts a wrong current password as a failed sign-in', async () => {
    const user = await buildKnown();
    const body = { current_password: 'a wrong one', new_password: 'a new campfire' };
    const change = () => limited.call(changePassword, { token: user.token, body });
    for (let i = 0; i < 5; i++) expect((await change()).statusCode).toBe(422);
    const refused = await change();
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
    expect(events.filter(({ event }) => event === 'login_failed')).toHaveLength(5);
    await guess(user.email, WRONG_PASSWORDS_PER_HOUR - 5);
    expect(guessing()).toEqual([]);
    await guess(user.email, 1);
    expect(guessing()).toEqual([{ event: 'password_guessing', user_id: user.id }]);
  });
});
