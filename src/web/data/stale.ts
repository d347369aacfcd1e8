import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Hint } from '#contract/live.ts';
import { type KeyThrottle, throttleByKey } from '#platform/web/lib/throttle-by-key.ts';
import * as keys from './query-keys.ts';

/** What happened: a hint of the server, or something the user did on this device. */
export type Change =
  | Hint['kind']
  | 'new_day'
  | 'own_checkin'
  | 'own_comment'
  | 'own_reaction'
  | 'own_nudge'
  | 'own_pause'
  | 'deleted_mission'
  | 'sent_invitations'
  | 'profile'
  | 'own_address'
  | 'plan'
  | 'hidden_posts'
  | 'blocks'
  | 'settings'
  | 'language'
  | 'reminders'
  | 'muted'
  | 'sessions'
  | 'push_devices'
  | 'api_tokens'
  | 'webhooks'
  | 'checkin_link'
  | 'checkin_key'
  | 'checkin_keys'
  | 'admin';

/** What it happened to, if known. Without an id everything of that kind is stale. */
export interface About {
  readonly mission_id?: string | undefined;
  readonly checkin_id?: string | undefined;
  /** The comment at the top of the thread that a reply belongs to. */
  readonly root_id?: string | undefined;
  /** The token of a check-in link, or the secret of a check-in key. */
  readonly token?: string | undefined;
  /** The feed has to be fetched again, because the change was not written into the cached one. */
  readonly feed_outdated?: boolean;
}

/**
 * A prefix of keys, or every key that contains this id, so that a new query with the id in its key needs no row here.
 * The feed (`keys.checkins`) is included only when it is named: it updates itself without moving what is being read.
 */
export type Stale = QueryKey | { readonly id: string };

const withId = (id: string | undefined): Stale[] => (id === undefined ? [] : [{ id }]);
const feedIf = ({ feed_outdated, mission_id }: About): Stale[] => (feed_outdated ? [keys.checkins(mission_id)] : []);

