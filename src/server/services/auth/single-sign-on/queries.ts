import * as z from 'zod/mini';
import { Instant } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, firstRow } from '#platform/db/rows.ts';
import { UserRow, userColumns } from '../../../facts/users.ts';

const USER_COLUMNS = userColumns('u');

/** An account of the provider, by the provider's name for itself and its id of the account. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export const LinkedUser = z.extend(UserRow, { suspended_at: z.nullable(Instant) });
export type LinkedUser = z.output<typeof LinkedUser>;

/** The user as whom the identity signs in; null for one that never did. */
export const findIdentityUser = (db: Queryable, { issuer, subject }: Identity): Promise<LinkedUser | null> =>
  firstRow(
    db,
    LinkedUser,
    `select ${USER_COLUMNS}, u.suspended_at from identities i join users u on u.id = i.user_id
     where i.issuer = $1 and i.subject = $2`,
    [issuer, subject],
  );

/** Until commit, other first sign-ins of the same identity wait here: there is no row yet that they could wait for. */
export async function lockIdentity(tx: Tx, { issuer, subject }: Identity): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [JSON.stringify([issuer, subject])]);
}

/** The account of an address, locked until commit; null where there is none. */
export const lockUserByEmail = (tx: Tx, email: string): Promise<LinkedUser | null> =>
  firstRow(tx, LinkedUser, `select ${USER_COLUMNS}, u.suspended_at from users u where u.email = $1 for no key update`, [
    email,
  ]);

/**
 * Uses up an offer of a session; false when it was used before. It is remembered where requests are counted, until it
 * ends and with that opens nothing any more.
 */
export const useOffer = (tx: Tx, offer: { readonly id: string; readonly ends: number }): Promise<boolean> =>
  anyRow(
    tx,
    'insert into rate_limits (key, points, expire) values ($1, 1, $2) on conflict (key) do nothing returning key',
    [`session_offer:${offer.id}`, offer.ends],
  );

/** Lets the identity sign in as the user. */
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
 * Removes everything that signs in to the account, or acts or listens for whoever made it: its password, reset links,
 * sessions, API tokens, identities, webhooks and check-in keys, and what is known of its sign-ins.
 */
export async function deleteSignIns(tx: Tx, userId: string): Promise<void> {
  await tx.rows('update users set password_hash = null where id = $1', [userId]);
  for (const table of SIGN_INS) await tx.rows(`delete from ${table} where user_id = $1`, [userId]);
}
