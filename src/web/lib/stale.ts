import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Hint } from '#contract/live.ts';
import { type KeyThrottle, throttleByKey } from '#web/lib/live/throttle-by-key.ts';
import * as keys from '#web/lib/query-keys.ts';

/** What happened: a hint of the server, or something that this person did on this device. */
export type Change =
  | Hint['kind']
  | 'own_checkin'
  | 'own_comment'
  | 'own_reaction'
  | 'own_nudge'
  | 'sent_invitations'
  | 'profile'
  | 'plan'
  | 'hidden_posts'
  | 'blocks'
  | 'settings'
  | 'reminders'
  | 'sessions'
  | 'push_devices'
  | 'api_tokens'
  | 'checkin_link'
  | 'admin';

/** What it happened to, as far as it is known: without an id everything of that kind is out of date. */
export interface About {
  readonly mission_id?: string | undefined;
  readonly checkin_id?: string | undefined;
  /** The comment that a reply hangs on. */
  readonly root_id?: string | undefined;
  /** The token of a check-in link. */
  readonly token?: string | undefined;
  /** The feed has to be fetched again, as nobody wrote the change into it. */
  readonly feed_outdated?: boolean;
}

/**
 * A prefix of keys, or every key with this id, so that a new query under an id has nothing to register. Neither means
 * the feed (`keys.checkins`) unless it is named: it brings itself up to date, so that nothing jumps under the reader.
 */
export type Stale = QueryKey | { readonly id: string };

const withId = (id: string | undefined): Stale[] => (id === undefined ? [] : [{ id }]);
const feedIf = ({ feed_outdated, mission_id }: About): Stale[] => (feed_outdated ? [keys.checkins(mission_id)] : []);

/** The one place that knows which answers a change puts out of date. */
export const STALE: Record<Change, (about: About) => readonly Stale[]> = {
  // Streak and points: the check-in may be this person's own, from another device.
  feed: ({ mission_id }) => [keys.mission(mission_id), keys.dashboard, keys.me, keys.streaks],
  // Replies are cached under their comment, not under the check-in.
  checkin: ({ checkin_id }) => [keys.replies(), ...withId(checkin_id)],
  mission: ({ mission_id }) => [keys.dashboard, ...withId(mission_id)],
  // What is not cached under the mission does not tell whose name stands in it.
  people: ({ mission_id }) => [
    ...[keys.dashboard, keys.notifications, keys.comments(), keys.replies(), keys.reactions()],
    ...withId(mission_id),
  ],
  notifications: () => [keys.notifications],
  invitations: () => [keys.invitations, keys.sentInvitations(), keys.dashboard],
  dashboard: () => [keys.dashboard],
  everything: () => [[]],

  own_checkin: (about) => [
    ...[keys.me, keys.dashboard, keys.streaks, keys.mission(about.mission_id), keys.quilt(about.mission_id)],
    ...feedIf(about),
  ],
  own_comment: (about) => [keys.comments(about.checkin_id), keys.replies(about.root_id), ...feedIf(about)],
  own_reaction: (about) => [keys.reactions(about.checkin_id), ...feedIf(about)],
  own_nudge: ({ mission_id }) => [keys.mission(mission_id)],
  sent_invitations: ({ mission_id }) => [keys.sentInvitations(mission_id)],
  // Everything with names of people or days in it. The user itself came with the answer.
  profile: () => [
    ...[keys.dashboard, keys.mission(), keys.quilt(), keys.completion(), keys.streaks, keys.insights],
    ...[keys.checkins(), keys.comments(), keys.replies(), keys.reactions(), keys.notifications],
    ...[keys.invitations, keys.sentInvitations(), keys.invitationPreview(), keys.joinPreview(), keys.reminders],
  ],
  plan: () => [keys.dashboard, keys.mission()],
  // Somebody was blocked or unblocked, or a check-in hidden or shown again.
  hidden_posts: () => [keys.mission(), keys.notifications, keys.comments(), keys.reactions(), keys.checkins()],
  blocks: () => [keys.blocks],
  settings: () => [keys.settings],
  reminders: () => [keys.reminders],
  // Push messages of a device end with its session.
  sessions: () => [keys.sessions, keys.pushDevices],
  push_devices: () => [keys.pushDevices],
  api_tokens: () => [keys.tokens],
  checkin_link: ({ token }) => [keys.checkinLink(token)],
  admin: () => [keys.admin],
};

const isFeed = ({ queryKey }: Query) => queryKey[0] === keys.checkins()[0];

function isMeant(stale: Stale, query: Query): boolean {
  if ('id' in stale) return query.queryKey.includes(stale.id) && !isFeed(query);
  return stale.every((part, at) => query.queryKey[at] === part) && (stale.length > 0 || !isFeed(query));
}

/** A tab that nobody looks at only notes what is out of date: it is fetched when somebody looks at it again. */
function invalidate(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const refetchType = document.visibilityState === 'visible' ? 'active' : 'none';
  return client.invalidateQueries({ predicate, refetchType });
}

const throttles = new WeakMap<QueryClient, KeyThrottle>();

function throttleOf(client: QueryClient): KeyThrottle {
  const throttle = throttles.get(client) ?? throttleByKey();
  throttles.set(client, throttle);
  return throttle;
}

/**
 * For what this person just did: puts the answers out of date that it changes. Those on the screen are fetched again
 * at once, whatever the throttle allows; the promise fulfils when they are there.
 */
export async function markStale(client: QueryClient, change: Change, about: About = {}): Promise<void> {
  const throttle = throttleOf(client);
  const fetches: Promise<void>[] = [];
  for (const stale of STALE[change](about))
    throttle.now(JSON.stringify(stale), () => fetches.push(invalidate(client, (query) => isMeant(stale, query))));
  await Promise.all(fetches);
}

/**
 * For what comes in bursts, from other people or from the outbox: the same for several changes together, each key as
 * often as the throttle allows.
 */
export function markStaleThrottled(client: QueryClient, changes: readonly (About & { kind: Change })[]): void {
  const throttle = throttleOf(client);
  const stales = changes.flatMap((change) => STALE[change.kind](change));
  for (const [name, stale] of new Map(stales.map((one) => [JSON.stringify(one), one])))
    throttle.use(name, () => void invalidate(client, (query) => isMeant(stale, query)));
}

/** Puts out of date what was fetched before that moment (in ms): hints may have been missed until then. */
export function markStaleBefore(client: QueryClient, moment: number): void {
  void invalidate(
    client,
    (query) => query.state.data !== undefined && query.state.dataUpdatedAt < moment && !isFeed(query),
  );
}
