import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { registerCheckinSender } from '#web/features/checkins/outbox.ts';
import { registerCommentSender } from '#web/features/comments/outbox.ts';
import { registerReactionSender } from '#web/features/reactions/outbox.ts';
import { onItemSent, startOutbox } from '#web/lib/outbox/outbox.ts';
import type { OutboxKind } from '#web/lib/outbox/outbox-item.ts';
import { toast } from '#web/lib/toast.ts';

/** What something that went out late changes on the screens. */
const CHANGED: Record<OutboxKind, QueryKey[]> = {
  checkin: [['me'], ['dashboard'], ['streak'], ['mission'], ['checkins'], ['quilt']],
  comment: [['comments'], ['replies'], ['checkins']],
  // Its sender has written the answer into the feed.
  reaction: [['reactions']],
};

const TOGETHER_MS = 300;

/** Sends what this device kept, and brings the screens up to date when something went out. */
export function useOutboxSenders(meId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    registerCheckinSender();
    registerCommentSender(client);
    registerReactionSender(client);
    const stale = new Set<QueryKey>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      for (const queryKey of stale) void client.invalidateQueries({ queryKey });
      stale.clear();
    };
    const unhear = onItemSent((item) => {
      toast.success(`Sent: ${item.mission_title}`);
      for (const queryKey of CHANGED[item.kind]) stale.add(queryKey);
      // Ten things that waited are one reading anew.
      clearTimeout(timer);
      timer = setTimeout(refresh, TOGETHER_MS);
    });
    const unfollow = startOutbox(meId);
    return () => {
      unhear();
      clearTimeout(timer);
      refresh();
      unfollow();
    };
  }, [client, meId]);
}
