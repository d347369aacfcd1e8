import type pg from 'pg';
import { dayOf } from '#domain/days.ts';
import { migrate } from '#platform/db/migrate.ts';
import { MIGRATIONS } from '#platform/start/root.ts';
import { withClient } from './database.ts';
import { CONTENT, COUNT_CHECKINS, insertMissions, insertPeople, startOf, ZONE } from './dataset-sql.ts';

const TEAM = 11;
export const PASSWORD = 'campfire';

export interface DatasetSize {
  people: number;
  each: number;
  /** Days before today when every member checked in. */
  days: number;
}

/** 2,000 people, 10,000 memberships, 200,000 check-ins. */
export const FULL: DatasetSize = { people: 2000, each: 5, days: 20 };

/** Returns the first of the people who have never opened the bell, so that all check-ins of others are unread. */
export const firstUnreadOf = ({ people }: DatasetSize): number => people - 50;

export const tokenOf = (person: number): string => `bench-${person}-`.padEnd(43, 'x');
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const bearerJson = (token: string) => ({ ...bearer(token), 'content-type': 'application/json' });

export interface Membership {
  mission_id: string;
  token: string;
}

const steps = ({ people, each }: DatasetSize): string[] => [
  `create temp table person as select number, uuid7(now() - interval '90 days' + number * interval '1 minute') as id
     from generate_series(0, ${people - 1}) number`,
  `create temp table membership as
     select number, number % ${people} as person, number / ${TEAM} as team, null::uuid as mission_id
     from generate_series(0, ${people * each - 1}) number`,
  `create temp table team as
     select team as number, min(number) % ${people} as first, uuid7(now() - interval '30 days' + team * interval '1 minute') as id
     from membership group by team`,
  'update membership m set mission_id = t.id from team t where t.number = m.team',
];

const fillMembers = (days: number, today: string): string[] => [
  insertMissions('team', 'person', `date '${today}' - 30`, 90),
  `insert into members (mission_id, user_id, joined_at, joined_day, checkins_count, streak_days, streak_last_day, longest_streak)
   select m.mission_id, p.id, now() - interval '30 days', date '${today}' - 30, ${days}, ${days}, date '${today}' - 1, ${days}
   from membership m join person p on p.number = m.person`,
  `update users set streak_days = ${days}, streak_last_day = date '${today}' - 1, longest_streak = ${days}`,
];

const fillCheckins = (days: number, today: string): string[] => [
  // In order of arrival: day by day, everyone at some time of day.
  `insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at, created_at)
   select uuid7(at), mission_id, user_id, type, case type when 'text' then ${CONTENT} else '' end,
     case type when 'text' then 15 else 10 end, day, '${ZONE}', at, at
   from (
     select m.mission_id, p.id as user_id, date '${today}' - ago as day,
       case when (m.number + ago) % 3 = 0 then 'text' else 'tick' end as type,
       ${startOf(`date '${today}' - ago`)}
         + ('x' || substr(md5(m.number || ' ' || ago), 1, 7))::bit(28)::int % 57600 * interval '1 second' as at
     from membership m join person p on p.number = m.person, generate_series(1, ${days}) ago
   ) made order by at`,
  ...COUNT_CHECKINS,
];

