import type { FastifyRequest } from 'fastify';
import type * as contract from '#contract/auth.ts';
import type { Parsed } from '#platform/contract/endpoint.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import { logSecurity } from '#platform/http/log.ts';
import type { Deps } from '../../../app/deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { provenEmail } from '../../../facts/users.ts';
import { isHandedOver } from '../accounts/public.ts';
import { confirmUser, failWrongPassword } from '../confirm/public.ts';
import { sendPasswordChanged } from '../notices/jobs.ts';
import { hashToken, lockSessionUser, type SessionUser } from '../public.ts';
import { noteSignIn } from '../sign-ins/commands.ts';
import { sendResetLink } from './jobs.ts';
import * as queries from './queries.ts';

/** Forgets all known sign-ins except the current sign-in, and queues a notice to the account's current address. */
async function noteChange(tx: Tx, deps: Deps, user: UserRow, request: FastifyRequest, now: Date): Promise<void> {
  await noteSignIn(tx, deps, user, request, now);
  const email = provenEmail(deps.config, user);
  if (email !== null) await tx.enqueue(sendPasswordChanged, { email, user_id: user.id });
}

/** Queues a reset link for an account with this address, if any. */
export async function forgotPassword({ db, limits }: Deps, email: string, request: FastifyRequest): Promise<void> {
  // An error would let anyone lock the owner out. Beyond the limit the response stays the same, without a mail.
  if (await limits.isWithin('forgot_mail', { address: request.ip, email }))
    // The job finds the account, so known and unknown addresses take the same time here.
    await db.transact((tx) => tx.enqueue(sendResetLink, { email }));
}

/** Sets the password with the token of a reset link. */
export async function resetPassword(
  deps: Deps,
  { token, new_password }: Parsed<typeof contract.resetPassword, 'body'>,
  request: FastifyRequest,
  now: Date,
): Promise<void> {
  // Hashes first: nothing slow may run inside the transaction, and every token takes the same time.
  const password_hash = await deps.passwords.hash(new_password);
  const user_id = await deps.db.transact(async (tx) => {
    const userId = await queries.takeResetToken(tx, hashToken(token), now);
    const proven_at = isHandedOver(token) ? null : now;
    if (userId === null) return null;
    await noteChange(tx, deps, await queries.replacePassword(tx, userId, { password_hash, proven_at }), request, now);
    return userId;
  });
  // Throws after the commit, so an expired token stays deleted even if the clock is set back.
  if (user_id === null) return fail('invalid_reset_token');
  logSecurity(request, 'password_reset', { user_id });
}

/** Changes the password in a session. Returns the changed user. */
export async function changePassword(
  deps: Deps,
  user: SessionUser,
  { current_password, new_password }: Parsed<typeof contract.changePassword, 'body'>,
  request: FastifyRequest,
  now: Date,
): Promise<UserRow> {
  const field = 'current_password';
  const before = await confirmUser(deps, user, { password: current_password, field, request }, now);
  const password_hash = await deps.passwords.hash(new_password);
  const changed = await deps.db.transact(async (tx) => {
    await lockSessionUser(tx, user, now);
    // A concurrent reset makes this password wrong.
    const after = (await queries.changePassword(tx, user, { before, password_hash })) ?? failWrongPassword(field);
    await noteChange(tx, deps, after, request, now);
    return after;
  });
  logSecurity(request, 'password_changed', { user_id: user.id });
  return changed;
}
