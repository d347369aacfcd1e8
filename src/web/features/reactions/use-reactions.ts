import {
  mutationOptions,
  type QueryClient,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#contract/auth.ts';
import type { Checkin } from '#contract/checkins.ts';
import { listReactions, type ReactionSummary, type Reactor } from '#contract/reactions.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { getT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { submitToOutbox } from '#platform/web/outbox/outbox.ts';
import { callQuery } from '#web/data/call-query.ts';
import { newOutboxItem } from '#web/data/outbox/outbox-item.ts';
import * as keys from '#web/data/query-keys.ts';
import { countUnnamed, jointSummary, type ReactionPress, withReaction } from './reaction-summary.ts';
import { applyReactions } from './toggle-reaction.ts';

const reactionsQuery = (checkinId: string) =>
  callQuery(keys.reactions(checkinId), listReactions, { params: { id: checkinId } });

/** Fetches the names only if the feed does not have all of them. */
export function useWhoReacted(checkinId: string, summary: ReactionSummary): ReactionSummary {
  const { data, error } = useQuery({ ...reactionsQuery(checkinId), enabled: countUnnamed(summary) > 0 });
  useEffect(() => {
    if (error) toast.failure(error, getT()('app.reactions.list.load_failed'));
  }, [error]);
  return countUnnamed(summary) > 0 && data ? data : summary;
}

interface ReactionTarget {
  checkin: Pick<Checkin, 'id' | 'mission_id'> & ReactionSummary;
  missionTitle: string;
  me: User;
}

const keyOf = (checkinId: string) => ['react', checkinId];

const PRESSED = {
  'Reaction added': 'app.reactions.press.added',
  'Reaction removed': 'app.reactions.press.removed',
} as const satisfies Record<'Reaction added' | 'Reaction removed', PlainKey>;

const pressMutation = (client: QueryClient, { checkin, missionTitle, me }: ReactionTarget) =>
  mutationOptions({
    mutationKey: keyOf(checkin.id),
    // One at a time, because a second press depends on the first.
    scope: { id: `react ${checkin.id}` },
    mutationFn: ({ type, on }: ReactionPress) =>
      submitToOutbox(
        newOutboxItem({
          kind: 'reaction',
          body: { checkin_id: checkin.id, reaction_type: type, active: on },
          user: me,
          mission: { id: checkin.mission_id, title: missionTitle },
        }),
      ),
    onSuccess: (submitted) => {
      if ('answer' in submitted) toast.success(getT()(PRESSED[submitted.answer.message]));
      else toast.info(getT()('app.outbox.saved'));
    },
    onError: (error) => {
      toast.failure(error, getT()('app.reactions.press.failed'));
      // Fetch the true state. If the server is unreachable, the next hint or poll brings it.
      client
        .fetchQuery({ ...reactionsQuery(checkin.id), staleTime: 0 })
        .then((summary) => applyReactions(client, checkin.id, summary))
        .catch(() => undefined);
    },
  });

const selfOf = (me: User): Reactor => ({
  user_id: me.id,
  user_name: me.name,
  user_avatar_url: me.avatar_url,
  user_look: me.look,
});

const withPresses = (checkin: ReactionSummary, presses: readonly ReactionPress[], me: User): ReactionSummary =>
  presses.reduce((summary, press) => withReaction(summary, press, selfOf(me)), checkin);

const usePresses = (mutationKey: readonly string[]) =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ options, state }) => ({
      checkin_id: options.mutationKey?.[1],
      press: state.variables as ReactionPress,
    }),
  });

/** Applies the user's presses on top of the server's reactions. A rejected press disappears with its mutation. */
export function useReactions({ pending, ...target }: ReactionTarget & { pending: readonly ReactionPress[] }) {
  const { checkin, me } = target;
  const client = useQueryClient();
  const pressed = usePresses(keyOf(checkin.id)).map(({ press }) => press);
  const shown = withPresses(checkin, [...pending, ...pressed], me);
  const { mutate } = useMutation(pressMutation(client, target));
  return {
    shown,
    pending: new Set(pending.map(({ type }) => type)),
    press: (type: ReactionPress['type']) => mutate({ type, on: !shown.user_reactions[type] }),
  };
}

interface JointReactions extends Omit<ReactionTarget, 'checkin'> {
  checkins: readonly ReactionTarget['checkin'][];
  pendingOf: (checkinId: string) => readonly ReactionPress[];
}

/** A press adds the reaction to each check-in and removes nothing. */
export function useJointReactions({ checkins, pendingOf, missionTitle, me }: JointReactions) {
  const client = useQueryClient();
  const presses = usePresses(['react']);
  const summaries = checkins.map((checkin) => {
    const pressed = presses.filter(({ checkin_id }) => checkin_id === checkin.id).map(({ press }) => press);
    return { checkin, shown: withPresses(checkin, [...pendingOf(checkin.id), ...pressed], me) };
  });
  return {
    shown: jointSummary(summaries.map(({ shown }) => shown)),
    pending: new Set(checkins.flatMap(({ id }) => pendingOf(id).map(({ type }) => type))),
    press: (type: ReactionPress['type']) => {
      for (const { checkin } of summaries.filter(({ shown }) => !shown.user_reactions[type])) {
        const mutation = client.getMutationCache().build(client, pressMutation(client, { checkin, missionTitle, me }));
        // Each mutation reports its own error.
        mutation.execute({ type, on: true }).catch(() => undefined);
      }
    },
  };
}