/** Which answers each change makes stale. No other place decides this, but for the feed's pages (use-feed.ts). */
export const STALE: Record<Change, (about: About) => readonly Stale[]> = {
  // Streak and points: the check-in may be this person's own, from another device.
  feed: ({ mission_id }) => [keys.mission(mission_id), keys.dashboard, keys.today, keys.me, keys.streaks],
  // Comments and reactions of a check-in. Replies are cached under their comment; the feed refreshes itself.
  checkin: ({ checkin_id }) => [keys.replies(), keys.today, ...withId(checkin_id)],
  mission: ({ mission_id }) => [keys.dashboard, keys.today, ...withId(mission_id)],
  // These queries have no mission in their key but show names of its members, so all of them are stale.
  people: ({ mission_id }) => [
    ...[keys.dashboard, keys.today, keys.notifications, keys.comments(), keys.replies(), keys.reactions()],
    ...withId(mission_id),
  ],
  notifications: () => [keys.notifications],
  invitations: () => [keys.invitations, keys.sentInvitations(), keys.dashboard],
  dashboard: () => [keys.dashboard, keys.today],
  everything: () => [[]],

  // A day has begun for the user, or a mission has ended.
  new_day: () => [keys.me, keys.dashboard, keys.today, keys.mission(), keys.quilt(), keys.streaks, keys.insights],
  own_checkin: (about) => [
    ...[keys.me, keys.dashboard, keys.today, keys.streaks],
    ...[keys.mission(about.mission_id), keys.quilt(about.mission_id)],
    ...feedIf(about),
  ],
  own_comment: (about) => [keys.comments(about.checkin_id), keys.replies(about.root_id), ...feedIf(about)],
  own_reaction: (about) => [keys.reactions(about.checkin_id), ...feedIf(about)],
  own_nudge: ({ mission_id }) => [keys.mission(mission_id), keys.today],
  // A break carries streaks and shows in every mission that the user is in.
  own_pause: () => [keys.pauses, keys.dashboard, keys.me, keys.streaks, keys.mission(), keys.quilt(), keys.insights],
  // A young mission takes its points along.
  deleted_mission: () => [keys.dashboard, keys.me],
  sent_invitations: ({ mission_id }) => [keys.sentInvitations(mission_id)],
  // Everything that shows the user's name or days. The user itself is in the answer of the change.
  profile: () => [
    ...[keys.dashboard, keys.today, keys.mission(), keys.quilt(), keys.completion(), keys.streaks, keys.insights],
    ...[keys.checkins(), keys.comments(), keys.replies(), keys.reactions(), keys.notifications],
    ...[keys.invitations, keys.sentInvitations(), keys.invitationPreview(), keys.joinPreview(), keys.reminders],
  ],
  // It was proved or changed: invitations come to a proved address.
  own_address: () => [keys.me, keys.invitations, keys.dashboard],
  plan: () => [keys.dashboard, keys.mission()],
  // Somebody was blocked or unblocked, or a check-in hidden or shown again.
  hidden_posts: () => [
    ...[keys.mission(), keys.today, keys.notifications, keys.invitations, keys.dashboard],
    ...[keys.comments(), keys.reactions(), keys.checkins()],
  ],
  blocks: () => [keys.blocks],
  settings: () => [keys.settings],
  // Badges, and the name that deleted accounts have.
  language: () => [[], keys.checkins()],
  // A mission's own answer says whether to ask for its reminder, and in which words it comes.
  reminders: ({ mission_id }) => [keys.reminders, keys.mission(mission_id)],
  muted: ({ mission_id }) => [keys.mission(mission_id), keys.notifications],
  // Push messages of a device end with its session.
  sessions: () => [keys.sessions, keys.pushDevices],
  push_devices: () => [keys.pushDevices],
  // Webhooks go with the token that made them.
  api_tokens: () => [keys.tokens, keys.webhooks],
  webhooks: () => [keys.webhooks, keys.deliveries()],
  checkin_link: ({ token }) => [keys.checkinLink(token)],
  checkin_key: ({ token }) => [keys.checkinKey(token)],
  checkin_keys: () => [keys.checkinKeys],
  admin: () => [keys.admin],
};

const isFeed = ({ queryKey }: Query) => queryKey[0] === keys.checkins()[0];

function isStaleBy(stale: Stale, query: Query): boolean {
  if ('id' in stale) return query.queryKey.includes(stale.id) && !isFeed(query);
  return stale.every((part, at) => query.queryKey[at] === part) && (stale.length > 0 || !isFeed(query));
}

/** In a hidden tab queries are only marked; they are fetched when the tab is looked at again. */
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
 * For something the user just did. Marks the answers that it changes as stale and fetches those on the screen again at
 * once, past the throttle. Resolves when they have arrived.
 */
export async function markStale(client: QueryClient, change: Change, about: About = {}): Promise<void> {
  const throttle = throttleOf(client);
  const fetches: Promise<void>[] = [];
  for (const stale of STALE[change](about))
    throttle.now(JSON.stringify(stale), () => fetches.push(invalidate(client, (query) => isStaleBy(stale, query))));
  await Promise.all(fetches);
}

/**
 * For changes that come in bursts, from other people or from the outbox: marks what several of them make stale, each
 * key only as often as the throttle allows.
 */
export function markStaleThrottled(client: QueryClient, changes: readonly (About & { kind: Change })[]): void {
  const throttle = throttleOf(client);
  const stales = changes.flatMap((change) => STALE[change.kind](change));
  for (const [name, stale] of new Map(stales.map((one) => [JSON.stringify(one), one])))
    throttle.use(name, () => void invalidate(client, (query) => isStaleBy(stale, query)));
}

/** Marks what was fetched before `moment` (in ms) as stale, because hints may have been missed until then. */
export function markStaleBefore(client: QueryClient, moment: number): void {
  void invalidate(
    client,
    (query) => query.state.data !== undefined && query.state.dataUpdatedAt < moment && !isFeed(query),
  );
}
