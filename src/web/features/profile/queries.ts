import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/auth.ts';
import type { Answer, Parsed } from '#contract/endpoint.ts';
import { timezones, updateProfile, uploadAvatar } from '#contract/profile.ts';
import { call } from '#web/lib/api/api.ts';
import { setMe } from '#web/lib/session/me.ts';

/** Spec 9: an upload that takes longer is given up. */
const UPLOAD_MS = 30_000;

/** The zones to choose from; they do not change while the page is open. */
export const timezonesQuery = queryOptions({
  queryKey: ['timezones'],
  queryFn: ({ signal }): Promise<Answer<typeof timezones>> => call(timezones, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Saves the profile. Days and names elsewhere depend on it, so what was fetched is asked for again. */
export function useSaveProfile() {
  const client = useQueryClient();
  return async (body: Parsed<typeof updateProfile, 'body'>): Promise<User> => {
    const user = await call(updateProfile, { body });
    setMe(client, user);
    void client.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'me' && first !== 'timezones' });
    return user;
  };
}

export function useUploadAvatar() {
  const client = useQueryClient();
  return async (avatar: File): Promise<User> => {
    const { user } = await call(uploadAvatar, { files: { avatar }, signal: AbortSignal.timeout(UPLOAD_MS) });
    setMe(client, user);
    return user;
  };
}
