import type { MissionOffer } from '#contract/dashboard.ts';
import { dayOf } from '#domain/days.ts';
import { HISTORY_MAX, LIST_MAX } from '#domain/limits.ts';
import type { PausedDays } from '#domain/pauses.ts';
import type { PlanCheckin } from '#domain/plan-days.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { Queryable } from '../../db/open.ts';
import { inboxOf } from '../invitations/public.ts';
import type { PermissionFacts } from '../missions/public.ts';
import { PLACES_BACK_DAYS, type PlaceRow, placesColumn } from '../missions/public-today.ts';
import { type Excuses, excusesColumn } from '../streaks/public.ts';
import { recentColumn, SCHEDULE_COLUMNS } from '../streaks/public-plans.ts';

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
  faces: { user_id: string; name: string; avatar_key: string | null }[];
  /** Points of the leader: without any there is no leaderboard. */
  top_points: number;
  points: number;
  checkins_count: number;
  extra_checkins: number;
  joined_day: string;
  recent: PlanCheckin[];
  streak_days: number;
  streak_last_day: string | null;
  longest_streak: number;
  joined_at: string;
  places: PlaceRow[];
}

/** The running and ended missions of a user, with the first three avatars and the user's own counters. */
export const listOwnMissions = (db: Queryable, userId: string, now: Date): Promise<DashboardRow[]> =>
  db.rows(
    `select m.id, m.title, m.description, m.duration_days, m.first_day, m.start_date, m.end_date, m.owner_id, m.level_goal,
       m.streak_goal, m.reward_description, m.is_active, m.completed_at, mb.is_cohost, o.name as owner_name,
       mb.points, mb.checkins_count, mb.extra_checkins, mb.joined_day, mb.streak_days, mb.streak_last_day,
       ${SCHEDULE_COLUMNS}, ${recentColumn('$2')}, mb.joined_at, ${placesColumn(`$2::date - ${PLACES_BACK_DAYS}`)},
       mb.longest_streak, f.member_count, named.faces, f.top_points
     from members mb join missions m on m.id = mb.mission_id join users o on o.id = m.owner_id,
     lateral (
       select count(*) as member_count, max(x.points) as top_points,
         (array_agg(x.user_id order by x.points desc, x.joined_at, x.user_id))[1:3] as leaders
       from members x where x.mission_id = m.id and x.left_at is null
     ) f, lateral (
       select json_agg(json_build_object('user_id', u.id, 'name', u.name, 'avatar_key', u.avatar_key) order by place) as faces
       from unnest(f.leaders) with ordinality leader (id, place) join users u on u.id = leader.id
     ) named
     where mb.user_id = $1 and mb.left_at is null and m.is_active
     order by m.end_date, m.id`,
    [userId, dayOf(now, 'UTC')],
  );

