import { randomInt } from 'node:crypto';
import { dayOf } from '#domain/days.ts';
import { INVITATION_CODE_ALPHABET, INVITATION_CODE_LENGTH } from '#domain/limits.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { CheckedDay } from '#domain/schedule-days.ts';
import { newId } from '../../../db/ids.ts';
import { namedValues } from '../../../db/named-values.ts';
import type { Queryable, Tx } from '../../../db/open.ts';
import {
  leaderboardOrder,
  type MissionRow,
  missionColumns,
  type PreviewRow,
  previewColumns,
} from '../../../facts/missions.ts';
import { daysHold, ownPositions, type PositionRow } from '../../../facts/positions.ts';
import { addAskedDays, type StreakRow, teamStreakColumns } from '../../../facts/streaks.ts';
import { type AddressSettings, provenAddress } from '../../../facts/users.ts';
import { blockBetween, unblocked } from '../../../facts/visibility.ts';

const STREAKS = teamStreakColumns({ mission: 'm', member: 'mb', user: 'u', today: '$2' });
const ORDER = leaderboardOrder({ mission: 'm', member: 'mb' });

const DAYS_HOLD = daysHold({ mission: 'm', member: 'mb' });

const PREVIEW_COLUMNS = previewColumns({ mission: 'm', owner: 'o' });
const MISSION_COLUMNS = missionColumns('m');

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
  | 'previous_id'
  | 'round'
  | 'board'
> &
  ScheduleColumns & { start_date: Date; end_date: Date; owner_id: string; joined_day: string };

const INSERT = namedValues(
  `with made as (
     insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date,
       owner_id, level_goal, streak_goal, reward_description, created_at, schedule_kind, schedule_times, schedule_days,
       previous_id, round, board)
     values (:id, :title, :description, :goal, :duration_days, :first_day, :timezone, :start_date, :end_date,
       :owner_id, :level_goal, :streak_goal, :reward_description, :created_at, :schedule_kind, :schedule_times,
       :schedule_days, :previous_id, :round, :board)
     returning id, owner_id
   )
   insert into members (mission_id, user_id, joined_at, joined_day)
   select id, owner_id, :created_at, :joined_day from made`,
);

/** Inserts the mission with its owner as first member; returns its id. */
export async function insertMission(tx: Tx, mission: NewMission, now: Date): Promise<string> {
  const id = newId(now);
  await tx.rows(...INSERT({ ...mission, id, created_at: now }));
  return id;
}

/** The next round of a mission, if somebody has started it. The caller has locked the mission, so this holds until commit. */
export async function findNextRound(tx: Tx, missionId: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>('select id from missions where previous_id = $1', [missionId]);
  return row?.id ?? null;
}

type EditedMission = Omit<NewMission, 'timezone' | 'owner_id' | 'joined_day' | 'previous_id' | 'round'>;

const REPLACE = namedValues(
  `update missions set title = :title, description = :description, goal = :goal, duration_days = :duration_days,
     first_day = :first_day, start_date = :start_date, end_date = :end_date, level_goal = :level_goal,
     streak_goal = :streak_goal, reward_description = :reward_description, edited_at = :edited_at,
     schedule_kind = :schedule_kind, schedule_times = :schedule_times, schedule_days = :schedule_days, board = :board
   where id = :id`,
);

/** Stores the fields that an edit may change. The caller has locked the mission's row. */
export async function replaceMission(tx: Tx, missionId: string, mission: EditedMission, now: Date): Promise<void> {
  await tx.rows(...REPLACE({ ...mission, id: missionId, edited_at: now }));
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
  const [row] = await db.read<{ found: boolean }>(
    'select exists (select from checkins where mission_id = $1) as found',
    [missionId],
  );
  return row!.found;
}

/** The members of a mission, former ones included: an edit of its days may change the streaks of all of them. */
export const listMembersEver = (db: Queryable, missionId: string): Promise<{ user_id: string }[]> =>
  db.read('select user_id from members where mission_id = $1', [missionId]);

/** A nudge of a member's day: the viewer's own, or those of others together; or a member whom the viewer blocked. */
export interface NudgeRow {
  kind: 'own' | 'other' | 'blocked';
  user_id: string;
  /** Null for one who is blocked. */
  day: string | null;
  /** One of the others, and how many they are. */
  name: string;
  count: number;
}

