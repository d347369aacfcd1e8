import type { SentInvitation } from '#contract/invitations.ts';
import { type InvitationSource, type InvitationStatus, invitationExpiry } from '#domain/invitations.ts';
import { LIST_MAX } from '#domain/limits.ts';
import { newSecretId } from '../../../db/ids.ts';
import type { Queryable, Tx } from '../../../db/open.ts';
import { acceptableAt, addressedToUser } from '../../../facts/invitations.ts';
import { type MissionRow, type PreviewRow, previewColumns } from '../../../facts/missions.ts';
import { type AddressSettings, provenAddress } from '../../../facts/users.ts';

const PREVIEW_COLUMNS = previewColumns({ mission: 'm', owner: 'o' });
const IS_ACCEPTABLE = acceptableAt({ invitation: 'i', mission: 'm', now: '$2' });

/** An invitation to a next round shows a name in place of the address, which its sender never typed. */
const SENT_COLUMNS = `i.public_id as id, i.status, case when i.source = 'email' then i.invitee_email else '' end as invitee_email,
  case when i.source = 'round' then (select u.name from notifications n join users u on u.id = n.user_id
    where n.invitation_id = i.id) end as invitee_name, i.message, i.created_at, i.expires_at`;

/** The pending invitations of a mission, newest first, without those whose addressee joined in another way. */
export const listOfMission = (
  db: Queryable,
  config: AddressSettings,
  missionId: string,
  now: Date,
): Promise<SentInvitation[]> =>
  db.read(
    `select ${SENT_COLUMNS}, s.name as sender_name
     from invitations i join missions m on m.id = i.mission_id join users s on s.id = i.sender_id
     where i.mission_id = $1 and ${IS_ACCEPTABLE}
       and not exists (select from members mb join users u on u.id = mb.user_id
         where mb.mission_id = m.id and mb.left_at is null and ${addressedToUser(config, { invitation: 'i', user: 'u' })})
     order by i.created_at desc, i.id limit ${LIST_MAX}`,
    [missionId, now],
  );

/** Whether the account that counts as the address, if there is one, blocked the sender. */
export async function isUnwanted(db: Queryable, config: AddressSettings, id: string): Promise<boolean> {
  const [row] = await db.read<{ unwanted: boolean }>(
    `select exists (select from invitations i join users u on u.email = i.invitee_email and ${provenAddress(config, 'u')}
       join blocks b on b.blocker_id = u.id and b.blocked_id = i.sender_id where i.id = $1) as unwanted`,
    [id],
  );
  return row!.unwanted;
}

/** Who sent an invitation, whatever became of it; null when there is none. */
export async function findSender(db: Queryable, id: string): Promise<string | null> {
  const [row] = await db.read<{ sender_id: string }>('select sender_id from invitations where id = $1', [id]);
  return row?.sender_id ?? null;
}

/** What decides whether an invitation can be answered. */
export interface InvitationStateRow extends Pick<MissionRow, 'is_active' | 'end_date' | 'completed_at'> {
  status: InvitationStatus;
  expires_at: string;
}

export interface InvitationRow extends InvitationStateRow, PreviewRow {
  id: string;
  invitee_email: string;
  message: string;
  sender_name: string;
  end_date: string;
}

/** An invitation with what its page and its mail show, in any state. */
export async function findInvitation(db: Queryable, id: string): Promise<InvitationRow | null> {
  const [row] = await db.read<InvitationRow>(
    `select i.id, i.status, i.invitee_email, i.message, i.expires_at, s.name as sender_name, m.is_active, m.completed_at,
       ${PREVIEW_COLUMNS}
     from invitations i join missions m on m.id = i.mission_id join users s on s.id = i.sender_id
     join users o on o.id = m.owner_id where i.id = $1`,
    [id],
  );
  return row ?? null;
}

export interface LockedInvitation extends InvitationStateRow, Pick<MissionRow, 'id' | 'owner_id'> {
  key: string;
  source: InvitationSource;
  invitee_email: string;
  viewer_is_member: boolean;
  /** The owner removed the viewer after the invitation was made. */
  viewer_was_removed: boolean;
}

/**
 * Locks the invitation until commit, with its mission (`id` is the mission's) and whether the viewer is a member.
 * `column` says which of its two ids the caller was given.
 */