/** The running or completed missions that are offered to a user who is a member. */
export const listOffers = (db: Queryable, userId: string): Promise<MissionOffer[]> =>
  db.rows(
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
 * What the dashboard shows beside the missions, or has to read next, in one statement; `since` is the quilt's first
 * day, and `email` null while the user's address is unproved.
 */
export async function readHome(
  db: Queryable,
  user: { id: string; email: string | null; streak_last_day: string | null },
  since: string,
  now: Date,
): Promise<HomeRow> {
  const [row] = await db.rows<HomeRow>(
    `select ${excusesColumn('$1', '$5::date')},
       coalesce((select json_agg(r.day) from rest_days r where r.user_id = $1 and r.day >= $2), '[]') as spent,
       coalesce((select json_agg(json_build_object('day', day, 'count', count) order by day) from (
         select day, sum(count) as count from (
           select local_day as day, count(*) as count from checkins where user_id = $1 and local_day >= $2 group by local_day
           union all select day, checkins_count from kept_days where user_id = $1 and day >= $2
         ) made group by day
       ) counted), '[]') as quilt,
       coalesce(own.has_completed, false) as has_completed, coalesce(own.has_offers, false) as has_offers,
       exists (${inboxOf('$3', '$1', '$4')}) as has_inbox
     from (
       select bool_or(m.completed_at is not null) as has_completed, bool_or(m.owner_offer_id = $1) as has_offers
       from members mb join missions m on m.id = mb.mission_id where mb.user_id = $1 and mb.left_at is null
     ) own`,
    [user.id, since, user.email, now, user.streak_last_day],
  );
  return row!;
}

export interface StarRow {
  user_id: string;
  name: string;
  avatar_key: string | null;
  rank: number;
  points: number;
  week: { day: string; points: number }[];
}

/** The three leaders of a mission and the viewer, with the points of each day since `since`. */
export const listStars = (db: Queryable, missionId: string, userId: string, since: string): Promise<StarRow[]> =>
  db.rows(
    `with ranked as (
       select mb.user_id, mb.points, row_number() over (order by mb.points desc, mb.joined_at, mb.user_id) as rank
       from members mb where mb.mission_id = $1 and mb.left_at is null
     )
     select r.*, u.name, u.avatar_key, coalesce((select json_agg(json_build_object('day', c.local_day, 'points', c.points_earned))
       from checkins c where c.mission_id = $1 and c.user_id = r.user_id and c.local_day >= $3), '[]') as week
     from ranked r join users u on u.id = r.user_id where r.rank <= 3 or r.user_id = $2 order by r.rank limit 4`,
    [missionId, userId, since],
  );

/** How many members of a completed mission are named. */
const NAMED = 10;

interface NamedMember {
  user_id: string;
  name: string;
  avatar_key: string | null;
  points: number;
  counted_checkins: number;
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
  /** Completed missions of the user. */
  total: number;
  member_count: number;
  /** The ten leaders, and the user. */
  named: NamedMember[];
  open_count: number;
  /** The first ten who are waiting for their reward. */
  waiting: NamedMember[] | null;
  /** The breaks of those who are named, within the mission. */
  pauses: (PausedDays & { user_id: string })[];
}

/** The user's most recently completed missions, with their leaders and those who are waiting for a reward. */
export const listCompleted = (db: Queryable, userId: string): Promise<CompletedRow[]> =>
  db.rows(
    `with own as (
       select m.id, m.title, m.description, m.duration_days, m.completed_at, m.reward_description, m.first_day,
         ${SCHEDULE_COLUMNS}, mb.points, mb.checkins_count, mb.extra_checkins, count(*) over () as total
       from members mb join missions m on m.id = mb.mission_id
       where mb.user_id = $1 and mb.left_at is null and m.completed_at is not null
       order by m.completed_at desc, m.id desc limit ${HISTORY_MAX}
     )
     select own.*, f.*, coalesce((
       select json_agg(json_build_object('user_id', p.user_id, 'from_day', p.from_day, 'to_day', p.to_day)) from pauses p
       where p.user_id = any (f.named_ids) and p.to_day >= own.first_day
         and p.from_day < own.first_day + own.duration_days), '[]') as pauses
     from own, lateral (
       select count(*) as member_count,
         json_agg(x.shown order by x.rank) filter (where x.rank <= ${NAMED} or x.user_id = $1) as named,
         array_agg(x.user_id) filter (where x.rank <= ${NAMED} or x.user_id = $1) as named_ids,
         count(*) filter (where x.waits) as open_count,
         (array_agg(x.shown order by x.rank) filter (where x.waits))[1:${NAMED}] as waiting
       from (
         select r.*, case when r.rank <= ${NAMED} or r.user_id = $1 or r.waits then (
           select json_build_object('user_id', u.id, 'name', u.name, 'avatar_key', u.avatar_key, 'points', r.points,
             'counted_checkins', r.counted_checkins) from users u where u.id = r.user_id) end as shown
         from (
           select mb.user_id, mb.points, mb.checkins_count - mb.extra_checkins as counted_checkins,
             mb.reward_earned and mb.reward_done_at is null as waits,
             row_number() over (order by mb.points desc, mb.joined_at, mb.user_id) as rank
           from members mb where mb.mission_id = own.id and mb.left_at is null
         ) r
       ) x
     ) f
     order by own.completed_at desc, own.id desc`,
    [userId],
  );
