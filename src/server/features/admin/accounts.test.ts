import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditLog } from '#contract/admin.ts';
import { createResetLink, createUser, suspendUser } from '#contract/admin-accounts.ts';
import { forgotPassword, listSessions, login, resetPassword } from '#contract/auth.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { ADMIN_CREDENTIALS, buildAdminSession } from '../../testing/factories/admin.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const mails: MailMessage[] = [];
const t = await testApp({
  mail: { send: async (message) => void mails.push(message), close: async () => undefined },
  config: { smtp_url: 'smtp://127.0.0.1:1', sign_up: 'closed' },
});
/** The same database with open sign-up, to create users. */
const open = await testApp({
  database_url: t.database_url,
  clock: t.clock,
  config: { smtp_url: 'smtp://127.0.0.1:1' },
});
let created = 0;
const newEmail = () => `member${++created}@example.com`;
const PASSWORD = 'a warm place';

const add = async (body: object) => t.call(createUser, { token: await buildAdminSession(t), body });
const makeLink = async (id: string) => t.call(createResetLink, { token: await buildAdminSession(t), params: { id } });
const tokenOf = (url: string) => new URL(url).searchParams.get('token')!;
const spendLink = (url: string, new_password = PASSWORD) =>
  t.call(resetPassword, { body: { token: tokenOf(url), new_password } });
const signIn = (email: string, password = PASSWORD) => t.call(login, { body: { email, password } });
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];
const listAudit = async (target: string) =>
  (await t.call(auditLog, { token: await buildAdminSession(t), query: { limit: 100 } }))
    .json()
    .entries.filter((entry: { target_id: string }) => entry.target_id === target);

describe('creating an account as the operator', () => {
  it('works while sign-up is closed, and its link sets the first password', async () => {
    const email = newEmail();
    const answer = await add({ name: ' Ana  Lee ', email: email.toUpperCase() });
    expect(answer.statusCode).toBe(201);
    const { id, url, expires_at } = answer.json();
    expect(url).toMatch(/^http:\/\/emberkin\.test\/reset-password\?token=handed_[\w-]{43}$/);
    expect(expires_at).toBe(new Date(t.clock.now().getTime() + 7 * DAY_MS).toISOString());
    expect((await spendLink(url)).statusCode).toBe(200);
    const session = await signIn(email);
    expect(session.json().user).toMatchObject({ id, name: 'Ana Lee', email, profile_completed: false });
    expect(codeOf(await spendLink(url))).toEqual([400, 'invalid_reset_token']);
  });

  it('sends no mail, and its link does not prove the address', async () => {
    const email = newEmail();
    const before = mails.length;
    const { id, url } = (await add({ name: 'Ana', email })).json();
    await t.queue.drain();
    await spendLink(url);
    expect(mails.length).toBe(before);
    expect((await signIn(email)).json().user.email_verified).toBe(false);
    const [row] = await t.db.rows('select email_verified_at from users where id = $1', [id]);
    expect(row).toEqual({ email_verified_at: null });
  });

  it('lets no password sign in before the user sets one', async () => {
    const email = newEmail();
    await add({ name: 'Ana', email });
    for (const password of ['', 'null', PASSWORD])
      expect((await signIn(email, password)).json().code).toBe(password === '' ? 'invalid_input' : 'wrong_credentials');
  });

  it('allows "Forgot password?" to set the first password and prove the address', async () => {
    const email = newEmail();
    const { url } = (await add({ name: 'Ana', email })).json();
    await t.call(forgotPassword, { body: { email } });
    await t.queue.drain();
    const mail = mails.findLast((message) => message.to === email)!;
    expect(codeOf(await spendLink(url))).toEqual([400, 'invalid_reset_token']);
    expect((await spendLink(/http:\S+token=\S+/.exec(mail.text)![0])).statusCode).toBe(200);
    expect((await signIn(email)).json().user.email_verified).toBe(true);
  });

  it('returns a link that expires after 7 days', async () => {
    const { url } = (await add({ name: 'Ana', email: newEmail() })).json();
    t.clock.advance(7 * DAY_MS - 1);
    const late = (await add({ name: 'Ben', email: newEmail() })).json();
    t.clock.advance(1);
    expect(codeOf(await spendLink(url))).toEqual([400, 'invalid_reset_token']);
    expect((await spendLink(late.url)).statusCode).toBe(200);
  });

  it('writes an audit entry without the link', async () => {
    const { id } = (await add({ name: 'Ana', email: newEmail() })).json();
    expect(await listAudit(id)).toEqual([
      {
        id: expect.any(String),
        at: t.clock.now().toISOString(),
        admin: ADMIN_CREDENTIALS.username,
        action: 'user_created',
        target_id: id,
        target: 'Ana',
        note: '',
      },
    ]);
  });

  it('creates one account for 20 concurrent requests with one address', async () => {
    const [email, token] = [newEmail(), await buildAdminSession(t)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.call(createUser, { token, body: { name: 'Ana', email } })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array<number>(19).fill(400)]);
    const refused = answers.find((answer) => answer.statusCode === 400)!;
    expect(refused.json().code).toBe('email_taken');
  });

  it.each([
    [{}, 'name'],
    [{ name: ' ', email: 'a@example.com' }, 'name'],
    [{ name: 'Ana', email: 'nobody' }, 'email'],
    [{ name: 'Emberkin team', email: 'a@example.com' }, 'name'],
  ])('refuses the input %j', async (body, path) => {
    const answer = await add(body);
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, path]);
  });

  it('requires an admin session, as does creating a reset link', async () => {
    const user = await buildUser(open);
    const body = { name: 'Ana', email: newEmail() };
    for (const token of [undefined, user.token]) {
      expect((await t.call(createUser, { token, body })).statusCode).toBe(401);
      expect((await t.call(createResetLink, { token, params: { id: user.id } })).statusCode).toBe(401);
    }
  });
});

