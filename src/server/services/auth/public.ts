import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { SESSION_IDLE_DAYS, SESSION_MAX_DAYS, VERIFICATION_DAYS } from '#domain/limits.ts';
import { Id, Instant, Text } from '#platform/db/columns.ts';
import { unlessDiskFull } from '#platform/db/failures.ts';
import type { Db, Queryable, Tx } from '#platform/db/open.ts';
import { allValues, firstValue } from '#platform/db/rows.ts';
import { isClockDoubted } from '#platform/db/server-facts.ts';
import { fail } from '#platform/http/errors.ts';
import type { Signatures } from '#platform/keys/signatures.ts';
import { DAY_MS, daysBefore, HOUR_MS } from '#platform/lib/durations.ts';
import { UserRow, userColumns } from '../../facts/users.ts';
import { SavedStreaks, savedStreaksSql } from '../../life/public.ts';
import { lockUser } from '../profile/public.ts';
import { lockAccount } from './sessions/queries.ts';

const USER_COLUMNS = userColumns('u');

/** The path of single sign-on, below PUBLIC_URL. */
export const OIDC_PATH = '/api/auth/oidc';
/** The path to which the provider redirects, below PUBLIC_URL. */
export const OIDC_CALLBACK = `${OIDC_PATH}/callback`;

/** Empties an account when the proved user of its address signs in at the provider. */
export interface AccountRestart {
  /** Locks the account's missions. Call it before locking the user. */
  lockMissions(tx: Tx, userId: string): Promise<unknown>;
  /** Empties the account of a locked user and renames it. */
  restart(tx: Tx, user: { readonly id: string; readonly name: string }, now: Date): Promise<void>;
}

const SessionUser = z.extend(UserRow, {
  /** The ID of the session, or of the API token that replaces it. */
  session_id: Id,
  /** The saved streaks, or null if time might have changed them. */
  saved_streaks: z.nullable(SavedStreaks),
});
export type SessionUser = z.output<typeof SessionUser>;

/** Creates a secret of 256 random bits, for sessions and reset links. */
export const createSessionToken = (): string => randomBytes(32).toString('base64url');

/** Returns the SHA-256 of a token, stored instead of it. With 256 random bits, a slow hash adds nothing. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const PURPOSE = 'address of an account';
const ID_BYTES = 16;
/** Milliseconds since 1970. */
const END_BYTES = 6;
const VERIFICATION_TOKEN = /^[\w-]{51}$/;

type Account = Pick<UserRow, 'id' | 'email'>;

const idBytes = ({ id }: Account) => Buffer.from(id.replaceAll('-', ''), 'hex');
const signedBytes = (head: Buffer, { email }: Account) => Buffer.concat([head, Buffer.from(email)]);

/**
 * Creates the token that proves an account's address. It contains the user ID, the expiry in 7 days, and a signature of
 * both and the address. The server stores nothing, and a changed address invalidates the token.
 */
export function verificationToken(signatures: Signatures, account: Account, now: Date): string {
  const head = Buffer.alloc(ID_BYTES + END_BYTES);
  idBytes(account).copy(head);
  head.writeUIntBE(now.getTime() + VERIFICATION_DAYS * DAY_MS, ID_BYTES, END_BYTES);
  return Buffer.concat([head, signatures.sign(PURPOSE, signedBytes(head, account))]).toString('base64url');
}

/** Returns true if the token is for this account and its current address, and has not expired. */
export function isVerificationToken(signatures: Signatures, token: string, account: Account, now: Date): boolean {
  if (!VERIFICATION_TOKEN.test(token)) return false;
  const bytes = Buffer.from(token, 'base64url');
  const head = bytes.subarray(0, ID_BYTES + END_BYTES);
  const isOwn = head.subarray(0, ID_BYTES).equals(idBytes(account));
  if (!isOwn || head.readUIntBE(ID_BYTES, END_BYTES) <= now.getTime()) return false;
  return signatures.fits(PURPOSE, signedBytes(head, account), bytes.subarray(head.length));
}

/**
 * Finds the session of a token and its user. A suspension deletes sessions; the check here also covers a sign-in that
 * commits concurrently.
 */
const FIND = `select ${USER_COLUMNS}, ${savedStreaksSql('u', '$2')} as saved_streaks, s.id as session_id, s.created_at as session_created_at, s.last_used_at
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and u.suspended_at is null and u.deleted_at is null`;

/** Updates when the session was last used, and the language of the request. */
const TOUCH = `with touched as (update sessions set last_used_at = $2 where id = $1)
  update users set last_language = $4 where id = $3 and last_language <> $4`;

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,100})$/i;