export async function lockInvitation(
  tx: Tx,
  id: string,
  userId: string,
  column: 'id' | 'public_id' = 'id',
): Promise<LockedInvitation | null> {
  const [row] = await tx.rows<LockedInvitation>(
    `select m.id, m.owner_id, m.is_active, m.end_date, m.completed_at, i.id as key, i.source, i.status, i.invitee_email,
       i.expires_at, exists (select from members mb where mb.mission_id = m.id and mb.user_id = $2 and mb.left_at is null)
         as viewer_is_member,
       exists (select from members mb where mb.mission_id = m.id and mb.user_id = $2 and mb.removed_at >= i.created_at)
         as viewer_was_removed
     from invitations i join missions m on m.id = i.mission_id where i.${column} = $1 for no key update of i`,
    [id, userId],
  );
  return row ?? null;
}

/**
 * Locks the mission of an invitation, whose row guards the limit of members; locked before the invitation's own row.
 */
export async function lockMissionOf(tx: Tx, id: string): Promise<void> {
  await tx.rows(
    `select m.id from missions m join invitations i on i.mission_id = m.id where i.id = $1 for no key update of m`,
    [id],
  );
}

/** Ends a pending invitation that the caller has locked. */
export async function settleInvitation(
  tx: Tx,
  id: string,
  status: Exclude<InvitationStatus, 'pending'>,
  now: Date,
): Promise<void> {
  await tx.rows(`update invitations set status = $2, processed_at = $3 where id = $1 and status = 'pending'`, [
    id,
    status,
    now,
  ]);
}

/** Whether the account that counts as the address is a member of the mission. */
export async function isMemberAddress(
  db: Queryable,
  config: AddressSettings,
  missionId: string,
  email: string,
): Promise<boolean> {
  const [row] = await db.read<{ is_member: boolean }>(
    `select exists (select from members mb join users u on u.id = mb.user_id
       where mb.mission_id = $1 and mb.left_at is null and u.email = $2 and ${provenAddress(config, 'u')}) as is_member`,
    [missionId, email],
  );
  return row!.is_member;
}

/**
 * Erases up to `limit` addresses, with their messages, of invitations that were answered or had expired by `before`.
 * Accepted and declined ones keep their answer; the others are deleted. Returns how many.
 */
export async function forgetInvitees(db: Queryable, before: Date, limit: number): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `with old as (
       select id, status in ('accepted', 'declined') as answered from invitations
       where invitee_email <> '' and coalesce(processed_at, expires_at) <= $1 limit $2 for update skip locked
     ), emptied as (
       update invitations i set invitee_email = '', message = '' from old where i.id = old.id and old.answered returning i.id
     ), gone as (
       delete from invitations i using old where i.id = old.id and not old.answered returning i.id
     )
     select (select count(*) from emptied) + (select count(*) from gone) as count`,
    [before, limit],
  );
  return row!.count;
}

interface NewInvitation {
  mission_id: string;
  sender_id: string;
  invitee_email: string;
  message: string;
}

/** An invitation as its sender sees it, and beside it the key, which the sender must not see. */
interface CreatedInvitation {
  key: string;
  sent: Omit<SentInvitation, 'sender_name'>;
}

/**
 * Inserts an invitation; null while one to the address is pending: the partial unique index decides, so one of many
 * succeeds. One that has expired does not stand in the way, nor one that opens nothing to its addressee any more, because
 * the owner removed that person since, nor one to the next round, whose answer would tell a member's address.
 */
export async function insertInvitation(
  tx: Tx,
  invitation: NewInvitation,
  now: Date,
): Promise<CreatedInvitation | null> {
  const { mission_id, sender_id, invitee_email, message } = invitation;
  await tx.rows(
    `update invitations i set status = case when i.expires_at <= $3 then 'expired' else 'withdrawn' end, processed_at = $3
     where i.mission_id = $1 and i.invitee_email = $2 and i.status = 'pending' and (i.expires_at <= $3 or i.source = 'round' or exists (
       select from members mb join users u on u.id = mb.user_id
       where mb.mission_id = $1 and mb.removed_at >= i.created_at and u.email = $2))`,
    [mission_id, invitee_email, now],
  );
  const key = newSecretId();
  const [sent] = await tx.rows<CreatedInvitation['sent']>(
    `insert into invitations as i (id, mission_id, sender_id, invitee_email, message, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (mission_id, invitee_email) where status = 'pending' do nothing returning ${SENT_COLUMNS}`,
    [key, mission_id, sender_id, invitee_email, message, now, invitationExpiry(now)],
  );
  return sent ? { key, sent } : null;
}
