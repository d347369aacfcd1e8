import { startEmbedded } from '#platform/postgres/embedded.ts';
import { withClient } from './database.ts';

export interface Findings {
  lost: number;
  /** Rows beyond one per sent check-in. */
  doubled: number;
  /** Members and users whose counters differ from the check-ins, and notifications that no check-in writes. */
  torn: number;
}

/** Compares the database of a data directory with the clients' records. */
export async function inspect(dataDir: string, acknowledged: ReadonlyMap<string, string>): Promise<Findings> {
  const database = await startEmbedded({ dataDir });
  try {
    return await withClient(database.owner_url, async (client) => {
      const count = async (sql: string, values: unknown[] = []) =>
        (await client.query<{ count: number }>(`select count(*)::int as count from ${sql}`, values)).rows[0]!.count;
      const clientIds = [...acknowledged.keys()];
      const there = await count(
        '(select unnest($1::uuid[]) as id, unnest($2::uuid[]) as client_id) sent join checkins using (id, client_id)',
        [[...acknowledged.values()], clientIds],
      );
      const sent = await count('checkins where client_id is not null');
      return { lost: acknowledged.size - there, doubled: sent - there, torn: await countTorn(count) };
    });
  } finally {
    await database.stop();
  }
}

async function countTorn(count: (sql: string) => Promise<number>): Promise<number> {
  const members = await count(
    `members mb cross join lateral (
       select count(*)::int as count, coalesce(sum(points_earned), 0)::int as points, max(local_day) as last_day
       from checkins c where c.mission_id = mb.mission_id and c.user_id = mb.user_id
     ) c where (mb.checkins_count, mb.points, mb.streak_last_day) is distinct from (c.count, c.points, c.last_day)`,
  );
  const users = await count(
    `users u where u.points <> (select coalesce(sum(mb.points), 0) from members mb where mb.user_id = u.id)`,
  );
  // The bell reads the check-ins directly, so it cannot differ from them.
  const notifications = await count(`notifications where type = 'checkin'`);
  return members + users + notifications;
}
