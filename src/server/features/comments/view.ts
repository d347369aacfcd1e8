import type { Comment } from '#contract/comments.ts';
import { lookOf } from '#domain/looks.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { avatarUrl } from '../../facts/users.ts';
import { canDeleteComment } from './access.ts';
import type { ListedComment } from './queries.ts';

/** Returns the text that replaces a removed comment. */
const removed = (t: Translate) => ({
  user_id: null,
  user_name: '',
  user_avatar_url: null,
  user_look: null,
  content: t('server.answers.comment_removed'),
  mentions: [],
  can_delete: false,
});

interface Viewer {
  id: string;
  mission_owner_id: string;
  /** Translates to the language of the request. */
  t: Translate;
}

/** Returns a comment with its replies, as the viewer may see it. */
export function toComment(row: ListedComment, replies: readonly ListedComment[], viewer: Viewer): Comment {
  const { id, user_id, user_name, content, mentions, created_at, is_removed, replies_count } = row;
  return {
    id,
    user_id,
    user_name,
    user_avatar_url: avatarUrl(row.avatar_key),
    user_look: lookOf(user_id, row.look),
    content,
    mentions,
    created_at,
    is_removed,
    can_delete: canDeleteComment({ user_id, mission_owner_id: viewer.mission_owner_id }, viewer.id),
    ...(is_removed && removed(viewer.t)),
    replies: replies.map((reply) => toComment(reply, [], viewer)),
    replies_count,
  };
}
