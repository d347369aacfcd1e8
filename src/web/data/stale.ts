import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Hint } from '#contract/live.ts';
import { type KeyThrottle, throttleByKey } from '#platform/web/lib/throttle-by-key.ts';
import * as keys from './query-keys.ts';

/** A hint from the server, or an action of the user on this device. */
export type Change =
  | Hint['kind']
  | 'new_day'
  | 'own_checkin'
  | 'own_comment'
  | 'own_reaction'
  | 'own_nudge'
  | 'own_pause'
  | 'imports'
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
  | 'own_habit'
  | 'sessions'
  | 'push_devices'
  | 'api_tokens'
  | 'webhooks'
  | 'checkin_link'
  | 'checkin_key'
  | 'checkin_keys'
  | 'admin';

/** The subject of a change, if known. Without an ID everything of its kind is stale. */
export interface About {
  readonly mission_id?: string | undefined;
  readonly checkin_id?: string | undefined;
  /** The comment at the top of the reply's thread. */
  readonly root_id?: string | undefined;
  /** The token of a check-in link, or the secret of a check-in key. */
  readonly token?: string | undefined;
  /** Whether the feed must be refetched, because the change was not written into the cache. */
  readonly feed_outdated?: boolean;
}

/**
 * A prefix of keys, or an ID for every key that contains it. Only an explicit `keys.checkins` includes the feed, which
 * refreshes itself without moving the text that the user reads.
 */
export type Stale = QueryKey | { readonly id: string };

const withId = (id: string | undefined): Stale[] => (id === undefined ? [] : [{ id }]);
const feedIf = ({ feed_outdated, mission_id }: About): Stale[] => (feed_outdated ? [keys.checkins(mission_id)] : []);

/** The queries that each change makes stale. `use-feed.ts` refreshes the feed after most changes. */
export const STALE: Record<Change, (about: About) => readonly Stale[]> = {
  // Includes streak and points, because the check-in can be this user's own from another device.
  feed: ({ mission_id }) => [keys.mission(mission_id), keys.dashboard, keys.today, keys.me, keys.streaks],
  // Replies are cached under their comment; the feed refreshes itself.
  checkin: ({ checkin_id }) => [keys.replies(), keys.today, ...withId(checkin_id)],
  mission: ({ mission_id }) => [keys.dashboard, keys.today, ...withId(mission_id)],
  // These queries show members' names without a mission in their key, so all of them are stale.
  people: ({ mission_id }) => [
    ...[keys.dashboard, keys.today, keys.notifications, keys.comments(), keys.replies(), keys.reactions()],
    ...withId(mission_id),
  ],
  notifications: () => [keys.notifications],
  invitations: () => [keys.invitations, keys.sentInvitations(), keys.dashboard],
  // Imports appear in the user's quilt, and this hint is all that other devices receive about them.
  dashboard: () => [keys.dashboard, keys.today, keys.imports],
  everything: () => [[]],

  // A new day started for the user, or a mission ended.
  new_day: () => [keys.me, keys.dashboard, keys.today, keys.mission(), keys.quilt(), keys.streaks, keys.insights],
  own_checkin: (about) => [
    ...[keys.me, keys.dashboard, keys.today, keys.streaks],
    ...[keys.mission(about.mission_id), keys.quilt(about.mission_id)],
    ...feedIf(about),
  ],
  own_comment: (about) => [keys.comments(about.checkin_id), keys.replies(about.root_id), ...feedIf(about)],
  own_reaction: (about) => [keys.reactions(about.checkin_id), ...feedIf(about)],
  own_nudge: ({ mission_id }) => [keys.mission(mission_id), keys.today],
  imports: () => [keys.imports, keys.dashboard],
  // A break carries streaks and appears in all of the user's missions.
  own_pause: () => [keys.pauses, keys.dashboard, keys.me, keys.streaks, keys.mission(), keys.quilt(), keys.insights],
  // Deleting a young mission removes its points.
  deleted_mission: () => [keys.dashboard, keys.me],
  sent_invitations: ({ mission_id }) => [keys.sentInvitations(mission_id)],
  // Everything that shows the user's name or days. The response itself contains the user.
  profile: () => [
    ...[keys.dashboard, keys.today, keys.mission(), keys.quilt(), keys.completion(), keys.streaks, keys.insights],
    ...[keys.checkins(), keys.comments(), keys.replies(), keys.reactions(), keys.notifications],
    ...[keys.invitations, keys.sentInvitations(), keys.invitationPreview(), keys.joinPreview(), keys.reminders],
  ],
  // The address was verified or changed, and a verified address receives invitations.
  own_address: () => [keys.me, keys.invitations, keys.dashboard],
  plan: () => [keys.dashboard, keys.mission()],
  // Someone was blocked or unblocked, or a check-in hidden or shown.
  hidden_posts: () => [
    ...[keys.mission(), keys.today, keys.notifications, keys.invitations, keys.dashboard],
    ...[keys.comments(), keys.reactions(), keys.checkins()],
  ],
  blocks: () => [keys.blocks],
  settings: () => [keys.settings],
  // Badges and the name of deleted accounts.
  language: () => [[], keys.checkins()],
  // The mission contains its reminder's text and whether to ask for a reminder.
  reminders: ({ mission_id }) => [keys.reminders, keys.mission(mission_id)],
  muted: ({ mission_id }) => [keys.mission(mission_id), keys.notifications],
  // The line appears with every check-in of the mission.
  own_habit: ({ mission_id }) => [keys.mission(mission_id), keys.dashboard, keys.checkins(mission_id)],
  // A device's push messages end with its session.
  sessions: () => [keys.sessions, keys.pushDevices],
  push_devices: () => [keys.pushDevices],
  // Deleting a token deletes the webhooks that it created.
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

/** Only marks the queries in a hidden tab; they are fetched when the tab is visible again. */
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
 * Marks data as stale after the user's own action and refetches visible data past the throttle. Resolves when the data
 * has arrived.
 */
export async function markStale(client: QueryClient, change: Change, about: About = {}): Promise<void> {
  const throttle = throttleOf(client);
  const fetches: Promise<void>[] = [];
  for (const stale of STALE[change](about))
    throttle.now(JSON.stringify(stale), () => fetches.push(invalidate(client, (query) => isStaleBy(stale, query))));
  await Promise.all(fetches);
}

/** Marks data as stale after bursts of changes, from other people or the outbox. The throttle limits each key. */
export function markStaleThrottled(client: QueryClient, changes: readonly (About & { kind: Change })[]): void {
  const throttle = throttleOf(client);
  const stales = changes.flatMap((change) => STALE[change.kind](change));
  for (const [name, stale] of new Map(stales.map((one) => [JSON.stringify(one), one])))
    throttle.use(name, () => void invalidate(client, (query) => isStaleBy(stale, query)));
}

/** Marks data fetched before `moment` (milliseconds) as stale, because hints might have been missed. */
export function markStaleBefore(client: QueryClient, moment: number): void {
  void invalidate(
    client,
    (query) => query.state.data !== undefined && query.state.dataUpdatedAt < moment && !isFeed(query),
  );
}
