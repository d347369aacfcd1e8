import type { Db } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import type { UserRow } from '../../../facts/users.ts';
import { lockMember } from '../access.ts';
import { setOwnHabit } from './queries.ts';

/** Stores or clears the line of a member, in a mission where each has a habit of their own (docs/rules.md#missions). */
export const saveOwnHabit = (
  db: Db,
  user: Pick<UserRow, 'id'>,
  missionId: string,
  own_habit: string | null,
): Promise<{ own_habit: string | null }> =>
  db.transact(async (tx) => {
    const mission = await lockMember(tx, user, missionId);
    if (mission.habit === 'shared') fail('habit_shared');
    if (mission.completed_at !== null) fail('mission_completed');
    await setOwnHabit(tx, user.id, mission, own_habit);
    tx.changed({ mission_id: mission.id }, 'mission');
    return { own_habit };
  });
