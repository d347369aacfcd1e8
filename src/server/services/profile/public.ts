import type { User } from '#contract/auth.ts';
import { withPlanNow } from '#domain/billing.ts';
import { type Look, lookOf, settledLook } from '#domain/looks.ts';
import { levelFor } from '#domain/points.ts';
import { isReservedName } from '#domain/reserved-names.ts';
import { Id, Text } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, firstRow } from '#platform/db/rows.ts';
import { fail, failField } from '#platform/http/errors.ts';
import { problem } from '#platform/i18n/problem.ts';
import { currentZone } from '#platform/lib/zones.ts';
import type { Config } from '../../app/config.ts';
import {
  type AddressSettings,
  avatarUrl,
  provenAddress,
  provenEmail,
  UserRow,
  userColumns,
} from '../../facts/users.ts';
import { knownLanguage } from '../../language/translate-for.ts';
import { readStreaks, type SavedStreaks } from '../../life/public.ts';

const USER_COLUMNS = userColumns('u');

/**
 * Locks the user's row until commit; check-ins of the user wait for it. Throws `not_signed_in` if the account was
 * deleted.
 */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow> {
  const [row] = await tx.rows(
    UserRow,
    `select ${USER_COLUMNS} from users u where u.id = $1 and u.deleted_at is null for no key update`,
    [userId],
  );
  return row ?? fail('not_signed_in');
}

/** Lists the user's current and former missions, which show the user's name. */
export const listNamedIn = (db: Queryable, userId: string): Promise<string[]> =>
  allValues(db, Id, 'select mission_id from members where user_id = $1', [userId]);

/** Lists all users' time zones. Each zone takes one index lookup, however many users have it. */
export const listZones = (db: Queryable): Promise<string[]> =>
  allValues(
    db,
    Text,
    `with recursive zones as (
       (select timezone from users order by timezone limit 1)
       union all
       select (select u.timezone from users u where u.timezone > z.timezone order by u.timezone limit 1)
       from zones z where z.timezone is not null
     )
     select timezone from zones where timezone is not null`,
  );

/**
 * Converts a user to their own API view, with the current level, streak and plan. Reads the streaks only if the request
 * has not loaded them.
 */
export async function toUser(
  { db, config }: { readonly db: Queryable; readonly config: AddressSettings & Pick<Config, 'passwords'> },
  { saved_streaks, ...user }: UserRow & { saved_streaks?: SavedStreaks | null },
  now: Date,
): Promise<User> {
  const row = withPlanNow(user, now);
  const streaks = saved_streaks ?? (await readStreaks(db, [user.id], now)).get(user.id);
  return {
    ...row,
    timezone: currentZone(row.timezone),
    email_verified: provenEmail(config, user) !== null,
    has_password: user.has_password && config.passwords,
    // The API hides the next end of a renewing plan, which only the server uses.
    subscription_ends_at: row.subscription_status === 'active' ? null : row.subscription_ends_at,
    avatar_url: avatarUrl(user.avatar_key),
    look: lookOf(user.id, user.look),
    language: knownLanguage(user.language),
    level: levelFor(user.points),
    ...{ streak_days: streaks?.streak_days ?? 0, longest_streak: streaks?.longest_streak ?? 0 },
  };
}

/**
 * Gives a new member without a look one in a cloth that the fewest current members wear. Expects the mission and the
 * user to be locked, so concurrent joiners see each other.
 */
export async function settleLook(
  tx: Tx,
  userId: string,
  seated: readonly { readonly user_id: string; readonly look: Look | null }[],
): Promise<void> {
  const worn = seated.map(({ user_id, look }) => lookOf(user_id, look).cloth);
  await tx.rows('update users set look = $2 where id = $1 and look is null', [userId, settledLook(userId, worn)]);
}

/** Throws 422 for a name that suggests the product. Existing names stay. */
export function requireFreeName(name: string): void {
  if (isReservedName(name)) failField('name', problem('problems.reserved_name'));
}

/** Finds the recipient of a notice about the account. Returns null without an address that may receive mail. */
export const findNoticeRecipient = (db: Queryable, config: AddressSettings, userId: string): Promise<UserRow | null> =>
  firstRow(
    db,
    UserRow,
    `select ${userColumns('u')} from users u where u.id = $1 and u.deleted_at is null and ${provenAddress(config, 'u')}`,
    [userId],
  );
