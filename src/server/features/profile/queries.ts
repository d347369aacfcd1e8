import { newId } from '../../db/ids.ts';
import type { Tx } from '../../db/open.ts';
import { lockUser, USER_COLUMNS, type UserRow } from './public.ts';

interface Profile {
  name: string;
  bio: string;
  location: string;
  timezone: string;
  profile_completed: boolean;
}

export async function updateUserProfile(tx: Tx, userId: string, profile: Profile): Promise<UserRow> {
  const [row] = await tx.rows<UserRow>(
    `update users as u set name = $2, bio = $3, location = $4, timezone = $5, profile_completed = $6
     where u.id = $1 returning ${USER_COLUMNS}`,
    [userId, profile.name, profile.bio, profile.location, profile.timezone, profile.profile_completed],
  );
  return row!;
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

/** Sets the picture; returns the key that it replaces, whose files the caller removes. */
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
