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

/** Locks the user's row until commit: check-ins of the user wait for it. Fails when the account was deleted. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow> {
  const [row] = await tx.rows(
    UserRow,
    `select ${USER_COLUMNS} from users u where u.id = $1 and u.deleted_at is null for no key update`,
    [userId],
  );
  return row ?? fail('not_signed_in');
}

/** The missions that show a user's name: those that the user is in, and those that the user left. */
export const listNamedIn = (db: Queryable, userId: string): Promise<string[]> =>
  allValues(db, Id, 'select mission_id from members where user_id = $1', [userId]);

/**
 * The time zones that users have, in as many look-ups as there are zones: each finds the next one in the index, however
 * many users there are.
 */
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
 * The user as the API shows it to them: level, streak and plan at this instant. Streaks that came with the request are not
 * read again.
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
    // The end that a renewing plan would have is only for our own use.
    subscription_ends_at: row.subscription_status === 'active' ? null : row.subscription_ends_at,
    avatar_url: avatarUrl(user.avatar_key),
    look: lookOf(user.id, user.look),
    language: knownLanguage(user.language),
    level: levelFor(user.points),
    ...{ streak_days: streaks?.streak_days ?? 0, longest_streak: streaks?.longest_streak ?? 0 },
  };
}

/**
 * Gives somebody who sits down in a first mission a look of their own, in a cloth that fewest of those seated there wear;
 * a chosen one stays. The caller has locked the mission and the user, so of several who join at once each sees the others.
 */
export async function settleLook(
  tx: Tx,
  userId: string,
  seated: readonly { readonly user_id: string; readonly look: Look | null }[],
): Promise<void> {
  const worn = seated.map(({ user_id, look }) => lookOf(user_id, look).cloth);
  await tx.rows('update users set look = $2 where id = $1 and look is null', [userId, settledLook(userId, worn)]);
}

/** Fails with 422 for a name that suggests the product itself. Existing names stay. */
export function requireFreeName(name: string): void {
  if (isReservedName(name)) failField('name', problem('problems.reserved_name'));
}

/** Whom a notice about the account goes to; null when the account has no address that mail may go to. */
export const findNoticeRecipient = (db: Queryable, config: AddressSettings, userId: string): Promise<UserRow | null> =>
  firstRow(
    db,
    UserRow,
    `select ${userColumns('u')} from users u where u.id = $1 and u.deleted_at is null and ${provenAddress(config, 'u')}`,
    [userId],
  );
