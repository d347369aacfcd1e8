import * as z from 'zod/mini';
import { canEditCheckin, HIDERS } from '#domain/checkins.ts';
import { Id } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import { visibleTo } from '../../facts/blocks-and-hidden.ts';
import type { UserRow } from '../../facts/users.ts';
import { findCheckin } from './feed/queries.ts';
import type { CheckinRow } from './feed/view.ts';

type User = Pick<UserRow, 'id'>;

const MemberCheckin = z.object({
  id: Id,
  mission_id: Id,
  /** The author. */
  user_id: Id,
  mission_owner_id: Id,
});
export type MemberCheckin = z.output<typeof MemberCheckin>;

const FIND = `select c.id, c.mission_id, c.user_id, m.owner_id as mission_owner_id
  from checkins c join missions m on m.id = c.mission_id join members mb on mb.mission_id = c.mission_id
  where c.id = $1 and mb.user_id = $2 and mb.left_at is null
    and ${visibleTo({ checkin: 'c', mission: 'm', viewer: '$2' })}`;

/**
 * Finds a visible check-in for a current member of its mission, even a completed one. Only its author and the owner see
 * a hidden one. Strangers, former members and unknown IDs get the same 404.
 */
export async function requireMember(db: Queryable, user: User, id: string) {
  const row = await firstRow(db, MemberCheckin, FIND, [id, user.id]);
  return (row ?? fail('checkin_not_found')) as Authorized<MemberCheckin, 'member'>;
}

/**
 * Finds a check-in for a member and locks both rows against deletion until commit. A concurrent deletion of the mission
 * or the check-in therefore happens before or after, never in between.
 */
export async function lockMember(tx: Tx, user: User, id: string) {
  const row = await firstRow(tx, MemberCheckin, `${FIND} for key share of mb, c`, [id, user.id]);
  return (row ?? fail('checkin_not_found')) as Authorized<MemberCheckin, 'member'>;
}

/** Finds a check-in for the owner of its mission; 403 for other members. */
export async function requireOwner(db: Queryable, user: User, id: string) {
  const checkin: MemberCheckin = await requireMember(db, user, id);
  if (checkin.mission_owner_id !== user.id) fail('not_owner');
  return checkin as Authorized<MemberCheckin, 'owner'>;
}

const OwnersCheckin = z.object({
  id: Id,
  mission_id: Id,
  user_id: Id,
  owner_id: Id,
  hidden_by: z.nullable(z.enum(HIDERS)),
});
type OwnersCheckin = z.output<typeof OwnersCheckin>;

/**
 * Locks a check-in until commit for the mission's owner. Fails with 404 for strangers, and for members while it is
 * hidden. Fails with `not_owner` for its author and other members, and if the operator hid it.
 */
export async function lockOwner(tx: Tx, user: User, id: string) {
  const row = await firstRow(
    tx,
    OwnersCheckin,
    `select c.id, c.mission_id, c.user_id, m.owner_id, c.hidden_by from checkins c join missions m on m.id = c.mission_id
     join members mb on mb.mission_id = c.mission_id and mb.user_id = $2 and mb.left_at is null
     where c.id = $1 and (c.hidden_at is null or c.user_id = $2 or m.owner_id = $2) for no key update of c`,
    [id, user.id],
  );
  const checkin = row ?? fail('checkin_not_found');
  if (checkin.owner_id !== user.id) fail('not_owner');
  if (checkin.hidden_by === 'operator') fail('hidden_by_operator');
  return checkin as Authorized<OwnersCheckin, 'owner'>;
}

/** Finds a check-in for its author. For a user who is not a member of its mission, the ID is unknown. */
export async function requireAuthor(db: Queryable, user: User, id: string) {
  const row = (await findCheckin(db, user.id, id)) ?? fail('checkin_not_found');
  if (row.user_id !== user.id) fail('not_author', { exact: 'author_only' });
  return row as Authorized<CheckinRow, 'author'>;
}

/**
 * Finds a check-in for its author within the hour. For a user who is not a member of its mission, the ID is unknown.
 */
export async function requireEditor(db: Queryable, user: User, id: string, { now }: { now: Date }) {
  const row = (await findCheckin(db, user.id, id)) ?? fail('checkin_not_found');
  if (row.user_id !== user.id) fail('not_author');
  if (!canEditCheckin(new Date(row.created_at), now)) fail('edit_window_over');
  return row as Authorized<CheckinRow, 'editor'>;
}
