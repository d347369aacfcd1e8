import type { Config } from '../config/config.ts';
import type { Row } from '../db/rows.ts';
import type { users } from '../db/schema/auth.ts';

/** The row of a user as every signed-in request carries it. */
export type UserRow = Omit<
  Row<typeof users>,
  'password_hash' | 'customer_id' | 'checkins_seen_at' | 'suspended_at' | 'deleted_at'
> & {
  /** False for an account that signs in elsewhere alone, or that the operator made. */
  has_password: boolean;
};

/** SQL for the columns of UserRow; `user` is the alias of the users. */
export const userColumns = (user: string): string =>
  `${user}.id, ${user}.name, ${user}.email, ${user}.email_verified_at, ${user}.password_hash is not null as has_password,
   ${user}.avatar_key, ${user}.look, ${user}.bio, ${user}.location, ${user}.timezone, ${user}.profile_completed,
   ${user}.subscription_tier, ${user}.subscription_status, ${user}.subscription_plan, ${user}.subscription_start_date,
   ${user}.subscription_cancel_requested, ${user}.subscription_period_end, ${user}.subscription_ends_at, ${user}.points,
   ${user}.streak_days, ${user}.streak_last_day, ${user}.longest_streak, ${user}.rest_days, ${user}.open_streak,
   ${user}.moved_at, ${user}.created_at`;

/** What decides whether an address has to be proved. */
export type AddressSettings = Pick<Config, 'smtp_url'>;

/**
 * SQL: whether an account counts as its address (docs/rules.md#proven-addresses); `user` is the alias of the users.
 * Without SMTP every account does, because no mail could prove it.
 */
export const provenAddress = ({ smtp_url }: AddressSettings, user: string): string =>
  smtp_url === null ? 'true' : `${user}.email_verified_at is not null`;

/** The address of a user whose account counts as it; null while it is unproved. */
export const provenEmail = (
  { smtp_url }: AddressSettings,
  user: Pick<UserRow, 'email' | 'email_verified_at'>,
): string | null => (smtp_url === null || user.email_verified_at !== null ? user.email : null);
