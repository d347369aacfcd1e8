import type { FastifyRequest } from 'fastify';
import * as contract from '#contract/auth.ts';
import { type SignUp, signUpRefusal } from '#domain/sign-up.ts';
import { DEFAULT_ZONE } from '#domain/zones.ts';
import type { Tx } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { provenEmail, type UserRow } from '../../facts/users.ts';
import { fail } from '../../http/errors.ts';
import { logSecurity } from '../../http/log.ts';
import type { Serve } from '../../http/serve.ts';
import { requireFreeName, toUser } from '../profile/public.ts';
import { isHandedOver } from './accounts/public.ts';
import { sendEmailChanged, sendPasswordChanged, sendResetLink, sendVerification } from './addresses/jobs.ts';
import { confirmUser, countWrongPassword, failWrongPassword } from './confirm/public.ts';
import { changePassword, replacePassword, takeResetToken } from './passwords/queries.ts';
import { hashToken, isVerificationToken, lockSessionUser, proveAddress, type SessionUser } from './public.ts';
import { claimLink, startSession } from './sessions/commands.ts';
import * as queries from './sessions/queries.ts';
import { noteSignIn, slowDownGuesses } from './sign-ins/commands.ts';

/** Ends the request when sign-up is closed, or by invitation and there is none (docs/rules.md#sign-up). */
async function requireSignUp(
  { db, config }: Deps,
  signUp: Exclude<SignUp, 'open'>,
  invited: queries.Invited,
  now: Date,
): Promise<void> {
  if (signUp === 'invited' && (await queries.canJoinBy(db, invited, now))) return;
  fail('sign_up_closed', { detail: signUpRefusal(signUp, config.support_email) });
}

/** Registration, signing in and out, and the list of sessions. */
function sessionRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  const { db, config, passwords } = deps;

  serve(contract.register, async ({ body, now, request }) => {
    requireFreeName(body.name);
    // Before anything about accounts is looked up or takes time, so that a refusal tells nothing about them.
    if (config.sign_up !== 'open') await requireSignUp(deps, config.sign_up, body, now);
    const { name, email, invitation_id } = body;
    const password_hash = await passwords.hash(body.password);
    const invited = invitation_id !== undefined && (await queries.isInvited(db, invitation_id, email, now));
    const isMailed = !invited && (await claimLink(deps, email, request));
    const row = { name, email, email_verified_at: invited ? now : null, password_hash, timezone: DEFAULT_ZONE };
    const session = await db.transact(async (tx) => {
      const user = (await queries.insertUser(tx, row, now)) ?? fail('email_taken');
      if (isMailed) await tx.enqueue(sendVerification, { user_id: user.id });
      // With the account, so that whoever takes it over a moment later ends this session as well.
      return (await startSession(tx, deps, { user, signed_in_by: { password_hash } }, request, now))!;
    });
    logSecurity(request, 'registered', { user_id: session.user.id });
    return session;
  });

  serve(contract.login, async ({ body, now, request }) => {
    const user = await queries.findByEmail(db, body.email);
    await slowDownGuesses(deps, { email: body.email, user }, request, now);
    const right = await passwords.verify(user?.password_hash ?? null, body.password);
    const logFailed = () => logSecurity(request, 'login_failed', { user_id: user?.id ?? null });
    if (!user || !right) {
      logFailed();
      await countWrongPassword(deps, { email: body.email, user_id: user?.id ?? null }, request);
      return fail('wrong_credentials');
    }
    const { password_hash, suspended_at, ...row } = user;
    // After the password check, so that only the account's user learns about the suspension.
    if (suspended_at !== null) {
      logFailed();
      return fail('account_suspended');
    }
    const signed = { user: row, signed_in_by: { password_hash: password_hash! } };
    // The password was replaced, or the account suspended, while this one was verified.
    const session = await db.transact((tx) => startSession(tx, deps, signed, request, now));
    if (session === null) {
      logFailed();
      return fail('wrong_credentials');
    }
    logSecurity(request, 'login', { user_id: row.id });
    return session;
  });

  serve(contract.logout, async ({ user, request }) => {
    await queries.deleteSession(db, user.id, user.session_id);
    logSecurity(request, 'logout', { user_id: user.id });
  });

  serve(contract.logoutEverywhere, async ({ user, request }) => {
    await queries.deleteSessions(db, user.id);
    logSecurity(request, 'logout', { user_id: user.id });
  });

  serve(contract.me, async ({ user, now }) => toUser({ db, config }, user, now));

  serve(contract.listSessions, async ({ user }) => {
    const sessions = await queries.listUserSessions(db, user.id);
    return sessions.map((session) => ({ ...session, current: session.id === user.session_id }));
  });

  serve(contract.endSession, async ({ user, params, request }) => {
    if (!(await queries.deleteSession(db, user.id, params.id))) fail('not_found');
    logSecurity(request, 'logout', { user_id: user.id });
  });
}

