import { FIRST_PASSWORD_DAYS, RESET_HOURS } from '#domain/limits.ts';
import { Bool } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { fail } from '#platform/http/errors.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { DEFAULT_ZONE } from '#platform/lib/zones.ts';
import { insertResetToken } from '../passwords/queries.ts';
import { createSessionToken, hashToken } from '../public.ts';
import { insertUser, lockAccount } from '../sessions/queries.ts';

/** A link that sets a password. `url` starts with PUBLIC_URL; `expires_at` is ISO 8601 in UTC. */
interface PasswordLink {
  readonly url: string;
  readonly expires_at: string;
}

/** The token prefix of links that the operator hands over (auth/passwords/queries.ts). */
const HANDED_OVER = 'handed_';

/** Returns true for the token of a handed-over link. Using it does not prove the address. */
export const isHandedOver = (token: string): boolean => token.startsWith(HANDED_OVER);

/** Creates a password link that replaces the account's earlier links. Expects a new or locked account row. */
async function createLink(
  tx: Tx,
  publicUrl: string,
  { id: user_id, email }: { readonly id: string; readonly email: string },
  { valid_ms, now }: { readonly valid_ms: number; readonly now: Date },
): Promise<PasswordLink> {
  const token = HANDED_OVER + createSessionToken();
  const expires_at = new Date(now.getTime() + valid_ms);
  await insertResetToken(tx, { user_id, email, token_hash: hashToken(token), expires_at }, now);
  return { url: `${publicUrl}/reset-password?token=${token}`, expires_at: expires_at.toISOString() };
}

/** Returns true if any account exists, apart from deleted ones and the operator's. */
export const hasAccounts = (db: Queryable): Promise<boolean> =>
  onlyValue(db, Bool, 'select exists (select from users where deleted_at is null) as some');

/**
 * Creates an account without a password, and a link valid for 7 days that sets the first password. The new address
 * counts as unproved. Throws `email_taken`; one of several concurrent calls succeeds.
 */
export async function createAccount(
  tx: Tx,
  publicUrl: string,
  { name, email }: { readonly name: string; readonly email: string },
  now: Date,
): Promise<PasswordLink & { readonly id: string }> {
  const row = { name, email, email_verified_at: null, password_hash: null, timezone: DEFAULT_ZONE };
  const user = (await insertUser(tx, row, now)) ?? fail('email_taken');
  return { id: user.id, ...(await createLink(tx, publicUrl, user, { valid_ms: FIRST_PASSWORD_DAYS * DAY_MS, now })) };
}

/** Creates a link, valid for an hour, that sets a new password. Throws `account_not_found` or `already_suspended`. */
export async function createPasswordLink(tx: Tx, publicUrl: string, userId: string, now: Date): Promise<PasswordLink> {
  const user = (await lockAccount(tx, userId)) ?? fail('account_not_found');
  if (user.suspended_at !== null) fail('already_suspended');
  return createLink(tx, publicUrl, user, { valid_ms: RESET_HOURS * HOUR_MS, now });
}
