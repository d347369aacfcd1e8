import { dayOf } from '#domain/days.ts';
import { withClient } from './database.ts';
import { CONTENT, startOf, ZONE } from './dataset-sql.ts';

const MEMBERS = 100;
/** 20,000 check-ins with 100 members. */
const DAYS = 200;

/**
 * Adds one large mission to the dataset and returns its ID. Its members are the first hundred people; nobody has
 * checked in today.
 */
export const makeCrowd = (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const today = dayOf(new Date(), ZONE);
    const first = `(date '${today}' - ${DAYS})`;
    await client.query(
      `create temp table crowd as select id, substr(name, 8)::int as number from users
       where substr(name, 8)::int < ${MEMBERS}`,
    );
    const { rows } = await client.query<{ id: string }>(
      `insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date,
         owner_id, created_at)
       select uuid7(now()), 'A crowd', '<p>All of us.</p>', 'A year', 365, ${first}, '${ZONE}',
         ${startOf(first)}, ${startOf(`${first} + 365`)}, id, now()
       from crowd where number = 0 returning id`,
    );
    const mission = rows[0]!.id;
    await client.query(
      `insert into members (mission_id, user_id, joined_at, joined_day, points, checkins_count, streak_days,
         streak_last_day, longest_streak)
       select '${mission}', id, now() - interval '${DAYS} days', ${first}, ${DAYS} * 15, ${DAYS}, ${DAYS},
         date '${today}' - 1, ${DAYS} from crowd`,
    );
    await client.query(
      `insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at,
         created_at)
       select uuid7(at), '${mission}', id, 'text', ${CONTENT}, 15, day, '${ZONE}', at, at
       from (
         select id, date '${today}' - ago as day,
           ${startOf(`date '${today}' - ago`)} + (number * 37 % 57600) * interval '1 second' as at
         from crowd, generate_series(1, ${DAYS}) ago
       ) written order by at`,
    );
    await client.query('analyze');
    return mission;
  });