/** Resetting a forgotten password, and changing it. */
function passwordRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  const { db, config, passwords, limits } = deps;
  /**
   * From where the password was set is all that is known from now on. The mail goes to the address that counts as the
   * account's, which may be another one by the time that it is sent.
   */
  const noteChange = async (tx: Tx, user: UserRow, request: FastifyRequest, now: Date) => {
    await noteSignIn(tx, deps, user, request, now);
    const email = provenEmail(config, user);
    if (email !== null) await tx.enqueue(sendPasswordChanged, { email });
  };

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
      const userId = await takeResetToken(tx, hashToken(body.token), now);
      const proven_at = isHandedOver(body.token) ? null : now;
      if (userId === null) return null;
      await noteChange(tx, await replacePassword(tx, userId, { password_hash, proven_at }), request, now);
      return userId;
    });
    // Fails after the commit, so that an expired token stays deleted even if the clock is set back.
    if (user_id === null) return fail('invalid_reset_token');
    logSecurity(request, 'password_reset', { user_id });
    return { message: 'Password reset successfully!' };
  });

  serve(contract.changePassword, async ({ user, body, now, request }) => {
    const field = 'current_password';
    const before = await confirmUser(deps, user, { password: body.current_password, field, request }, now);
    const password_hash = await passwords.hash(body.new_password);
    const changed = await db.transact(async (tx) => {
      await lockSessionUser(tx, user, now);
      // A password that was reset meanwhile is wrong by now.
      const after = (await changePassword(tx, user, { before, password_hash })) ?? failWrongPassword(field);
      await noteChange(tx, after, request, now);
      return after;
    });
    logSecurity(request, 'password_changed', { user_id: user.id });
    return toUser({ db, config }, changed, now);
  });
}

/** Proving the address of an account, and changing it (docs/rules.md#proven-addresses). */
function addressRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  const { db, config, signatures, limits } = deps;
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
    const password_hash = await confirmUser(deps, user, { password, request }, now);
    const isMailed = await claimLink(deps, email, request);
    const changed = await db.transact(async (tx) => {
      const before = await lockSessionUser(tx, user, now);
      if (before.email === email) return before;
      // A password that was reset meanwhile is wrong by now.
      const after = (await queries.replaceEmail(tx, { user_id: user.id, email, password_hash })) ?? failWrongPassword();
      if (after === 'taken') return fail('email_taken');
      const earlier = provenEmail(config, before);
      if (earlier !== null) await tx.enqueue(sendEmailChanged, { email: earlier });
      if (isMailed) await tx.enqueue(sendVerification, { user_id: user.id });
      // Invitations to the earlier address are no longer shown.
      tx.changed({ user_ids: [user.id] }, 'everything');
      return after;
    });
    if (changed.email !== user.email) logSecurity(request, 'email_changed', { user_id: user.id });
    return toUser({ db, config }, changed, now);
  });
}

/** Accounts and sessions (docs/rules.md#accounts). */
export function authRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  sessionRoutes(serve, deps);
  passwordRoutes(serve, deps);
  addressRoutes(serve, deps);
}
