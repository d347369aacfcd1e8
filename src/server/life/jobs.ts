import * as z from 'zod/mini';
import { Id } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import { defineJob, defineRecurring, restAfterBatch } from '#platform/jobs/job.ts';
import { HOUR_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { refreshStanding } from './save.ts';

export const saveStandingJob = defineJob({
  name: 'save-standing',
  waits_once: true,
  schema: z.object({ user_id: z.string() }),
  retry: { tries: 5 },
  handle: ({ user_id }, { db, clock }) =>
    db.transact(async (tx) => {
      await refreshStanding(tx, user_id, clock.now());
      tx.changed({ user_ids: [user_id] }, 'everything');
    }),
});

/** The same job under its name in release 1.0.0. */
export const rebuildStreaksJob = { ...saveStandingJob, name: 'rebuild-streaks' };

/** Queues a save of each user's standing, effective when the transaction commits. */
export const saveLater = (tx: Tx, userIds: readonly string[]): Promise<void> =>
  tx.enqueueAll(
    saveStandingJob,
    userIds.map((user_id) => ({ user_id })),
  );

const BATCH = 500;

const listEnded = (db: Queryable, now: Date): Promise<string[]> =>
  allValues(db, Id, 'select user_id from standing_ends where at <= $1 order by at limit $2', [now, BATCH]);

/** Saves the standings that time has changed. Skips locked users until the next run. */
export const settleStandings = defineRecurring({
  name: 'settle-standings',
  every_s: 60,
  // Right after the migration every user is due.
  retry: { timeout_s: 600 },
  handle: async ({ db, clock, log, signal }) => {
    const now = clock.now();
    const seen = new Set<string>();
    const settle = (userId: string) =>
      db.transact(async (tx) => {
        const free = await tx.rows('select from users where id = $1 for no key update skip locked', [userId]);
        if (free.length > 0) await refreshStanding(tx, userId, now);
      });
    for (;;) {
      const batch = (await listEnded(db, now)).filter((userId) => !seen.has(userId));
      if (batch.length === 0) return;
      for (const userId of batch) {
        if (signal.aborted) return;
        seen.add(userId);
        await settle(userId).catch(async (err: unknown) => {
          log.error({ err, user_id: userId }, 'a standing was not saved');
          await db.rows(`update standing_ends set at = $2::timestamptz + interval '1 hour' where user_id = $1`, [
            userId,
            now,
          ]);
        });
      }
      await restAfterBatch();
    }
  },
});

/** Finds users whose check-in or undo release 1.0.0 has recorded since the last save. */
const END_OLD = `insert into standing_ends (user_id, at)
  select u.id, '-infinity'::timestamptz from users u left join standing_ends e on e.user_id = u.id
    where e.user_id is null and u.streak_last_day is not null and u.deleted_at is null
  union select u.id, '-infinity'::timestamptz from members mb join users u on u.id = mb.user_id
    where mb.left_at is null and mb.checkins_count > 0 and u.deleted_at is null
      and (mb.checked_days is null or mb.counted + mb.extra_checkins <> mb.checkins_count)
  on conflict (user_id) do update set at = excluded.at`;

/**
 * Marks standings that release 1.0.0 changed as due. It can share the database during an upgrade or rollback, and it
 * saves neither an expiry nor the numbers of a mission.
 */
export const endOldStandings = defineRecurring({
  name: 'end-old-standings',
  every_s: HOUR_MS / SECOND_MS,
  handle: async ({ db }) => void (await db.rows(END_OLD)),
});
