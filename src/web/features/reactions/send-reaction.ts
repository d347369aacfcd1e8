import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Checkin } from '#contract/checkins.ts';
import type { Answer } from '#contract/endpoint.ts';
import { type ReactionSummary, toggleReaction } from '#contract/reactions.ts';
import { dayOf } from '#domain/days.ts';
import { call } from '#web/lib/api.ts';
import { newClientId } from '#web/lib/client-id.ts';
import { type Delivered, deliver } from '#web/lib/deliver.ts';
import { sendWith } from '#web/lib/outbox.ts';
import { bodyOf, type KeptBody } from './given.ts';

/** A connection that says nothing for this long is none: what was pressed waits on the device. */
const PATIENCE_MS = 20_000;

/** Says what shall be true, not that it changes: however often it arrives, it is the same. */
const send = ({ checkin_id, ...body }: KeptBody) =>
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
export function sendKeptReactions(client: QueryClient): void {
  sendWith('reaction', async (item) => {
    const { message: _, ...summary } = await send(bodyOf(item));
    show(client, bodyOf(item).checkin_id, summary);
  });
}

interface Press {
  readonly user: { readonly id: string; readonly timezone: string };
  readonly mission: { readonly id: string; readonly title: string };
  readonly body: KeptBody;
}

/** Gives a reaction or takes it back. One that waits already gives way to this one: the last press counts. */
export function deliverReaction({ user, mission, body }: Press): Promise<Delivered<Answer<typeof toggleReaction>>> {
  const now = new Date();
  const item = {
    client_id: newClientId(),
    user_id: user.id,
    kind: 'reaction',
    mission_id: mission.id,
    mission_title: mission.title,
    body: { ...body },
    photo: null,
    performed_at: now.toISOString(),
    local_day: dayOf(now, user.timezone),
  } as const;
  return deliver(item, () => send(body));
}
