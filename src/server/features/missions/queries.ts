import { randomInt } from 'node:crypto';
import { addDays, dayOf } from '#domain/days.ts';
import { INVITATION_CODE_ALPHABET, INVITATION_CODE_LENGTH } from '#domain/limits.ts';
import type { PlanCheckin } from '#domain/plan-days.ts';
import type { Schedule } from '#domain/schedule.ts';
import { type ScheduleColumns, scheduleOf } from '#domain/schedule.ts';
import { newId } from '../../db/ids.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { type AddressSettings, provenAddress } from '../profile/public.ts';
import { blockBetween, unblocked } from '../safety/public.ts';
import { type Excuses, excusesColumn } from '../streaks/public.ts';
import { recentColumn, SCHEDULE_COLUMNS } from '../streaks/public-plans.ts';
import { MISSION_COLUMNS, type MissionRow } from './public.ts';
import { PLACES_BACK_DAYS, type PlaceRow, placesColumn } from './public-today.ts';

/**
 * Active missions that the user takes part in. The caller has locked the user's row, so the count is valid until
 * commit.
 */
export async function countActiveMissions(db: Queryable, userId: string, now: Date): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(*) as count from members mb join missions m on m.id = mb.mission_id
     where mb.user_id = $1 and mb.left_at is null and m.is_active and m.end_date > $2`,
    [userId, now],
  );
  return row!.count;
}

export type NewMission = Pick<
  MissionRow,
  | 'title'
  | 'description'
  | 'goal'
  | 'duration_days'
  | 'first_day'
  | 'timezone'
  | 'level_goal'
  | 'streak_goal'
  | 'reward_description'
> &
  ScheduleColumns & { start_date: Date; end_date: Date; owner_id: string; joined_day: string };

/** Inserts the mission with its owner as first member; returns its id. */
export async function insertMission(tx: Tx, mission: NewMission, now: Date): Promise<string> {
  const id = newId(now);
  await tx.rows(
    `with made as (
       insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date,
         owner_id, level_goal, streak_goal, reward_description, created_at, schedule_kind, schedule_times, schedule_days)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $16, $17, $18)
       returning id, owner_id
     )
     insert into members (mission_id, user_id, joined_at, joined_day) select id, owner_id, $14, $15 from made`,
    [
      id,
      mission.title,
      mission.description,
      mission.goal,
      mission.duration_days,
      mission.first_day,
      mission.timezone,
      mission.start_date,
      mission.end_date,
      mission.owner_id,
      mission.level_goal,
      mission.streak_goal,
      mission.reward_description,
      now,
      mission.joined_day,
      mission.schedule_kind,
      mission.schedule_times,
      mission.schedule_days,
    ],
  );
  return id;
}

type EditedMission = Omit<NewMission, 'timezone' | 'owner_id' | 'joined_day'>;

/** Stores the fields that an edit may change. The caller has locked the mission's row. */
export async function replaceMission(tx: Tx, missionId: string, mission: EditedMission, now: Date): Promise<void> {
  await tx.rows(
    `update missions set title = $2, description = $3, goal = $4, duration_days = $5, first_day = $6, start_date = $7,
       end_date = $8, level_goal = $9, streak_goal = $10, reward_description = $11, edited_at = $12,
       schedule_kind = $13, schedule_times = $14, schedule_days = $15 where id = $1`,
    [
      missionId,
      mission.title,
      mission.description,
      mission.goal,
      mission.duration_days,
      mission.first_day,
      mission.start_date,
      mission.end_date,
      mission.level_goal,
      mission.streak_goal,
      mission.reward_description,
      now,
      mission.schedule_kind,
      mission.schedule_times,
      mission.schedule_days,
    ],
  );
}

/**
 * Waits for check-ins that are being recorded at this moment, and makes those that wait for their member in turn meet
 * another version of the row, so that they are decided anew, as `markCompleted` does. Former members have none to make.
 */
export async function holdCheckins(tx: Tx, missionId: string): Promise<void> {
  await tx.rows('select from members where mission_id = $1 order by user_id for no key update', [missionId]);
  await tx.rows('update members set left_at = left_at where mission_id = $1 and left_at is null', [missionId]);
}

/** Whether anybody has checked in to the mission. */
export async function hasCheckins(db: Queryable, missionId: string): Promise<boolean> {
  const [row] = await db.rows<{ found: boolean }>(
    'select exists (select from checkins where mission_id = $1) as found',
    [missionId],
  );
  return row!.found;
}

/** The members of a mission, former ones included. */
export const listEverMembers = (db: Queryable, missionId: string): Promise<{ user_id: string }[]> =>
  db.rows('select user_id from members where mission_id = $1', [missionId]);

export interface MemberRow {
  user_id: string;
  name: string;
  /** Null while it is unproved. */
  email: string | null;
  avatar_key: string | null;
  timezone: string;
  points: number;
  checkins_count: number;
  extra_checkins: number;
  recent: PlanCheckin[];
  is_cohost: boolean;
  joined_at: string;
  joined_day: string;
  streak_days: number;
  streak_last_day: string | null;
  longest_streak: number;
  last_checkin_at: string | null;
  user_streak_days: number;
  user_streak_last_day: string | null;
  user_longest_streak: number;
  user_rest_days: number;
  rest_days: string[];
  excuses: Excuses;
  /** Only of the viewer. */
  places: PlaceRow[];
}

/**
 * The day after which a user's free days matter here: only rest days that are held make a difference, and only for a
 * member without a check-in today or yesterday. In every zone, yesterday is before today in UTC (`$2`).
 */
const LAST_BEFORE_GAP = '(case when u.rest_days > 0 and mb.streak_last_day < $2::date then u.streak_last_day end)';

/** Nobody's today is earlier than this day. */
const earliestToday = (now: Date) => addDays(dayOf(now, 'UTC'), -1);

/**
 * The members in the order of the leaderboard (points, then joining), with the facts that their streaks are computed
 * from, and when each last checked in, if that may have been today.
 */
export const listMembers = (
  db: Queryable,
  config: AddressSettings,
  missionId: string,
  viewerId: string,
  now: Date,
): Promise<MemberRow[]> =>
  db.rows(
    `select mb.user_id, u.name, case when ${provenAddress(config)} then u.email end as email, u.avatar_key, u.timezone,
       mb.points, mb.checkins_count, mb.extra_checkins, mb.is_cohost,
       mb.joined_at, mb.joined_day, mb.streak_days, mb.streak_last_day, mb.longest_streak, c.created_at as last_checkin_at,
       u.streak_days as user_streak_days, u.streak_last_day as user_streak_last_day,
       u.longest_streak as user_longest_streak, u.rest_days as user_rest_days,
       array(select r.day::text from rest_days r where r.user_id = u.id and r.day > mb.streak_last_day) as rest_days,
       ${recentColumn('$2')}, ${excusesColumn('u.id', LAST_BEFORE_GAP)},
       ${placesColumn(`case when mb.user_id = $3 then $2::date - ${PLACES_BACK_DAYS} end`)}
     from members mb join users u on u.id = mb.user_id join missions m on m.id = mb.mission_id
     left join checkins c on c.mission_id = mb.mission_id and c.user_id = mb.user_id
       and c.local_day = mb.streak_last_day and c.local_day >= $2::date - 1
     where mb.mission_id = $1 and mb.left_at is null
     order by mb.points desc, mb.joined_at, mb.user_id`,
    [missionId, dayOf(now, 'UTC'), viewerId],
  );

/** 10 random characters, without ones that are easily confused. */
const newCode = () =>
  Array.from(
    { length: INVITATION_CODE_LENGTH },
    () => INVITATION_CODE_ALPHABET[randomInt(INVITATION_CODE_ALPHABET.length)],
  ).join('');

/** Gives the mission a new code, which replaces the old one. */
export async function renewCode(db: Queryable, missionId: string): Promise<string> {
  const [row] = await db.rows<{ invitation_code: string }>(
    'update missions set invitation_code = $2 where id = $1 returning invitation_code',
    [missionId, newCode()],
  );
  return row!.invitation_code;
}

export interface JoinPreviewRow {
  mission_title: string;
  owner_name: string;
  member_count: number;
  end_date: string;
  duration_days: number;
  schedule: Schedule;
}

export async function findByCode(db: Queryable, code: string, now: Date): Promise<JoinPreviewRow | null> {
  const [row] = await db.rows<Omit<JoinPreviewRow, 'schedule'> & ScheduleColumns>(
    `select m.title as mission_title, u.name as owner_name, m.end_date, m.duration_days, ${SCHEDULE_COLUMNS},
       (select count(*) from members mb where mb.mission_id = m.id and mb.left_at is null) as member_count
     from missions m join users u on u.id = m.owner_id
     where m.invitation_code = $1 and m.is_active and m.end_date > $2`,
    [code, now],
  );
  return row ? { ...row, schedule: scheduleOf(row) } : null;
}

/** Locks the active mission of a code until commit: the row guards the limit of members. */
export async function lockByCode(tx: Tx, code: string, now: Date): Promise<MissionRow | null> {
  const [row] = await tx.rows<MissionRow>(
    `select ${MISSION_COLUMNS} from missions m
     where m.invitation_code = $1 and m.is_active and m.end_date > $2 for no key update`,
    [code, now],
  );
  return row ?? null;
}

/** What the viewer sees of the nudges in a mission, by the nudged member and that member's day. */
export interface Nudges {
  /** Members whom the viewer nudged. */
  own: ReadonlySet<string>;
  /** Nudges by others. */
  others: ReadonlyMap<string, { name: string; count: number }>;
  /** Members whom the viewer blocked. */
  blocked: ReadonlySet<string>;
}

export const keyOf = (userId: string, day: string) => `${userId} ${day}`;

interface NudgeRow {
  kind: 'own' | 'other' | 'blocked';
  user_id: string;
  day: string;
  name: string;
  count: number;
}

/** The nudges of these days, without those by people whom the viewer blocked and those that sent no notification. */
export async function listNudges(db: Queryable, missionId: string, viewerId: string, now: Date): Promise<Nudges> {
  const rows = await db.rows<NudgeRow>(
    `select 'own' as kind, to_id as user_id, day, '' as name, 1 as count from nudges
       where mission_id = $1 and day >= $3 and from_id = $2
     union all select 'other', n.to_id, n.day, (array_agg(u.name order by u.name, u.id))[1], count(*)
       from nudges n join users u on u.id = n.from_id
       where n.mission_id = $1 and n.day >= $3 and n.from_id <> $2
         and ${unblocked('$2', 'n.from_id')} and not ${blockBetween('n.from_id', 'n.to_id')}
       group by n.to_id, n.day
     union all select 'blocked', blocked_id, null, '', 1 from blocks where blocker_id = $2`,
    [missionId, viewerId, earliestToday(now)],
  );
  const of = (kind: NudgeRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    own: new Set(of('own').map((row) => keyOf(row.user_id, row.day))),
    others: new Map(of('other').map((row) => [keyOf(row.user_id, row.day), row])),
    blocked: new Set(of('blocked').map((row) => row.user_id)),
  };
}
