import { dayOf } from '#domain/days.ts';
import { withClient } from './database.ts';
import { type Membership, tokenOf } from './dataset.ts';
import { insertMissions, insertPeople, ZONE } from './dataset-sql.ts';

/** Above the numbers of all other people. */
const FIRST_PERSON = 1_000_000;

/**
 * Adds missions of `size` members without other missions or check-ins, until there are at least `memberships`. Several
 * calls on one database must use different sizes.
 */
export async function addTeams(url: string, size: number, memberships: number): Promise<Membership[]> {
  const missions = Math.ceil(memberships / size);
  const offset = FIRST_PERSON + size * 10_000;
  return withClient(url, async (client) => {
    const firstDay = `date '${dayOf(new Date(), ZONE)}' - 30`;
    const statements = [
      `create temp table newcomer as select number, uuid7(now() - interval '30 days') as id
         from generate_series(${offset}, ${offset + missions * size - 1}) number`,
      `create temp table newteam as select number + ${offset} as number, uuid7(now() - interval '30 days') as id,
         ${offset} + number * ${size} as first from generate_series(0, ${missions - 1}) number`,
      ...insertPeople('newcomer', 'none'),
      insertMissions('newteam', 'newcomer', firstDay, 90),
      `insert into members (mission_id, user_id, joined_at, joined_day)
       select t.id, p.id, now() - interval '30 days', ${firstDay}
       from newteam t join newcomer p on p.number between t.first and t.first + ${size - 1}`,
      'analyze',
    ];
    for (const sql of statements) await client.query(sql);
    // One member of each mission after another, as people of different missions check in.
    const { rows } = await client.query<{ mission_id: string; person: number }>(
      `select t.id as mission_id, p.number as person
       from newteam t join newcomer p on p.number between t.first and t.first + ${size - 1}
       order by p.number - t.first, t.number`,
    );
    return rows.map((row) => ({ mission_id: row.mission_id, token: tokenOf(row.person) }));
  });
}
