import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DELETED_NAME } from '#domain/deleted-name.ts';
import type { Tx } from '../../../db/open.ts';
import type { Deps } from '../../../deps.ts';
import { type MissionRow, missionColumns } from '../../../facts/missions.ts';
import { type AddressSettings, provenAddress, provenEmail } from '../../../facts/users.ts';
import { fail } from '../../../http/errors.ts';
import { eraseAddress } from '../../../jobs/store.ts';
import { confirmUser, failWrongPassword } from '../../auth/confirm/public.ts';
import { findPasswordHash, lockSessionUser, type SessionUser } from '../../auth/public.ts';
import { removePicturesLater } from '../../media/public.ts';
import { removeFromMission } from '../../members/public.ts';
import { deleteMission } from '../../missions/delete/public.ts';
import { listNamedIn, lockUser } from '../../profile/public.ts';
import { emptyDeliveries } from '../../webhooks/public.ts';

const MISSION_COLUMNS = missionColumns('m');

/** Rows that are deleted with an account, by table and the column of the user. */
export const REMOVED = [
  'sessions.user_id',
  'reset_tokens.user_id',
  'identities.user_id',
  'known_sign_ins.user_id',
  'push_subscriptions.user_id',
  'user_settings.user_id',
  'digest_sends.user_id',
  'reminders.user_id',
  'reminder_sends.user_id',
  'zone_changes.user_id',
  'rest_days.user_id',
  'archived_days.user_id',
  'archived_asked_days.user_id',
  'pauses.user_id',
  'taken_back.user_id',
  'photo_uploads.user_id',
  'invitation_sends.sender_id',
  'notifications.user_id',
  'checkin_reads.user_id',
  'reactions.user_id',
  'mentions.user_id',
  'blocks.blocker_id',
  'blocks.blocked_id',
  'nudges.from_id',
  'nudges.to_id',
  'api_tokens.user_id',
  'checkin_keys.user_id',
  'idempotency_keys.user_id',
  'webhooks.user_id',
] as const;

/**
 * Rows that stay without the user: the books of what was paid. A job ends a subscription without a user at the
 * provider.
 */
export const DETACHED = ['payment_sessions.user_id', 'subscriptions.user_id'] as const;

/**
 * Rows that stay with the anonymised row of the user: posts in others' missions, and what the operator has to look
 * into. A test makes sure that every reference to a user is on one of the three lists.
 */
export const RETAINED = [
  'missions.owner_id',
  'missions.owner_offer_id',
  'members.user_id',
  'checkins.user_id',
  'comments.user_id',
  'notifications.actor_id',
  'invitations.sender_id',
  'reports.reporter_id',
  'reports.author_id',
] as const;

interface OwnMission extends MissionRow {
  /** There is another member now, or ever was one. */
  shared_now: boolean;
  shared_ever: boolean;
}

const otherMember = (more: string) =>
  `exists (select from members o where o.mission_id = m.id and o.user_id <> $1 ${more})`;
/** The missions that the user is in or owns, locked until commit, in the order in which everybody locks them. */
const OWN = `select ${MISSION_COLUMNS}, ${otherMember('and o.left_at is null')} as shared_now,
  ${otherMember('')} as shared_ever from missions m
  where m.owner_id = $1 or exists (
    select from members mb where mb.mission_id = m.id and mb.user_id = $1 and mb.left_at is null)
  order by m.id`;

interface LeftBehind {
  /** Folders of photos whose rows were deleted. */
  folders: string[];
  /** Users who were invited to a deleted mission. */
  invitee_ids: string[];
}

async function leaveMissions(
  tx: Tx,
  config: AddressSettings,
  userId: string,
  missions: OwnMission[],
  now: Date,
): Promise<LeftBehind> {
  const left: LeftBehind = { folders: [], invitee_ids: [] };
  for (const mission of missions) {
    // Nobody else can see the mission, and nobody else ever wrote in it.
    if (mission.owner_id === userId && !mission.shared_ever) {
      const { photo_keys, user_ids } = await deleteMission(tx, config, mission, now);
      left.folders.push(...photo_keys);
      left.invitee_ids.push(...user_ids);
    } else await removeFromMission(tx, mission, userId, 'left', now);
  }
  return left;
}

/** Removes the photos; the texts beside them and the points stay. Returns the folders of the files. */
async function dropPhotos(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.rows<{ photo_key: string }>(
    `with photos as (select id, photo_key from checkins where user_id = $1 and photo_key is not null for update)
     update checkins c set type = case when c.content = '' then 'tick' else 'text' end, photo_key = null,
       photo_width = null, photo_height = null, photo_thumbhash = null
     from photos where c.id = photos.id returning photos.photo_key`,
    [userId],
  );
  return rows.map((row) => row.photo_key);
}

/** SQL that sets back what a user has entered and earned; the name, the address and the time zone are the caller's. */
export const BLANK = `avatar_key = null, look = null, bio = '', location = '', profile_completed = false, points = 0, streak_days = 0,
  streak_last_day = null, longest_streak = 0, rest_days = 0, checkins_seen_at = null, moved_at = null,
  language = null, last_language = 'en'`;

