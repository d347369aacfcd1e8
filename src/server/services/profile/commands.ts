import { dirname } from 'node:path/posix';
import type { patchProfile } from '#contract/profile.ts';
import { dayOf } from '#domain/days.ts';
import { AVATAR_SIZES } from '#domain/photo-sizes.ts';
import type { Parsed } from '#platform/contract/endpoint.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import type { ReceivedFile } from '#platform/http/uploads.ts';
import { problem } from '#platform/i18n/problem.ts';
import { canonicalZone, currentZone } from '#platform/lib/zones.ts';
import { removeImageSet } from '#platform/storage/storage.ts';
import type { Deps } from '../../app/deps.ts';
import type { UserRow } from '../../facts/users.ts';
import { refreshStanding } from '../../life/public.ts';
import { removePicturesLater, storePicture } from '../media/public.ts';
import { listNamedIn, lockUser, requireFreeName } from './public.ts';
import { insertJourney, replaceAvatar, updateUserProfile } from './queries.ts';

/** Notifies all who see the user's name and picture in a mission. */
async function hintEverywhereNamed(tx: Tx, userId: string): Promise<void> {
  for (const mission_id of await listNamedIn(tx, userId)) tx.changed({ mission_id }, 'people');
}

/** Returns the name under which the zone is stored. Throws `unknown_timezone`. */
const requireZone = (timezone: string): string =>
  canonicalZone(timezone) ??
  fail('unknown_timezone', { errors: [{ path: 'timezone', message: problem('problems.zone') }] });

/**
 * Returns true if the zone differs from the user's. The first choice does not count, because it only replaces the
 * default.
 */
export const isJourney = (user: Pick<UserRow, 'timezone' | 'profile_completed'>, timezone: string): boolean =>
  user.profile_completed && currentZone(canonicalZone(timezone) ?? user.timezone) !== currentZone(user.timezone);

/** Replaces the user's picture with one made from the uploaded file. Returns the changed user. */
export async function uploadAvatar(
  deps: Pick<Deps, 'db' | 'images' | 'storage'>,
  userId: string,
  { path, signal }: ReceivedFile,
): Promise<UserRow> {
  const { folder } = await storePicture(deps, 'avatars', path, { account: userId, signal });
  try {
    return await deps.db.transact(async (tx) => {
      tx.changed({ user_ids: [userId] }, 'everything');
      await hintEverywhereNamed(tx, userId);
      const { old_key, user } = await replaceAvatar(tx, userId, `${folder}/${AVATAR_SIZES[0]}.webp`);
      if (old_key) await removePicturesLater(tx, [dirname(old_key)]);
      return user;
    });
  } catch (error) {
    await removeImageSet(deps.storage, folder);
    throw error;
  }
}

/**
 * Saves the given fields of a profile; missing fields stay. A name and a zone complete it. A new zone counts as a
 * journey (docs/rules.md#days).
 */
export async function saveProfile(
  db: Db,
  userId: string,
  fields: Parsed<typeof patchProfile, 'body'>,
  now: Date,
): Promise<UserRow> {
  const zone = fields.timezone === undefined ? undefined : requireZone(fields.timezone);
  return db.transact(async (tx) => {
    const before = await lockUser(tx, userId);
    const { name = before.name, bio = before.bio, location = before.location, look = before.look } = fields;
    if (before.name !== name) requireFreeName(name);
    const timezone = zone ?? before.timezone;
    const hasMoved = zone !== undefined && isJourney(before, zone);
    const profile_completed = before.profile_completed || (fields.name !== undefined && zone !== undefined);
    const moved_at = hasMoved ? now : before.moved_at;
    const profile = { name, bio, location, timezone, profile_completed, moved_at, look };
    const saved = await updateUserProfile(tx, userId, profile);
    tx.changed({ user_ids: [userId] }, 'everything');
    // Others see the name and the look, and the zone decides the user's current day.
    if (before.name !== saved.name || before.timezone !== timezone || fields.look !== undefined)
      await hintEverywhereNamed(tx, userId);
    if (before.timezone === timezone) return saved;
    const [old_day, new_day] = [dayOf(now, before.timezone), dayOf(now, timezone)];
    const zones = { old_zone: before.timezone, new_zone: timezone };
    if (hasMoved) await insertJourney(tx, userId, { changed_at: now, ...zones, old_day, new_day });
    await refreshStanding(tx, userId, now);
    return lockUser(tx, userId);
  });
}
