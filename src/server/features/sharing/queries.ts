import * as z from 'zod/mini';
import { clockAt } from '#domain/life.ts';
import { standing } from '#domain/standing.ts';
import { Id, Int } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';
import { MissionRow } from '../../facts/missions.ts';
import { Addressee, languageColumns, languageOf } from '../../facts/users.ts';
import { readLife } from '../../life/public.ts';
import type { SharedFigures } from '../../pictures/share-picture.ts';
import type { Shared } from './public.ts';

const SharedRow = z.extend(Addressee, {
  ...z.pick(MissionRow, { title: true, patch: true, schedule_kind: true, completed_at: true }).shape,
  mission_id: Id,
  points: Int,
  checkins_count: Int,
});

/** Returns null if the mission or the account was deleted, or if the member left. */
export async function findSharedCompletion(
  db: Queryable,
  { mission_id, user_id }: Shared,
  now: Date,
): Promise<SharedFigures | null> {
  const row = await firstRow(
    db,
    SharedRow,
    `select m.id as mission_id, m.title, m.patch, m.schedule_kind, m.completed_at, mb.points,
       mb.checkins_count, ${languageColumns('u')}
     from members mb join missions m on m.id = mb.mission_id join users u on u.id = mb.user_id
     where mb.mission_id = $1 and mb.user_id = $2 and mb.left_at is null`,
    [mission_id, user_id],
  );
  if (!row) return null;
  const life = await readLife(db, user_id);
  const own = standing(life, clockAt(now, life.zone)).missions.get(mission_id);
  if (!own) return null;
  // Lists fields, because the picture's ETag depends on exactly these.
  return {
    language: languageOf(row),
    mission_id: row.mission_id,
    title: row.title,
    patch: row.patch,
    is_daily: row.schedule_kind === 'daily',
    completed_at: row.completed_at,
    points: row.points,
    checkins_count: row.checkins_count,
    counted_checkins: own.counted,
    planned_days: own.planned,
    longest_streak: own.longest,
  };
}
