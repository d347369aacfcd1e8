import type { Queryable } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import type { UserRow } from '../../facts/users.ts';
import { type MemberLedgerRow, memberForLedger } from './queries.ts';

/** Finds a member with the mission, as their streak in it needs them; 404 for anyone else. */
export async function requireMember(db: Queryable, user: Pick<UserRow, 'id'>, missionId: string) {
  return ((await memberForLedger(db, user.id, missionId)) ?? fail('mission_not_found')) as Authorized<
    MemberLedgerRow,
    'member'
  >;
}
