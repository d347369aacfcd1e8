import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { DELETED_NAME } from '#domain/deleted-name.ts';
import { Bool, Text } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import { MissionRow, missionColumns } from '../../../facts/missions.ts';
import { NO_STANDING } from '../../../life/public.ts';

const MISSION_COLUMNS = missionColumns('m');

/** Rows that are deleted with an account: the table and the column that refers to the user. */
export const REMOVED = [
  'sessions.user_id',
  'reset_tokens.user_id',
  'identities.user_id',
  'known_sign_ins.user_id',
  'push_subscriptions.user_id',
  'user_settings.user_id',
  'digest_sends.user_id',
  'standing_ends.user_id',
  'reminders.user_id',
  'reminder_sends.user_id',
  'zone_changes.user_id',
  'rest_days.user_id',
  'archived_days.user_id',
  'archived_asked_days.user_id',
  'pauses.user_id',
  'imports.user_id',
  'taken_back.user_id',
  'amount_writes.user_id',
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
 * Rows that stay without the user, because they record payments. A job cancels a subscription without a user at the
 * provider.
 */
export const DETACHED = ['payment_sessions.user_id', 'subscriptions.user_id'] as const;

/**
 * Rows that stay and refer to the anonymized user. They are posts in others' missions, and what the operator must
 * review. `deletion.test.ts` requires every reference to a user to be in one of the three lists.
 */
export const RETAINED = [
  'missions.owner_id',
  'missions.owner_offer_id',
  'members.user_id',
  'checkins.user_id',
  'day_amounts.user_id',
  'comments.user_id',
  'notifications.actor_id',
  'invitations.sender_id',
  'reports.reporter_id',
  'reports.author_id',
] as const;

export const OwnMission = z.extend(MissionRow, {
  /** `shared_now`: another member exists. `shared_ever`: another member exists or existed. */
  shared_now: Bool,
  shared_ever: Bool,
});
export type OwnMission = z.output<typeof OwnMission>;

const otherMember = (more: string) =>
  `exists (select from members o where o.mission_id = m.id and o.user_id <> $1 ${more})`;
/** The missions that the user is in or owns. The order by ID is the locking order of all missions. */
const OWN = `select ${MISSION_COLUMNS}, ${otherMember('and o.left_at is null')} as shared_now,
  ${otherMember('')} as shared_ever from missions m
  where m.owner_id = $1 or exists (
    select from members mb where mb.mission_id = m.id and mb.user_id = $1 and mb.left_at is null)
  order by m.id`;

export const listOwnMissions = (tx: Tx, userId: string): Promise<OwnMission[]> => tx.rows(OwnMission, OWN, [userId]);

/** Removes the photos from check-ins, which keep text and points. Returns the folders of the files. */
export const dropPhotos = (tx: Tx, userId: string): Promise<string[]> =>
  allValues(
    tx,
    Text,
    `with photos as (select id, photo_key from checkins where user_id = $1 and photo_key is not null for update)
     update checkins c set type = case when c.content = '' then 'tick' else 'text' end, photo_key = null,
       photo_width = null, photo_height = null, photo_thumbhash = null
     from photos where c.id = photos.id returning photos.photo_key`,
    [userId],
  );

/** Replaces the time zones of the check-ins, which show where the user lived. Only the user's pages read them. */
export const dropZones = (tx: Tx, userId: string): Promise<unknown> =>
  tx.rows(`update checkins set timezone = 'UTC' where user_id = $1 and timezone <> 'UTC'`, [userId]);

/** SQL that resets what a user entered and earned. The caller sets name, address and time zone. */
export const BLANK = `avatar_key = null, look = null, bio = '', location = '', profile_completed = false, points = 0, ${NO_STANDING},
  checkins_seen_at = null, moved_at = null,
  language = null, last_language = 'en'`;

/** Anonymizes the row: frees the address, and resets plan, sign-in and everything the user entered. */
export async function anonymise(tx: Tx, userId: string, passwordHash: string | null, now: Date): Promise<void> {
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

/** Locks the missions that the user is in or owns until commit, in the order of their IDs. */
export const lockMissionsOf = (tx: Tx, userId: string): Promise<unknown> =>
  tx.rows(
    `select from missions where owner_id = $1 or id in (
       select mission_id from members where user_id = $1 and left_at is null) order by id for no key update`,
    [userId],
  );
