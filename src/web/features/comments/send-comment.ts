import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { type Comment, createComment } from '#contract/comments.ts';
import { dayOf } from '#domain/days.ts';
import { call } from '#web/lib/api.ts';
import { detailOf } from '#web/lib/api-error.ts';
import { newClientId } from '#web/lib/client-id.ts';
import { deliver } from '#web/lib/deliver.ts';
import { sendWith } from '#web/lib/outbox.ts';
import { toast } from '#web/lib/toast.ts';
import { bodyOf, type KeptBody } from './kept.ts';
import { commentsQuery, type Pages, withComment } from './queries.ts';

/** A connection that says nothing for this long is none: what was written waits on the device. */
const PATIENCE_MS = 20_000;

const send = (client_id: string, { checkin_id, content, mentions, parent_comment_id }: KeptBody): Promise<Comment> =>
  call(createComment, {
    params: { id: checkin_id },
    body: { content, mentions: [...mentions], parent_comment_id, client_id },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });

/** Puts a new comment where it belongs, and asks for the list again. */
async function show(client: QueryClient, comment: Comment, { checkin_id, root_id }: KeptBody): Promise<void> {
  const { queryKey } = commentsQuery(checkin_id);
  // An answer that is still on its way does not have it.
  await client.cancelQueries({ queryKey });
  client.setQueryData<Pages>(queryKey, (pages) => pages && withComment(pages, comment, root_id));
  void client.invalidateQueries({ queryKey });
  if (root_id !== null) void client.invalidateQueries({ queryKey: ['replies', root_id] });
}

/** Lets the outbox send comments, under the ids that were made with them: each is there once. */
export function sendKeptComments(client: QueryClient): void {
  sendWith('comment', async (item) => show(client, await send(item.client_id, bodyOf(item)), bodyOf(item)));
}

export interface CommentPlace {
  readonly checkin_id: string;
  readonly mission: { readonly id: string; readonly title: string };
  readonly user: { readonly id: string; readonly timezone: string };
}

export type NewComment = Omit<KeptBody, 'checkin_id'>;

/** Posts a comment or a reply and shows it; false when it was refused, and the field should keep it. */
export function useAddComment({ checkin_id, mission, user }: CommentPlace) {
  const client = useQueryClient();
  return async (comment: NewComment): Promise<boolean> => {
    const client_id = newClientId();
    const body = { checkin_id, ...comment, content: comment.content.trim() };
    const now = new Date();
    const item = {
      client_id,
      user_id: user.id,
      kind: 'comment',
      mission_id: mission.id,
      mission_title: mission.title,
      body,
      photo: null,
      performed_at: now.toISOString(),
      local_day: dayOf(now, user.timezone),
    } as const;
    try {
      const delivered = await deliver(item, () => send(client_id, body));
      if ('answer' in delivered) {
        await show(client, delivered.answer, body);
        toast.success('Comment added successfully');
      } else toast.info('Kept on this device. It is sent as soon as there is a connection.');
      return true;
    } catch (error) {
      toast.error(detailOf(error, 'Failed to add comment'));
      return false;
    }
  };
}
