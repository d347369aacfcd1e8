import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Checkin } from '#contract/checkins.ts';
import type { Today } from '#contract/dashboard.ts';
import { type ReactionSummary, toggleReaction } from '#contract/reactions.ts';
import { call } from '#platform/web/lib/api/api.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { registerSender, type SendOptions } from '#platform/web/outbox/sender.ts';
import * as keys from '#web/data/query-keys.ts';

/** Sends the wanted state, not a change, so a repeated request is harmless. */
function send({ body: { checkin_id, ...body } }: OutboxItem<'reaction'>, { signal }: SendOptions) {
  return call(toggleReaction, { params: { id: checkin_id }, body, signal });
}

type Feed = InfiniteData<Checkin[]>;

/** Writes a response into the loaded feeds, the dashboard and the list of who reacted. */
export function applyReactions(client: QueryClient, checkinId: string, summary: ReactionSummary): void {
  const { reactions, user_reactions } = summary;
  const change = (row: Checkin) => (row.id === checkinId ? { ...row, reactions, user_reactions } : row);
  const write = () =>
    client.setQueriesData<Feed>(
      { queryKey: keys.checkins() },
      (feed) => feed && { ...feed, pages: feed.pages.map((page) => page.map(change)) },
    );
  write();
  // A page in flight joins the rows as they were when it was requested, so write again after it.
  for (const { state, promise } of client.getQueryCache().findAll({ queryKey: keys.checkins() }))
    if (state.fetchStatus === 'fetching') promise?.then(write, () => undefined);
  client.setQueryData<Today>(
    keys.today,
    (today) =>
      today && {
        ...today,
        posts: today.posts.map((checkin) =>
          checkin.checkin_id === checkinId ? { ...checkin, reactions, user_reactions } : checkin,
        ),
      },
  );
  client.setQueryData<ReactionSummary>(keys.reactions(checkinId), { reactions, user_reactions });
}

/** Only the last pending press on a reaction is sent. */
export function registerReactionSender(client: QueryClient): void {
  registerSender('reaction', {
    lane: ({ body }) => `reaction ${body.checkin_id} ${body.reaction_type}`,
    latestWins: true,
    send,
    applyToCache: (summary, { body }) => applyReactions(client, body.checkin_id, summary),
  });
}
