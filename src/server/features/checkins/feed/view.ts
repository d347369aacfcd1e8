import * as z from 'zod/mini';
import { Checkin } from '#contract/checkins.ts';
import { fromHundredthsOrNull } from '#domain/amounts.ts';
import { canEditCheckin, HIDERS } from '#domain/checkins.ts';
import { lookOf } from '#domain/looks.ts';
import { Bool, Int, Text } from '#platform/db/columns.ts';
import type { PhotoUrls } from '#platform/storage/signed-url.ts';
import { Look } from '../../../facts/fields.ts';
import { ReactionCounts } from '../../../facts/reactions.ts';
import { avatarUrl } from '../../../facts/users.ts';
import { toReactionSummary } from '../public.ts';

export const CheckinRow = z.extend(
  z.omit(Checkin, {
    ...{ user_avatar_url: true, photo_url: true, photo_small_url: true, hidden: true, can: true },
    ...{ reactions: true, user_reactions: true, amount: true },
  }),
  {
    counts: z.array(ReactionCounts),
    user_avatar_key: z.nullable(Text),
    user_look: z.nullable(Look),
    amount_hundredths: z.nullable(Int),
    photo_key: z.nullable(Text),
    hidden_reason: z.nullable(Text),
    hidden_by: z.nullable(z.enum(HIDERS)),
    mission_completed: Bool,
  },
);
export type CheckinRow = z.output<typeof CheckinRow>;

export interface Viewer {
  id: string;
  is_owner: boolean;
}

export function toCheckin(row: CheckinRow, viewer: Viewer, now: Date, urls: PhotoUrls): Checkin {
  const { hidden_reason, hidden_by } = row;
  const mine = row.user_id === viewer.id;
  const editable = mine && canEditCheckin(new Date(row.created_at), now);
  const { photo_url, photo_small_url } = urls.of(row.photo_key, now);
  const { reactions, user_reactions } = toReactionSummary(row.counts);
  // Names every field: spreading a wide row gives each object its own hidden class, which doubled the garbage.
  return {
    id: row.id,
    user_id: row.user_id,
    user_name: row.user_name,
    user_avatar_url: avatarUrl(row.user_avatar_key),
    user_look: lookOf(row.user_id, row.user_look),
    mission_id: row.mission_id,
    own_habit: row.own_habit,
    type: row.type,
    content: row.content,
    photo_url,
    photo_small_url,
    photo_width: row.photo_width,
    photo_height: row.photo_height,
    photo_thumbhash: row.photo_thumbhash,
    points_earned: row.points_earned,
    amount: fromHundredthsOrNull(row.amount_hundredths),
    local_day: row.local_day,
    performed_at: row.performed_at,
    created_at: row.created_at,
    edited_at: row.edited_at,
    cleared_at: row.cleared_at,
    is_extra: row.is_extra,
    is_late: row.is_late,
    is_comeback: row.is_comeback,
    reactions,
    user_reactions,
    comments_count: row.comments_count,
    hidden: hidden_reason === null || hidden_by === null ? null : { reason: hidden_reason, by: hidden_by },
    can: {
      edit: editable,
      take_back: editable && !row.mission_completed,
      clear: mine && row.type !== 'tick',
      hide: viewer.is_owner && hidden_by !== 'operator' && (!mine || hidden_by !== null),
      report: !mine,
    },
  };
}