/** Removes everything personal from the row; the address can be used again, and no password opens the account. */
async function anonymise(tx: Tx, userId: string, passwordHash: string | null, now: Date): Promise<void> {
  await tx.rows(
    `update users set name = '${DELETED_NAME}', email = $2, email_verified_at = null, password_hash = $3, timezone = 'UTC',
       ${BLANK}, subscription_tier = 'free',
       subscription_status = null, subscription_plan = null, subscription_start_date = null,
       subscription_cancel_requested = null, subscription_period_end = null, subscription_ends_at = null,
       customer_id = null, suspended_at = null, deleted_at = $4
     where id = $1`,
    [userId, `${randomUUID()}@deleted.invalid`, passwordHash, now],
  );
}

/** Locks the missions that the user is in or owns until commit, in the order in which everybody locks them. */
export const lockMissionsOf = (tx: Tx, userId: string): Promise<unknown> =>
  tx.rows(
    `select from missions where owner_id = $1 or id in (
       select mission_id from members where user_id = $1 and left_at is null) order by id for no key update`,
    [userId],
  );

/**
 * Deletes the account of a session (docs/rules.md#accounts). Fails with wrong_password, or with not_signed_in or
 * wrong_password when the session ended or the password was replaced meanwhile; with missions_to_hand_over while others
 * are in an uncompleted mission of the user, and with conflict when a mission was joined or created meanwhile.
 */
export async function deleteAccount(
  deps: Deps,
  user: SessionUser,
  password: string | null,
  request: FastifyRequest,
  now: Date,
): Promise<void> {
  const { db, config, passwords } = deps;
  const { id } = user;
  const verified = await confirmUser(deps, user, { password, request }, now);
  // Of a password that nobody knows. Hashed beforehand, since nothing slow may happen inside the transaction.
  const password_hash = await passwords.hash(randomBytes(32).toString('base64url'));
  await db.transact(async (tx) => {
    await lockMissionsOf(tx, id);
    const before = await tx.rows<OwnMission>(OWN, [id]);
    await lockSessionUser(tx, user, now);
    // Somebody else may have the account by now.
    if ((await findPasswordHash(tx, id)) !== verified) failWrongPassword();
    const missions = await tx.rows<OwnMission>(OWN, [id]);
    // Joined or created while this waited for the user's row, so it is not locked.
    if (missions.map((m) => m.id).join() !== before.map((m) => m.id).join()) fail('conflict');
    const inTheWay = missions.filter((m) => m.owner_id === id && m.shared_now && m.completed_at === null);
    if (inTheWay.length > 0)
      fail('missions_to_hand_over', { missions: inTheWay.map((m) => ({ id: m.id, title: m.title })) });
    await eraseAccount(tx, config, { id, password_hash }, now);
  });
}

/**
 * Leaves the user's missions, which go on where there are others, and removes everything that is the user's. It writes to
 * the tables of every feature, in this one place, so that none is forgotten. The caller has locked the missions.
 */
export async function eraseAccount(
  tx: Tx,
  config: AddressSettings,
  user: { id: string; password_hash: string | null },
  now: Date,
): Promise<void> {
  const row = await lockUser(tx, user.id);
  const missions = await tx.rows<OwnMission>(OWN, [user.id]);
  const { folders, invitee_ids } = await leaveMissions(tx, config, user.id, missions, now);
  folders.push(...(await dropPhotos(tx, user.id)));
  if (row.avatar_key) folders.push(row.avatar_key.replace(/\/[^/]+$/, ''));
  await tx.rows(`delete from notifications where actor_id = $1 and type in ('reaction', 'nudge')`, [user.id]);
  // The account's own invitations could still be accepted, and those to its address would name it. Those to an
  // unproved address are somebody else's.
  const address = provenEmail(config, row);
  const invitees = await tx.rows<{ id: string }>(
    `with gone as (
       delete from invitations where (sender_id = $1 and status = 'pending') or invitee_email = $2
         or id = any(array(select invitation_id from notifications where user_id = $1 and type = 'invitation'))
       returning invitee_email, source
     )
     select distinct u.id from gone join users u on u.email = gone.invitee_email
     where u.id <> $1 and (gone.source = 'round' or ${provenAddress(config, 'u')})`,
    [user.id, address],
  );
  for (const reference of REMOVED) {
    const [table, column] = reference.split('.');
    await tx.rows(`delete from ${table} where ${column} = $1`, [user.id]);
  }
  for (const reference of DETACHED) {
    const [table, column] = reference.split('.');
    await tx.rows(`update ${table} set ${column} = null where ${column} = $1`, [user.id]);
  }
  if (address !== null) {
    await eraseAddress(tx, address);
    // The first answer to whoever invited the address names it.
    await tx.rows(
      `delete from idempotency_keys
       where case when call = 'createInvitation' then answer::jsonb ->> 'invitee_email' end = $1`,
      [address],
    );
  }
  await emptyDeliveries(tx, 'actor_id', user.id);
  await anonymise(tx, user.id, user.password_hash, now);
  await removePicturesLater(tx, folders);
  for (const mission_id of await listNamedIn(tx, user.id)) tx.changed({ mission_id }, 'people');
  tx.changed({ user_ids: [...invitee_ids, ...invitees.map(({ id }) => id)] }, 'invitations', 'notifications');
}
