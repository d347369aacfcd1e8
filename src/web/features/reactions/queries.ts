import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#contract/auth.ts';
import type { Checkin } from '#contract/checkins.ts';
import { listReactions, type ReactionSummary } from '#contract/reactions.ts';
import { call } from '#web/lib/api/api.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { SAVED_OFFLINE } from '#web/lib/outbox/submit.ts';
import * as keys from '#web/lib/query-keys.ts';
import { toast } from '#web/lib/toast.ts';
import { deliverReaction } from './outbox.ts';
import { countUnnamed, type Wanted, withReaction } from './reaction-summary.ts';

const reactionsQuery = (checkinId: string) =>
  queryOptions({
    queryKey: keys.reactions(checkinId),
    queryFn: ({ signal }): Promise<ReactionSummary> => call(listReactions, { params: { id: checkinId }, signal }),
  });

/** Everybody who reacted; fetched when the row of the feed names only some. */
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
  /** Presses that are not sent yet. */
  pending: readonly Wanted[];
  /** Receives the server's answer. */
  onChanged: (summary: ReactionSummary) => void;
}

/**
 * The reactions as they look while presses are in flight, and the press. Pending presses are laid over the server's
 * answer, so that a refused one disappears with its mutation.
 */
export function useReactions({ checkin, missionTitle, me, pending, onChanged }: ReactionOptions) {
  const client = useQueryClient();
  const checkinId = checkin.id;
  const mutationKey = ['react', checkinId];
  const pressed = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Wanted,
  });
  const self = { user_id: me.id, user_name: me.name, user_avatar_url: me.avatar_url };
  const shown = [...pending, ...pressed].reduce<ReactionSummary>((now, one) => withReaction(now, one, self), checkin);
  const { mutate } = useMutation({
    mutationKey,
    // One after the other: the second press depends on the outcome of the first.
    scope: { id: `react ${checkinId}` },
    mutationFn: ({ type, on }: Wanted) =>
      deliverReaction({
        user: me,
        mission: { id: checkin.mission_id, title: missionTitle },
        body: { checkin_id: checkinId, reaction_type: type, active: on },
      }),
    onSuccess: (delivered) => {
      if ('kept' in delivered) return toast.info(SAVED_OFFLINE);
      const { message, ...answer } = delivered.answer;
      toast.success(message);
      onChanged(answer);
      client.setQueryData(reactionsQuery(checkinId).queryKey, answer);
    },
    onError: (error) => {
      toast.error(detailOf(error, 'Failed to update reaction'));
      // Only the server knows whether a request arrived whose answer was lost.
      client.fetchQuery({ ...reactionsQuery(checkinId), staleTime: 0 }).then(onChanged, () => undefined);
    },
  });
  return {
    shown,
    waiting: new Set(pending.map(({ type }) => type)),
    press: (type: Wanted['type']) => mutate({ type, on: !shown.user_reactions[type] }),
  };
}
