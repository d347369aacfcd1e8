import type { Checkin } from '#contract/checkins.ts';
import { mayEditCheckin } from '#domain/checkins.ts';
import { avatarUrl, type PhotoUrls } from '../../adapters/media-url.ts';

/** A check-in as it is read from the database. */
export type CheckinRow = Omit<Checkin, 'user_avatar_url' | 'photo_url' | 'photo_small_url' | 'can'> & {
  user_avatar_key: string | null;
  photo_key: string | null;
};

/** One post as a member sees it, with addresses for its pictures and what the viewer may do (Decisions 6). */
export function presentCheckin(row: CheckinRow, viewerId: string, now: Date, urls: PhotoUrls): Checkin {
  const { user_avatar_key, photo_key, ...rest } = row;
  return {
    ...rest,
    user_avatar_url: avatarUrl(user_avatar_key),
    ...urls.of(photo_key, now),
    can: { edit: row.user_id === viewerId && mayEditCheckin(new Date(row.created_at), now) },
  };
}
