import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as keys from './query-keys.ts';
import { type About, type Change, markStale, markStaleBefore, markStaleThrottled, STALE } from './stale.ts';

/** One query of every kind for mission `m` with check-in `c`, and some for another mission. */
const ANSWERS: Record<string, QueryKey> = {
  me: keys.me,
  dashboard: keys.dashboard,
  today: keys.today,
  mission: keys.mission('m'),
  'another mission': keys.mission('n'),
  quilt: keys.quilt('m'),
  completion: keys.completion('m'),
  'sent invitations': keys.sentInvitations('m'),
  feed: keys.checkins('m'),
  'ledger of the mission': keys.streak('m'),
  'ledger of all missions': keys.streak(null),
  comments: keys.comments('c'),
  'other comments': keys.comments('d'),
  replies: keys.moreReplies('r', 'a'),
  reactions: keys.reactions('c'),
  'other reactions': keys.reactions('d'),
  notifications: keys.notifications,
  invitations: keys.invitations,
  timezones: keys.timezones,
  breaks: keys.pauses,
  imports: keys.imports,
};

let client: QueryClient;
const visibility = { visibilityState: 'visible' };

beforeEach(() => {
  client = new QueryClient();
  for (const key of Object.values(ANSWERS)) client.setQueryData(key, {});
  visibility.visibilityState = 'visible';
  vi.stubGlobal('document', visibility);
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

const staleNow = () =>
  Object.entries(ANSWERS)
    .filter(([, key]) => client.getQueryState(key)?.isInvalidated)
    .map(([name]) => name);

const ABOUT: About = { mission_id: 'm', checkin_id: 'c' };

describe('markStale', () => {
  const everything = Object.keys(ANSWERS).filter((name) => name !== 'feed');
  const expected: [Change, string[]][] = [
    ['feed', ['me', 'dashboard', 'today', 'mission', 'ledger of the mission', 'ledger of all missions']],
    ['checkin', ['today', 'comments', 'replies', 'reactions']],
    ['mission', ['dashboard', 'today', 'mission', 'quilt', 'completion', 'sent invitations', 'ledger of the mission']],
    [
      'people',
      [
        ...['dashboard', 'today', 'mission', 'quilt', 'completion', 'sent invitations', 'ledger of the mission'],
        ...['comments', 'other comments', 'replies', 'reactions', 'other reactions', 'notifications'],
      ],
    ],
    ['notifications', ['notifications']],
    ['invitations', ['dashboard', 'sent invitations', 'invitations']],
    ['dashboard', ['dashboard', 'today', 'imports']],
    ['everything', everything],
    [
      'own_checkin',
      ['me', 'dashboard', 'today', 'mission', 'quilt', 'ledger of the mission', 'ledger of all missions'],
    ],
    [
      'new_day',
      [
        'me',
        'dashboard',
        'today',
        'mission',
        'another mission',
        'quilt',
        'ledger of the mission',
        'ledger of all missions',
      ],
    ],
    ['own_comment', ['comments', 'replies']],
    ['own_reaction', ['reactions']],
    ['own_nudge', ['today', 'mission']],
    ['reminders', ['mission']],
    ['muted', ['mission', 'notifications']],
    [
      'own_pause',
      [
        ...['breaks', 'me', 'dashboard', 'mission', 'another mission', 'quilt'],
        ...['ledger of the mission', 'ledger of all missions'],
      ],
    ],
    ['imports', ['dashboard', 'imports']],
    ['deleted_mission', ['me', 'dashboard']],
    ['sent_invitations', ['sent invitations']],
    ['profile', [...everything.filter((name) => !['me', 'timezones', 'breaks', 'imports'].includes(name)), 'feed']],
    ['own_address', ['me', 'dashboard', 'invitations']],
    ['plan', ['dashboard', 'mission', 'another mission']],
    [
      'hidden_posts',
      [
        ...['mission', 'another mission', 'comments', 'other comments', 'reactions', 'other reactions'],
        ...['today', 'notifications', 'feed', 'invitations', 'dashboard'],
      ],
    ],
  ];

  it.each(expected)('makes exactly the listed queries stale for “%s”', async (change, names) => {
    await markStale(client, change, ABOUT);
    expect(staleNow().sort()).toEqual(names.sort());
  });

  it('makes everything of a kind stale for a change without IDs', async () => {
    await markStale(client, 'own_checkin');
    expect(staleNow()).toEqual(expect.arrayContaining(['mission', 'another mission', 'quilt']));
    await markStale(client, 'own_comment');
    expect(staleNow()).toEqual(expect.arrayContaining(['comments', 'other comments', 'replies']));
  });

  it('makes the feed stale if the change was not written into it', async () => {
    await markStale(client, 'own_comment', { ...ABOUT, feed_outdated: true });
    expect(staleNow().sort()).toEqual(['comments', 'feed', 'replies']);
  });

  it('leaves a mission fresh when another one changes', async () => {
    await markStale(client, 'mission', { mission_id: 'n' });
    expect(staleNow()).toEqual(['dashboard', 'today', 'another mission']);
  });

  it('accepts every change without an ID', () => {
    for (const change of Object.values(STALE)) expect(Array.isArray(change({}))).toBe(true);
  });
});

describe('refetching', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A visible dashboard that counts its fetches. */
  function watchDashboard() {
    const fetched = { count: 0 };
    const queryFn = async () => {
      fetched.count += 1;
      return {};
    };
    new QueryObserver(client, { queryKey: keys.dashboard, queryFn, staleTime: Infinity }).subscribe(() => undefined);
    return fetched;
  }

  it('happens once for simultaneous hints and is throttled afterwards', async () => {
    const fetched = watchDashboard();
    const hints = [{ kind: 'dashboard' }, { kind: 'mission', mission_id: 'm' }, { kind: 'invitations' }] as const;
    markStaleThrottled(client, hints);
    await vi.advanceTimersByTimeAsync(0);
    expect(fetched.count).toBe(1);
    for (let at = 0; at < 9; at++) {
      markStaleThrottled(client, hints);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(fetched.count).toBe(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched.count).toBe(4);
  });

  it("happens immediately for the user's action, however many hints there were", async () => {
    const fetched = watchDashboard();
    for (let at = 0; at < 9; at++) markStaleThrottled(client, [{ kind: 'dashboard' }]);
    await vi.advanceTimersByTimeAsync(0);
    const before = fetched.count;
    const shown = markStale(client, 'dashboard');
    await vi.advanceTimersByTimeAsync(0);
    await shown;
    expect(fetched.count).toBe(before + 1);
    // The fetch also covered the delayed hint.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched.count).toBe(before + 1);
  });

  it('does not happen in a hidden tab', async () => {
    const fetched = watchDashboard();
    visibility.visibilityState = 'hidden';
    await markStale(client, 'dashboard');
    expect([fetched.count, client.getQueryState(keys.dashboard)?.isInvalidated]).toEqual([0, true]);
  });
});

it('a response from before the live stream opened is stale, except the feed', () => {
  client.setQueryData(keys.dashboard, {}, { updatedAt: 1000 });
  client.setQueryData(keys.checkins('m'), {}, { updatedAt: 1000 });
  markStaleBefore(client, 2000);
  expect(staleNow()).toEqual(['dashboard']);
});