/** Fills the team's reactions and comments on recent check-ins, and how far everyone has read the bell. */
const fillDiscussions = (today: string, firstUnread: number): string[] => [
  `insert into reactions (checkin_id, user_id, type, created_at)
   select c.id, mb.user_id, reaction.type, c.created_at + interval '1 minute'
   from checkins c join members mb on mb.mission_id = c.mission_id and mb.user_id <> c.user_id,
     unnest(array['love', 'support', 'laugh']) reaction (type)
   where c.local_day > date '${today}' - 4 and (hashtext(c.id::text || mb.user_id || reaction.type) & 3) = 0`,
  `insert into notifications (id, user_id, type, mission_id, actor_id, checkin_id, reaction_type, created_at, read_at)
   select uuid7(r.created_at), c.user_id, 'reaction', c.mission_id, r.user_id, c.id, r.type, r.created_at,
     case when c.points_earned = 10 then r.created_at end
   from reactions r join checkins c on c.id = r.checkin_id where c.local_day = date '${today}' - 1 order by r.created_at`,
  `update users set checkins_seen_at = ${startOf(`date '${today}' - 1`)}
   from person p where p.id = users.id and p.number < ${firstUnread}`,
  `insert into comments (id, checkin_id, user_id, content, created_at)
   select uuid7(c.created_at + interval '1 minute'), c.id, mb.user_id, 'Well done, all of you.', c.created_at
   from checkins c join members mb on mb.mission_id = c.mission_id
   where c.local_day > date '${today}' - 4 and (hashtext(c.id::text || mb.user_id) & 3) = 0`,
  `insert into comments (id, checkin_id, user_id, parent_id, content, created_at)
   select uuid7(k.created_at + interval '2 minutes'), k.checkin_id, c.user_id, k.id, 'Thank you!', k.created_at
   from comments k join checkins c on c.id = k.checkin_id`,
];

/**
 * Fills the other rows of people. Everyone wants reminders, so that due ones are found among all of them. None is due
 * in the next hours, because emailing jobs would be counted as requests.
 */
const fillSettings = (days: number, today: string): string[] => [
  `insert into rest_days (user_id, day) select id, date '${today}' - ${days} - ago from person, generate_series(1, 2) ago`,
  `insert into reminders (mission_id, user_id, hour, channel, is_on)
   select m.mission_id, p.id, (extract(hour from now() at time zone '${ZONE}')::int + 4 + m.number % 17) % 24, 'email', true
   from membership m join person p on p.number = m.person`,
  `insert into user_settings (user_id, push_types, weekly_digest) select id, '{}', number % 4 = 0 from person`,
  // On a Monday, the weekly digests with their pictures would be counted too.
  `insert into digest_sends (user_id, week)
   select id, date_trunc('week', timestamp '${today}')::date - 7 from person where number % 4 = 0`,
  `insert into zone_changes (id, user_id, changed_at, old_zone, new_zone, old_day, new_day)
   select uuid7(now()), id, now() - interval '60 days', 'UTC', '${ZONE}', date '${today}' - 60, date '${today}' - 60 from person`,
];

/** Lists the memberships, shuffled the same way in every run. */
async function listMemberships(client: pg.Client): Promise<Membership[]> {
  const { rows } = await client.query<{ mission_id: string; person: number }>(
    'select mission_id, person from membership order by md5(number::text)',
  );
  return rows.map((row) => ({ mission_id: row.mission_id, token: tokenOf(row.person) }));
}

export interface Dataset {
  readonly memberships: Membership[];
  readonly counts: { users: number; members: number; checkins: number };
}

/** Migrates and fills an empty database in seconds, in SQL only. */
export async function makeDataset(url: string, size: DatasetSize, passwordHash: string): Promise<Dataset> {
  await migrate(url, MIGRATIONS);
  return withClient(url, async (client) => {
    const today = dayOf(new Date(), ZONE);
    const statements = [
      ...steps(size),
      ...insertPeople('person', passwordHash),
      ...fillMembers(size.days, today),
      ...fillCheckins(size.days, today),
      ...fillDiscussions(today, firstUnreadOf(size)),
      ...fillSettings(size.days, today),
    ];
    for (const sql of statements) await client.query(sql);
    await client.query('vacuum analyze');
    const { rows } = await client.query<Dataset['counts']>(
      `select (select count(*) from users)::int as users, (select count(*) from members)::int as members,
         (select count(*) from checkins)::int as checkins`,
    );
    return { memberships: await listMemberships(client), counts: rows[0]! };
  });
}
