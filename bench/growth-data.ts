import type pg from 'pg';
import { dayOf } from '#domain/days.ts';
import { migrate } from '#platform/db/migrate.ts';
import { MIGRATIONS } from '#platform/start/root.ts';
import { withClient } from './database.ts';
import { type Membership, tokenOf } from './dataset.ts';
import { CONTENT, COUNT_CHECKINS, insertMissions, insertPeople, startOf, ZONE } from './dataset-sql.ts';

export const TEAM_SIZES = [2, 11, 100, 500] as const;
export type TeamSize = (typeof TEAM_SIZES)[number];

/** One team of each size. */
const PEOPLE = 613;
/** The missions of each team, by days before today: a running mission and two earlier missions, a year each. */
const MISSIONS = [
  { from: 0, until: 360 },
  { from: 360, until: 725 },
  { from: 725, until: 1090 },
] as const;
/** The members of the first teams who read. The dashboard shows 126 of their days, which exist at every size. */
const READERS = 20;
const READER_DAYS = 126;

interface Counts {
  /** How many sets of teams of all sizes exist. */
  cycles: number;
  /** Days before today when a person checked in. */
  reader_days: number;
  other_days: number;
}

/** Spreads check-ins over the fewest people who can have made them in three years. */
function countsFor(checkins: number): Counts {
  const cycles = Math.ceil(checkins / (PEOPLE * MISSIONS.at(-1)!.until));
  const days = Math.round(checkins / (PEOPLE * cycles));
  if (days >= READER_DAYS) return { cycles, reader_days: days, other_days: days };
  const readers = TEAM_SIZES.reduce<number>((sum, size) => sum + Math.min(size, READERS), 0);
  const others = Math.round((checkins - readers * READER_DAYS) / (PEOPLE - readers));
  return { cycles, reader_days: READER_DAYS, other_days: others };
}

const fillPeople = ({ cycles, reader_days, other_days }: Counts): string[] => [
  `create temp table person as
   select number, id, cycle, size, place, is_reader,
     case when is_reader then ${reader_days} else ${other_days} end as days
   from (
     select number, number / ${PEOPLE} as cycle, size, number % ${PEOPLE} - first as place,
       number < ${PEOPLE} and number % ${PEOPLE} - first < ${READERS} as is_reader,
       uuid7(now() - interval '3 years' + number * interval '1 minute') as id
     from generate_series(0, ${PEOPLE * cycles - 1}) number
     join (values (2, 0, 2), (11, 2, 13), (100, 13, 113), (500, 113, 613)) team (size, first, after)
       on number % ${PEOPLE} >= first and number % ${PEOPLE} < after
   ) placed`,
  `create temp table team as
   select row_number() over () as number, cycle, size, mission, first,
     uuid7(now() - mission * interval '1 year' - interval '360 days' + first * interval '1 minute') as id
   from (select cycle, size, min(number) as first from person group by cycle, size) teams,
     generate_series(0, ${MISSIONS.length - 1}) mission`,
  'create index on person (days)',
  'analyze person, team',
  ...insertPeople('person', 'none'),
];

const fillMembers = (today: string): string[] =>
  MISSIONS.flatMap(({ from, until }, mission) => {
    const days = `greatest(0, least(p.days, ${until}) - ${from})`;
    const firstDay = `date '${today}' - ${until}`;
    return [
      insertMissions(`(select * from team where mission = ${mission})`, 'person', firstDay, 365),
      `insert into members (mission_id, user_id, joined_at, joined_day, checkins_count, streak_days, streak_last_day, longest_streak)
       select t.id, p.id, ${startOf(firstDay)}, ${firstDay}, ${days}, ${days}, date '${today}' - ${from + 1}, ${days}
       from person p join team t on t.cycle = p.cycle and t.size = p.size and t.mission = ${mission}`,
    ];
  }).concat(
    `update missions set is_active = false, completed_at = end_date where id in (select id from team where mission > 0)`,
    `update users u set streak_days = p.days, streak_last_day = date '${today}' - 1, longest_streak = p.days
     from person p where p.id = u.id`,
  );

