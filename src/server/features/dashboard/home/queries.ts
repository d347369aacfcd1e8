import type { MissionOffer } from '#contract/dashboard.ts';
import { dayOf } from '#domain/days.ts';
import { DURATION_MAX, HISTORY_MAX, LIST_MAX } from '#domain/limits.ts';
import type { Board } from '#domain/missions.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { CheckedDay } from '#domain/schedule-days.ts';
import type { Queryable } from '../../../db/open.ts';
import { recentColumn, scheduleColumnsIn } from '../../../facts/asked-days.ts';
import { type Excuses, excusesColumn, excusesOf, hasMoved } from '../../../facts/excuses.ts';
import { inInbox } from '../../../facts/invitations.ts';
import { leaderboardOrder } from '../../../facts/missions.ts';
import { ownPositions, type PositionRow } from '../../../facts/positions.ts';
import type { PermissionFacts } from '../../missions/public.ts';

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');
const RECENT = recentColumn({ mission: 'm', member: 'mb', today: '$2' });
const RECENT_OF_SUMMARY = recentColumn({ mission: 'm', member: 'mb', today: '$3' });
const ORDER_OF_LEADERS = leaderboardOrder({ mission: 'm', member: 'x' });
const ORDER_OF_COMPLETED = leaderboardOrder({ mission: 'own', member: 'mb' });
const EXCUSES_OF_COMPLETED = excusesOf('u.id', null, { since: 'own.first_day', when: hasMoved('u') });

/** Whether an invitation is in the inbox of the user $1 with the address $3, proved if $5, at the instant $4. */
const IN_INBOX = inInbox({ id: '$1', email: '$3', proven: '$5' }, { invitation: 'i', mission: 'm', now: '$4' });

export interface DashboardRow extends PermissionFacts, ScheduleColumns {
  id: string;
  title: string;
  description: string;
  start_date: string;
  level_goal: number | null;
  streak_goal: number | null;
  reward_description: string | null;
  owner_name: string;
  member_count: number;
  /** The ids of the first three members, in their order. */
  leaders: string[];
  /** Points of the leader, 0 where there is no ranking: without any there is no leaderboard. */
  top_points: number;
  points: number;
  checkins_count: number;
  extra_checkins: number;
  joined_day: string;
  recent: CheckedDay[];
  streak_days: number;
  streak_last_day: string | null;
  longest_streak: number;
  open_streak: number | null;
  joined_at: string;
  positions: PositionRow[];
}

/** The running and ended missions of a user, with the first three members and the user's own counters. */
export function listOwnMissions(
  db: Queryable,
  user: { id: string; timezone: string },
  now: Date,
): Promise<DashboardRow[]> {
  const positions = ownPositions(user, now, { member: 'mb', first: 3 });
  return db.read(
    `select m.id, m.title, m.description, m.duration_days, m.first_day, m.start_date, m.end_date, m.owner_id, m.level_goal,
       m.streak_goal, m.reward_description, m.is_active, m.completed_at, mb.is_cohost, o.name as owner_name,
       mb.points, mb.checkins_count, mb.extra_checkins, mb.joined_day, mb.streak_days, mb.streak_last_day, mb.open_streak,
       ${SCHEDULE_COLUMNS}, ${RECENT}, mb.joined_at, ${positions.column},
       mb.longest_streak, f.member_count, f.leaders, f.top_points
     from members mb join missions m on m.id = mb.mission_id join users o on o.id = m.owner_id,
     lateral (
       select count(*) as member_count, case when m.board = 'stars' then max(x.points) else 0 end as top_points,
         (array_agg(x.user_id order by ${ORDER_OF_LEADERS}))[1:3] as leaders
       from members x where x.mission_id = m.id and x.left_at is null
     ) f
     where mb.user_id = $1 and mb.left_at is null and m.is_active
     order by m.end_date, m.id`,
    [user.id, dayOf(now, 'UTC'), ...positions.days],
  );
}

export interface SummaryRow extends ScheduleColumns {
  id: string;
  title: string;
  first_day: string;
  duration_days: number;
  timezone: string;
  end_date: string;
  is_active: boolean;
  completed_at: string | null;
  owner_id: string;
  owner_name: string;
  member_count: number;
  points: number;
  joined_day: string;
  recent: CheckedDay[];
  streak_days: number;
  streak_last_day: string | null;
  longest_streak: number;
  open_streak: number | null;
}

/** SQL for the missions `m` of a state at the instant $2. */
const IN_STATE = {
  active: 'm.is_active and m.end_date > $2',
  ended: 'm.is_active and m.end_date <= $2',
  // A parameter that is not used has no type.
  completed: 'not m.is_active and $2::timestamptz is not null',
  all: '$2::timestamptz is not null',
} as const;

