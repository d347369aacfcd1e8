import * as z from 'zod/mini';
import { EXCUSING_CHANGES_MAX } from '#domain/limits.ts';
import type { Look } from '#domain/looks.ts';
import { isExcusing, type ZoneChange } from '#domain/travel.ts';
import { Instant } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Tx } from '#platform/db/open.ts';
import { onlyRow } from '#platform/db/rows.ts';
import { UserRow, userColumns } from '../../facts/users.ts';
import { lockUser } from './public.ts';

const USER_COLUMNS = userColumns('u');

interface Profile {
  name: string;
  bio: string;
  location: string;
  timezone: string;
  profile_completed: boolean;
  moved_at: Date | string | null;
  look: Look | null;
}

const UPDATE = namedValues(
  `update users as u set name = :name, bio = :bio, location = :location, timezone = :timezone,
     profile_completed = :profile_completed, moved_at = :moved_at, look = :look
   where u.id = :id returning ${USER_COLUMNS}`,
);

export const updateUserProfile = (tx: Tx, userId: string, profile: Profile): Promise<UserRow> =>
  onlyRow(tx, UserRow, ...UPDATE({ ...profile, id: userId }));

/** A change of zone with the user's day before and after it. */
export interface Journey extends ZoneChange {
  old_zone: string;
  new_zone: string;
}

const EarlierJourney = z.object({ changed_at: Instant });

/** Stores a change of zone that excuses days. Other changes only set `moved_at` of the user. */
export async function insertJourney(tx: Tx, userId: string, journey: Journey): Promise<void> {
  const { changed_at, old_zone, new_zone, old_day, new_day } = journey;
  const rows = await tx.rows(
    EarlierJourney,
    'select changed_at from zone_changes where user_id = $1 order by changed_at desc limit $2',
    [userId, EXCUSING_CHANGES_MAX],
  );
  if (
    !isExcusing(
      journey,
      rows.map((row) => ({ changed_at: new Date(row.changed_at) })),
    )
  )
    return;
  await tx.rows(
    `insert into zone_changes (id, user_id, changed_at, old_zone, new_zone, old_day, new_day)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [newId(changed_at), userId, changed_at, old_zone, new_zone, old_day, new_day],
  );
}

/** Sets the picture. Returns the replaced key, whose files the caller removes. */
export async function replaceAvatar(
  tx: Tx,
  userId: string,
  key: string,
): Promise<{ user: UserRow; old_key: string | null }> {
  const before = await lockUser(tx, userId);
  const [user] = await tx.rows(
    UserRow,
    `update users as u set avatar_key = $2 where u.id = $1 returning ${USER_COLUMNS}`,
    [userId, key],
  );
  return { user: user!, old_key: before.avatar_key };
}
