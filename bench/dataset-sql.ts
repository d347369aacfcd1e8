export const ZONE = 'Asia/Kuala_Lumpur';

/** Returns SQL for the first instant of a day there. */
export const startOf = (day: string) => `(${day})::timestamp at time zone '${ZONE}'`;

export const CONTENT = `repeat('It went well today. ', 4)`;

/**
 * Returns SQL for users with a session each, from a table `person (number, id)`. The password hash must not contain a
 * quote.
 */
export const insertPeople = (person: string, passwordHash: string): string[] => [
  `insert into users (id, name, email, password_hash, timezone, profile_completed, created_at)
   select id, 'Person ' || number, 'person' || number || '@example.com', '${passwordHash}', '${ZONE}', true,
     now() - interval '90 days' from ${person}`,
  `insert into sessions (id, user_id, token_hash, user_agent, created_at, last_used_at)
   select uuid7(now()), id, sha256(convert_to(rpad('bench-' || number || '-', 43, 'x'), 'UTF8')), 'bench', now(), now()
   from ${person}`,
];

/**
 * Returns SQL for a mission per row of a table `team (number, id, first)`. The person with the number `first` owns it.
 */
export const insertMissions = (team: string, person: string, firstDay: string, days: number): string =>
  `insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date,
     owner_id, level_goal, streak_goal, reward_description, invitation_code, created_at)
   select t.id, 'Mission ' || t.number, '<p>' || repeat('A little every day. ', 12) || '</p>', 'Every day, together',
     ${days}, ${firstDay}, '${ZONE}', ${startOf(firstDay)}, ${startOf(`${firstDay} + ${days}`)}, p.id, 5, 30, 'A dinner',
     'BENCH' || t.number, ${startOf(firstDay)}
   from ${team} t join ${person} p on p.number = t.first`;

const COUNTED_DAYS = `select c.mission_id, c.user_id, m.first_day,
    bit_or(b'1'::bit(368) >> (c.local_day - m.first_day)) as bits, max(c.created_at) as last_checkin_at
  from checkins c join missions m on m.id = c.mission_id group by c.mission_id, c.user_id, m.first_day`;

/** Computes the checked days and points of members, and the points of users, from their check-ins. */
export const COUNT_CHECKINS = [
  // As check-ins would have stored them, eight days per byte.
  `update members mb set checked_days = d.days, checked_days_from = d.first_day,
     last_checkin_at = d.last_checkin_at from (
     select mission_id, user_id, first_day, last_checkin_at,
       decode(string_agg(lpad(to_hex(substring(bits from at for 8)::bit(8)::int), 2, '0'), '' order by at), 'hex') as days
     from (${COUNTED_DAYS}) counted, generate_series(1, 368, 8) at group by mission_id, user_id, first_day, last_checkin_at
   ) d where d.mission_id = mb.mission_id and d.user_id = mb.user_id`,
  `update members m set points = c.points from (
     select mission_id, user_id, sum(points_earned) as points from checkins group by mission_id, user_id
   ) c where c.mission_id = m.mission_id and c.user_id = m.user_id`,
  `update users u set points = m.points from (select user_id, sum(points) as points from members group by user_id) m
   where m.user_id = u.id`,
  // As the standings would have been saved today.
  `update members mb set counted = mb.checkins_count, planned = m.duration_days from missions m where m.id = mb.mission_id`,
  `insert into standing_ends (user_id, at) select id, now() + interval '7 days' from users on conflict do nothing`,
];
