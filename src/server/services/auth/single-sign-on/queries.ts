import * as z from 'zod/mini';
import { Instant } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, firstRow } from '#platform/db/rows.ts';
import { UserRow, userColumns } from '../../../facts/users.ts';

const USER_COLUMNS = userColumns('u');

/** An account of the provider, by issuer and the provider's ID of the account. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export const LinkedUser = z.extend(UserRow, { suspended_at: z.nullable(Instant) });
export type LinkedUser = z.output<typeof LinkedUser>;

/** Finds the user of an identity. Returns null if unknown. */
export const findIdentityUser = (db: Queryable, { issuer, subject }: Identity): Promise<LinkedUser | null> =>
  firstRow(
    db,
    LinkedUser,
    `select ${USER_COLUMNS}, u.suspended_at from identities i join users u on u.id = i.user_id
     where i.issuer = $1 and i.subject = $2`,
    [issuer, subject],
  );

/** Locks an identity until commit, so concurrent first sign-ins wait. No row exists yet to lock. */
export async function lockIdentity(tx: Tx, { issuer, subject }: Identity): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [JSON.stringify([issuer, subject])]);
}

/** Locks the account of an address until commit. Returns null if none exists. */
export const lockUserByEmail = (tx: Tx, email: string): Promise<LinkedUser | null> =>
  firstRow(tx, LinkedUser, `select ${USER_COLUMNS}, u.suspended_at from users u where u.email = $1 for no key update`, [
    email,
  ]);

/**
 * Uses up an offer of a session. Returns false if it was used before. The rate-limit table stores it until it expires.
 */
export const useOffer = (tx: Tx, offer: { readonly id: string; readonly ends: number }): Promise<boolean> =>
  anyRow(
    tx,
    'insert into rate_limits (key, points, expire) values ($1, 1, $2) on conflict (key) do nothing returning key',
    [`session_offer:${offer.id}`, offer.ends],
  );

export async function insertIdentity(tx: Tx, { issuer, subject }: Identity, userId: string, now: Date): Promise<void> {
  await tx.rows('insert into identities (issuer, subject, user_id, created_at) values ($1, $2, $3, $4)', [
    issuer,
    subject,
    userId,
    now,
  ]);
}

const SIGN_INS = [
  ...['reset_tokens', 'sessions', 'api_tokens', 'webhooks', 'checkin_keys', 'identities', 'known_sign_ins'],
] as const;

/**
 * Revokes all access by the creator of the account: password, reset links, sessions, API tokens, identities, webhooks,
 * check-in keys and known sign-ins.
 */
export async function deleteSignIns(tx: Tx, userId: string): Promise<void> {
  await tx.rows('update users set password_hash = null where id = $1', [userId]);
  for (const table of SIGN_INS) await tx.rows(`delete from ${table} where user_id = $1`, [userId]);
}
