import { type InvitationStatus, invitationState } from '#domain/invitations.ts';
import { MISSION_MEMBERS_MAX, SESSIONS_PER_USER } from '#domain/limits.ts';
import { missionState } from '#domain/missions.ts';
import { newId } from '../../db/ids.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { USER_COLUMNS, type UserRow } from '../profile/public.ts';
import { IS_KEY_SECRET } from './public.ts';

const UNIQUE_VIOLATION = '23505';

interface NewUser {
  name: string;
  email: string;
  /** When the address was proved; null while it is not. */
  email_verified_at: Date | null;
  /** Null for an account that signs in elsewhere, or whose first password is still to be set. */
  password_hash: string | null;
  timezone: string;
}

/**
 * Inserts a user; null when the address is taken: the unique key decides, so two requests at once create one account.
 */
export async function insertUser(db: Queryable, user: NewUser, now: Date): Promise<UserRow | null> {
  const [row] = await db.rows<UserRow>(
    `insert into users as u (id, name, email, email_verified_at, password_hash, timezone, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (email) do nothing returning ${USER_COLUMNS}`,
    [newId(now), user.name, user.email, user.email_verified_at, user.password_hash, user.timezone, now],
  );
  return row ?? null;
}

interface InvitationTerms {
  status: InvitationStatus;
  expires_at: string;
  is_active: boolean;
  end_date: string;
  completed_at: string | null;
}

/** Whether this is the key of an invitation to the address that can be accepted now, which only the address was sent. */
export async function isInvited(db: Queryable, invitationId: string, email: string, now: Date): Promise<boolean> {
  const [row] = await db.rows<InvitationTerms>(
    `select i.status, i.expires_at, m.is_active, m.end_date, m.completed_at
     from invitations i join missions m on m.id = i.mission_id where i.id = $1 and i.invitee_email = $2 and ${IS_KEY_SECRET}`,
    [invitationId, email],
  );
  if (!row) return false;
  const { is_active } = row;
  const completed_at = row.completed_at === null ? null : new Date(row.completed_at);
  const mission = missionState({ is_active, end_date: new Date(row.end_date), completed_at }, now);
  return invitationState({ status: row.status, expires_at: new Date(row.expires_at) }, mission, now) === 'open';
}

/** What somebody who signs up was given: the key of an invitation, the code of a mission, both, or neither. */
export interface Invited {
  readonly invitation_id?: string | undefined;
  readonly invitation_code?: string | undefined;
}

/**
 * Whether somebody new could join a mission now by the invitation or the code. An invitation to a next round is to an
 * account, which nobody new has.
 */
export async function canJoinBy(
  db: Queryable,
  { invitation_id, invitation_code }: Invited,
  now: Date,
): Promise<boolean> {
  if (invitation_id === undefined && invitation_code === undefined) return false;
  const rows = await db.rows(
    `select from missions m where m.is_active and m.end_date > $3
       and (m.invitation_code = $2 or m.id = (select i.mission_id from invitations i
         where i.id = $1 and i.source = 'email' and i.status = 'pending' and i.expires_at > $3))
       and (select count(*) from members mb where mb.mission_id = m.id and mb.left_at is null) < ${MISSION_MEMBERS_MAX}
     limit 1`,
    [invitation_id ?? null, invitation_code ?? null, now],
  );
  return rows.length > 0;
}

/** The user of an account that can be signed in to; null for a suspended or deleted one. */
export async function findUser(db: Queryable, userId: string): Promise<UserRow | null> {
  const [row] = await db.rows<UserRow>(
    `select ${USER_COLUMNS} from users u where u.id = $1 and u.suspended_at is null and u.deleted_at is null`,
    [userId],
  );
  return row ?? null;
}

/**
 * Gives the account another address, which is unproved, and ends its reset links. Returns the changed row: `taken` when
 * another account has the address, which the unique key decides, and null when `password_hash` (null for none) is no
 * longer the stored one.
 */