/** A page of a user's missions in a state, newest first, from the one after `before` on. */
export const listSummaries = (
  db: Queryable,
  user: { id: string },
  page: { state: keyof typeof IN_STATE; limit: number; before?: string | undefined },
  now: Date,
): Promise<SummaryRow[]> =>
  db.read(
    `select m.id, m.title, m.first_day, m.duration_days, m.timezone, m.end_date, m.is_active, m.completed_at, m.owner_id,
       o.name as owner_name, mb.points, mb.joined_day, mb.streak_days, mb.streak_last_day, mb.longest_streak, mb.open_streak,
       ${SCHEDULE_COLUMNS}, ${RECENT_OF_SUMMARY},
       (select count(*) from members x where x.mission_id = m.id and x.left_at is null) as member_count
     from members mb join missions m on m.id = mb.mission_id join users o on o.id = m.owner_id
     where mb.user_id = $1 and mb.left_at is null and ${IN_STATE[page.state]} and ($5::uuid is null or m.id < $5)
     order by m.id desc limit $4`,
    [user.id, now, dayOf(now, 'UTC'), page.limit, page.before ?? null],
  );

/** The changes of zone that matter on the dashboard: since the first day of the longest mission that may run on it. */
const zonesOf = (user: { moved_at: string | null }) => ({
  since: `$2::date - ${DURATION_MAX}`,
  when: `${user.moved_at !== null}`,
});

/** What bridges a user's own streak after the day `gap_since`, and the rest days used from `since` on. */
export async function readBridges(
  db: Queryable,
  user: { id: string; moved_at: string | null },
  { since, gap_since }: { since: string; gap_since: string | null },
): Promise<Pick<HomeRow, 'excuses' | 'spent'>> {
  const [row] = await db.read<Pick<HomeRow, 'excuses' | 'spent'>>(
    `select ${excusesColumn('$1', gap_since && '$3::date', zonesOf(user))},
       coalesce((select json_agg(r.day) from rest_days r where r.user_id = $1 and r.day >= $2), '[]') as spent`,
    [user.id, since, ...(gap_since === null ? [] : [gap_since])],
  );
  return row!;
}

/** The running or completed missions that are offered to a user who is a member. */
export const listOffers = (db: Queryable, userId: string): Promise<MissionOffer[]> =>
  db.read(
    `select m.id as mission_id, m.title, o.name as owner_name
     from members mb join missions m on m.id = mb.mission_id join users o on o.id = m.owner_id
     where mb.user_id = $1 and mb.left_at is null and m.owner_offer_id = $1
     order by m.id limit ${LIST_MAX}`,
    [userId],
  );

export interface HomeRow {
  excuses: Excuses;
  /** Rest days that were used since the quilt's first day. */
  spent: string[];
  /** Check-ins of each day, including those of deleted missions; days without any are left out. */
  quilt: { day: string; count: number }[];
  /** The following tell whether there is anything to read: most dashboards have no invitation and no offer. */
  has_completed: boolean;
  has_offers: boolean;
  has_inbox: boolean;
}

/**
 * What the dashboard shows beside the missions, or has to read next, in one statement. `quilt_since` is the quilt's first
 * day; `gap_since` the last day of the user's streak, if free days after it matter.
 */
export async function readHome(
  db: Queryable,
  user: { id: string; email: string; moved_at: string | null; is_proven: boolean },
  days: { quilt_since: string; gap_since: string | null },
  now: Date,
): Promise<HomeRow> {
  const [row] = await db.read<HomeRow>(
    `select ${excusesColumn('$1', days.gap_since && '$6::date', zonesOf(user))},
       coalesce((select json_agg(r.day) from rest_days r where r.user_id = $1 and r.day >= $2), '[]') as spent,
       coalesce((select json_agg(json_build_object('day', day, 'count', count) order by day) from (
         select day, sum(count) as count from (
           select local_day as day, count(*) as count from checkins where user_id = $1 and local_day >= $2 group by local_day
           union all select day, checkins_count from archived_days where user_id = $1 and day >= $2
         ) made group by day
       ) counted), '[]') as quilt,
       coalesce(own.has_completed, false) as has_completed, coalesce(own.has_offers, false) as has_offers,
       exists (select from invitations i join missions m on m.id = i.mission_id where ${IN_INBOX}) as has_inbox
     from (
       select bool_or(m.completed_at is not null) as has_completed, bool_or(m.owner_offer_id = $1) as has_offers
       from members mb join missions m on m.id = mb.mission_id where mb.user_id = $1 and mb.left_at is null
     ) own`,
    [user.id, days.quilt_since, user.email, now, user.is_proven, ...(days.gap_since === null ? [] : [days.gap_since])],
  );
  return row!;
}

