import { ERRORS } from '#contract/errors.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { RECENT_SESSION_MINUTES } from '#domain/limits.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import { findPasswordHash, type SessionUser } from './public.ts';

/** Ends the request because the password is wrong. */
export const failWrongPassword = (): never =>
  fail('wrong_password', { errors: [{ path: 'password', message: ERRORS.wrong_password.detail }] });

/**
 * Confirms that it is the account's user who calls: by the password, or with null, for an account that has none, by a
 * session that began at most 10 minutes ago. Returns the stored hash, null where there is none. Fails with
 * wrong_password or sign_in_again (docs/rules.md#single-sign-on).
 */
export async function confirmUser(
  { db, passwords }: Pick<Deps, 'db' | 'passwords'>,
  user: Pick<SessionUser, 'id' | 'session_id'>,
  password: string | null,
  now: Date,
): Promise<string | null> {
  const stored = await findPasswordHash(db, user.id);
  if (password !== null || stored !== null) {
    if (password === null || !(await passwords.verify(stored, password))) return failWrongPassword();
    return stored;
  }
  const [session] = await db.rows<{ created_at: string }>(
    'select created_at from sessions where id = $1 and user_id = $2',
    [user.session_id, user.id],
  );
  const age_ms = session ? now.getTime() - Date.parse(session.created_at) : Number.POSITIVE_INFINITY;
  if (age_ms > RECENT_SESSION_MINUTES * MINUTE_MS) fail('sign_in_again');
  return null;
}
