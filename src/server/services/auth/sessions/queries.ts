import * as z from 'zod/mini';
import { MISSION_MEMBERS_MAX, SESSIONS_PER_USER } from '#domain/limits.ts';
import { Id, Instant, Text } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, firstRow, firstValue } from '#platform/db/rows.ts';
import { codeOf } from '#platform/lib/error-codes.ts';
import { acceptableAt } from '../../../facts/invitations.ts';
import { UserRow, userColumns } from '../../../facts/users.ts';
import type { Identity } from '../single-sign-on/queries.ts';

const USER_COLUMNS = userColumns('u');

const UNIQUE_VIOLATION = '23505';

interface NewUser {
  name: string;
  email: string;
  /** The time of the proof, or null while unproved. */
  email_verified_at: Date | null;
  /** Null for single sign-on, or until the first password is set. */
  password_hash: string | null;
  timezone: string;
  /** The chosen language; null or absent to use the browser's language. */
  language?: string | null;
}

const INSERT = namedValues(
  `insert into users as u (id, name, email, email_verified_at, password_hash, timezone, language, created_at)
   values (:id, :name, :email, :email_verified_at, :password_hash, :timezone, :language, :now)
   on conflict (email) do nothing returning ${USER_COLUMNS}`,
);

/** Inserts a user. Returns null if the address is taken; the unique key decides between concurrent requests. */
export const insertUser = (db: Queryable, user: NewUser, now: Date): Promise<UserRow | null> =>
  firstRow(db, UserRow, ...INSERT({ ...user, id: newId(now), language: user.language ?? null, now }));

/** Stores the browser's language at the start of a session, for messages sent without a request. */
export async function noteLanguage(tx: Tx, userId: string, language: string): Promise<void> {
  await tx.rows('update users set last_language = $2 where id = $1 and last_language <> $2', [userId, language]);
}

/**
 * Returns true if this is the key of a mailed invitation to the address that can be accepted now. Invitations to a next
 * round are not mailed (docs/decisions/0030).
 */
export const isInvited = (db: Queryable, invitationId: string, email: string, now: Date): Promise<boolean> =>
  anyRow(
    db,
    `select from invitations i join missions m on m.id = i.mission_id
     where i.id = $1 and i.invitee_email = $2 and i.source = 'email'
       and ${acceptableAt({ invitation: 'i', mission: 'm', now: '$3' })}`,
    [invitationId, email, now],
  );

/** The invitation key or mission code, or both, that a registration contains. */
export interface Invited {
  readonly invitation_id?: string | undefined;
  readonly invitation_code?: string | undefined;
}

/**
 * Returns the ID of the mission that a new user could join by the invitation or code, or null. Excludes invitations to
 * a next round, which belong to an existing account.
 */
export const findJoinableMission = (
  db: Queryable,
  { invitation_id, invitation_code }: Invited,
  now: Date,
): Promise<string | null> =>
  firstValue(
    db,
    Id,
    `select m.id from missions m where m.is_active and m.end_date > $3
       and (m.invitation_code = $2 or m.id = (select i.mission_id from invitations i
         where i.id = $1 and i.source = 'email' and i.status = 'pending' and i.expires_at > $3))
       and (select count(*) from members mb where mb.mission_id = m.id and mb.left_at is null) < ${MISSION_MEMBERS_MAX}
     limit 1`,
    [invitation_id ?? null, invitation_code ?? null, now],
  );

/** Finds the user of an account. Returns null if it is unknown, suspended or deleted. */
export const findUser = (db: Queryable, userId: string): Promise<UserRow | null> =>
  firstRow(
    db,
    UserRow,
    `select ${USER_COLUMNS} from users u where u.id = $1 and u.suspended_at is null and u.deleted_at is null`,
    [userId],
  );

/**
 * Changes the account's address to an unproved one and deletes its reset links. Returns the changed row, or `taken` if
 * the unique key refuses the address. Returns null if `password_hash` (null for none) is no longer the stored hash.
 */
export async function replaceEmail(
  tx: Tx,
  change: { user_id: string; email: string; password_hash: string | null },
): Promise<UserRow | 'taken' | null> {
  try {
    const [row] = await tx.rows(
      UserRow,
      `update users as u set email = $2, email_verified_at = null where u.id = $1 and u.password_hash is not distinct from $3
       returning ${USER_COLUMNS}`,
      [change.user_id, change.email, change.password_hash],
    );
    if (!row) return null;
    await tx.rows('delete from reset_tokens where user_id = $1', [change.user_id]);
    return row;
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) return 'taken';
    throw error;
  }
}

