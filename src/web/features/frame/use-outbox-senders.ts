import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { onItemSent, startOutbox } from '#platform/web/outbox/outbox.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { type About, type Change, markStaleThrottled } from '#web/data/stale.ts';
import { registerCheckinSender } from '#web/features/checkins/public.ts';
import { registerCommentSender } from '#web/features/comments/public.ts';
import { registerReactionSender } from '#web/features/reactions/public.ts';

/** Returns the change that a sent item causes. If another tab sent it, this tab's feed lacks it. */
function changeOf(item: OutboxItem): About & { kind: Change } {
  const about = { mission_id: item.mission_id, feed_outdated: true };
  switch (item.kind) {
    case 'checkin':
      return { kind: 'own_checkin', ...about };
    case 'comment':
      return { kind: 'own_comment', ...about, checkin_id: item.body.checkin_id };
    case 'reaction':
      return { kind: 'own_reaction', ...about, checkin_id: item.body.checkin_id };
  }
}

/** Items sent within this time cause only one update of the screens. */
const BURST_MS = 300;

/** Sends this device's pending items and updates the screens afterward. */
export function useOutboxSenders(meId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    registerCheckinSender(client);
    registerCommentSender(client);
    registerReactionSender(client);
    let changes: ReturnType<typeof changeOf>[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      markStaleThrottled(client, changes);
      changes = [];
    };
    const stopListening = onItemSent(({ item }) => {
      toast.success(getT()('app.frame.outbox.sent', { mission: item.mission_title }));
      changes.push(changeOf(item));
      clearTimeout(timer);
      timer = setTimeout(update, BURST_MS);
    });
    const stopSending = startOutbox(meId);
    return () => {
      stopListening();
      stopSending();
      clearTimeout(timer);
      update();
    };
  }, [client, meId]);
}
