import * as z from 'zod/mini';
import { COMMENT_MAX, COMMENTS_PAGE, LIST_MAX, MENTIONS_MAX } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { ClientId, CommentId, Id, Instant, MemberId, text, wholeParam } from './fields.ts';

const Mention = z.object({ user_id: z.string(), user_name: z.string() });

/** A reply, or a comment without its replies. A removed one keeps only its place and its time. */
const Reply = z.object({
  id: z.string(),
  /** Null if it was removed. */
  user_id: z.nullable(z.string()),
  user_name: z.string(),
  user_avatar_url: z.nullable(z.string()),
  content: z.string(),
  /** Members whose `@name` the content contains. */
  mentions: z.array(Mention),
  created_at: Instant,
  is_removed: z.boolean(),
  can_delete: z.boolean(),
});
export type Reply = z.output<typeof Reply>;

/** A comment with its first replies, oldest first; `replies_count` is the number of all. */
export const Comment = z.object({ ...Reply.shape, replies: z.array(Reply), replies_count: z.number() });
export type Comment = z.output<typeof Comment>;

export const listComments = endpoint({
  method: 'GET',
  path: '/api/checkins/{id}/comments',
  access: 'user',
  summary:
    'List comments, oldest first, each with its first 100 replies; with `parent_comment_id` the replies of one comment',
  params: z.object({ id: Id }),
  query: z.object({
    limit: wholeParam('limit', LIST_MAX, COMMENTS_PAGE),
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
  summary: 'Comment on a check-in or reply (one level deep); repeated requests with one `client_id` create one comment',
  params: z.object({ id: Id }),
  body: z.object({
    content: text('Comment', COMMENT_MAX),
    parent_comment_id: z.nullish(CommentId),
    /** Ids of members; an id counts only if the content contains that member's `@name`. */
    mentions: z._default(
      z.array(MemberId).check(z.maxLength(MENTIONS_MAX, `A comment can name at most ${MENTIONS_MAX} members`)),
      [],
    ),
    /** Created by the client. A repeated request returns the comment that the first one created. */
    client_id: z.optional(ClientId),
  }),
  response: Comment,
  status: 201,
  idempotent: true,
  errors: ['checkin_not_found', 'comment_not_found'],
  rate: 'comments',
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/{id}',
  access: 'user',
  summary:
    'Delete a comment, as its author or the owner of the mission; a comment with replies stays, marked as removed',
  params: z.object({ id: Id }),
  errors: ['comment_not_found', 'forbidden'],
});
