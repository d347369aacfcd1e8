import * as z from 'zod/mini';
import { clockAt, type DaySet, type Life, type Membership, membershipOf } from '#domain/life.ts';
import { type MissionStanding, type Standing, standing } from '#domain/standing.ts';
import { Bool, Id, Int } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import {
  awayColumns,
  DaysColumn,
  LIFE_COLUMNS,
  LifeRow,
  MEMBERSHIP,
  MembershipColumn,
  toDays,
  toLife,
} from './rows.ts';

const LIVES = `select u.id, ${LIFE_COLUMNS} from users u where u.id = any($1::uuid[])`;

const OwnedLife = z.extend(LifeRow, { id: Id });

/** Reads whole lives by user ID. Includes deleted accounts and omits unknown IDs. */
export async function readLives(db: Queryable, userIds: readonly string[]): Promise<Map<string, Life>> {
  const rows = await db.rows(OwnedLife, LIVES, [userIds]);
  return new Map(rows.map((row) => [row.id, toLife(row)]));
}

/** Reads the whole life of an existing user. */
export async function readLife(db: Queryable, userId: string): Promise<Life> {
  return (await readLives(db, [userId])).get(userId)!;
}

/** A life and the standing computed from it. */
export interface LifeStanding {
  readonly life: Life;
  readonly found: Standing;
}

/** Computes the standing of a life at `now`. */
export const standingAt = (life: Life, now: Date): LifeStanding => ({
  life,
  found: standing(life, clockAt(now, life.zone)),
});

/** Reads the whole life of an existing user and computes its standing at `now`. */
export const readStanding = async (db: Queryable, userId: string, now: Date): Promise<LifeStanding> =>
  standingAt(await readLife(db, userId), now);

/**
 * Locks the user until commit, then reads the life. Call it before writing to a life: the read after the lock sees
 * everything committed during the wait. Returns null for a deleted or unknown account.
 */
export async function lockLife(tx: Queryable, userId: string): Promise<Life | null> {
  const found = await tx.rows('select from users where id = $1 and deleted_at is null for no key update', [userId]);
  return found.length === 0 ? null : readLife(tx, userId);
}

/** Lists current and former members of a mission. A change of its days can change all their streaks. */
export const listMembersEver = (db: Queryable, missionId: string): Promise<string[]> =>
  allValues(db, Id, 'select user_id from members where mission_id = $1', [missionId]);

/** The user's streaks that other features read. */
export const SavedStreaks = z.object({ streak_days: Int, longest_streak: Int });
export type SavedStreaks = z.output<typeof SavedStreaks>;

const StreaksRow = z.extend(SavedStreaks, { id: Id, has_run_out: Bool });

/**
 * Returns SQL for SavedStreaks of the user as JSON. `user` is an alias. The value is null if time might have changed
 * the streaks at `now`, or if none were saved; then use `readStreaks`.
 */
export const savedStreaksSql = (user: string, now: string): string =>
  `(select json_build_object('streak_days', ${user}.streak_days, 'longest_streak', ${user}.longest_streak)
     from standing_ends e where e.user_id = ${user}.id and e.at > ${now})`;

