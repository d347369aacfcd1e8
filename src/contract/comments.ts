import * as z from 'zod/mini';
import { COMMENT_MAX, COMMENTS_PAGE, LIST_MAX, MENTIONS_MAX } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { ClientId, CommentId, Id, Instant, MemberId, text } from './fields.ts';

const Mention = z.object({ user_id: z.string(), user_name: z.string() });

/** A reply, or what a comment is besides its replies. A removed one keeps its place and nothing else. */
const Reply = z.object({
  id: z.string(),
  /** Null once it was removed. */
  user_id: z.nullable(z.string()),
  user_name: z.string(),
  user_avatar_url: z.nullable(z.string()),
  content: z.string(),
  /** Members whose `@name` stands in the content. */
  mentions: z.array(Mention),
  created_at: Instant,
  is_removed: z.boolean(),
  can_delete: z.boolean(),
});
export type Reply = z.output<typeof Reply>;

/** A comment with its first replies, the oldest first; `replies_count` says how many there are (Spec 3). */
export const Comment = z.object({ ...Reply.shape, replies: z.array(Reply), replies_count: z.number() });
export type Comment = z.output<typeof Comment>;

export const listComments = endpoint({
  method: 'GET',
  path: '/api/checkins/{id}/comments',
  access: 'user',
  summary: 'Comments, the oldest first, each with its first 100 replies; with `parent_comment_id` the replies of one',
  params: z.object({ id: Id }),
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIST_MAX)), COMMENTS_PAGE),
    after: z.optional(ClientId),
    parent_comment_id: z.optional(CommentId),
  }),
  response: z.array(Comment),
  errors: ['checkin_not_found', 'comment_not_found'],
});

export const createComment = endpoint({
  method: 'POST',
  path: '/api/checkins/{id}/comments',
  access: 'user',
  summary:
    'Comment on a check-in, or reply; exactly once for a client_id. A reply to a reply hangs under the same comment',
  params: z.object({ id: Id }),
  body: z.object({
    content: text('Comment', COMMENT_MAX),
    parent_comment_id: z.nullish(CommentId),
    /** Ids of members; those count whose `@name` stands in the content. */
    mentions: z._default(
      z.array(MemberId).check(z.maxLength(MENTIONS_MAX, `A comment can name at most ${MENTIONS_MAX} members`)),
      [],
    ),
    /** Made by who sends: the same one again answers the comment that it made the first time. */
    client_id: z.optional(ClientId),
  }),
  response: Comment,
  status: 201,
  errors: ['checkin_not_found', 'comment_not_found'],
  rate: 'comments',
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/{id}',
  access: 'user',
  summary: 'Delete a comment: its author and the owner of the mission; with replies under it, it reads as removed',
  params: z.object({ id: Id }),
  errors: ['comment_not_found', 'forbidden'],
});
