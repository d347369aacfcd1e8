import * as contract from '#contract/profile.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { zoneOptions } from '#domain/zones.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { hintEverywhereNamed, removeAvatar, saveProfile, storeAvatar } from './commands.ts';
import { toUser, type UserRow } from './public.ts';
import * as queries from './queries.ts';

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
    const saved = await db.transact((tx) => saveProfile(tx, user.id, body, now));
    return toUser(deps, saved, now);
  });

  serve(contract.patchProfile, async ({ user, body, now }) => {
    const saved = await db.transact((tx) => saveProfile(tx, user.id, body, now));
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