const UserWithPassword = z.extend(UserRow, { password_hash: z.nullable(Text), suspended_at: z.nullable(Instant) });
type UserWithPassword = z.output<typeof UserWithPassword>;

const Account = z.pick(UserWithPassword, { id: true, email: true, suspended_at: true });

/** Locks an account until commit. Returns null if it is unknown or deleted. */
export const lockAccount = (tx: Tx, userId: string): Promise<z.output<typeof Account> | null> =>
  firstRow(
    tx,
    Account,
    'select id, email, suspended_at from users where id = $1 and deleted_at is null for no key update',
    [userId],
  );

export const findByEmail = (db: Queryable, email: string): Promise<UserWithPassword | null> =>
  firstRow(
    db,
    UserWithPassword,
    `select ${USER_COLUMNS}, u.password_hash, u.suspended_at from users u where u.email = $1`,
    [email],
  );

/** The proof of a sign-in: the verified password hash or an identity. */
export type SignedInBy = { readonly password_hash: string } | Identity;

const INSERT_SESSION = `insert into sessions (id, user_id, token_hash, user_agent, created_at, last_used_at)
  select $1, u.id, $3, $4, $5, $5 from users u`;
const OPEN_ACCOUNT = 'where u.id = $2 and u.suspended_at is null and u.deleted_at is null';
// The locks, user first, match those of a new password, a take-over and a suspension. A pending change commits first
// and its condition is re-checked here; a subquery would not see it. A later change finds this session and ends it.
// Another sign-in waits too, and so counts this session.
const BY_PASSWORD = `${INSERT_SESSION} ${OPEN_ACCOUNT} and u.password_hash = $6 for no key update of u returning id`;
const BY_IDENTITY = `${INSERT_SESSION} join identities i on i.user_id = u.id
  ${OPEN_ACCOUNT} and i.issuer = $6 and i.subject = $7 for no key update of u for share of i returning id`;

export interface NewSession {
  readonly user_id: string;
  readonly token_hash: Buffer;
  readonly user_agent: string;
  readonly signed_in_by: SignedInBy;
}

/**
 * Stores a session and deletes the user's oldest ones beyond 20. Returns false and stores nothing if `signed_in_by` no
 * longer opens the account.
 */
export async function insertSession(tx: Tx, session: NewSession, now: Date): Promise<boolean> {
  const id = newId(now);
  const row = [id, session.user_id, session.token_hash, session.user_agent, now];
  const by = session.signed_in_by;
  const inserted =
    'password_hash' in by
      ? await tx.rows(BY_PASSWORD, [...row, by.password_hash])
      : await tx.rows(BY_IDENTITY, [...row, by.issuer, by.subject]);
  if (inserted.length === 0) return false;
  // A separate statement sees what others committed during the wait. It skips sessions that another transaction is
  // deleting, because waiting for each other would deadlock.
  await tx.rows(
    `delete from sessions where id in (
       select s.id from sessions s where s.id in (
         select id from sessions where user_id = $1 and id <> $2
         order by last_used_at desc, id desc offset ${SESSIONS_PER_USER - 1}
       ) for update skip locked
     )`,
    [session.user_id, id],
  );
  return true;
}

export const SessionRow = z.object({ id: Id, created_at: Instant, last_used_at: Instant, user_agent: Text });
export type SessionRow = z.output<typeof SessionRow>;

export const listUserSessions = (db: Queryable, userId: string): Promise<SessionRow[]> =>
  db.rows(
    SessionRow,
    'select id, created_at, last_used_at, user_agent from sessions where user_id = $1 order by last_used_at desc, id desc',
    [userId],
  );

export const deleteSessions = (db: Queryable, userId: string): Promise<unknown> =>
  db.rows('delete from sessions where user_id = $1', [userId]);

/** Deletes a session of the user. Returns false if it does not exist. */
export const deleteSession = (db: Queryable, userId: string, sessionId: string): Promise<boolean> =>
  anyRow(db, 'delete from sessions where id = $1 and user_id = $2 returning id', [sessionId, userId]);
