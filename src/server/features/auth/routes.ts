import type { FastifyRequest } from 'fastify';
import * as contract from '#contract/auth.ts';
import { ERRORS } from '#contract/errors.ts';
import { DEFAULT_ZONE } from '#domain/zones.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import { logSecurity } from '../../http/log.ts';
import type { Serve } from '../../http/serve.ts';
import { lockUser, provenEmail, requireFreeName, toUser, type UserRow } from '../profile/public.ts';
import { sendEmailChanged, sendResetLink, sendVerification } from './jobs.ts';
import {
  createSessionToken,
  findPasswordHash,
  hashToken,
  isVerificationToken,
  proveAddress,
  type SessionUser,
} from './public.ts';
import * as queries from './queries.ts';

const USER_AGENT_MAX = 300;

/**
 * Counts one more link to an address that an account is about to get; false when none may go out, because too many did.
 * A taken address counts nothing, so that nobody uses up the links of its user. Asked outside of any transaction: the
 * counters use a connection of their own.
 */
const claimLink = async ({ db, config, limits }: Deps, email: string, request: FastifyRequest): Promise<boolean> =>
  config.smtp_url !== null &&
  (await queries.findByEmail(db, email)) === null &&
  limits.isWithin('verify_mail', { address: request.ip, email });

/** Registration, signing in and out, and the list of sessions. */
function sessionRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  const { db, config, passwords } = deps;
  const startSession = async (user: UserRow, request: FastifyRequest, now: Date) => {
    const token = createSessionToken();
    const user_agent = String(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX);
    await queries.insertSession(db, { user_id: user.id, token_hash: hashToken(token), user_agent }, now);
    return { access_token: token, user: await toUser({ db, config }, user, now) };
  };

  serve(contract.register, async ({ body, now, request }) => {
    requireFreeName(body.name);
    const { name, email, invitation_id } = body;
    const password_hash = await passwords.hash(body.password);
    const invited = invitation_id !== undefined && (await queries.isInvited(db, invitation_id, email, now));
    const isMailed = !invited && (await claimLink(deps, email, request));
    const row = { name, email, email_verified_at: invited ? now : null, password_hash, timezone: DEFAULT_ZONE };
    const user = await db.transact(async (tx) => {
      const created = (await queries.insertUser(tx, row, now)) ?? fail('email_taken');
      if (isMailed) await tx.enqueue(sendVerification, { user_id: created.id });
      return created;
    });
    logSecurity(request, 'registered', { user_id: user.id });
    return startSession(user, request, now);
  });

  serve(contract.login, async ({ body, now, request }) => {
    const user = await queries.findByEmail(db, body.email);
    const right = await passwords.verify(user?.password_hash ?? null, body.password);
    if (!user || !right || user.suspended_at !== null)
      logSecurity(request, 'login_failed', { user_id: user?.id ?? null });
    if (!user || !right) return fail('wrong_credentials');
    const { password_hash: _, suspended_at, ...row } = user;
    // After the password check, so that only the account's user learns about the suspension.
    if (suspended_at !== null) fail('account_suspended');
    return startSession(row, request, now);
  });

  serve(contract.logout, async ({ user }) => {
    await queries.deleteSession(db, user.id, user.session_id);
  });

  serve(contract.me, async ({ user, now }) => toUser({ db, config }, user, now));

  serve(contract.listSessions, async ({ user }) => {
    const sessions = await queries.listUserSessions(db, user.id);
    return sessions.map((session) => ({ ...session, current: session.id === user.session_id }));
  });

  serve(contract.endSession, async ({ user, params }) => {
    if (!(await queries.deleteSession(db, user.id, params.id))) fail('not_found');
  });
}

/** Resetting a forgotten password. */
function resetRoutes(serve: Serve<SessionUser>, { db, passwords, limits }: Deps): void {
  serve(contract.forgotPassword, async ({ body, request }) => {
    // An error here would let anybody lock the owner out: beyond the limit only the mails stop, the answer stays the same.
    if (await limits.isWithin('forgot_mail', { address: request.ip, email: body.email }))
      // The job looks up the account, so that known and unknown addresses take the same time here.
      await db.transact((tx) => tx.enqueue(sendResetLink, { email: body.email }));
    return { message: 'If an account exists for this address, a reset link is on its way.' };
  });

  serve(contract.resetPassword, async ({ body, now, request }) => {
    // Hashed first: nothing slow may happen inside the transaction, and every token takes the same time.
    const password_hash = await passwords.hash(body.new_password);
    const user_id = await db.transact(async (tx) => {
      const userId = await queries.takeResetToken(tx, hashToken(body.token), now);
      if (userId !== null) await queries.replacePassword(tx, userId, password_hash, now);
      return userId;
    });
    // Fails after the commit, so that an expired token stays deleted even if the clock is set back.
    if (user_id === null) return fail('invalid_reset_token');
    logSecurity(request, 'password_reset', { user_id });
    return { message: 'Password reset successfully!' };
  });
}

const wrongPassword = () =>
  fail('wrong_password', { errors: [{ path: 'password', message: ERRORS.wrong_password.detail }] });

/** Proving the address of an account, and changing it (docs/rules.md#proven-addresses). */
function addressRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  const { db, config, passwords, signatures, limits } = deps;
  serve(contract.verifyEmail, async ({ user, body, now, request }) => {
    if (!isVerificationToken(signatures, body.token, user, now)) fail('invalid_verification_token');
    if (user.email_verified_at !== null) return toUser({ db, config }, user, now);
    const proven = (await db.transact((tx) => proveAddress(tx, user, now))) ?? fail('invalid_verification_token');
    logSecurity(request, 'email_verified', { user_id: user.id });
    return toUser({ db, config }, proven, now);
  });

  serve(contract.resendVerification, async ({ user, request }) => {
    if (provenEmail(config, user) !== null) fail('already_verified');
    if (!(await limits.isWithin('verify_mail', { address: request.ip, email: user.email }))) return;
    await db.transact((tx) => tx.enqueue(sendVerification, { user_id: user.id }));
  });

  serve(contract.changeEmail, async ({ user, body: { email, password }, now, request }) => {
    const password_hash = await findPasswordHash(db, user.id);
    if (password_hash === null || !(await passwords.verify(password_hash, password))) return wrongPassword();
    const isMailed = await claimLink(deps, email, request);
    const changed = await db.transact(async (tx) => {
      const before = await lockUser(tx, user.id);
      if (before.email === email) return before;
      // A password that was reset meanwhile is wrong by now.
      const after = (await queries.replaceEmail(tx, { user_id: user.id, email, password_hash })) ?? wrongPassword();
      if (after === 'taken') return fail('email_taken');
      const earlier = provenEmail(config, before);
      if (earlier !== null) await tx.enqueue(sendEmailChanged, { email: earlier });
      if (isMailed) await tx.enqueue(sendVerification, { user_id: user.id });
      // Invitations to the earlier address are no longer shown.
      tx.changed({ user_ids: [user.id] }, 'everything');
      return after;
    });
    return toUser({ db, config }, changed, now);
  });
}

/** Accounts and sessions (docs/rules.md#accounts). */
export function authRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  sessionRoutes(serve, deps);
  resetRoutes(serve, deps);
  addressRoutes(serve, deps);
}
