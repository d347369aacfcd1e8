import type { FastifyRequest } from 'fastify';
import type * as contract from '#contract/auth.ts';
import type { Parsed } from '#platform/contract/endpoint.ts';
import { fail } from '#platform/http/errors.ts';
import { logSecurity } from '#platform/http/log.ts';
import type { Deps } from '../../../app/deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { provenEmail } from '../../../facts/users.ts';
import { confirmUser, failWrongPassword } from '../confirm/public.ts';
import { sendEmailChanged } from '../notices/jobs.ts';
import { isVerificationToken, lockSessionUser, proveAddress, type SessionUser } from '../public.ts';
import { claimLink } from '../sessions/commands.ts';
import { replaceEmail } from '../sessions/queries.ts';
import { sendVerification } from './jobs.ts';

/** Proves the address of an account with the token from its mail. Returns the user. */
export async function verifyEmail(
  { db, signatures }: Deps,
  user: SessionUser,
  token: string,
  request: FastifyRequest,
  now: Date,
): Promise<UserRow> {
  if (!isVerificationToken(signatures, token, user, now)) fail('invalid_verification_token');
  if (user.email_verified_at !== null) return user;
  const proven = (await db.transact((tx) => proveAddress(tx, user, now))) ?? fail('invalid_verification_token');
  logSecurity(request, 'email_verified', { user_id: user.id });
  return proven;
}

/** Sends the link that proves the address again, up to the limit. */
export async function resendVerification(
  { db, config, limits }: Deps,
  user: SessionUser,
  request: FastifyRequest,
): Promise<void> {
  if (provenEmail(config, user) !== null) fail('already_verified');
  if (!(await limits.isWithin('verify_mail', { address: request.ip, email: user.email }))) return;
  await db.transact((tx) => tx.enqueue(sendVerification, { user_id: user.id }));
}

/** Changes the address of an account. Returns the changed user. */
export async function changeEmail(
  deps: Deps,
  user: SessionUser,
  { email, password }: Parsed<typeof contract.changeEmail, 'body'>,
  request: FastifyRequest,
  now: Date,
): Promise<UserRow> {
  const { db, config } = deps;
  const password_hash = await confirmUser(deps, user, { password, request }, now);
  const isMailed = await claimLink(deps, email, request);
  const changed = await db.transact(async (tx) => {
    const before = await lockSessionUser(tx, user, now);
    if (before.email === email) return before;
    // A concurrent password reset makes this password wrong.
    const after = (await replaceEmail(tx, { user_id: user.id, email, password_hash })) ?? failWrongPassword();
    if (after === 'taken') return fail('email_taken');
    const earlier = provenEmail(config, before);
    if (earlier !== null) await tx.enqueue(sendEmailChanged, { email: earlier, user_id: user.id });
    if (isMailed) await tx.enqueue(sendVerification, { user_id: user.id });
    // Invitations to the old address disappear.
    tx.changed({ user_ids: [user.id] }, 'everything');
    return after;
  });
  if (changed.email !== user.email) logSecurity(request, 'email_changed', { user_id: user.id });
  return changed;
}
