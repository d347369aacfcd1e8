import type { Checkin } from '#contract/checkins.ts';
import type { ReactionSummary } from '#contract/reactions.ts';
import { mayEditCheckin } from '#domain/checkins.ts';
import type { Hider } from '#domain/safety.ts';
import { avatarUrl, type PhotoUrls } from '../../adapters/media-url.ts';
import { type GivenRow, presentReactions } from './queries.ts';

/** A check-in as it is read from the database. */
export type CheckinRow = Omit<
  Checkin,
  'user_avatar_url' | 'photo_url' | 'photo_small_url' | 'hidden' | 'can' | keyof ReactionSummary
> & {
  given: GivenRow[];
  user_avatar_key: string | null;
  photo_key: string | null;
  hidden_reason: string | null;
  hidden_by: Hider | null;
};

/** Who looks at check-ins, and whether as the owner of their mission. */
export interface Viewer {
  id: string;
  is_owner: boolean;
}

/** One post as a member sees it, with addresses for its pictures and what the viewer may do (Decisions 6). */
export function presentCheckin(row: CheckinRow, viewer: Viewer, now: Date, urls: PhotoUrls): Checkin {
  const { user_avatar_key, photo_key, hidden_reason, hidden_by, given, ...rest } = row;
  const mine = row.user_id === viewer.id;
  return {
    ...rest,
    user_avatar_url: avatarUrl(user_avatar_key),
    ...urls.of(photo_key, now),
    ...presentReactions(given),
    hidden: hidden_reason === null || hidden_by === null ? null : { reason: hidden_reason, by: hidden_by },
    can: {
      edit: mine && mayEditCheckin(new Date(row.created_at), now),
      hide: viewer.is_owner && hidden_by !== 'operator' && (!mine || hidden_by !== null),
      report: !mine,
    },
  };
}
