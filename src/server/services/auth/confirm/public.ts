import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { RECENT_SESSION_MINUTES } from '#domain/limits.ts';
import { Instant } from '#platform/db/columns.ts';
import { fail } from '#platform/http/errors.ts';
import { logSecurity } from '#platform/http/log.ts';
import { problem } from '#platform/i18n/problem.ts';
import { MINUTE_MS } from '#platform/lib/durations.ts';
import type { Deps } from '../../../app/deps.ts';
import { sendGuessingNotice } from '../notices/jobs.ts';
import { findPasswordHash, type SessionUser } from '../public.ts';

type Field = 'password' | 'current_password';

/** Ends the request with `wrong_password`. */
export const failWrongPassword = (field: Field = 'password'): never =>
  fail('wrong_password', { errors: [{ path: field, message: problem('problems.wrong_password') }] });

/**
 * Counts a wrong password, wherever someone entered it. Pass a null `user_id` for an address without an account. The
 * first one beyond the hourly limit queues a notice to the account's address (docs/rules.md#accounts).
 */
export async function countWrongPassword(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  { email, user_id }: { readonly email: string; readonly user_id: string | null },
  request: FastifyRequest,
): Promise<void> {
  if (!(await limits.usesUp('wrong_password', { address: request.ip, email }))) return;
  logSecurity(request, 'password_guessing', { user_id });
  if (user_id !== null) await db.transact((tx) => tx.enqueue(sendGuessingNotice, { user_id }));
}

interface Confirmation {
  /** The password from the request, or null if the account has none. */
  readonly password: string | null;
  /** The request field that contains the password. */
  readonly field?: Field;
  readonly request: FastifyRequest;
}

const SessionStart = z.object({ created_at: Instant });

/**
 * Confirms that the caller is the account's user. The caller proves it with the password. If the account has none or
 * passwords are off, the session must be at most 10 minutes old. Returns the stored hash or null. Throws
 * `wrong_password` or `sign_in_again` (docs/rules.md#accounts).
 */
export async function confirmUser(
  { db, config, passwords, limits }: Pick<Deps, 'db' | 'config' | 'passwords' | 'limits'>,
  user: Pick<SessionUser, 'id' | 'email' | 'session_id'>,
  { password, field, request }: Confirmation,
  now: Date,
): Promise<string | null> {
  const stored = await findPasswordHash(db, user.id);
  if (config.passwords && password !== null && !(await passwords.verify(stored, password))) {
    logSecurity(request, 'login_failed', { user_id: user.id });
    await countWrongPassword({ db, limits }, { email: user.email, user_id: user.id }, request);
    return failWrongPassword(field);
  }
  if (config.passwords && stored !== null) return password === null ? failWrongPassword(field) : stored;
  const [session] = await db.rows(SessionStart, 'select created_at from sessions where id = $1 and user_id = $2', [
    user.session_id,
    user.id,
  ]);
  const age_ms = session ? now.getTime() - Date.parse(session.created_at) : Number.POSITIVE_INFINITY;
  if (age_ms > RECENT_SESSION_MINUTES * MINUTE_MS) fail('sign_in_again');
  return stored;
}