describe('creating a reset link as the operator', () => {
  it('returns a link that sets a new password once and ends all sessions', async () => {
    const user = await buildUser(open);
    const answer = await makeLink(user.id);
    expect(answer.statusCode).toBe(201);
    const { url, expires_at } = answer.json();
    expect(expires_at).toBe(new Date(t.clock.now().getTime() + HOUR_MS).toISOString());
    expect((await spendLink(url)).statusCode).toBe(200);
    expect((await t.call(listSessions, { token: user.token })).statusCode).toBe(401);
    expect((await signIn(user.email)).statusCode).toBe(200);
    expect(codeOf(await spendLink(url))).toEqual([400, 'invalid_reset_token']);
    expect((await listAudit(user.id)).map(({ action }: { action: string }) => action)).toEqual(['reset_link_created']);
  });

  it('invalidates the previous link, and the new one expires after an hour', async () => {
    const user = await buildUser(open);
    const first = (await makeLink(user.id)).json().url;
    const second = (await makeLink(user.id)).json().url;
    expect(codeOf(await spendLink(first))).toEqual([400, 'invalid_reset_token']);
    t.clock.advance(HOUR_MS);
    expect(codeOf(await spendLink(second))).toEqual([400, 'invalid_reset_token']);
  });

  it('leaves one valid link after 20 concurrent requests', async () => {
    const [user, token] = [await buildUser(open), await buildAdminSession(t)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.call(createResetLink, { token, params: { id: user.id } })),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    const rows = await t.db.rows('select id from reset_tokens where user_id = $1', [user.id]);
    expect(rows).toHaveLength(1);
  });

  it('does not change whether the address is proven', async () => {
    const proved = await buildUser(open, { proven: true });
    const unproved = await buildUser(open);
    for (const { id } of [proved, unproved]) await spendLink((await makeLink(id)).json().url);
    expect((await signIn(proved.email)).json().user.email_verified).toBe(true);
    expect((await signIn(unproved.email)).json().user.email_verified).toBe(false);
  });

  it('fails for unknown and suspended accounts', async () => {
    expect(codeOf(await makeLink(randomUUID()))).toEqual([404, 'account_not_found']);
    expect(codeOf(await makeLink('nonsense'))).toEqual([404, 'account_not_found']);
    const user = await buildUser(open);
    await t.call(suspendUser, { token: await buildAdminSession(t), params: { id: user.id }, body: {} });
    expect(codeOf(await makeLink(user.id))).toEqual([400, 'already_suspended']);
  });

  it('returns a token that does not work as that of a mailed link', async () => {
    const user = await buildUser(open);
    const { url } = (await makeLink(user.id)).json();
    const bare = tokenOf(url).slice('handed_'.length);
    const answer = await t.call(resetPassword, { body: { token: bare, new_password: PASSWORD } });
    expect(codeOf(answer)).toEqual([400, 'invalid_reset_token']);
  });
});
