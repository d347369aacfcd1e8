import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Comment, createComment } from '#contract/comments.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { getT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { submitToOutbox } from '#platform/web/outbox/outbox.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { registerSender, type SendOptions } from '#platform/web/outbox/sender.ts';
import { newOutboxItem, type OutboxBodies } from '#web/data/outbox/outbox-item.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';
import { type Pages, withComment } from './queries.ts';

export type PendingComment = OutboxBodies['comment'] & Pick<OutboxItem, 'client_id' | 'performed_at'>;

export const pendingComments = (items: readonly OutboxItem[], checkinId: string): PendingComment[] =>
  items.flatMap((item) =>
    item.kind === 'comment' && item.state === 'waiting' && item.body.checkin_id === checkinId
      ? [{ ...item.body, client_id: item.client_id, performed_at: item.performed_at }]
      : [],
  );

function send({ client_id, body }: OutboxItem<'comment'>, { signal }: SendOptions): Promise<Comment> {
  const { checkin_id, content, mentions, parent_comment_id } = body;
  return call(createComment, {
    params: { id: checkin_id },
    body: { content, mentions: [...mentions], parent_comment_id, client_id },
    signal,
  });
}

const applyComment = (client: QueryClient, comment: Comment, body: OutboxBodies['comment']): Promise<void> =>
  writeCached<Pages>(client, keys.comments(body.checkin_id), (pages) => withComment(pages, comment, body.root_id));

/** Registers the sender of comments. Comments under one check-in are sent in order. */
export function registerCommentSender(client: QueryClient): void {
  registerSender('comment', {
    lane: ({ body }) => `comment ${body.checkin_id}`,
    send,
    applyToCache: (comment, { body }) => applyComment(client, comment, body),
  });
}

export interface CommentTarget {
  readonly checkin_id: string;
  readonly mission: { readonly id: string; readonly title: string };
  readonly user: { readonly id: string; readonly timezone: string };
}

export type NewComment = Omit<OutboxBodies['comment'], 'checkin_id'>;

/** Returns a function that posts a comment. It resolves to false after a rejection, so the field keeps the text. */
export function useAddComment({ checkin_id, mission, user }: CommentTarget) {
  const client = useQueryClient();
  return async (comment: NewComment): Promise<boolean> => {
    const body = { checkin_id, ...comment, content: comment.content.trim() };
    try {
      const submitted = await submitToOutbox(newOutboxItem({ kind: 'comment', body, user, mission }));
      if ('answer' in submitted) {
        void markStale(client, 'own_comment', { checkin_id, root_id: comment.root_id ?? undefined });
        toast.success(getT()('app.comments.field.added'));
      } else toast.info(getT()('app.outbox.saved'));
      return true;
    } catch (error) {
      toast.failure(error, getT()('app.comments.field.failed'));
      return false;
    }
  };
}
