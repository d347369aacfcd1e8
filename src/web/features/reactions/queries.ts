import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#contract/auth.ts';
import type { Checkin } from '#contract/checkins.ts';
import { listReactions, type ReactionSummary } from '#contract/reactions.ts';
import { call } from '#web/lib/api/api.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { SAVED_OFFLINE, submitToOutbox } from '#web/lib/outbox/outbox.ts';
import { newOutboxItem } from '#web/lib/outbox/outbox-item.ts';
import * as keys from '#web/lib/query-keys.ts';
import { toast } from '#web/lib/toast.ts';
import { applyReactions } from './outbox.ts';
import { countUnnamed, type ReactionPress, withReaction } from './reaction-summary.ts';

const reactionsQuery = (checkinId: string) =>
  queryOptions({
    queryKey: keys.reactions(checkinId),
    queryFn: ({ signal }): Promise<ReactionSummary> => call(listReactions, { params: { id: checkinId }, signal }),
  });

/** Everybody who reacted; fetched if the feed names only some of them. */
export function useWhoReacted(checkinId: string, summary: ReactionSummary): ReactionSummary {
  const { data, error } = useQuery({ ...reactionsQuery(checkinId), enabled: countUnnamed(summary) > 0 });
  useEffect(() => {
    if (error) toast.error(detailOf(error, 'Failed to load reactions'));
  }, [error]);
  return countUnnamed(summary) > 0 && data ? data : summary;
}

interface ReactionOptions {
  checkin: Pick<Checkin, 'id' | 'mission_id'> & ReactionSummary;
  missionTitle: string;
  me: User;
  /** The user's pending presses. */
  pending: readonly ReactionPress[];
}

/**
 * The reactions with the presses that are not answered yet, and how to press. Presses are applied on top of the server's
 * answer, so one that is refused disappears with its mutation.
 */
export function useReactions({ checkin, missionTitle, me, pending }: ReactionOptions) {
  const client = useQueryClient();
  const checkinId = checkin.id;
  const mutationKey = ['react', checkinId];
  const pressed = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as ReactionPress,
  });
  const self = { user_id: me.id, user_name: me.name, user_avatar_url: me.avatar_url };
  const shown = [...pending, ...pressed].reduce<ReactionSummary>(
    (summary, press) => withReaction(summary, press, self),
    checkin,
  );
  const { mutate } = useMutation({
    mutationKey,
    // One after the other, since the meaning of a second press depends on the first.
    scope: { id: `react ${checkinId}` },
    mutationFn: ({ type, on }: ReactionPress) =>
      submitToOutbox(
        newOutboxItem({
          kind: 'reaction',
          body: { checkin_id: checkinId, reaction_type: type, active: on },
          user: me,
          mission: { id: checkin.mission_id, title: missionTitle },
        }),
      ),
    onSuccess: (submitted) => {
      if ('answer' in submitted) toast.success(submitted.answer.message);
      else toast.info(SAVED_OFFLINE);
    },
    onError: (error) => {
      toast.error(detailOf(error, 'Failed to update reaction'));
      // Fetch the true state. If the server cannot be reached, the next hint or poll will bring it.
      client
        .fetchQuery({ ...reactionsQuery(checkinId), staleTime: 0 })
        .then((summary) => applyReactions(client, checkinId, summary))
        .catch(() => undefined);
    },
  });
  return {
    shown,
    pending: new Set(pending.map(({ type }) => type)),
    press: (type: ReactionPress['type']) => mutate({ type, on: !shown.user_reactions[type] }),
  };
}
