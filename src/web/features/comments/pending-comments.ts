import type { OutboxBodies, OutboxItem } from '#web/lib/outbox/outbox-item.ts';

/** The user's own comment while it is pending. */
export type PendingComment = OutboxBodies['comment'] & Pick<OutboxItem, 'client_id' | 'performed_at'>;

/** The pending comments under a check-in, in the order in which they were written. */
export const pendingComments = (items: readonly OutboxItem[], checkinId: string): PendingComment[] =>
  items.flatMap((item) =>
    item.kind === 'comment' && item.state === 'waiting' && item.body.checkin_id === checkinId
      ? [{ ...item.body, client_id: item.client_id, performed_at: item.performed_at }]
      : [],
  );
