import * as contract from '#contract/profile.ts';
import { dayOf } from '#domain/days.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { canonicalZone, zoneOptions } from '#domain/zones.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { rebuildStreaks } from '../streaks/public.ts';
import { removeAvatar, storeAvatar } from './commands.ts';
import { listNamedIn, lockUser, requireFreeName, toUser } from './public.ts';
import * as queries from './queries.ts';

/** The own profile, zone and picture (Spec 2 Profile; Decisions 2, 3, 7). */
export function profileRoutes(serve: Serve, deps: Deps): void {
  const { db, live } = deps;

  const tellOwnScreens = (userId: string) => live.hint({ user_ids: [userId] }, 'everything');
  const tellOthers = (missionIds: readonly string[]) => {
    for (const mission_id of missionIds) live.hint({ mission_id }, 'people');
  };

  // Reckoning all offsets takes a tenth of a second, and they change on two days of the year.
  let zones: { options: ReturnType<typeof zoneOptions>; made: number } | undefined;
  serve(contract.timezones, async ({ now }) => {
    if (!zones || Math.abs(now.getTime() - zones.made) > HOUR_MS)
      zones = { options: zoneOptions(now), made: now.getTime() };
    return zones.options;
  });

  serve(contract.updateProfile, async ({ user, body, now }) => {
    const timezone = canonicalZone(body.timezone);
    if (timezone === null)
      return fail('unknown_timezone', {
        errors: [{ path: 'timezone', message: 'Please choose a timezone from the list' }],
      });
    const saved = await db.transact(async (tx, after) => {
      const before = await lockUser(tx, user.id);
      if (before.name !== body.name) requireFreeName(body.name);
      const saved = await queries.updateUserProfile(tx, user.id, { ...body, timezone });
      after(() => tellOwnScreens(user.id));
      // Others see the name, and with the zone which day it is there.
      if (before.name !== saved.name || before.timezone !== timezone) {
        const named = await listNamedIn(tx, user.id);
        after(() => tellOthers(named));
      }
      // The first choice of a zone is no journey: nobody lived in the default one.
      if (before.timezone === timezone || !before.profile_completed) return saved;
      const change = {
        old_zone: before.timezone,
        new_zone: timezone,
        old_day: dayOf(now, before.timezone),
        new_day: dayOf(now, timezone),
      };
      await queries.insertZoneChange(tx, user.id, change, now);
      await rebuildStreaks(tx, user.id);
      return lockUser(tx, user.id);
    });
    return toUser(db, saved, now);
  });

  serve(contract.uploadAvatar, async ({ user, files, now }) => {
    const { avatar_key } = await storeAvatar(deps, files.avatar.path);
    const replaced = await db
      .transact((tx) => queries.replaceAvatar(tx, user.id, avatar_key))
      .catch(async (error) => {
        await removeAvatar(deps, avatar_key);
        throw error;
      });
    if (replaced.old_key) await removeAvatar(deps, replaced.old_key);
    tellOwnScreens(user.id);
    tellOthers(await listNamedIn(db, user.id));
    return { avatar_url: avatarUrl(avatar_key)!, user: await toUser(db, replaced.user, now) };
  });
}
