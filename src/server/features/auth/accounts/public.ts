import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { FIRST_PASSWORD_DAYS, RESET_HOURS } from '#domain/limits.ts';
import { DEFAULT_ZONE } from '#domain/zones.ts';
import type { Queryable, Tx } from '../../../db/open.ts';
import { onlyValue } from '../../../db/rows.ts';
import { insertResetToken } from '../passwords/queries.ts';
import { createSessionToken, hashToken } from '../public.ts';
import { insertUser, lockAccount } from '../sessions/queries.ts';

/** A link that sets a password, for whoever gets it. `url` begins with PUBLIC_URL, `expires_at` is ISO 8601 in UTC. */
interface PasswordLink {
  readonly url: string;
  readonly expires_at: string;
}

/** Begins the token of a link that is handed over rather than mailed (auth/passwords/queries.ts). */
const HANDED_OVER = 'handed_';

/** Whether the token is of a link that was handed over: using it does not show that its user reads the mails. */
export const isHandedOver = (token: string): boolean => token.startsWith(HANDED_OVER);

type Account = { readonly id: string; readonly email: string };

/** Makes a link for the account and ends those before it. The caller has made or locked the account's row. */
async function createLink(
  tx: Tx,
  { id: user_id, email }: Account,
  valid_ms: number,
  now: Date,
): Promise<Omit<PasswordLink, 'url'> & { token: string }> {
  const token = HANDED_OVER + createSessionToken();
  const expires_at = new Date(now.getTime() + valid_ms);
  await insertResetToken(tx, { user_id, email, token_hash: hashToken(token), expires_at }, now);
  return { token, expires_at: expires_at.toISOString() };
}

const toLink = (publicUrl: string, { token, expires_at }: { token: string; expires_at: string }): PasswordLink => ({
  url: `${publicUrl}/reset-password?token=${token}`,
  expires_at,
});

/** Whether anybody has an account. The operator's is none, and a deleted one no longer. */
export const hasAccounts = (db: Queryable): Promise<boolean> =>
  onlyValue(db.read, 'select exists (select from users where deleted_at is null) as some');

/**
 * Makes an account without a password, whose address counts as one that registered, and the link that sets the first
 * one, good for 7 days. Null when the address is taken; of two requests at once one makes the account.
 */
export async function createAccount(
  tx: Tx,
  publicUrl: string,
  { name, email }: { readonly name: string; readonly email: string },
  now: Date,
): Promise<(PasswordLink & { readonly id: string }) | null> {
  const row = { name, email, email_verified_at: null, password_hash: null, timezone: DEFAULT_ZONE };
  const user = await insertUser(tx, row, now);
  if (user === null) return null;
  return { id: user.id, ...toLink(publicUrl, await createLink(tx, user, FIRST_PASSWORD_DAYS * DAY_MS, now)) };
}

/** Makes a link that sets another password for the account, good for an hour; or says why there is none. */
export async function createPasswordLink(
  tx: Tx,
  publicUrl: string,
  userId: string,
  now: Date,
): Promise<PasswordLink | 'unknown' | 'suspended'> {
  const user = await lockAccount(tx, userId);
  if (!user) return 'unknown';
  if (user.suspended_at !== null) return 'suspended';
  return toLink(publicUrl, await createLink(tx, user, RESET_HOURS * HOUR_MS, now));
}
