import * as contract from '#contract/profile.ts';
import type { Call } from '#platform/http/handler.ts';
import type { Serve } from '#platform/http/serve.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import { zoneOptions } from '#platform/lib/zones.ts';
import type { Deps } from '../../app/deps.ts';
import type { UserRow } from '../../facts/users.ts';
import { avatarUrl } from '../../facts/users.ts';
import { isJourney, saveProfile, uploadAvatar } from './commands.ts';
import { toUser } from './public.ts';

export function profileRoutes(serve: Serve<UserRow>, deps: Deps): void {
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
    return toUser(deps, await saveProfile(deps.db, user.id, body, now), now);
  };
  serve(contract.updateProfile, save);
  serve(contract.patchProfile, save);

  serve(contract.uploadAvatar, async ({ user, files, now }) => {
    const saved = await uploadAvatar(deps, user.id, files.avatar);
    return { avatar_url: avatarUrl(saved.avatar_key)!, user: await toUser(deps, saved, now) };
  });
}
