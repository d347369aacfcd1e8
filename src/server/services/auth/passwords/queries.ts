/**
 * Mailed and handed-over links share a table, and each new link revokes all previous links. Using a mailed link proves
 * the address. A handed-over link proves nothing: it only shows that the operator trusts its recipient. It is not
 * mailed, because a mistyped address would receive the account. The token has its kind as a prefix and is hashed whole,
 * so no one can change the kind. An account without a hash refuses every password, as slowly as a wrong password.
 */

import * as z from 'zod/mini';
import { Bool, Id } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Tx } from '#platform/db/open.ts';
import { UserRow, userColumns } from '../../../facts/users.ts';

const USER_COLUMNS = userColumns('u');

/**
 * Stores a new reset token and revokes older ones (docs/rules.md#accounts). Returns false if the account's address has
 * changed, so the old address cannot open it.
 */
export async function insertResetToken(
  tx: Tx,
  token: { user_id: string; email: string; token_hash: Buffer; expires_at: Date },
  now: Date,
): Promise<boolean> {
  // Concurrent requests wait for each other on the user's row, so one token remains.
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

/** Deletes a reset token, so it works once. Returns its user ID, or null if the token was unknown, used or expired. */
export async function takeResetToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | null> {
  const [row] = await tx.rows(
    ResetToken,
    'delete from reset_tokens where token_hash = $1 returning user_id, expires_at > $2 as is_valid',
    [tokenHash, now],
  );
  return row?.is_valid ? row.user_id : null;
}

/**
 * Deletes the account's sessions except `exceptSession`, its API tokens, webhooks and known sign-ins. Someone who took
 * over the account might have created them.
 */
async function endSignIns(tx: Tx, userId: string, exceptSession: string | null): Promise<void> {
  await tx.rows('delete from sessions where user_id = $1 and id is distinct from $2', [userId, exceptSession]);
  await tx.rows('delete from api_tokens where user_id = $1', [userId]);
  await tx.rows('delete from webhooks where user_id = $1', [userId]);
  await tx.rows('delete from known_sign_ins where user_id = $1', [userId]);
}

/**
 * Sets the password by a reset link and revokes all other access to the account. Also removes identities that were
 * added before the address was proved. `proven_at` is the time of the proof by a mailed link, or null for other links.
 */
export async function replacePassword(
  tx: Tx,
  userId: string,
  { password_hash, proven_at }: { password_hash: string; proven_at: Date | null },
): Promise<UserRow> {
  // Locks the user like every first single sign-on, so none can add an identity concurrently.
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
 * Changes the password, continues the given session, and revokes all other access and reset links. Returns the changed
 * row, or null if `before` (null for none) is no longer the stored hash. Expects a locked user.
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
