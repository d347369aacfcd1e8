import * as z from 'zod/mini';
import { Bool, Id } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import type { MissionRow } from '../../facts/missions.ts';
import type { UserRow } from '../../facts/users.ts';
import { lockMember, lockOwner, type MemberMission } from '../missions/access.ts';

type User = Pick<UserRow, 'id'>;

/** Locks a mission until commit, so that a member can leave it. Fails for the owner. */
export async function lockLeaver(tx: Tx, user: User, id: string) {
  const mission: MemberMission = await lockMember(tx, user, id);
  if (mission.owner_id === user.id) fail('owner_cannot_leave');
  return mission as Authorized<MemberMission, 'leaver'>;
}

/** Locks a mission until commit, so that a member can respond to its ownership offer. */
export async function lockOffered(tx: Tx, user: User, id: string) {
  const mission: MemberMission = await lockMember(tx, user, id);
  if (mission.owner_offer_id !== user.id) fail('mission_not_offered');
  return mission as Authorized<MemberMission, 'offered'>;
}

const MemberState = z.object({ user_id: Id, is_cohost: Bool });

/** Finds a current member for the mission's owner; 404 for everyone else. */
export async function requireOther(
  db: Queryable,
  mission: Authorized<Pick<MissionRow, 'id'>, 'owner'>,
  userId: string,
): Promise<z.output<typeof MemberState>> {
  const [row] = await db.rows(
    MemberState,
    'select user_id, is_cohost from members where mission_id = $1 and user_id = $2 and left_at is null',
    [mission.id, userId],
  );
  return row ?? fail('member_not_found');
}

/** Locks a mission until commit, so that its owner can add or remove a co-host. */
export async function lockCohosts(tx: Tx, owner: User, id: string, userId: string) {
  const mission = await lockOwner(tx, owner, id);
  return { mission, member: await requireOther(tx, mission, userId) };
}

/** Locks a mission until commit, so that its owner can remove another member. */
export async function lockRemoval(tx: Tx, owner: User, id: string, userId: string) {
  const mission = await lockOwner(tx, owner, id);
  const member = await requireOther(tx, mission, userId);
  if (member.user_id === owner.id) fail('owner_cannot_leave');
  return { mission, member };
}
