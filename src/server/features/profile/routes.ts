import { dirname } from 'node:path/posix';
import * as contract from '#contract/profile.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { zoneOptions } from '#domain/zones.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { Deps } from '../../deps.ts';
import type { UserRow } from '../../facts/users.ts';
import type { Call, Serve } from '../../http/serve.ts';
import { removePicturesLater } from '../media/public.ts';
import { hintEverywhereNamed, isJourney, removeAvatar, saveProfile, storeAvatar } from './commands.ts';
import { toUser } from './public.ts';
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

  type Changes = Pick<Call<typeof contract.patchProfile, UserRow, unknown>, 'user' | 'body' | 'now' | 'count'>;
  const save = async ({ user, body, now, count }: Changes) => {
    if (body.name !== undefined && body.name !== user.name) await count('names');
    if (body.timezone !== undefined && isJourney(user, body.timezone)) await count('zones');
    const saved = await db.transact((tx) => saveProfile(tx, user.id, body, now));
    return toUser(deps, saved, now);
  };
  serve(contract.updateProfile, save);
  serve(contract.patchProfile, save);

  serve(contract.uploadAvatar, async ({ user, files, now }) => {
    const { path, signal } = files.avatar;
    const { avatar_key } = await storeAvatar(deps, path, { account: user.id, signal });
    const replaced = await db
      .transact(async (tx) => {
        tx.changed({ user_ids: [user.id] }, 'everything');
        await hintEverywhereNamed(tx, user.id);
        const updated = await queries.replaceAvatar(tx, user.id, avatar_key);
        if (updated.old_key) await removePicturesLater(tx, [dirname(updated.old_key)]);
        return updated;
      })
      .catch(async (error) => {
        await removeAvatar(deps, avatar_key);
        throw error;
      });
    return { avatar_url: avatarUrl(avatar_key)!, user: await toUser(deps, replaced.user, now) };
  });
}
