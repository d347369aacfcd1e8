import type { InvitationSource, InvitationStatus } from '#domain/invitations.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow, firstValue, onlyRow, onlyValue } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { type MissionRow, type PreviewRow, previewColumns } from '../../../facts/missions.ts';
import { type Addressee, type AddressSettings, provenAddress } from '../../../facts/users.ts';

const PREVIEW_COLUMNS = previewColumns({ mission: 'm', owner: 'o' });

/** Whether the account that counts as the address, if there is one, blocked the sender. */
export const isUnwanted = (db: Queryable, config: AddressSettings, id: string): Promise<boolean> =>
  onlyValue(
    db,
    `select exists (select from invitations i join users u on u.email = i.invitee_email and ${provenAddress(config, 'u')}
       join blocks b on b.blocker_id = u.id and b.blocked_id = i.sender_id where i.id = $1) as unwanted`,
    [id],
  );

/** Whose language the mail of an invitation is in: that of the account which counts as the address, or the sender's. */
export const findReaderOf = (db: Queryable, config: AddressSettings, id: string): Promise<Addressee> =>
  onlyRow<Addressee>(
    db,
    `select case when u.id is null then s.language else u.language end as language,
       case when u.id is null then s.last_language else u.last_language end as last_language
     from invitations i join users s on s.id = i.sender_id
     left join users u on u.email = i.invitee_email and ${provenAddress(config, 'u')} where i.id = $1`,
    [id],
  );

/** Who sent an invitation, whatever became of it; null when there is none. */
export const findSender = (db: Queryable, id: string): Promise<string | null> =>
  firstValue(db, 'select sender_id from invitations where id = $1', [id]);

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
export const findInvitation = (db: Queryable, id: string): Promise<InvitationRow | null> =>
  firstRow<InvitationRow>(
    db,
    `select i.id, i.status, i.invitee_email, i.message, i.expires_at, s.name as sender_name, m.is_active, m.completed_at,
       ${PREVIEW_COLUMNS}
     from invitations i join missions m on m.id = i.mission_id join users s on s.id = i.sender_id
     join users o on o.id = m.owner_id where i.id = $1`,
    [id],
  );

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
export const lockInvitation = (
  tx: Tx,
  id: string,
  userId: string,
  column: 'id' | 'public_id' = 'id',
): Promise<LockedInvitation | null> =>
  firstRow<LockedInvitation>(
    tx,
    `select m.id, m.owner_id, m.is_active, m.end_date, m.completed_at, i.id as key, i.source, i.status, i.invitee_email,
       i.expires_at, exists (select from members mb where mb.mission_id = m.id and mb.user_id = $2 and mb.left_at is null)
         as viewer_is_member,
       exists (select from members mb where mb.mission_id = m.id and mb.user_id = $2 and mb.removed_at >= i.created_at)
         as viewer_was_removed
     from invitations i join missions m on m.id = i.mission_id where i.${column} = $1 for no key update of i`,
    [id, userId],
  );

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
  { key }: Authorized<{ key: string }, 'key_holder' | 'owner'>,
  status: Exclude<InvitationStatus, 'pending'>,
  now: Date,
): Promise<void> {
  await tx.rows(`update invitations set status = $2, processed_at = $3 where id = $1 and status = 'pending'`, [
    key,
    status,
    now,
  ]);
}

/**
 * Erases up to `limit` addresses, with their messages, of invitations that were answered or had expired by `before`.
 * Accepted and declined ones keep their answer; the others are deleted. Returns how many.
 */
export const forgetInvitees = (db: Queryable, before: Date, limit: number): Promise<number> =>
  onlyValue(
    db,
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
