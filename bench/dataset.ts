import pg from 'pg';
import { dayOf } from '#domain/days.ts';
import { migrate } from '#server/db/migrate.ts';
import { MIGRATIONS } from '#server/root.ts';

export const ZONE = 'Asia/Kuala_Lumpur';
/** A mission of eleven: a check-in of one writes notifications for ten. */
const TEAM = 11;
export const PASSWORD = 'campfire';

export interface DatasetSize {
  people: number;
  /** Missions each person takes part in. */
  each: number;
  /** Days before today on which every member has checked in. */
  days: number;
}

/** 2,000 people, 10,000 memberships, 200,000 check-ins. */
export const FULL: DatasetSize = { people: 2000, each: 5, days: 20 };

/** The bearer token of a person, by number from 0. */
export const tokenOf = (person: number): string => `bench-${person}-`.padEnd(43, 'x');
export const emailOf = (person: number): string => `person${person}@example.com`;

export interface Membership {
  mission_id: string;
  token: string;
}

/** Where people are members, shuffled the same way in every run: nobody twice in a row. */
async function listMemberships(client: pg.Client): Promise<Membership[]> {
  const { rows } = await client.query<{ mission_id: string; person: number }>(
    'select mission_id, person from membership order by md5(number::text)',
  );
  return rows.map((row) => ({ mission_id: row.mission_id, token: tokenOf(row.person) }));
}

