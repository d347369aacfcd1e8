import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/auth.ts';
import { timezones, updateProfile, uploadAvatar } from '#contract/profile.ts';
import type { Parsed } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { uploading } from '#platform/web/lib/api/upload.ts';
import { callQuery } from '#web/data/call-query.ts';
import { setMe } from '#web/data/me.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';

const UPLOAD_MS = 30_000;

/** The selectable time zones, which do not change while the page is open. */
export const timezonesQuery = queryOptions({
  ...callQuery(keys.timezones, timezones),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Saves the profile. Days and names on other screens depend on it, so they are fetched again. */
export function useSaveProfile() {
  const client = useQueryClient();
  return async (body: Parsed<typeof updateProfile, 'body'>): Promise<User> => {
    const user = await call(updateProfile, { body });
    setMe(client, user);
    void markStale(client, 'profile');
    return user;
  };
}

export function useUploadAvatar() {
  const client = useQueryClient();
  return async (avatar: File, onProgress: (part: number) => void): Promise<User> => {
    const { user } = await call(uploadAvatar, {
      files: { avatar },
      transport: uploading(onProgress),
      signal: AbortSignal.timeout(UPLOAD_MS),
    });
    setMe(client, user);
    return user;
  };
}
