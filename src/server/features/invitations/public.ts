import * as z from 'zod/mini';
import { Invitation } from '#contract/invitations.ts';
import { invitationExpiry } from '#domain/invitations.ts';
import { LIST_MAX } from '#domain/limits.ts';
import { lookOf } from '#domain/looks.ts';
import { daysRemaining } from '#domain/missions.ts';
import { scheduleOf } from '#domain/schedule.ts';
import { Bool, Day, Id, Text } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { unblocked } from '../../facts/blocks-and-hidden.ts';
import { Look, ScheduleColumns } from '../../facts/fields.ts';
import { addressedToUser, inInbox } from '../../facts/invitations.ts';
import { scheduleColumnsIn } from '../../facts/missions.ts';
import { type AddressSettings, avatarUrl, provenEmail, type UserRow } from '../../facts/users.ts';

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');

/** SQL for whether an invitation is in the inbox of account $3 with address $1, proved if $4, at instant $2. */
const IN_INBOX = inInbox({ id: '$3', email: '$1', proven: '$4' }, { invitation: 'i', mission: 'm', now: '$2' });

const InboxRow = z.object({
  ...z.omit(Invitation, { days_remaining: true, schedule: true, sender_avatar_url: true }).shape,
  ...ScheduleColumns.shape,
  first_day: Day,
  timezone: Text,
  sender_id: Id,
  sender_avatar_key: z.nullable(Text),
  sender_look: z.nullable(Look),
});

/**
 * Lists invitations that the user can accept, newest first: to their proved address and to next rounds. A token that
 * can only read gets public IDs instead of keys.
 */
export async function listInbox(
  { db, config }: { readonly db: Queryable; readonly config: AddressSettings },
  user: Pick<UserRow, 'id' | 'email' | 'email_verified_at'>,
  reads_only: boolean,
  now: Date,
): Promise<Invitation[]> {
  const rows = await db.rows(
    InboxRow,
    `select ${reads_only ? 'i.public_id as id' : 'i.id'}, i.status, i.mission_id, m.title as mission_title, m.patch, m.habit, m.duration_days, m.first_day, m.timezone, ${SCHEDULE_COLUMNS},
       (select count(*) from members mb where mb.mission_id = m.id and mb.left_at is null) as member_count, s.name as sender_name, s.id as sender_id, s.avatar_key as sender_avatar_key, s.look as sender_look, i.message, i.created_at, i.expires_at
     from invitations i join missions m on m.id = i.mission_id join users s on s.id = i.sender_id
     where ${IN_INBOX}
     order by i.created_at desc, i.id limit ${LIST_MAX}`,
    [user.email, now, user.id, provenEmail(config, user) !== null],
  );
  return rows.map(({ first_day, timezone, sender_id, sender_avatar_key, sender_look, ...row }) => ({
    ...row,
    schedule: scheduleOf(row),
    days_remaining: daysRemaining({ ...row, first_day, timezone }, now),
    sender_avatar_url: avatarUrl(sender_avatar_key),
    sender_look: lookOf(sender_id, sender_look),
  }));
}

/**
 * Withdraws pending invitations to and from a removed user. One to the user's proved address would not admit them but
 * would block a new invitation. One that the user sent to another address as a co-host would let them back in.
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
       and (i.sender_id = u.id or ${addressedToUser(config, { invitation: 'i', user: 'u' })})`,
    [mission_id, user_id, now],
  );
}

const UserIds = z.array(Id);

/** The next round of a mission, and the user who starts it. */
export interface NewRound {
  id: string;
  previous_id: string;
  starter_id: string;
}

/**
 * Invites all other members of the previous round in one statement, without mails or daily limit. Inserts a
 * notification for each. Omits suspended members and members the starter blocked. Members who blocked the starter are
 * invited too, so that the number does not reveal them; the block hides the invitation. Returns the invited users.
 */
export async function inviteToRound(tx: Tx, { id, previous_id, starter_id }: NewRound, now: Date): Promise<string[]> {
  const user_ids = await onlyValue(
    tx,
    UserIds,
    `with invitee as (
       select u.id, u.email from members mb join users u on u.id = mb.user_id
       where mb.mission_id = $2 and mb.left_at is null and u.id <> $3 and u.suspended_at is null
         and ${unblocked('$3', 'u.id')}
     ), invited as (
       insert into invitations (id, mission_id, sender_id, invitee_email, created_at, expires_at, source)
       select gen_random_uuid(), $1, $3, email, $4, $5, 'round' from invitee returning id, invitee_email
     ), notified as (
       insert into notifications (id, user_id, type, mission_id, actor_id, invitation_id, created_at)
       select uuid7($4), e.id, 'invitation', $1, $3, i.id, $4
       from invited i join invitee e on e.email = i.invitee_email returning user_id
     )
     select array(select user_id from notified) as user_ids`,
    [id, previous_id, starter_id, now, invitationExpiry(now)],
  );
  tx.changed({ user_ids }, 'invitations', 'notifications');
  return user_ids;
}

/** Returns true if the address stopped invitations. Expects its hashes, one for each key. */
export const isStopped = (db: Queryable, addressHashes: readonly Buffer[]): Promise<boolean> =>
  onlyValue(db, Bool, 'select exists (select from mail_stops where address_hash = any($1)) as is_stopped', [
    addressHashes,
  ]);

/** Permanently stops mails with invitations to an address. Safe to repeat. */
export async function stopInvitations(db: Queryable, addressHash: Buffer, now: Date): Promise<void> {
  await db.rows('insert into mail_stops (address_hash, created_at) values ($1, $2) on conflict do nothing', [
    addressHash,
    now,
  ]);
}
