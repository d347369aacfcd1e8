import * as z from 'zod/mini';
import { INVITATION_SOURCES, INVITATION_STATUSES, type InvitationStatus } from '#domain/invitations.ts';
import { Bool, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow, firstValue, onlyRow, onlyValue } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { MissionRow, PreviewRow, previewColumns } from '../../../facts/missions.ts';
import { Addressee, type AddressSettings, provenAddress } from '../../../facts/users.ts';

const PREVIEW_COLUMNS = previewColumns({ mission: 'm', owner: 'o' });

/** Returns true if the account that counts as the address blocked the sender. */
export const isUnwanted = (db: Queryable, config: AddressSettings, id: string): Promise<boolean> =>
  onlyValue(
    db,
    Bool,
    `select exists (select from invitations i join users u on u.email = i.invitee_email and ${provenAddress(config, 'u')}
       join blocks b on b.blocker_id = u.id and b.blocked_id = i.sender_id where i.id = $1) as unwanted`,
    [id],
  );

/**
 * Finds the language for an invitation's email: the language of the account with the address, otherwise the sender's.
 */
export const findReaderOf = (db: Queryable, config: AddressSettings, id: string): Promise<Addressee> =>
  onlyRow(
    db,
    Addressee,
    `select case when u.id is null then s.language else u.language end as language,
       case when u.id is null then s.last_language else u.last_language end as last_language
     from invitations i join users s on s.id = i.sender_id
     left join users u on u.email = i.invitee_email and ${provenAddress(config, 'u')} where i.id = $1`,
    [id],
  );

/** Finds the sender, whatever the state of the invitation. */
export const findSender = (db: Queryable, id: string): Promise<string | null> =>
  firstValue(db, Id, 'select sender_id from invitations where id = $1', [id]);

/** The facts that decide whether an invitation can be answered. */
const InvitationStateRow = z.extend(z.pick(MissionRow, { is_active: true, end_date: true, completed_at: true }), {
  status: z.enum(INVITATION_STATUSES),
  expires_at: Instant,
});
export type InvitationStateRow = z.output<typeof InvitationStateRow>;

const InvitationRow = z.object({
  ...InvitationStateRow.shape,
  ...PreviewRow.shape,
  id: Id,
  invitee_email: Text,
  message: Text,
  sender_name: Text,
});
export type InvitationRow = z.output<typeof InvitationRow>;

/** Finds the invitation in any state. */
export const findInvitation = (db: Queryable, id: string): Promise<InvitationRow | null> =>
  firstRow(
    db,
    InvitationRow,
    `select i.id, i.status, i.invitee_email, i.message, i.expires_at, s.name as sender_name, m.is_active, m.completed_at,
       ${PREVIEW_COLUMNS}
     from invitations i join missions m on m.id = i.mission_id join users s on s.id = i.sender_id
     join users o on o.id = m.owner_id where i.id = $1`,
    [id],
  );

const LockedInvitation = z.extend(InvitationStateRow, {
  id: Id,
  owner_id: Id,
  key: Id,
  source: z.enum(INVITATION_SOURCES),
  invitee_email: Text,
  viewer_is_member: Bool,
  /** The owner removed the viewer after the invitation was created. */
  viewer_was_removed: Bool,
});
export type LockedInvitation = z.output<typeof LockedInvitation>;

/**
 * Locks the invitation until commit and returns it with its mission. `id` is the mission's ID in the result. `column`
 * states which of the invitation's two IDs the caller has.
 */
export const lockInvitation = (
  tx: Tx,
  id: string,
  userId: string,
  column: 'id' | 'public_id' = 'id',
): Promise<LockedInvitation | null> =>
  firstRow(
    tx,
    LockedInvitation,
    `select m.id, m.owner_id, m.is_active, m.end_date, m.completed_at, i.id as key, i.source, i.status, i.invitee_email,
       i.expires_at, exists (select from members mb where mb.mission_id = m.id and mb.user_id = $2 and mb.left_at is null)
         as viewer_is_member,
       exists (select from members mb where mb.mission_id = m.id and mb.user_id = $2 and mb.removed_at >= i.created_at)
         as viewer_was_removed
     from invitations i join missions m on m.id = i.mission_id where i.${column} = $1 for no key update of i`,
    [id, userId],
  );

/** Locks the mission of an invitation, which enforces the limit of members. Lock it before the invitation's own row. */
export async function lockMissionOf(tx: Tx, id: string): Promise<void> {
  await tx.rows(
    `select m.id from missions m join invitations i on i.mission_id = m.id where i.id = $1 for no key update of m`,
    [id],
  );
}

/** Ends a pending invitation. Expects a lock on it. */
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
 * Erases up to `limit` addresses and messages of invitations answered or expired by `before`. Accepted and declined
 * invitations keep their status; all others are deleted. Returns the number.
 */
export const forgetInvitees = (db: Queryable, before: Date, limit: number): Promise<number> =>
  onlyValue(
    db,
    Int,
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
