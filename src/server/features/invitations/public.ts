import type { Invitation } from '#contract/invitations.ts';
import { LIST_MAX } from '#domain/limits.ts';
import { daysRemaining } from '#domain/missions.ts';
import { type ScheduleColumns, scheduleOf } from '#domain/schedule.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { type AddressSettings, provenAddress, provenEmail, type UserRow } from '../profile/public.ts';
import { unblocked } from '../safety/public.ts';
import { SCHEDULE_COLUMNS } from '../streaks/public-plans.ts';

/** SQL for `invitations i join missions m`: true when the invitation can be accepted at the instant `now`. */
export const openAt = (now: string) =>
  `i.status = 'pending' and i.expires_at > ${now} and m.is_active and m.end_date > ${now}`;

/**
 * The condition of the inbox, for `invitations i join missions m`. Leaves out missions that the user is in,
 * invitations from before the owner removed the user, and those from people whom the user blocked.
 */
const inInbox = (email: string, userId: string, now: string) => `i.invitee_email = ${email} and ${openAt(now)}
  and not exists (select from members own where own.mission_id = m.id and own.user_id = ${userId}
    and (own.left_at is null or own.removed_at >= i.created_at))
  and ${unblocked(userId, 'i.sender_id')}`;

/** A select of empty rows, one for each invitation in the inbox; the arguments are SQL. */
export const inboxOf = (email: string, userId: string, now: string): string =>
  `select from invitations i join missions m on m.id = i.mission_id where ${inInbox(email, userId, now)}`;

export const COUNT_MEMBERS = `(select count(*) from members mb where mb.mission_id = m.id and mb.left_at is null) as member_count`;

interface InboxRow extends Omit<Invitation, 'days_remaining' | 'schedule' | 'sender_avatar_url'>, ScheduleColumns {
  end_date: string;
  sender_avatar_key: string | null;
}

/**
 * The invitations to the user's own proved address that can be accepted, newest first. For a token that can only read,
 * public ids stand in place of the keys.
 */
export async function listInbox(
  { db, config }: { readonly db: Queryable; readonly config: AddressSettings },
  user: Pick<UserRow, 'id' | 'email' | 'email_verified_at'>,
  reads_only: boolean,
  now: Date,
): Promise<Invitation[]> {
  const rows = await db.rows<InboxRow>(
    `select ${reads_only ? 'i.public_id as id' : 'i.id'}, i.status, i.mission_id, m.title as mission_title, m.duration_days, m.end_date, ${SCHEDULE_COLUMNS}, ${COUNT_MEMBERS},
       s.name as sender_name, s.avatar_key as sender_avatar_key, i.message, i.created_at, i.expires_at
     from invitations i join missions m on m.id = i.mission_id join users s on s.id = i.sender_id
     where ${inInbox('$1', '$3', '$2')}
     order by i.created_at desc, i.id limit ${LIST_MAX}`,
    [provenEmail(config, user), now, user.id],
  );
  return rows.map(({ end_date, sender_avatar_key, ...row }) => ({
    ...row,
    schedule: scheduleOf(row),
    days_remaining: daysRemaining(new Date(end_date), now),
    sender_avatar_url: avatarUrl(sender_avatar_key),
  }));
}

/**
 * Withdraws the pending invitations to the proved address of somebody whom the owner removed, which would not open the
 * mission to that person and would stand in the way of a new one; and those that this person sent, as a co-host, since
 * one to another address would open it again.
 */
export async function withdrawInvitationsOf(
  tx: Tx,
  config: AddressSettings,
  { mission_id, user_id }: { readonly mission_id: string; readonly user_id: string },
  now: Date,
): Promise<void> {
  await tx.rows(
    `update invitations i set status = 'withdrawn', processed_at = $3 from users u
     where u.id = $2 and i.mission_id = $1 and i.status = 'pending'
       and (i.sender_id = u.id or i.invitee_email = u.email and ${provenAddress(config)})`,
    [mission_id, user_id, now],
  );
}

/** Whether the address of these hashes (one for each key) wants no invitations from here. */
export async function isStopped(db: Queryable, addressHashes: readonly Buffer[]): Promise<boolean> {
  const [row] = await db.rows<{ is_stopped: boolean }>(
    'select exists (select from mail_stops where address_hash = any($1)) as is_stopped',
    [addressHashes],
  );
  return row!.is_stopped;
}

/** Ends the mails with invitations to an address for good; a second time changes nothing. */
export async function stopInvitations(db: Queryable, addressHash: Buffer, now: Date): Promise<void> {
  await db.rows('insert into mail_stops (address_hash, created_at) values ($1, $2) on conflict do nothing', [
    addressHash,
    now,
  ]);
}
