import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { COMMENT_MAX, COMMENTS_PAGE, LIST_MAX, MENTIONS_MAX } from '#domain/limits.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { ClientId, InnerId } from '#platform/contract/ids.ts';
import { problem } from '#platform/i18n/problem.ts';
import { Instant, Look, text, wholeParam } from './fields.ts';

const Mention = z.object({
  user_id: described(z.string(), 'The id of the member.'),
  user_name: described(z.string(), 'The name of the member.'),
});

/** A reply, or a comment without its replies. A removed one keeps only its position and time. */
const Reply = z.object({
  id: described(z.string(), 'The id of the comment.'),
  user_id: described(z.nullable(z.string()), 'The id of its author; null if it was removed.'),
  user_name: described(z.string(), 'The name of its author.'),
  user_avatar_url: described(z.nullable(z.string()), "The path of the author's picture; null without one."),
  user_look: described(z.nullable(Look), "The author's doll; null if it was removed."),
  content: described(z.string(), 'The words; empty if it was removed.'),
  mentions: described(z.array(Mention), 'Members whose `@name` the words contain.'),
  created_at: described(Instant, 'When it was written.'),
  is_removed: described(z.boolean(), 'Whether it was removed; only its place is left.'),
  can_delete: described(z.boolean(), 'Whether you can delete it.'),
});
export type Reply = z.output<typeof Reply>;

export const Comment = namedObject('Comment', 'A comment under a check-in.', {
  ...Reply.shape,
  replies: described(z.array(Reply), 'Its first replies, oldest first.'),
  replies_count: described(z.number(), 'How many replies there are in all.'),
});
export type Comment = z.output<typeof Comment>;

export const listComments = endpoint(
  { method: 'GET', path: '/api/checkins/{id}/comments' },
  ON_SERVER && {
    access: 'user',
    summary:
      'List comments, oldest first, each with its first 100 replies; with `parent_comment_id` the replies of one comment',
    query: z.object({
      limit: described(wholeParam('limit', LIST_MAX, COMMENTS_PAGE), 'The maximum number of rows.'),
      after: described(z.optional(ClientId), 'Only comments newer than the one with this id.'),
      parent_comment_id: described(z.optional(InnerId), 'Only replies to the comment with this id.'),
    }),
    response: z.array(Comment),
    errors: ['checkin_not_found', 'comment_not_found'],
  },
);

export const createComment = endpoint(
  {
    method: 'POST',
    path: '/api/checkins/{id}/comments',
    body: z.object({
      content: described(text('problems.labels.comment', COMMENT_MAX), 'The words.'),
      parent_comment_id: described(z.nullish(InnerId), 'The comment to reply to, if any. Replies have no replies.'),
      mentions: described(
        z._default(
          z.array(InnerId).check(z.maxLength(MENTIONS_MAX, problem('problems.mentions', { max: MENTIONS_MAX }))),
          [],
        ),
        "Ids of members to notify; an id counts only if the words contain that member's `@name`.",
        { items: { type: 'string', format: 'uuid' } },
      ),
      client_id: described(z.optional(ClientId), 'An id of your own: repeated requests with it create one comment.'),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary:
      'Comment on a check-in or reply (one level deep); repeated requests with one `client_id` create one comment',
    response: Comment,
    status: 201,
    idempotent: true,
    errors: ['checkin_not_found', 'comment_not_found'],
    rate: 'comments',
  },
);

export const deleteComment = endpoint(
  { method: 'DELETE', path: '/api/comments/{id}' },
  ON_SERVER && {
    access: 'user',
    summary:
      'Delete a comment, as its author or the owner of the mission; a comment with replies stays, marked as removed',
    errors: ['comment_not_found', 'forbidden'],
  },
);
