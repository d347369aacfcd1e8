import type { Standing } from '#domain/standing.ts';
import type { Queryable } from '#platform/db/open.ts';
import { readPairs, standingAt } from '../../../life/public.ts';
import { type CompletedRow, listCompleted } from './queries.ts';
import { type Progress, type ProgressOf, toCompleted } from './view.ts';

const keyOf = (missionId: string, userId: string) => `${missionId} ${userId}`;

/** Computes the progress of named members whose numbers were not saved yet; release 1.0.0 did not store them. */
async function readUnsaved(db: Queryable, rows: readonly CompletedRow[], now: Date): Promise<Map<string, Progress>> {
  const pairs = rows.flatMap(({ id, named }) =>
    named
      .filter(({ planned, checkins_count }) => planned === 0 && checkins_count > 0)
      .map(({ user_id }) => ({ user_id, mission_id: id })),
  );
  const members = pairs.length === 0 ? [] : await readPairs(db, pairs, now);
  return new Map(
    members.map(({ user_id, mission_id, life }) => [
      keyOf(mission_id, user_id),
      standingAt(life, now).found.missions.get(mission_id)!,
    ]),
  );
}

/** Reads the user's completed missions if `has_completed` is set; `own` is the user's standing. */
export async function readCompleted(
  db: Queryable,
  { id: userId, has_completed }: { id: string; has_completed: boolean },
  own: Standing,
  now: Date,
) {
  const rows = has_completed ? await listCompleted(db, userId) : [];
  const unsaved = await readUnsaved(db, rows, now);
  const progressOf: ProgressOf = ({ id }, member) =>
    (member.user_id === userId ? own.missions.get(id) : unsaved.get(keyOf(id, member.user_id))) ?? member;
  return toCompleted(rows, userId, now, progressOf);
}
