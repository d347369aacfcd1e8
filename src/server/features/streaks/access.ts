import type { MissionStanding } from '#domain/standing.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import type { UserRow } from '../../facts/users.ts';
import { type LifeStanding, readStanding } from '../../life/public.ts';

/** A user's standing over all missions, and in one of their missions. */
interface MissionDays extends LifeStanding {
  readonly own: MissionStanding;
}

/** Finds the user's standing in a mission; 404 for non-members. */
export async function requireMember(
  db: Queryable,
  user: Pick<UserRow, 'id'>,
  missionId: string,
  { now }: { now: Date },
) {
  const days = await readStanding(db, user.id, now);
  const own = days.found.missions.get(missionId) ?? fail('mission_not_found');
  return { ...days, own } as Authorized<MissionDays, 'member'>;
}
