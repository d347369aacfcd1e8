import type { DayShare } from '#domain/insights.ts';
import { clockAt, type Day, hasDay, type Life } from '#domain/life.ts';
import { tallyBetween } from '#domain/shares.ts';
import { standing } from '#domain/standing.ts';
import type { Queryable } from '#platform/db/open.ts';
import { readMembers } from '../../../life/public.ts';
import { listOwned, type OwnedMember } from './queries.ts';

/** Days in the latest stretch, and in the stretch before it. */
const RECENT_DAYS = 7;
const EARLIER_DAYS = 14;

interface Stretches {
  recent: DayShare;
  earlier: DayShare;
}

export type HealthRow = OwnedMember & Stretches;

/**
 * Counts required and checked days of the last 7 days and the 14 before, on the member's calendar. The stretch ends
 * today if it is checked, otherwise yesterday, so an open day does not count as missed.
 */
function countStretches(life: Life, now: Date): Stretches {
  const member = life.memberships[0]!;
  const { today, missions } = standing(life, clockAt(now, life.zone));
  const { days } = missions.get(member.id!)!;
  const count = (first: Day, last: Day): DayShare => {
    const { counted, missed } = tallyBetween(member, days, first, last);
    return { days_open: counted + missed, days_checked: counted };
  };
  const last = hasDay(member.days, today) ? today : today - 1;
  const since = last + 1 - RECENT_DAYS;
  return { recent: count(since, last), earlier: count(since - EARLIER_DAYS, since - 1) };
}

/** Reads how regularly members of the user's `limit` newest missions check in, one mission at a time. */
export async function readHealth(db: Queryable, userId: string, limit: number, now: Date): Promise<HealthRow[]> {
  const owned = await listOwned(db, userId, limit);
  const found = new Map<string, Stretches>();
  for (const missionId of new Set(owned.map(({ mission_id }) => mission_id)))
    for (const { user_id, mission_id, life } of await readMembers(db, missionId, now))
      found.set(`${mission_id} ${user_id}`, countStretches(life, now));
  // The member might have left between the statements.
  return owned.flatMap((member) => {
    const stretches = found.get(`${member.mission_id} ${member.user_id}`);
    return stretches ? [{ ...member, ...stretches }] : [];
  });
}