export interface MemberRow extends StreakRow {
  user_id: string;
  name: string;
  /** Null while it is unproved. */
  email: string | null;
  avatar_key: string | null;
  timezone: string;
  points: number;
  checkins_count: number;
  extra_checkins: number;
  /** The check-ins of the last weeks of the mission; null where there is a ranking. */
  latest: CheckedDay[] | null;
  is_cohost: boolean;
  joined_at: string;
  /** The day of the last return, or of joining. */
  asks_from: string;
  last_checkin_at: string | null;
  /** Only of the viewer, and `places` only before noon. */
  positions: PositionRow[];
  nudges: NudgeRow[] | null;
}

/** From the beginning of the week of the mission in which the last 7 days begin, and two days for the zones. */
const LATEST_DAYS = 15;
/**
 * A column `latest` (CheckedDay[]) with the member's check-ins of the last weeks of the mission, for the board
 * `together`; null for another one.
 */
const LATEST = `case when m.board = 'together' then coalesce((
     select json_agg(json_build_object('day', c.local_day, 'is_extra', c.is_extra)) from checkins c
     where c.mission_id = m.id and c.user_id = mb.user_id
       and c.local_day > least($2::date, m.first_day + m.duration_days - 1) - ${LATEST_DAYS}), '[]') end as latest`;

/** The nudges of these days, without those by people whom the viewer $3 blocked and those that sent no notification. */
const NUDGES = `select 'own' as kind, to_id as user_id, day, '' as name, 1 as count from nudges
     where mission_id = $1 and day >= $2::date - 1 and from_id = $3
   union all select 'other', n.to_id, n.day, (array_agg(u.name order by u.name, u.id))[1], count(*)
     from nudges n join users u on u.id = n.from_id
     where n.mission_id = $1 and n.day >= $2::date - 1 and n.from_id <> $3
       and ${unblocked('$3', 'n.from_id')} and not ${blockBetween('n.from_id', 'n.to_id')}
     group by n.to_id, n.day
   union all select 'blocked', blocked_id, null, '', 1 from blocks where blocker_id = $3`;

/** When member `mb` checked in last: as it is stored, where that holds, and otherwise by the row. */
const LAST_CHECKIN_AT = `case when mb.last_checkin_at is not null and ${DAYS_HOLD}
       then mb.last_checkin_at
       else (select c.created_at from checkins c
         where c.mission_id = mb.mission_id and c.user_id = mb.user_id and c.local_day = mb.streak_last_day) end`;

/**
 * The members in the order of the leaderboard, with the facts that their streaks are computed
 * from, and when each last checked in. What is the viewer's own stands in one row.
 */
export async function listMembers(
  db: Queryable,
  config: AddressSettings,
  missionId: string,
  viewer: { id: string; timezone: string },
  now: Date,
): Promise<MemberRow[]> {
  const positions = ownPositions(viewer, now, { member: 'mb', first: 4, whose: 'mb.user_id = $3' });
  const rows = await db.read<MemberRow>(
    `select mb.user_id, u.name, case when ${provenAddress(config, 'u')} then u.email end as email, u.avatar_key, u.timezone,
       mb.points, mb.checkins_count, mb.extra_checkins, mb.is_cohost,
       mb.joined_at, coalesce(mb.asks_from, mb.joined_day) as asks_from, ${LAST_CHECKIN_AT} as last_checkin_at,
       ${STREAKS}, ${LATEST},
       case when mb.user_id = $3 then (select json_agg(nudge) from (${NUDGES}) nudge) end as nudges,
       ${positions.column}
     from members mb join users u on u.id = mb.user_id join missions m on m.id = mb.mission_id
     where mb.mission_id = $1 and mb.left_at is null
     order by ${ORDER}`,
    [missionId, dayOf(now, 'UTC'), viewer.id, ...positions.days],
  );
  await addAskedDays(db, rows, now);
  return rows;
}

/**
 * Keeps the mission's check-ins out of the member's bell and push messages, or lets them in again. False when the user
 * is no member, also one who left a moment ago.
 */
export async function setMuted(db: Queryable, userId: string, missionId: string, muted: boolean): Promise<boolean> {
  const rows = await db.rows(
    'update members set muted = $3 where mission_id = $1 and user_id = $2 and left_at is null returning user_id',
    [missionId, userId, muted],
  );
  return rows.length > 0;
}

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

/** The active mission of a code, as whoever holds the code may see it. */
export async function findByCode(db: Queryable, code: string, now: Date): Promise<PreviewRow | null> {
  const [row] = await db.read<PreviewRow>(
    `select ${PREVIEW_COLUMNS} from missions m join users o on o.id = m.owner_id
     where m.invitation_code = $1 and m.is_active and m.end_date > $2`,
    [code, now],
  );
  return row ?? null;
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
