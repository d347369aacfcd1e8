import type { OutboxItem } from '#web/lib/outbox/outbox-item.ts';

/** A comment as it waits in the outbox: what is sent, and where it will stand. */
export interface CommentBody {
  readonly checkin_id: string;
  readonly content: string;
  readonly mentions: readonly string[];
  readonly parent_comment_id: string | null;
  /** The comment under which a reply will hang. */
  readonly root_id: string | null;
}

/** A comment of one's own that is on this device alone. */
export interface PendingComment extends CommentBody {
  readonly client_id: string;
  readonly performed_at: string;
}

export const bodyOf = ({ body }: OutboxItem): CommentBody => body as unknown as CommentBody;

/** Those that wait under a check-in, in the order in which they were written. */
export const pendingComments = (items: readonly OutboxItem[], checkinId: string): PendingComment[] =>
  items
    .filter((item) => item.kind === 'comment' && item.state === 'waiting' && bodyOf(item).checkin_id === checkinId)
    .map((item) => ({ ...bodyOf(item), client_id: item.client_id, performed_at: item.performed_at }));
