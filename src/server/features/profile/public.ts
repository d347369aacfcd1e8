import type { User } from '#contract/auth.ts';
import { withPlanNow } from '#domain/billing.ts';
import { dayOf } from '#domain/days.ts';
import { levelFor } from '#domain/points.ts';
import { currentUserStreak } from '#domain/streaks.ts';
import { isReservedName } from '#domain/text.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import type { Row } from '../../db/rows.ts';
import type { users } from '../../db/schema/auth.ts';
import { fail } from '../../http/errors.ts';
import { excusedDaysOf } from '../streaks/public.ts';

/** Locks the user's row until commit: check-ins of the user wait for it. Fails when the account was deleted. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow> {
  const [row] = await tx.rows<UserRow>(
    `select ${USER_COLUMNS} from users u where u.id = $1 and u.deleted_at is null for no key update`,
    [userId],
  );
  return row ?? fail('not_signed_in');
}

/** The missions that show a user's name: those that the user is in, and those that the user left. */
export async function listNamedIn(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.rows<{ mission_id: string }>('select mission_id from members where user_id = $1', [userId]);
  return rows.map((row) => row.mission_id);
}

/** The user as the API shows it to them: level, streak and plan at this instant. */
export async function toUser(db: Queryable, user: UserRow, now: Date): Promise<User> {
  const excused = await excusedDaysOf(db, user.id);
  const { avatar_key, ...rest } = withPlanNow(user, now);
  // The end that a renewing plan would have is only for our own use.
  const subscription_ends_at = rest.subscription_status === 'active' ? null : rest.subscription_ends_at;
  return {
    ...rest,
    subscription_ends_at,
    avatar_url: avatarUrl(avatar_key),
    level: levelFor(user.points),
    streak_days: currentUserStreak(user, dayOf(now, user.timezone), (day) => excused.has(day)),
  };
}

/** The row of a user as every signed-in request carries it. */
export type UserRow = Omit<
  Row<typeof users>,
  'password_hash' | 'customer_id' | 'checkins_seen_at' | 'suspended_at' | 'deleted_at'
>;

/** The columns of UserRow, for queries on `users u`. */
export const USER_COLUMNS = `u.id, u.name, u.email, u.avatar_key, u.bio, u.location, u.timezone, u.profile_completed,
  u.subscription_tier, u.subscription_status, u.subscription_plan, u.subscription_start_date,
  u.subscription_cancel_requested, u.subscription_period_end, u.subscription_ends_at, u.points, u.streak_days, u.streak_last_day, u.longest_streak, u.rest_days, u.created_at`;

/** Fails with 422 for a name that suggests the product itself. Existing names stay. */
export function requireFreeName(name: string): void {
  if (!isReservedName(name)) return;
  const message = 'Please choose another name';
  fail('invalid_input', { detail: message, errors: [{ path: 'name', message }] });
}
