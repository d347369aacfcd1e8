import type { MemberStreak, UserStreak } from '#domain/streaks.ts';
import type { Queryable, Tx } from '../../db/open.ts';

/** A member about to check in, with the mission, the user and what the streaks are counted from. */
export interface CheckinContext {
  first_day: string;
  duration_days: number;
  completed: boolean;
  joined_at: string;
  member_points: number;
  member_streak_days: number;
  member_streak_last_day: string | null;
  member_longest_streak: number;
  timezone: string;
  points: number;
  streak_days: number;
  streak_last_day: string | null;
  longest_streak: number;
  rest_days: number;
  rest_days_used: string[];
  zone_changes: { changed_at: string; old_day: string; new_day: string }[];
}

/**
 * Reads all that a check-in needs and holds the user's and the member's rows until commit, so that a user's
 * check-ins are counted one after the other. Null when the user is no member.
 */
export async function lockForCheckin(tx: Tx, userId: string, missionId: string): Promise<CheckinContext | null> {
  const [row] = await tx.rows<CheckinContext>(
    `select m.first_day, m.duration_days, m.completed_at is not null as completed, mb.joined_at, mb.points as member_points,
       mb.streak_days as member_streak_days, mb.streak_last_day as member_streak_last_day,
       mb.longest_streak as member_longest_streak, u.timezone, u.points, u.streak_days, u.streak_last_day,
       u.longest_streak, u.rest_days,
       array(select r.day::text from rest_days r where r.user_id = u.id and r.day > mb.streak_last_day) as rest_days_used,
       coalesce((select json_agg(json_build_object('changed_at', z.changed_at, 'old_day', z.old_day, 'new_day', z.new_day))
         from zone_changes z where z.user_id = u.id), '[]') as zone_changes
     from users u join members mb on mb.user_id = u.id join missions m on m.id = mb.mission_id
     where u.id = $1 and mb.mission_id = $2 and mb.left_at is null
     for no key update of u, mb`,
    [userId, missionId],
  );
  return row ?? null;
}

export interface NewCheckin {
  id: string;
  mission_id: string;
  user_id: string;
  type: string;
  content: string;
  points_earned: number;
  local_day: string;
  timezone: string;
  performed_at: Date;
  client_id: string | null;
  member: MemberStreak;
  user: UserStreak;
}

/**
 * Writes the check-in, the counters of the member and of the user, and a notification for every other member, in
 * one statement: all of it or nothing. False when the day was already taken (the unique key decides).
 */
export async function insertCheckin(tx: Tx, checkin: NewCheckin, now: Date): Promise<boolean> {
  const [row] = await tx.rows<{ made: number }>(
    `with made as (
       insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at,
         created_at, client_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict do nothing returning id
     ), member as (
       update members set points = points + $6, checkins_count = checkins_count + 1, streak_days = $12,
         streak_last_day = $7, longest_streak = $13
       where mission_id = $2 and user_id = $3 and exists (select from made)
     ), account as (
       update users set points = points + $6, streak_days = $14, streak_last_day = $15, longest_streak = $16, rest_days = $17
       where id = $3 and exists (select from made)
     ), told as (
       insert into notifications (id, user_id, type, mission_id, actor_id, checkin_id, created_at)
       select uuid7($10), mb.user_id, 'checkin', $2, $3, $1, $10 from members mb
       where mb.mission_id = $2 and mb.left_at is null and mb.user_id <> $3 and exists (select from made)
     )
     select count(*) as made from made`,
    [
      checkin.id,
      checkin.mission_id,
      checkin.user_id,
      checkin.type,
      checkin.content,
      checkin.points_earned,
      checkin.local_day,
      checkin.timezone,
      checkin.performed_at,
      now,
      checkin.client_id,
      checkin.member.streak_days,
      checkin.member.longest_streak,
      checkin.user.streak_days,
      checkin.user.streak_last_day,
      checkin.user.longest_streak,
      checkin.user.rest_days,
    ],
  );
  return row!.made === 1;
}

export interface Standing {
  points: number;
  mission_streak_days: number;
  streak_days: number;
}

/** Where the user stands after the streaks were rebuilt. */
export async function readStanding(db: Queryable, userId: string, missionId: string): Promise<Standing> {
  const [row] = await db.rows<Standing>(
    `select u.points, mb.streak_days as mission_streak_days, u.streak_days
     from users u join members mb on mb.user_id = u.id where u.id = $1 and mb.mission_id = $2`,
    [userId, missionId],
  );
  return row!;
}
