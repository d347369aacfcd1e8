/**
 * A link from a mail and one that the operator hands over are rows of one table, and each ends the ones before it. The
 * one from a mail proves the address when it is used. The other only shows that the operator trusts whoever got it, by
 * hand, by chat or on paper, so it leaves the proof as it is and is not mailed, as an address that was mistyped would
 * get the account. The token itself says which it is and is hashed as a whole, so neither can be turned into the other.
 * Until a first password is set there is no hash, and a sign-in is answered as a wrong password is, in the same time.
 */

import * as z from 'zod/mini';
import { Bool, Id } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Tx } from '#platform/db/open.ts';
import { UserRow, userColumns } from '../../../facts/users.ts';

const USER_COLUMNS = userColumns('u');

/**
 * Stores a new reset token for the user; older ones stop working (docs/rules.md#accounts). False when the account has
 * another address by now, so that nobody at the earlier one can open it.
 */
export async function insertResetToken(
  tx: Tx,
  token: { user_id: string; email: string; token_hash: Buffer; expires_at: Date },
  now: Date,
): Promise<boolean> {
  // Simultaneous requests wait for each other on the user's row, so that one token remains.
  const locked = await tx.rows('select id from users where id = $1 and email = $2 for no key update', [
    token.user_id,
    token.email,
  ]);
  if (locked.length === 0) return false;
  await tx.rows('delete from reset_tokens where user_id = $1', [token.user_id]);
  await tx.rows(
    'insert into reset_tokens (id, user_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [newId(now), token.user_id, token.token_hash, now, token.expires_at],
  );
  return true;
}

const ResetToken = z.object({ user_id: Id, is_valid: Bool });

/**
 * Uses up a reset token and returns its user's id; null when it is unknown, used or expired. Deleting it makes it
 * usable once.
 */
export async function takeResetToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | null> {
  const [row] = await tx.rows(
    ResetToken,
    'delete from reset_tokens where token_hash = $1 returning user_id, expires_at > $2 as is_valid',
    [tokenHash, now],
  );
  return row?.is_valid ? row.user_id : null;
}

/**
 * Ends what else signs in to the account, or tells others: every API token, webhook and session, but for the one session
 * that is named, as somebody who took the account over may have made one; and forgets from where they signed in.
 */
async function endSignIns(tx: Tx, userId: string, exceptSession: string | null): Promise<void> {
  await tx.rows('delete from sessions where user_id = $1 and id is distinct from $2', [userId, exceptSession]);
  await tx.rows('delete from api_tokens where user_id = $1', [userId]);
  await tx.rows('delete from webhooks where user_id = $1', [userId]);
  await tx.rows('delete from known_sign_ins where user_id = $1', [userId]);
}

/**
 * Sets the password by a reset link, ends whatever else signs in to the account, and removes the identities of a provider
 * that were added while the address was not proved. `proven_at` is when a link that was mailed to the address proved it;
 * null for one that came in another way.
 */
export async function replacePassword(
  tx: Tx,
  userId: string,
  { password_hash, proven_at }: { password_hash: string; proven_at: Date | null },
): Promise<UserRow> {
  // Locks the user as every first sign-in at the provider does, so that none adds an identity meanwhile.
  await tx.rows('select from users where id = $1 for no key update', [userId]);
  await tx.rows(
    `delete from identities i using users u where i.user_id = $1 and u.id = i.user_id
       and (u.email_verified_at is null or i.created_at < u.email_verified_at)`,
    [userId],
  );
  const [row] = await tx.rows(
    UserRow,
    `update users as u set password_hash = $2, email_verified_at = coalesce(email_verified_at, $3) where id = $1
     returning ${USER_COLUMNS}`,
    [userId, password_hash, proven_at],
  );
  await endSignIns(tx, userId, null);
  return row!;
}

/**
 * Changes the password in a session, which goes on while all else that signs in ends, reset links as well. Returns the
 * changed row; null when `before` (null for none) is no longer the stored hash. The caller has locked the user.
 */
export async function changePassword(
  tx: Tx,
  { id, session_id }: { readonly id: string; readonly session_id: string },
  { before, password_hash }: { readonly before: string | null; readonly password_hash: string },
): Promise<UserRow | null> {
  const [row] = await tx.rows(
    UserRow,
    `update users as u set password_hash = $3 where u.id = $1 and u.password_hash is not distinct from $2
     returning ${USER_COLUMNS}`,
    [id, before, password_hash],
  );
  if (!row) return null;
  await tx.rows('delete from reset_tokens where user_id = $1', [id]);
  await endSignIns(tx, id, session_id);
  return row;
}
