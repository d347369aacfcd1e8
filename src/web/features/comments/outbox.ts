import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { type Comment, createComment } from '#contract/comments.ts';
import { call } from '#web/lib/api/api.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { registerSender } from '#web/lib/outbox/outbox.ts';
import { newOutboxItem, PATIENCE_MS, SAVED_OFFLINE, submitToOutbox } from '#web/lib/outbox/submit.ts';
import { toast } from '#web/lib/toast.ts';
import { bodyOf, type CommentBody } from './pending-comments.ts';
import { commentsQuery, type Pages, withComment } from './queries.ts';

const send = (client_id: string, { checkin_id, content, mentions, parent_comment_id }: CommentBody): Promise<Comment> =>
  call(createComment, {
    params: { id: checkin_id },
    body: { content, mentions: [...mentions], parent_comment_id, client_id },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });

/** Puts a new comment where it belongs, and asks for the list again. */
async function show(client: QueryClient, comment: Comment, { checkin_id, root_id }: CommentBody): Promise<void> {
  const { queryKey } = commentsQuery(checkin_id);
  // An answer that is still on its way does not have it.
  await client.cancelQueries({ queryKey });
  client.setQueryData<Pages>(queryKey, (pages) => pages && withComment(pages, comment, root_id));
  void client.invalidateQueries({ queryKey });
  if (root_id !== null) void client.invalidateQueries({ queryKey: ['replies', root_id] });
}

/** Lets the outbox send comments, under the ids that were made with them: each is there once. */
export function registerCommentSender(client: QueryClient): void {
  registerSender('comment', async (item) => show(client, await send(item.client_id, bodyOf(item)), bodyOf(item)));
}

export interface CommentPlace {
  readonly checkin_id: string;
  readonly mission: { readonly id: string; readonly title: string };
  readonly user: { readonly id: string; readonly timezone: string };
}

export type NewComment = Omit<CommentBody, 'checkin_id'>;

/** Posts a comment or a reply and shows it; false when it was refused, and the field should keep it. */
export function useAddComment({ checkin_id, mission, user }: CommentPlace) {
  const client = useQueryClient();
  return async (comment: NewComment): Promise<boolean> => {
    const body = { checkin_id, ...comment, content: comment.content.trim() };
    const item = newOutboxItem({ kind: 'comment', body, user, mission });
    try {
      const delivered = await submitToOutbox(item, () => send(item.client_id, body));
      if ('answer' in delivered) {
        await show(client, delivered.answer, body);
        toast.success('Comment added successfully');
      } else toast.info(SAVED_OFFLINE);
      return true;
    } catch (error) {
      toast.error(detailOf(error, 'Failed to add comment'));
      return false;
    }
  };
}
