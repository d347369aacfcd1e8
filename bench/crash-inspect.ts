import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { withClient } from './database.ts';

export interface Findings {
  /** Acknowledged check-ins that are not in the database. */
  lost: number;
  /** Rows beyond one for each check-in that was sent. */
  doubled: number;
  /** Members and check-ins whose counters or notifications say something else than the rows. */
  torn: number;
}

/** Compares what is in the database of a data directory with what the clients wrote down. */
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

/** What one transaction should have written together. */
async function countTorn(count: (sql: string) => Promise<number>): Promise<number> {
  const members = await count(
    `members mb where (mb.checkins_count, mb.points) <> (
       select count(*)::int, coalesce(sum(points_earned), 0)::int from checkins c
       where c.mission_id = mb.mission_id and c.user_id = mb.user_id)`,
  );
  const users = await count(
    `users u where u.points <> (select coalesce(sum(mb.points), 0) from members mb where mb.user_id = u.id)`,
  );
  const notifications = await count(
    `checkins c where c.client_id is not null and (select count(*) from notifications n where n.checkin_id = c.id)
       <> (select count(*) - 1 from members mb where mb.mission_id = c.mission_id)`,
  );
  return members + users + notifications;
}