/** Reads each user's streaks at `now`, by user ID. Recomputes them from the life if time has changed the saved ones. */
export async function readStreaks(
  db: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, SavedStreaks>> {
  const rows = await db.rows(
    StreaksRow,
    `select u.id, u.streak_days, u.longest_streak, coalesce(e.at <= $2, false) as has_run_out
     from users u left join standing_ends e on e.user_id = u.id where u.id = any($1::uuid[])`,
    [userIds, now],
  );
  const found = new Map<string, SavedStreaks>(rows.map((row) => [row.id, row]));
  const late = rows.filter(({ has_run_out }) => has_run_out).map(({ id }) => id);
  if (late.length === 0) return found;
  for (const [id, life] of await readLives(db, late)) {
    const { streak, longest } = standingAt(life, now).found;
    found.set(id, { streak_days: streak, longest_streak: longest });
  }
  return found;
}

/** The data behind a member's screens. */
export interface MemberLife {
  user_id: string;
  mission_id: string;
  /** A life with only this mission. It lacks the days that rest days saved. */
  life: Life;
  /** The whole life, if the query read it. */
  whole: Life | null;
  /** The saved streaks and rest days in the mission; `has_run_out` if time has changed them since. */
  saved: SavedStreaks & { rest_days: DaySet; has_run_out: boolean };
}

/** A row of `memberLifeColumns`. */
export const MemberLifeRow = z.extend(z.omit(LifeRow, { archived: true, ended: true, memberships: true }), {
  user_id: Id,
  mission_id: Id,
  membership: MembershipColumn,
  whole: z.nullable(LifeRow),
  streak_days: Int,
  longest_streak: Int,
  saved_rest_days: DaysColumn,
  has_run_out: Bool,
});
export type MemberLifeRow = z.output<typeof MemberLifeRow>;

/**
 * Returns SQL for the columns of MemberLifeRow, selected from `MEMBER_TABLES`. `now` is SQL, and `whole` is the SQL
 * condition for reading a member's whole life.
 */
export const memberLifeColumns = ({ now, whole }: { now: string; whole: string }): string =>
  `u.id as user_id, m.id as mission_id, ${awayColumns('m.first_day')}, ${MEMBERSHIP} as membership,
   case when ${whole} then (
     select row_to_json(life) from (select ${LIFE_COLUMNS} from users u where u.id = mb.user_id) life) end as whole,
   mb.streak_days, mb.longest_streak, coalesce(e.at <= ${now}, false) as has_run_out,
   case when mb.rest_days is not null
     then json_build_array(mb.checked_days_from, encode(mb.rest_days, 'hex')) end as saved_rest_days`;

/** SQL for members `mb` with missions `m`, users `u` and the expiry `e` of saved standings. */
export const MEMBER_TABLES = `members mb join missions m on m.id = mb.mission_id join users u on u.id = mb.user_id
  left join standing_ends e on e.user_id = u.id`;

/** Converts a row to the member's lives. */
export const toMemberLife = ({ user_id, mission_id, membership, whole, ...row }: MemberLifeRow): MemberLife => ({
  user_id,
  mission_id,
  life: toLife({
    ...{ timezone: row.timezone, moved_at: row.moved_at, breaks: row.breaks, trips: row.trips },
    ...{ archived: [], ended: [], memberships: [membership] },
  }),
  whole: whole && toLife(whole),
  saved: {
    streak_days: row.streak_days,
    longest_streak: row.longest_streak,
    rest_days: toDays(row.saved_rest_days),
    has_run_out: row.has_run_out,
  },
});

/** A member's standing in the mission of the life. */
export interface MemberStanding extends LifeStanding {
  membership: Membership;
  own: MissionStanding;
  /** Computed from the whole life if it was read; otherwise the saved value. */
  streak: number;
}

/** Computes a member's standing at `now`. Expects a current member. */
export function memberStandingAt({ mission_id, life, whole, saved }: MemberLife, now: Date): MemberStanding {
  const days = standingAt(whole ?? life, now);
  const own = days.found.missions.get(mission_id)!;
  const membership = membershipOf(days.life, mission_id)!;
  return { ...days, membership, own, streak: whole === null ? saved.streak_days : own.streak };
}

const MEMBER_COLUMNS = memberLifeColumns({ now: '$2', whole: 'false' });

/** Reads the current members of a mission, in no order. */
export async function readMembers(db: Queryable, missionId: string, now: Date): Promise<MemberLife[]> {
  const rows = await db.rows(
    MemberLifeRow,
    `select ${MEMBER_COLUMNS} from ${MEMBER_TABLES} where mb.mission_id = $1 and mb.left_at is null`,
    [missionId, now],
  );
  return rows.map(toMemberLife);
}

/** Reads members by pairs of user and mission, in no order. Includes former members. */
export async function readPairs(
  db: Queryable,
  pairs: readonly { user_id: string; mission_id: string }[],
  now: Date,
): Promise<MemberLife[]> {
  const rows = await db.rows(
    MemberLifeRow,
    `select ${MEMBER_COLUMNS} from json_to_recordset($1) as pair(user_id uuid, mission_id uuid)
       join (${MEMBER_TABLES}) on mb.user_id = pair.user_id and mb.mission_id = pair.mission_id`,
    [JSON.stringify(pairs), now],
  );
  return rows.map(toMemberLife);
}