/** Day by day, in order of arrival. */
const insertCheckins = (today: string, days: number): string =>
  `insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at, created_at)
   select uuid7(at), mission_id, user_id, type, case type when 'text' then ${CONTENT} else '' end,
     case type when 'text' then 15 else 10 end, day, '${ZONE}', at, at
   from (
     select t.id as mission_id, p.id as user_id, date '${today}' - ago as day,
       case when (p.number + ago) % 3 = 0 then 'text' else 'tick' end as type,
       ${startOf(`date '${today}' - ago`)} + (p.number * 7919 + ago * 104729) % 57600 * interval '1 second' as at
     from generate_series(1, ${days}) ago join person p on p.days >= ago
     join team t on t.cycle = p.cycle and t.size = p.size
       and t.mission = case ${MISSIONS.map(({ until }, i) => `when ago <= ${until} then ${i}`).join(' ')} end
     order by ago desc
   ) written`;

/** Fills what the readers see of the last two days, and occasional reactions and comments in all years. */
const fillDiscussions = (today: string): string[] => {
  const recent = `from checkins c join team t on t.id = c.mission_id and t.cycle = 0
     join person r on r.cycle = 0 and r.size = t.size and r.is_reader and r.id <> c.user_id
     where c.local_day > date '${today}' - 3`;
  return [
    `update users set checkins_seen_at = ${startOf(`date '${today}' - 2`)}`,
    `insert into reactions (checkin_id, user_id, type, created_at)
     select c.id, r.id, 'love', c.created_at ${recent} and (hashtext(c.id::text || r.id) & 1) = 0`,
    `insert into notifications (id, user_id, type, mission_id, actor_id, checkin_id, reaction_type, created_at)
     select uuid7(c.created_at), c.user_id, 'reaction', c.mission_id, r.user_id, c.id, r.type, c.created_at
     from reactions r join checkins c on c.id = r.checkin_id`,
    `insert into comments (id, checkin_id, user_id, content, created_at)
     select uuid7(c.created_at), c.id, r.id, 'Well done, all of you.', c.created_at ${recent}
       and (hashtext(c.id::text || r.id) & 7) = 0`,
    `insert into reactions (checkin_id, user_id, type, created_at)
     select c.id, m.owner_id, 'support', c.created_at from checkins c join missions m on m.id = c.mission_id
     where c.user_id <> m.owner_id and (hashtext(c.id::text) & 3) = 0`,
    `insert into comments (id, checkin_id, user_id, content, created_at)
     select uuid7(c.created_at), c.id, m.owner_id, 'Go on!', c.created_at
     from checkins c join missions m on m.id = c.mission_id where (hashtext(c.id::text) & 31) = 1`,
    `insert into rest_days (user_id, day)
     select id, date '${today}' - days - ago from person, generate_series(1, 2) ago`,
  ];
};

export type Readers = ReadonlyMap<TeamSize, Membership[]>;

async function listReaders(client: pg.Client): Promise<Readers> {
  const { rows } = await client.query<{ size: TeamSize; mission_id: string; number: number }>(
    `select p.size, t.id as mission_id, p.number from person p
     join team t on t.cycle = p.cycle and t.size = p.size and t.mission = 0 where p.is_reader order by p.number`,
  );
  return new Map(
    TEAM_SIZES.map((size) => [
      size,
      rows.filter((row) => row.size === size).map((row) => ({ ...row, token: tokenOf(row.number) })),
    ]),
  );
}

/**
 * Fills an empty database with three years of check-ins. For speed, it skips foreign keys and builds the check-ins'
 * indexes at the end. Both need superuser rights in the embedded database.
 */
export async function fillForGrowth(url: string, checkins: number): Promise<{ readers: Readers; count: number }> {
  await migrate(url, MIGRATIONS);
  const counts = countsFor(checkins);
  return withClient(url, async (client) => {
    const today = dayOf(new Date(), ZONE);
    const statements = [
      `set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`,
      ...fillPeople(counts),
      ...fillMembers(today),
      `update pg_index set indisready = false, indisvalid = false where indrelid = 'checkins'::regclass`,
      insertCheckins(today, Math.max(counts.reader_days, counts.other_days)),
      'reindex table checkins',
      'analyze checkins, missions, members',
      ...COUNT_CHECKINS,
      ...fillDiscussions(today),
      'vacuum analyze',
      'checkpoint',
    ];
    for (const sql of statements) await client.query(sql);
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from checkins');
    return { readers: await listReaders(client), count: rows[0]!.count };
  });
}
