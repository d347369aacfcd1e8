import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '#contract/account.ts';
import {
  acceptSessionOffer,
  changePassword,
  forgotPassword,
  login as loginCall,
  me,
  register,
  resetPassword,
} from '#contract/auth.ts';
import type { Tx } from '#platform/db/open.ts';
import { makeLogger } from '#platform/http/log.ts';
import { passwords } from '#platform/keys/passwords.ts';
import { callDuring } from '../../testing/during-transaction.ts';
import { buildSuspension } from '../../testing/factories/admin.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakeOidc } from '../../testing/oidc-server.ts';
import { acceptOffer, appWithOidc, openSession, signOn } from '../../testing/sign-on.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { NOON } from '../../testing/test-app.ts';
import { suspendUser } from './public.ts';
import { deleteSignIns } from './single-sign-on/queries.ts';

const [provider, smtp] = [await startFakeOidc(), await startFakeSmtp()];
const real = passwords();
const events: { event?: string; user_id?: string | null }[] = [];
const log = makeLogger('info', {
  write: (line) => {
    const { log: kind, event, user_id } = JSON.parse(line);
    if (kind === 'security') events.push({ event, user_id });
  },
});
/** Runs once, after a password was verified and before the result is used. */
let meanwhile: (() => Promise<unknown>) | null = null;
const t = await appWithOidc(provider, {
  config: { smtp_url: smtp.url },
  log,
  passwords: {
    hash: real.hash,
    verify: async (stored, password) => {
      const right = await real.verify(stored, password);
      const change = meanwhile;
      meanwhile = null;
      await change?.();
      return right;
    },
  },
});
afterAll(async () => {
  await provider.close();
  await smtp.close();
});
beforeEach(() => t.clock.set(NOON));

const sessionsOf = async ({ id }: Pick<TestUser, 'id'>) =>
  (await t.db.rows('select from sessions where user_id = $1', [id])).length;

/** Signs in with the right password while `change` runs. */
async function signInWhile({ email, password }: TestUser, change: () => Promise<unknown>) {
  meanwhile = change;
  const answer = await t.call(loginCall, { body: { email, password } });
  expect(meanwhile).toBeNull();
  return answer;
}

async function resetByMail({ email }: TestUser) {
  await t.call(forgotPassword, { body: { email } });
  await t.queue.drain();
  const [, token] = /\/reset-password\?token=([\w-]+)/.exec((await smtp.readMail(email)).text ?? '')!;
  const answer = await t.call(resetPassword, { body: { token, new_password: 'another campfire' } });
  expect(answer.statusCode).toBe(200);
}

async function takeOver({ email }: Pick<TestUser, 'email'>) {
  const login = email.split('@')[0]!;
  provider.setClaims(login, { email, email_verified: true, name: login });
  return openSession(t, provider, login);
}

describe('a sign-in whose password was just verified', () => {
  it('is refused if a reset link has just set another password', async () => {
    const user = await buildUser(t, { proven: true });
    const answer = await signInWhile(user, () => resetByMail(user));
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'wrong_credentials']);
    expect(await sessionsOf(user)).toBe(0);
    expect(events.at(-1)).toEqual({ event: 'login_failed', user_id: user.id });
  });

  it('is refused if the account was just suspended or deleted', async () => {
    const [suspended, deleted] = [await buildUser(t), await buildUser(t)];
    expect((await signInWhile(suspended, () => buildSuspension(t, suspended))).statusCode).toBe(401);
    const remove = () => t.call(deleteAccount, { token: deleted.token, body: { password: deleted.password } });
    expect((await signInWhile(deleted, remove)).statusCode).toBe(401);
    expect([await sessionsOf(suspended), await sessionsOf(deleted)]).toEqual([0, 0]);
  });

  it('is refused if another user has just proved the address at the provider', async () => {
    const squatter = await buildUser(t);
    expect((await signInWhile(squatter, () => takeOver(squatter))).statusCode).toBe(401);
    expect(await sessionsOf(squatter)).toBe(1);
  });
});