/** Returns the token of an `authorization` header, or null for any other format. */
export const bearerOf = (header: string | undefined): string | null => (header && BEARER.exec(header)?.[1]) || null;

const FoundSession = z.extend(SessionUser, { session_created_at: Instant, last_used_at: Instant });

/**
 * Finds the user of an `authorization` header. Returns null if the session is unknown, idle for 30 days or 90 days old,
 * or if the user is suspended (docs/rules.md#accounts). `language` is the request's language.
 */
export async function findSessionUser(
  db: Db,
  { authorization, language }: { readonly authorization: string | undefined; readonly language: string },
  now: Date,
): Promise<SessionUser | null> {
  const token = bearerOf(authorization);
  if (token === null) return null;
  const [found] = await db.rows(FoundSession, FIND, [hashToken(token), now]);
  if (!found) return null;
  const idle = now.getTime() - Date.parse(found.last_used_at);
  const age = now.getTime() - Date.parse(found.session_created_at);
  if (idle >= SESSION_IDLE_DAYS * DAY_MS || age >= SESSION_MAX_DAYS * DAY_MS) {
    // Deletes expired sessions, so a clock set back cannot revive them, unless this clock might be ahead.
    if (!(await isClockDoubted(db, now))) await db.rows('delete from sessions where id = $1', [found.session_id]);
    return null;
  }
  // At most once an hour, so few reads cause a write.
  if (idle > HOUR_MS) await unlessDiskFull(db.rows(TOUCH, [found.session_id, now, found.id, language]));
  return found;
}

/** Returns the IDs of sessions that are still valid. Streams outlive the check of their request. */
export async function listValidSessions(db: Queryable, ids: readonly string[], now: Date): Promise<Set<string>> {
  const valid = await allValues(
    db,
    Id,
    'select id from sessions where id = any($1) and last_used_at > $2 and created_at > $3',
    [ids, daysBefore(now, SESSION_IDLE_DAYS), daysBefore(now, SESSION_MAX_DAYS)],
  );
  return new Set(valid);
}

/**
 * Locks the user of a session until commit. Throws `not_signed_in` if the session ended during the wait: a suspension,
 * a new password or the address's owner might have ended it.
 */
export async function lockSessionUser(tx: Tx, user: SessionUser, now: Date): Promise<UserRow> {
  const row = await lockUser(tx, user.id);
  if (!(await listValidSessions(tx, [user.session_id], now)).has(user.session_id)) fail('not_signed_in');
  return row;
}

/**
 * Suspends an account and deletes its sessions and reset links; posts stay. Throws `account_not_found` or
 * `already_suspended`; one of several concurrent calls succeeds.
 */
export async function suspendUser(tx: Tx, userId: string, now: Date): Promise<void> {
  const user = (await lockAccount(tx, userId)) ?? fail('account_not_found');
  if (user.suspended_at !== null) fail('already_suspended');
  await tx.rows('update users set suspended_at = $2 where id = $1', [userId, now]);
  await tx.rows('delete from sessions where user_id = $1', [userId]);
  await tx.rows('delete from reset_tokens where user_id = $1', [userId]);
}

/** Ends the suspension of an account. Throws `account_not_found` or `not_suspended`. */
export async function reinstateUser(tx: Tx, userId: string): Promise<void> {
  const user = (await lockAccount(tx, userId)) ?? fail('account_not_found');
  if (user.suspended_at === null) fail('not_suspended');
  await tx.rows('update users set suspended_at = null where id = $1', [userId]);
}

/**
 * Records that the user proved the address. Returns the changed row, or null if the account has another address. Safe
 * to repeat (docs/rules.md#accounts).
 */
export async function proveAddress(tx: Tx, user: Account, now: Date): Promise<UserRow | null> {
  const [row] = await tx.rows(
    UserRow,
    `update users as u set email_verified_at = coalesce(u.email_verified_at, $3) where u.id = $1 and u.email = $2
     returning ${USER_COLUMNS}`,
    [user.id, user.email, now],
  );
  if (!row) return null;
  // Invitations to the address appear.
  tx.changed({ user_ids: [user.id] }, 'everything');
  return row;
}

const PasswordHash = z.nullable(Text);

/** Returns the stored hash, or null for an account without a password. */
export const findPasswordHash = (db: Queryable, userId: string): Promise<string | null> =>
  firstValue(db, PasswordHash, 'select password_hash from users where id = $1', [userId]);
