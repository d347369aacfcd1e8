import * as contract from '#contract/profile.ts';
import { dayOf } from '#domain/days.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { canonicalZone, zoneOptions } from '#domain/zones.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { Tx } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { rebuildStreaks } from '../streaks/public.ts';
import { removeAvatar, storeAvatar } from './commands.ts';
import { listNamedIn, lockUser, requireFreeName, toUser, type UserRow } from './public.ts';
import * as queries from './queries.ts';

/** Hints to everybody who sees the user's name and picture in a mission. */
async function hintEverywhereNamed(tx: Tx, userId: string): Promise<void> {
  for (const mission_id of await listNamedIn(tx, userId)) tx.changed({ mission_id }, 'people');
}

/** The user's own profile, zone and picture (docs/rules.md#accounts). */
export function profileRoutes(serve: Serve<UserRow>, deps: Deps): void {
  const { db } = deps;

  // Computing all offsets takes a tenth of a second, and they change on two days of the year.
  let zones: { options: ReturnType<typeof zoneOptions>; computed: number } | undefined;
  serve(contract.timezones, async ({ now }) => {
    if (!zones || Math.abs(now.getTime() - zones.computed) > HOUR_MS)
      zones = { options: zoneOptions(now), computed: now.getTime() };
    return zones.options;
  });

  serve(contract.updateProfile, async ({ user, body, now }) => {
    const timezone = canonicalZone(body.timezone);
    if (timezone === null)
      return fail('unknown_timezone', {
        errors: [{ path: 'timezone', message: 'Please choose a timezone from the list' }],
      });
    const saved = await db.transact(async (tx) => {
      const before = await lockUser(tx, user.id);
      if (before.name !== body.name) requireFreeName(body.name);
      const saved = await queries.updateUserProfile(tx, user.id, { ...body, timezone });
      tx.changed({ user_ids: [user.id] }, 'everything');
      // Others see the name, and the zone decides which day it is for the user.
      if (before.name !== saved.name || before.timezone !== timezone) await hintEverywhereNamed(tx, user.id);
      // The first choice of a zone is no journey: nobody lived in the default zone.
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
    return toUser(deps, saved, now);
  });

  serve(contract.uploadAvatar, async ({ user, files, now }) => {
    const { path, signal } = files.avatar;
    const { avatar_key } = await storeAvatar(deps, path, { account: user.id, signal });
    const replaced = await db
      .transact(async (tx) => {
        tx.changed({ user_ids: [user.id] }, 'everything');
        await hintEverywhereNamed(tx, user.id);
        return queries.replaceAvatar(tx, user.id, avatar_key);
      })
      .catch(async (error) => {
        await removeAvatar(deps, avatar_key);
        throw error;
      });
    if (replaced.old_key) await removeAvatar(deps, replaced.old_key);
    return { avatar_url: avatarUrl(avatar_key)!, user: await toUser(deps, replaced.user, now) };
  });
}