export async function replaceEmail(
  tx: Tx,
  change: { user_id: string; email: string; password_hash: string | null },
): Promise<UserRow | 'taken' | null> {
  try {
    const [row] = await tx.rows<UserRow>(
      `update users as u set email = $2, email_verified_at = null where u.id = $1 and u.password_hash is not distinct from $3
       returning ${USER_COLUMNS}`,
      [change.user_id, change.email, change.password_hash],
    );
    if (!row) return null;
    await tx.rows('delete from reset_tokens where user_id = $1', [change.user_id]);
    return row;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return 'taken';
    throw error;
  }
}

type UserWithPassword = UserRow & { password_hash: string | null; suspended_at: string | null };

export async function findByEmail(db: Queryable, email: string): Promise<UserWithPassword | null> {
  const [row] = await db.rows<UserWithPassword>(
    `select ${USER_COLUMNS}, u.password_hash, u.suspended_at from users u where u.email = $1`,
    [email],
  );
  return row ?? null;
}

/** Stores a session and ends the user's oldest ones beyond 20. */
export async function insertSession(
  db: Queryable,
  session: { user_id: string; token_hash: Buffer; user_agent: string },
  now: Date,
): Promise<void> {
  const id = newId(now);
  await db.rows(
    `insert into sessions (id, user_id, token_hash, user_agent, created_at, last_used_at) values ($1, $2, $3, $4, $5, $5)`,
    [id, session.user_id, session.token_hash, session.user_agent, now],
  );
  // A separate statement: of many sign-ins at once, the last one sees the sessions of all. Sessions that another
  // sign-in is already deleting are skipped: two that wait for each other would both fail.
  await db.rows(
    `delete from sessions where id in (
       select s.id from sessions s where s.id in (
         select id from sessions where user_id = $1 and id <> $2
         order by last_used_at desc, id desc offset ${SESSIONS_PER_USER - 1}
       ) for update skip locked
     )`,
    [session.user_id, id],
  );
}

export interface SessionRow {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string;
}

export const listUserSessions = (db: Queryable, userId: string): Promise<SessionRow[]> =>
  db.rows(
    'select id, created_at, last_used_at, user_agent from sessions where user_id = $1 order by last_used_at desc, id desc',
    [userId],
  );

/** Deletes a session of this user; false when there is none. */
export async function deleteSession(db: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const rows = await db.rows('delete from sessions where id = $1 and user_id = $2 returning id', [sessionId, userId]);
  return rows.length > 0;
}

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

/**
 * Uses up a reset token and returns its user's id; null when it is unknown, used or expired. Deleting it makes it
 * usable once.
 */
export async function takeResetToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | null> {
  const [row] = await tx.rows<{ user_id: string; is_valid: boolean }>(
    'delete from reset_tokens where token_hash = $1 returning user_id, expires_at > $2 as is_valid',
    [tokenHash, now],
  );
  return row?.is_valid ? row.user_id : null;
}

/**
 * Sets the password and ends whatever else signs the user in, or tells others: every session, API token and webhook, as
 * somebody who took the account over may have made one, and the identities of a provider that were added while the address was not
 * proved. `proven_at` is when a link that was mailed to the address proved it; null for one that came in another way.
 */
export async function replacePassword(
  tx: Tx,
  userId: string,
  { password_hash, proven_at }: { password_hash: string; proven_at: Date | null },
): Promise<void> {
  // Locks the user as every first sign-in at the provider does, so that none adds an identity meanwhile.
  await tx.rows('select from users where id = $1 for no key update', [userId]);
  await tx.rows(
    `delete from identities i using users u where i.user_id = $1 and u.id = i.user_id
       and (u.email_verified_at is null or i.created_at < u.email_verified_at)`,
    [userId],
  );
  await tx.rows(
    'update users set password_hash = $2, email_verified_at = coalesce(email_verified_at, $3) where id = $1',
    [userId, password_hash, proven_at],
  );
  await tx.rows('delete from sessions where user_id = $1', [userId]);
  await tx.rows('delete from api_tokens where user_id = $1', [userId]);
  await tx.rows('delete from webhooks where user_id = $1', [userId]);
}
