import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Checkin } from '#contract/checkins.ts';
import type { Answer } from '#contract/endpoint.ts';
import { type ReactionSummary, toggleReaction } from '#contract/reactions.ts';
import { call } from '#web/lib/api/api.ts';
import { registerSender } from '#web/lib/outbox/outbox.ts';
import { type Delivered, newOutboxItem, PATIENCE_MS, submitToOutbox } from '#web/lib/outbox/submit.ts';
import { bodyOf, type ReactionBody } from './reaction-summary.ts';

/** Says what shall be true, not that it changes: however often it arrives, it is the same. */
const send = ({ checkin_id, ...body }: ReactionBody) =>
  call(toggleReaction, { params: { id: checkin_id }, body, signal: AbortSignal.timeout(PATIENCE_MS) });

type Feed = InfiniteData<Checkin[]>;

/** Writes what the server answered into the feeds that are loaded. */
function show(client: QueryClient, checkinId: string, summary: ReactionSummary): void {
  const change = (row: Checkin) => (row.id === checkinId ? { ...row, ...summary } : row);
  client.setQueriesData<Feed>(
    { queryKey: ['checkins'] },
    (feed) => feed && { ...feed, pages: feed.pages.map((page) => page.map(change)) },
  );
}

/** Lets the outbox send reactions; the answer is on the screen before the mark goes. */
export function registerReactionSender(client: QueryClient): void {
  registerSender('reaction', async (item) => {
    const { message: _, ...summary } = await send(bodyOf(item));
    show(client, bodyOf(item).checkin_id, summary);
  });
}

interface Press {
  readonly user: { readonly id: string; readonly timezone: string };
  readonly mission: { readonly id: string; readonly title: string };
  readonly body: ReactionBody;
}

/** Gives a reaction or takes it back. One that waits already gives way to this one: the last press counts. */
export function deliverReaction({ user, mission, body }: Press): Promise<Delivered<Answer<typeof toggleReaction>>> {
  return submitToOutbox(newOutboxItem({ kind: 'reaction', body: { ...body }, user, mission }), () => send(body));
}
