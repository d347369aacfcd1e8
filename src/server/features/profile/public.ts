import type { User } from '#contract/auth.ts';
import { withPlanNow } from '#domain/billing.ts';
import { dayOf } from '#domain/days.ts';
import { levelFor } from '#domain/levels.ts';
import { currentUserStreak } from '#domain/streaks.ts';
import { isReservedName } from '#domain/text.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import { excusedDaysOf } from '../streaks/public.ts';

/** The row of the user, held until the transaction ends: check-ins of the user wait for it. Fails once the account is gone. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow> {
  const [row] = await tx.rows<UserRow>(
    `select ${USER_COLUMNS} from users u where u.id = $1 and u.deleted_at is null for no key update`,
    [userId],
  );
  return row ?? fail('not_signed_in');
}

/** The missions in which somebody's name stands: those one is in, and those one left. */
export async function listNamedIn(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.rows<{ mission_id: string }>('select mission_id from members where user_id = $1', [userId]);
  return rows.map((row) => row.mission_id);
}

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

/** The row of a user as every signed-in request carries it. */
export interface UserRow {
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  bio: string;
  location: string;
  timezone: string;
  profile_completed: boolean;
  subscription_tier: 'free' | 'pro';
  subscription_status: 'active' | 'cancel_at_period_end' | 'past_due' | 'canceled' | null;
  subscription_plan: 'pro_monthly' | 'premium_yearly' | null;
  subscription_start_date: string | null;
  subscription_cancel_requested: string | null;
  subscription_period_end: string | null;
  /** When the plan ends unless the provider says otherwise before; null for one without an end (domain/plans.ts). */
  subscription_ends_at: string | null;
  points: number;
  streak_days: number;
  streak_last_day: string | null;
  longest_streak: number;
  rest_days: number;
  created_at: string;
}

/** The columns of UserRow, for queries on `users u`. */
export const USER_COLUMNS = `u.id, u.name, u.email, u.avatar_key, u.bio, u.location, u.timezone, u.profile_completed,
  u.subscription_tier, u.subscription_status, u.subscription_plan, u.subscription_start_date,
  u.subscription_cancel_requested, u.subscription_period_end, u.subscription_ends_at, u.points, u.streak_days, u.streak_last_day, u.longest_streak, u.rest_days, u.created_at`;

/** Fails with 422 for a name that speaks for the product. Names that people have already stay theirs. */
export function requireFreeName(name: string): void {
  if (!isReservedName(name)) return;
  const message = 'Please choose another name';
  fail('invalid_input', { detail: message, errors: [{ path: 'name', message }] });
}
