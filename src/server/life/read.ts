import { clockAt, type Life } from '#domain/life.ts';
import { type Standing, standing } from '#domain/standing.ts';
import type { Queryable } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import { awayColumns, LIFE_COLUMNS, type LifeRow, MEMBERSHIP, toLife } from './rows.ts';

const LIVES = `select u.id, ${LIFE_COLUMNS} from users u where u.id = any($1::uuid[])`;

/** Reads whole lives, by the id of the user. Deleted accounts have one, unknown ids none. */
export async function readLives(db: Queryable, userIds: readonly string[]): Promise<Map<string, Life>> {
  const rows = await db.rows<LifeRow & { id: string }>(LIVES, [userIds]);
  return new Map(rows.map((row) => [row.id, toLife(row)]));
}

/** Reads the whole life of a user who exists. */
export async function readLife(db: Queryable, userId: string): Promise<Life> {
  return (await readLives(db, [userId])).get(userId)!;
}

/** A life, and what it adds up to at a moment. */
export interface LifeStanding {
  readonly life: Life;
  readonly found: Standing;
}

/** Computes what a life adds up to at `now`. */
export const standingAt = (life: Life, now: Date): LifeStanding => ({
  life,
  found: standing(life, clockAt(now, life.zone)),
});

/** Reads the whole life of a user who exists, with what it adds up to at `now`. */
export const readStanding = async (db: Queryable, userId: string, now: Date): Promise<LifeStanding> =>
  standingAt(await readLife(db, userId), now);

/**
 * Locks the user until commit and reads the life. Whoever writes a life begins with this: the statement after the lock
 * sees all that was committed while it waited. Null for an account that is deleted or unknown.
 */
export async function lockLife(tx: Queryable, userId: string): Promise<Life | null> {
  const found = await tx.rows('select from users where id = $1 and deleted_at is null for no key update', [userId]);
  return found.length === 0 ? null : readLife(tx, userId);
}

/** The members of a mission, those who have left included: a change of its days may change the streaks of each. */
export const listMembersEver = (db: Queryable, missionId: string): Promise<string[]> =>
  allValues(db.rows, 'select user_id from members where mission_id = $1', [missionId]);

/** The streaks of a user that others read. */
export interface SavedStreaks {
  streak_days: number;
  longest_streak: number;
}

/** Reads the own streaks of users at `now`, by id: as saved, or from the lives of those whom time has changed since. */
export async function readStreaks(
  db: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, SavedStreaks>> {
  const rows = await db.rows<SavedStreaks & { id: string; has_run_out: boolean }>(
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

/** A member's life with one mission alone: it says all of that mission but what rest days save. */
export interface MemberLife {
  user_id: string;
  mission_id: string;
  life: Life;
  /** The streaks in the mission as saved, and whether time has changed them since. */
  saved: SavedStreaks & { has_run_out: boolean };
}

type MemberRow = Omit<LifeRow, 'archived' | 'ended' | 'memberships'> & {
  id: string;
  mission_id: string;
  membership: LifeRow['memberships'][number];
  streak_days: number;
  longest_streak: number;
  has_run_out: boolean;
};

const MEMBER_COLUMNS = `u.id, m.id as mission_id, ${awayColumns('m.first_day')}, ${MEMBERSHIP} as membership, mb.streak_days,
  mb.longest_streak, coalesce(e.at <= $2, false) as has_run_out`;
const MEMBER_TABLES = `members mb join missions m on m.id = mb.mission_id join users u on u.id = mb.user_id
  left join standing_ends e on e.user_id = u.id`;

const toMemberLife = ({ id, mission_id, membership, ...row }: MemberRow): MemberLife => ({
  user_id: id,
  mission_id,
  life: toLife({ ...row, archived: [], ended: [], memberships: [membership] }),
  saved: { streak_days: row.streak_days, longest_streak: row.longest_streak, has_run_out: row.has_run_out },
});

/** Reads the members of a mission who have not left it, in no order. */
export async function readMembers(db: Queryable, missionId: string, now: Date): Promise<MemberLife[]> {
  const rows = await db.rows<MemberRow>(
    `select ${MEMBER_COLUMNS} from ${MEMBER_TABLES} where mb.mission_id = $1 and mb.left_at is null`,
    [missionId, now],
  );
  return rows.map(toMemberLife);
}

/** Reads members by pairs of user and mission, those who have left included, in no order. */
export async function readPairs(
  db: Queryable,
  pairs: readonly { user_id: string; mission_id: string }[],
  now: Date,
): Promise<MemberLife[]> {
  const rows = await db.rows<MemberRow>(
    `select ${MEMBER_COLUMNS} from json_to_recordset($1) as pair(user_id uuid, mission_id uuid)
       join (${MEMBER_TABLES}) on mb.user_id = pair.user_id and mb.mission_id = pair.mission_id`,
    [JSON.stringify(pairs), now],
  );
  return rows.map(toMemberLife);
}