/** Statements that fill the tables, in order; the hash of a password holds no quote. */
const fill = ({ people, each, days }: DatasetSize, today: string, passwordHash: string): string[] => [
  `create temp table person as select number, uuid7(now() - interval '90 days' + number * interval '1 minute') as id
     from generate_series(0, ${people - 1}) number`,
  `create temp table membership as
     select number, number % ${people} as person, number / ${TEAM} as team, null::uuid as mission_id
     from generate_series(0, ${people * each - 1}) number`,
  `create temp table team as
     select team as number, min(number) as first, uuid7(now() - interval '30 days' + team * interval '1 minute') as id
     from membership group by team`,
  'update membership m set mission_id = t.id from team t where t.number = m.team',
  `insert into users (id, name, email, password_hash, timezone, profile_completed, streak_days, streak_last_day,
     longest_streak, rest_days, created_at)
   select id, 'Person ' || number, 'person' || number || '@example.com', '${passwordHash}', '${ZONE}', true, ${days},
     date '${today}' - 1, ${days}, 0, now() - interval '90 days' from person`,
  `insert into sessions (id, user_id, token_hash, user_agent, created_at, last_used_at)
   select uuid7(now()), id, sha256(convert_to(rpad('bench-' || number || '-', 43, 'x'), 'UTF8')), 'bench', now(), now()
   from person`,
  `insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date, owner_id,
     level_goal, streak_goal, reward_description, invitation_code, created_at)
   select t.id, 'Mission ' || t.number, '<p>' || repeat('A little every day. ', 12) || '</p>', 'Every day, together', 90,
     date '${today}' - 30, '${ZONE}', (date '${today}' - 30)::timestamp at time zone '${ZONE}',
     (date '${today}' + 60)::timestamp at time zone '${ZONE}', p.id, 5, 30, 'A dinner', 'BENCH' || t.number,
     now() - interval '30 days'
   from team t join membership m on m.number = t.first join person p on p.number = m.person`,
  `insert into members (mission_id, user_id, joined_at, joined_day, checkins_count, streak_days, streak_last_day, longest_streak)
   select m.mission_id, p.id, now() - interval '30 days', date '${today}' - 30, ${days}, ${days}, date '${today}' - 1, ${days}
   from membership m join person p on p.number = m.person`,
  // In the order in which they would have come: day by day, everybody at some time of it.
  `insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at, created_at)
   select uuid7(at), mission_id, user_id, type, case type when 'text' then repeat('It went well today. ', 4) else '' end,
     case type when 'text' then 15 else 10 end, day, '${ZONE}', at, at
   from (
     select m.mission_id, p.id as user_id, date '${today}' - ago as day,
       case when (m.number + ago) % 3 = 0 then 'text' else 'tick' end as type,
       (date '${today}' - ago)::timestamp at time zone '${ZONE}'
         + ('x' || substr(md5(m.number || ' ' || ago), 1, 7))::bit(28)::int % 57600 * interval '1 second' as at
     from membership m join person p on p.number = m.person, generate_series(1, ${days}) ago
   ) made order by at`,
  `update members m set points = c.points from (
     select mission_id, user_id, sum(points_earned) as points from checkins group by mission_id, user_id
   ) c where c.mission_id = m.mission_id and c.user_id = m.user_id`,
  'update users u set points = m.points from (select user_id, sum(points) as points from members group by user_id) m where m.user_id = u.id',
  // What the newest check-ins told everybody else: the bell's list is full.
  `insert into notifications (id, user_id, type, mission_id, actor_id, checkin_id, created_at, read_at)
   select uuid7(c.created_at), mb.user_id, 'checkin', c.mission_id, c.user_id, c.id, c.created_at,
     case when c.points_earned = 10 then c.created_at end
   from checkins c join members mb on mb.mission_id = c.mission_id and mb.user_id <> c.user_id
   where c.local_day = date '${today}' - 1 order by c.created_at`,
  // What the team gave and said about them.
  `insert into reactions (checkin_id, user_id, type, created_at)
   select c.id, mb.user_id, given.type, c.created_at + interval '1 minute'
   from checkins c join members mb on mb.mission_id = c.mission_id and mb.user_id <> c.user_id,
     unnest(array['love', 'support', 'laugh']) given (type)
   where c.local_day > date '${today}' - 4 and (hashtext(c.id::text || mb.user_id || given.type) & 3) = 0`,
  `insert into comments (id, checkin_id, user_id, content, created_at)
   select uuid7(c.created_at + interval '1 minute'), c.id, mb.user_id, 'Well done, all of you.', c.created_at
   from checkins c join members mb on mb.mission_id = c.mission_id
   where c.local_day > date '${today}' - 4 and (hashtext(c.id::text || mb.user_id) & 3) = 0`,
  `insert into comments (id, checkin_id, user_id, parent_id, content, created_at)
   select uuid7(k.created_at + interval '2 minutes'), k.checkin_id, c.user_id, k.id, 'Thank you!', k.created_at
   from comments k join checkins c on c.id = k.checkin_id`,
  `insert into rest_days (user_id, day) select id, date '${today}' - ${days} - ago from person, generate_series(1, 2) ago`,
  // Everybody wants to be reminded and to read the week: what goes out in an hour is found among all of them.
  `insert into reminders (mission_id, user_id, hour, channel, is_on)
   select m.mission_id, p.id, m.number % 24, 'email', true from membership m join person p on p.number = m.person`,
  `insert into user_settings (user_id, push_types, weekly_digest) select id, '{}', number % 4 = 0 from person`,
  `insert into zone_changes (id, user_id, changed_at, old_zone, new_zone, old_day, new_day)
   select uuid7(now()), id, now() - interval '60 days', 'UTC', '${ZONE}', date '${today}' - 60, date '${today}' - 60 from person`,
];

export interface Dataset {
  readonly memberships: Membership[];
  /** How many rows the tables that were asked for hold. */
  readonly counts: { users: number; members: number; checkins: number };
}

/** Brings an empty database up to date and fills it, in seconds: all in SQL. */
export async function makeDataset(url: string, size: DatasetSize, passwordHash: string): Promise<Dataset> {
  await migrate(url, MIGRATIONS);
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' });
  await client.connect();
  try {
    const today = dayOf(new Date(), ZONE);
    for (const sql of fill(size, today, passwordHash)) await client.query(sql);
    await client.query('vacuum analyze');
    const { rows } = await client.query<Dataset['counts']>(
      `select (select count(*) from users)::int as users, (select count(*) from members)::int as members,
         (select count(*) from checkins)::int as checkins`,
    );
    return { memberships: await listMemberships(client), counts: rows[0]! };
  } finally {
    await client.end();
  }
}