/** Somebody on a mission card, and what the leaderboard shows of them where they are on it. */
export interface PersonRow {
  user_id: string;
  name: string;
  avatar_key: string | null;
  points: number | null;
  /** Counted for somebody who is not among the leaders alone, whose places are known. */
  rank: number | null;
  week: { day: string; points: number }[] | null;
}

/**
 * People by id. Those who are `shown` on the leaderboard of a mission with a ranking come with their points, of each day
 * since `since` and in all.
 */
export const listPeople = (
  db: Queryable,
  ids: readonly string[],
  board: { mission_id: string; leaders: readonly string[]; shown: readonly string[] } | null,
  since: string,
): Promise<PersonRow[]> =>
  db.read(
    `select u.id as user_id, u.name, u.avatar_key, star.points, star.rank, star.week
     from users u left join lateral (
       select mb.points, coalesce((
         select json_agg(json_build_object('day', c.local_day, 'points', c.points_earned))
         from checkins c where c.mission_id = $2 and c.user_id = u.id and c.local_day >= $5), '[]') as week,
         case when not u.id = any ($4) then (
           select count(*) + 1 from members x where x.mission_id = $2 and x.left_at is null and (x.points > mb.points
             or x.points = mb.points and (x.joined_at, x.user_id) < (mb.joined_at, mb.user_id))) end as rank
       from members mb join missions m on m.id = mb.mission_id and m.board = 'stars'
       -- The condition is on the member, as one beside it would be checked after all this was computed for everybody.
       where mb.mission_id = $2 and mb.user_id = (case when u.id = any ($3) then u.id end) and mb.left_at is null
     ) star on true
     where u.id = any ($1)`,
    [ids, board?.mission_id ?? null, board?.shown ?? [], board?.leaders ?? [], since],
  );

/** How many members of a completed mission are named. */
const NAMED = 10;

interface NamedMember {
  user_id: string;
  name: string;
  avatar_key: string | null;
  points: number;
  counted_checkins: number;
  joined_day: string;
  timezone: string;
  excuses: Excuses;
}

export interface CompletedRow extends ScheduleColumns {
  id: string;
  title: string;
  description: string;
  first_day: string;
  duration_days: number;
  completed_at: string;
  reward_description: string | null;
  points: number;
  checkins_count: number;
  extra_checkins: number;
  board: Board;
  owner_id: string;
  is_cohost: boolean;
  /** Whether its next round has begun. */
  has_next: boolean;
  /** Completed missions of the user. */
  total: number;
  member_count: number;
  /** The ten leaders, or those who joined first where there is no ranking, and the user. */
  named: NamedMember[];
  open_count: number;
  /** The first ten who are waiting for their reward. */
  waiting: NamedMember[] | null;
}

/** The user's most recently completed missions, with their leaders and those who are waiting for a reward. */
export const listCompleted = (db: Queryable, userId: string): Promise<CompletedRow[]> =>
  db.read(
    `with own as (
       select m.id, m.title, m.description, m.duration_days, m.completed_at, m.reward_description, m.first_day,
         m.board, m.owner_id, ${SCHEDULE_COLUMNS}, mb.points, mb.checkins_count,
         mb.extra_checkins, mb.is_cohost, count(*) over () as total
       from members mb join missions m on m.id = mb.mission_id
       where mb.user_id = $1 and mb.left_at is null and m.completed_at is not null
       order by m.completed_at desc, m.id desc limit ${HISTORY_MAX}
     )
     select own.*, f.*, exists (select from missions n where n.previous_id = own.id) as has_next
     from own, lateral (
       select count(*) as member_count,
         json_agg(x.shown order by x.rank) filter (where x.rank <= ${NAMED} or x.user_id = $1) as named,
         count(*) filter (where x.waits) as open_count,
         (array_agg(x.shown order by x.rank) filter (where x.waits))[1:${NAMED}] as waiting
       from (
         select r.*, case when r.rank <= ${NAMED} or r.user_id = $1 or r.waits then (
           select json_build_object('user_id', u.id, 'name', u.name, 'avatar_key', u.avatar_key, 'points', r.points,
             'counted_checkins', r.counted_checkins, 'joined_day', r.joined_day, 'timezone', u.timezone,
             'excuses', ${EXCUSES_OF_COMPLETED}) from users u where u.id = r.user_id) end as shown
         from (
           select mb.user_id, mb.points, mb.joined_day, mb.checkins_count - mb.extra_checkins as counted_checkins,
             mb.reward_earned and mb.reward_done_at is null as waits,
             row_number() over (order by ${ORDER_OF_COMPLETED}) as rank
           from members mb where mb.mission_id = own.id and mb.left_at is null
         ) r
       ) x
     ) f
     order by own.completed_at desc, own.id desc`,
    [userId],
  );
