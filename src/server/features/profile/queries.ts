import type { User } from '#contract/auth.ts';
import { withPlanNow } from '#domain/billing.ts';
import { dayOf } from '#domain/days.ts';
import { levelFor } from '#domain/levels.ts';
import { currentUserStreak } from '#domain/streaks.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import { newId } from '../../db/ids.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import { USER_COLUMNS, type UserRow } from '../auth/public.ts';
import { excusedDaysOf } from '../streaks/queries.ts';

/** Oneself as the API shows it: level, streak and plan are those of this instant (Decisions 3 and 8). */
export async function toUser(db: Queryable, user: UserRow, now: Date): Promise<User> {
  const excused = await excusedDaysOf(db, user.id);
  const { avatar_key, ...rest } = withPlanNow(user, now);
  // The end that a plan which renews would have is for ourselves.
  const subscription_ends_at = rest.subscription_status === 'active' ? null : rest.subscription_ends_at;
  return {
    ...rest,
    subscription_ends_at,
    avatar_url: avatarUrl(avatar_key),
    level: levelFor(user.points),
    streak_days: currentUserStreak(user, dayOf(now, user.timezone), (day) => excused.has(day)),
  };
}

interface Profile {
  name: string;
  bio: string;
  location: string;
  timezone: string;
}

/** The row of the user, held until the transaction ends: check-ins of the user wait for it. Fails once the account is gone. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow> {
  const [row] = await tx.rows<UserRow>(
    `select ${USER_COLUMNS} from users u where u.id = $1 and u.deleted_at is null for no key update`,
    [userId],
  );
  return row ?? fail('not_signed_in');
}

export async function updateUserProfile(tx: Tx, userId: string, profile: Profile): Promise<UserRow> {
  const [row] = await tx.rows<UserRow>(
    `update users as u set name = $2, bio = $3, location = $4, timezone = $5, profile_completed = true
     where u.id = $1 returning ${USER_COLUMNS}`,
    [userId, profile.name, profile.bio, profile.location, profile.timezone],
  );
  return row!;
}

/** The missions in which somebody's name stands: those one is in, and those one left. */
export async function listNamedIn(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.rows<{ mission_id: string }>('select mission_id from members where user_id = $1', [userId]);
  return rows.map((row) => row.mission_id);
}

interface ZoneChange {
  old_zone: string;
  new_zone: string;
  old_day: string;
  new_day: string;
}

export async function insertZoneChange(tx: Tx, userId: string, change: ZoneChange, now: Date): Promise<void> {
  await tx.rows(
    `insert into zone_changes (id, user_id, changed_at, old_zone, new_zone, old_day, new_day)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [newId(now), userId, now, change.old_zone, change.new_zone, change.old_day, change.new_day],
  );
}

/** Sets the picture; answers the key it replaces, whose files the caller removes. */
export async function replaceAvatar(
  tx: Tx,
  userId: string,
  key: string,
): Promise<{ user: UserRow; old_key: string | null }> {
  const before = await lockUser(tx, userId);
  const [user] = await tx.rows<UserRow>(
    `update users as u set avatar_key = $2 where u.id = $1 returning ${USER_COLUMNS}`,
    [userId, key],
  );
  return { user: user!, old_key: before.avatar_key };
}