describe('a deletion whose password was just verified', () => {
  /**
   * Deletes the account with the right password while `change` runs. Returns the error and whether the account still
   * exists.
   */
  async function deleteWhile({ id, token, password }: TestUser, change: () => Promise<unknown>) {
    meanwhile = change;
    const answer = await t.call(deleteAccount, { token, body: { password } });
    expect(meanwhile).toBeNull();
    const left = await t.db.rows('select from users where id = $1 and deleted_at is null', [id]);
    return [answer.statusCode, answer.json().code, left.length];
  }

  it('deletes nothing if another user has just proved the address at the provider', async () => {
    const squatter = await buildUser(t);
    await buildMission(t, squatter);
    expect(await deleteWhile(squatter, () => takeOver(squatter))).toEqual([401, 'not_signed_in', 1]);
  });

  it('deletes nothing if the password was just reset or changed', async () => {
    const [reset, changed] = [await buildUser(t, { proven: true }), await buildUser(t)];
    expect(await deleteWhile(reset, () => resetByMail(reset))).toEqual([401, 'not_signed_in', 1]);
    const change = async () => {
      const body = { current_password: changed.password, new_password: 'another campfire' };
      expect((await t.call(changePassword, { token: changed.token, body })).statusCode).toBe(200);
    };
    expect(await deleteWhile(changed, change)).toEqual([422, 'wrong_password', 1]);
  });

  it('deletes nothing if a suspension is pending', async () => {
    const user = await buildUser(t);
    const answer = await callDuring(
      t,
      (tx) => suspendUser(tx, user.id, t.clock.now()),
      () => t.call(deleteAccount, { token: user.token, body: { password: user.password } }),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in']);
  });
});

it('leaves no session to someone who registers an address while its user signs in by SSO', async () => {
  const race = async (n: number) => {
    const email = `registered-twice-${n}@example.com`;
    const [answer] = await Promise.all([
      t.call(register, { body: { name: 'Squatter', email, password: 'campfire' } }),
      takeOver({ email }),
    ]);
    if (answer.statusCode === 400) return 401;
    return (await t.call(me, { token: answer.json().access_token })).statusCode;
  };
  expect(new Set(await Promise.all(Array.from({ length: 20 }, (_, n) => race(n))))).toEqual(new Set([401]));
});

describe('an offer of a session', () => {
  /** Accepts an offer after `change` has started and before it commits. */
  async function acceptWhile(login: string, change: (tx: Tx, userId: string) => Promise<unknown>) {
    const { user } = await openSession(t, provider, login);
    const offered = await signOn(t, provider, login);
    const answer = await callDuring(
      t,
      async (tx) => {
        await tx.rows('select from users where id = $1 for no key update', [user.id]);
        await change(tx, user.id);
      },
      () => acceptOffer(t, offered),
    );
    expect(events.at(-1)).toEqual({ event: 'login_failed', user_id: user.id });
    return { said: [answer.statusCode, answer.json().code], sessions: await sessionsOf(user) };
  }

  it('is refused while a suspension or the removal of its identity is pending', async () => {
    const refused = { said: [401, 'not_signed_in'], sessions: 0 };
    expect(await acceptWhile('suspended', (tx, id) => suspendUser(tx, id, t.clock.now()))).toEqual(refused);
    expect(await acceptWhile('taken-over', (tx, id) => deleteSignIns(tx, id))).toEqual(refused);
  });

  it('logs a refused offer as a failed sign-in, with the user if known', async () => {
    const failures = () => events.filter(({ event }) => event === 'login_failed');
    const last = () => failures().at(-1)?.user_id;
    const offered = await signOn(t, provider, 'offered');
    const { id } = (await acceptOffer(t, offered)).json().user;
    events.length = 0;
    expect((await acceptOffer(t, offered)).json().code).toBe('sso_failed');
    expect([failures().length, last()]).toEqual([1, id]);
    expect((await t.call(acceptSessionOffer)).json().code).toBe('sso_failed');
    expect([failures().length, last()]).toEqual([2, null]);
    const suspended = await signOn(t, provider, 'offered');
    await t.db.transact((tx) => suspendUser(tx, id, t.clock.now()));
    expect((await acceptOffer(t, suspended)).json().code).toBe('account_suspended');
    expect([failures().length, last()]).toEqual([3, id]);
  });
});
