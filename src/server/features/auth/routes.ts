import * as contract from '#contract/auth.ts';
import { type SignUp, signUpRefusal } from '#domain/sign-up.ts';
import { DEFAULT_ZONE } from '#domain/zones.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import { logSecurity } from '../../http/log.ts';
import type { Serve } from '../../http/serve.ts';
import { lockUser, provenEmail, requireFreeName, toUser } from '../profile/public.ts';
import { claimLink, sessionStarter } from './commands.ts';
import { sendEmailChanged, sendResetLink, sendVerification } from './jobs.ts';
import { hashToken, isVerificationToken, proveAddress, type SessionUser } from './public.ts';
import { isHandedOver } from './public-accounts.ts';
import { confirmUser, failWrongPassword } from './public-confirm.ts';
import * as queries from './queries.ts';

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
  const startSession = sessionStarter(deps);

  serve(contract.register, async ({ body, now, request }) => {
    requireFreeName(body.name);
    // Before anything about accounts is looked up or takes time, so that a refusal tells nothing about them.
    if (config.sign_up !== 'open') await requireSignUp(deps, config.sign_up, body, now);
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
      const proven_at = isHandedOver(body.token) ? null : now;
      if (userId !== null) await queries.replacePassword(tx, userId, { password_hash, proven_at });
      return userId;
    });
    // Fails after the commit, so that an expired token stays deleted even if the clock is set back.
    if (user_id === null) return fail('invalid_reset_token');
    logSecurity(request, 'password_reset', { user_id });
    return { message: 'Password reset successfully!' };
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
    const password_hash = await confirmUser(deps, user, password, now);
    const isMailed = await claimLink(deps, email, request);
    const changed = await db.transact(async (tx) => {
      const before = await lockUser(tx, user.id);
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
    return toUser({ db, config }, changed, now);
  });
}

/** Accounts and sessions (docs/rules.md#accounts). */
export function authRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  sessionRoutes(serve, deps);
  resetRoutes(serve, deps);
  addressRoutes(serve, deps);
}
