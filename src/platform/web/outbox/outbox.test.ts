import { notifyManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getSite } from '#contract/site.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { setOnline } from '#platform/web/lib/api/connectivity.ts';
import { createFakeDevice } from '#web/testing/fake-device.ts';
import { buildItem, buildNewItem } from '#web/testing/outbox-items.ts';
import { flushOutbox, onItemSent, removePending, startOutbox, submitToOutbox, tryAgain, withAnswer } from './outbox.ts';
import { dueItems, type ItemState, isAwaited, type NewItem, type OutboxItem, type OutboxKind } from './outbox-item.ts';
import { emptyOutbox, outboxStore, putItem, removeItem } from './outbox-store.ts';
import { laneOf, registerSender, retryDelayMs, type SendOptions } from './sender.ts';

const device = vi.hoisted(() => ({ db: null as unknown }));
vi.mock('#platform/web/device-db.ts', () => ({
  deviceDb: async () => {
    if (!device.db) throw new Error('The browser forbids storage');
    return device.db;
  },
}));

const error = (status: number, detail = '', retry_after_s?: number) =>
  new ApiError({ code: status === 0 ? 'network' : 'internal', status, detail, retry_after_s });

const at = (minute: number) => `2026-11-21T15:${String(minute).padStart(2, '0')}:00.000Z`;
type Fields = Partial<ItemState> & { checkin_id?: string };
const commentFields = (client_id: string, minute: number, checkin_id = 'k') => ({
  ...{ client_id, performed_at: at(minute) },
  body: { checkin_id, content: client_id, mentions: [], parent_comment_id: null, root_id: null },
});
const reactionFields = (client_id: string, minute: number, active: boolean, reaction_type: 'love' | 'wow') => ({
  ...{ client_id, performed_at: at(minute) },
  body: { checkin_id: 'k', reaction_type, active },
});
const newComment = (client_id: string, minute: number) => buildNewItem('comment', commentFields(client_id, minute));
const newReaction = (client_id: string, minute: number, active: boolean, type: 'love' | 'wow' = 'love') =>
  buildNewItem('reaction', reactionFields(client_id, minute, active, type));
const comment = (client_id: string, minute: number, { checkin_id, ...state }: Fields = {}): OutboxItem =>
  buildItem('comment', { ...commentFields(client_id, minute, checkin_id), ...state });
const reaction = (client_id: string, minute: number, type: 'love' | 'wow', state: Fields = {}): OutboxItem =>
  buildItem('reaction', { ...reactionFields(client_id, minute, true, type), ...state });
const store = (item: OutboxItem) => putItem(item, { laneOf, latestWins: false });

const sent: string[] = [];
/** The server's next responses. It accepts an item if the next response is null or the list is empty. */
let answers: (Error | null)[] = [];
let applied: string[] = [];
let whileSending: (item: NewItem<OutboxKind>, options: SendOptions) => Promise<void> | void;
let stop: () => void;

const send = async (item: OutboxItem, options: SendOptions): Promise<never> => {
  sent.push(item.client_id);
  await whileSending(item, options);
  const next = answers.shift();
  if (next) throw next;
  return item.client_id as never;
};
const applyToCache = (answer: unknown) => void applied.push(String(answer));

const settled = () => vi.advanceTimersByTimeAsync(600);
const stored = () => outboxStore.getState().items.map(({ client_id, state }) => `${client_id} ${state}`);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T16:00:00.000Z') });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', { getItem: () => 'token' });
  // Fake timers would also stop the timer with which the cache notifies the screens.
  notifyManager.setScheduler(queueMicrotask);
  device.db = createFakeDevice().openTab().db;
  answers = [];
  applied = [];
  whileSending = () => undefined;
  sent.length = 0;
  registerSender('checkin', {
    lane: ({ client_id }) => client_id,
    settledBy: 'checkin_taken_back',
    send,
    applyToCache,
  });
  registerSender('comment', { lane: ({ body }) => `comment ${body.checkin_id}`, send, applyToCache });
  registerSender('reaction', {
    lane: ({ body }) => `reaction ${body.reaction_type}`,
    latestWins: true,
    send,
    applyToCache,
  });
  stop = startOutbox('me');
});
afterEach(async () => {
  stop();
  if (device.db) await emptyOutbox();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the order of sending', () => {
  it('lists items as due in the order done, but not before earlier ones of their lane', () => {
    const items = [
      comment('c', 3),
      comment('a', 1, { not_before: 5000 }),
      comment('b', 2, { checkin_id: 'other' }),
      reaction('d', 4, 'love'),
      comment('e', 5, { state: 'refused' }),
      { ...comment('f', 6), user_id: 'somebody else' },
    ];
    expect(dueItems(items, 'me', laneOf).map(({ item, due_at }) => [item.client_id, due_at])).toEqual([
      ['a', 5000],
      ['b', 0],
      ['c', 5000],
      ['d', 0],
    ]);
  });

  it('holds back a second comment until the first was sent, however often that fails', async () => {
    answers = [error(500), error(429)];
    await store(comment('a', 1));
    await store(comment('b', 2));
    await flushOutbox();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['a', 'a', 'a', 'b']);
    expect(stored()).toEqual([]);
  });

  it("keeps a lane's order after the device's clock was set back", async () => {
    answers = [error(0)];
    await submitToOutbox(newComment('first', 40));
    await submitToOutbox(newComment('second', 10));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual(['first', 'first', 'second']);
  });

  it('pauses a failed item before its retry, without delaying other lanes', async () => {
    answers = [new TypeError('of our own')];
    await store(comment('a', 1));
    await store(comment('b', 2, { checkin_id: 'other' }));
    await flushOutbox();
    expect(outboxStore.getState().items[0]).toMatchObject({ client_id: 'a', tries: 1 });
    await settled();
    expect(sent).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(2000);
    expect([sent, stored()]).toEqual([['a', 'b', 'a'], []]);
  });

  it('does not hurry items that a recovered server delayed or that failed often', async () => {
    const later = Date.now() + 60_000;
    await store(comment('delayed', 1, { not_before: later, tries: 1, retry_after_named: true }));
    await store(reaction('often', 2, 'love', { not_before: later, tries: 5 }));
    await store(reaction('seldom', 3, 'wow', { not_before: later, tries: 4 }));
    setOnline(false);
    setOnline(true);
    await settled();
    expect(sent).toEqual(['seldom']);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(sent).toEqual(['seldom', 'often']);
  });

  it('doubles the pause with each failure, up to five minutes', () => {
    expect([0, 1, 2].map((tries) => retryDelayMs(tries, () => 1))).toEqual([2000, 4000, 8000]);
    expect(retryDelayMs(100, () => 1)).toBe(300_000);
    // A timer with a fraction of a millisecond would fire too early.
    expect(retryDelayMs(0, () => 0.9999)).toBe(2000);
  });
});

describe('a server that refuses connections, on a device with a network', () => {
  const registration = { sync: { register: vi.fn(async () => undefined) } };
  let worker: EventTarget;

  async function wakeFor(ms: number) {
    for (let passed = 0; passed < ms; passed += 200) {
      worker.dispatchEvent(Object.assign(new Event('message'), { data: 'emberkin-outbox' }));
      window.dispatchEvent(new Event('online'));
      document.dispatchEvent(new Event('visibilitychange'));
      setOnline(false);
      setOnline(true);
      await vi.advanceTimersByTimeAsync(200);
    }
  }

  beforeEach(() => {
    stop();
    worker = Object.assign(new EventTarget(), { getRegistration: async () => registration });
    vi.stubGlobal('navigator', { onLine: true, serviceWorker: worker });
    registration.sync.register.mockClear();
    answers = Array.from({ length: 2000 }, () => error(0));
    stop = startOutbox('me');
  });

  it.each([
    ['a check-in', [buildItem('checkin')]],
    ['a comment', [comment('a', 1)]],
    ['a reaction', [reaction('a', 1, 'love')]],
    ['30 comments', Array.from({ length: 30 }, (_, at) => comment(`c${at}`, at, { checkin_id: `k${at}` }))],
  ])('receives at most 12 requests in 20 s for %s, whatever wakes the page', async (_, items) => {
    for (const item of items) await store(item);
    void flushOutbox();
    await wakeFor(20_000);
    expect(sent.length).toBeGreaterThan(2);
    expect(sent.length).toBeLessThanOrEqual(12);
  });

  it('receives everything within 15 s after it recovers', async () => {
    for (let at = 0; at < 10; at++) await store(comment(`c${at}`, at, { checkin_id: `k${at}` }));
    await wakeFor(5000);
    answers = [];
    await vi.advanceTimersByTimeAsync(15_000);
    expect(stored()).toEqual([]);
  });

  it('causes a sync request only if the device itself is offline', async () => {
    await submitToOutbox(newComment('a', 1));
    await settled();
    expect(registration.sync.register).not.toHaveBeenCalled();
    vi.stubGlobal('navigator', { onLine: false, serviceWorker: worker });
    await submitToOutbox(newReaction('b', 2, true));
    await settled();
    expect(registration.sync.register).toHaveBeenCalledWith('emberkin-outbox');
  });

  it("is retried immediately if the device's clock was set back", async () => {
    await submitToOutbox(newComment('a', 1));
    vi.setSystemTime(Date.now() - 24 * 60 * 60_000);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(sent).toEqual(['a', 'a']);
  });
});

describe('a refused item', () => {
  it('stays with its reason, lets the next item pass, and can be retried', async () => {
    answers = [error(404, 'Check-in not found')];
    await store(comment('a', 1));
    await store(comment('b', 2));
    await flushOutbox();
    expect(sent).toEqual(['a', 'b']);
    const { items } = outboxStore.getState();
    expect(items).toMatchObject([{ client_id: 'a', state: 'refused', reason: 'Check-in not found' }]);
    await tryAgain(items[0]!);
    expect(stored()).toEqual([]);
  });

  it('stays pending for the same user if the session is over', async () => {
    answers = [error(401)];
    await store(comment('a', 1));
    await flushOutbox();
    expect(stored()).toEqual(['a waiting']);
  });
});

describe('a response of a proxy in front of the server', () => {
  it.each([
    ['a check-in', 404, buildItem('checkin')],
    ['a comment', 401, comment('c', 1)],
    ['a reaction', 413, reaction('c', 1, 'love')],
  ])('keeps %s pending after a page with status %i, and sends it later', async (_, status, item) => {
    let answer = () => new Response('404 page not found', { status });
    vi.stubGlobal('fetch', async () => answer());
    whileSending = async () => void (await call(getSite, {}));
    await store(item);
    await flushOutbox();
    expect(stored()).toEqual(['c waiting']);
    answer = () => Response.json({});
    await vi.advanceTimersByTimeAsync(5000);
    expect([sent, stored()]).toEqual([['c', 'c'], []]);
  });
});

describe('a pending reaction', () => {
  it('replaces the last press on the same reaction, but no other reaction', async () => {
    answers = [error(0), error(0)];
    await submitToOutbox(newReaction('on', 1, true));
    await submitToOutbox(newReaction('wow', 2, true, 'wow'));
    await submitToOutbox(newReaction('off', 3, false));
    expect(stored()).toEqual(['wow waiting', 'off waiting']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual(['on', 'wow', 'wow', 'off']);
  });

  it('does not bring a replaced press back when sending it fails', async () => {
    let fail: () => void = () => undefined;
    whileSending = ({ client_id }) =>
      client_id === 'on' ? new Promise((_, reject) => (fail = () => reject(error(500)))) : undefined;
    await store(buildItem('reaction', reactionFields('on', 1, true, 'love')));
    const flushed = flushOutbox();
    await settled();
    expect(await submitToOutbox(newReaction('off', 2, false))).toMatchObject({ pending: { client_id: 'off' } });
    fail();
    await flushed;
    expect(stored()).toEqual(['off waiting']);
    await settled();
    expect([sent, stored()]).toEqual([['on', 'off'], []]);
  });
});

it('does not send an item that was discarded during the run', async () => {
  whileSending = async ({ client_id }) => {
    if (client_id === 'a') await removeItem('b');
  };
  await store(comment('a', 1));
  await store(comment('b', 2));
  await flushOutbox();
  expect(sent).toEqual(['a']);
});

it('keeps an item of an unknown kind for a newer build', async () => {
  await store({ ...comment('a', 1), kind: 'poll' } as unknown as OutboxItem);
  await flushOutbox();
  expect([sent, stored()]).toEqual([[], ['a waiting']]);
});

it('notifies listeners of a sent pending item after the screens show its response', async () => {
  const notified: unknown[] = [];
  const unsubscribe = onItemSent(({ item }) => notified.push([item.client_id, [...applied], stored()]));
  await store(comment('a', 1));
  await flushOutbox();
  await submitToOutbox(newComment('b', 2));
  unsubscribe();
  expect(notified).toEqual([['a', ['a'], []]]);
  expect(applied).toEqual(['a', 'b']);
});

it('adds the response to an offline submission when that item is sent, not for another item', async () => {
  answers = [error(0), error(0)];
  let first = await submitToOutbox(buildNewItem('checkin', { client_id: 'a' }));
  const unsubscribe = onItemSent((one) => {
    first = withAnswer(first, one);
  });
  await submitToOutbox(buildNewItem('checkin', { client_id: 'b' }));
  expect(first).toMatchObject({ pending: { client_id: 'a' } });
  await vi.advanceTimersByTimeAsync(10_000);
  unsubscribe();
  expect(first).toEqual({ answer: 'a' });
  expect(withAnswer(first, { item: buildItem('checkin', { client_id: 'a' }), answer: 'other' as never })).toBe(first);
});

describe('submitToOutbox', () => {
  it('stores an item while sending it, does not show it as pending, and sends it once', async () => {
    const seen: unknown[] = [];
    whileSending = async () => {
      await flushOutbox();
      seen.push(
        stored(),
        outboxStore.getState().items.map((item) => isAwaited(item)),
      );
    };
    expect(await submitToOutbox(newComment('a', 1))).toEqual({ answer: 'a' });
    expect(seen).toEqual([['a waiting'], [true]]);
    expect([sent, applied, stored()]).toEqual([['a'], ['a'], []]);
  });

  it('keeps an item pending without a response, and later items of its lane behind it', async () => {
    answers = [error(0)];
    const first = await submitToOutbox(newComment('a', 1));
    expect(first).toMatchObject({ pending: { client_id: 'a' } });
    const second = await submitToOutbox(newComment('b', 2));
    expect(second).toMatchObject({ pending: { client_id: 'b' } });
    expect(outboxStore.getState().items.map((item) => isAwaited(item))).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent, stored()]).toEqual([['a', 'a', 'b'], []]);
  });

  it('waits for the time that the server requests', async () => {
    answers = [error(429, 'Slowly', 300)];
    await submitToOutbox(newComment('a', 1));
    await vi.advanceTimersByTimeAsync(299_000);
    expect(sent).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toEqual(['a', 'a']);
  });

  it('throws a refusal without storing the item, because the screen still has it', async () => {
    answers = [error(422, 'No')];
    await expect(submitToOutbox(newComment('a', 1))).rejects.toThrow('No');
    expect(stored()).toEqual([]);
  });

  it('throws if the session is over, and keeps the item for the same user', async () => {
    answers = [error(401, 'Over')];
    await expect(submitToOutbox(newComment('a', 1))).rejects.toThrow('Over');
    expect(stored()).toEqual(['a waiting']);
    stop();
    stop = startOutbox('me');
    await settled();
    expect([sent, stored()]).toEqual([['a', 'a'], []]);
  });

  it('sends an item that is done while another is being sent after it', async () => {
    whileSending = async ({ client_id }) => {
      if (client_id === 'a') await submitToOutbox(newComment('b', 2));
    };
    await submitToOutbox(newComment('a', 1));
    await settled();
    expect([sent, stored()]).toEqual([['a', 'b'], []]);
  });

  it('gives up a connection after 20 s without progress', async () => {
    let aborted_at = 0;
    const start = Date.now();
    const parts: number[] = [];
    whileSending = (_, { signal, onProgress }) =>
      new Promise((_resolve, reject) => {
        setTimeout(onProgress, 15_000, 0.5);
        signal.addEventListener('abort', () => {
          aborted_at = Date.now() - start;
          reject(error(0));
        });
      });
    const submitted = submitToOutbox(newComment('a', 1), { onProgress: (part) => parts.push(part) });
    await vi.advanceTimersByTimeAsync(34_999);
    expect(aborted_at).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await submitted).toMatchObject({ pending: { client_id: 'a' } });
    expect([aborted_at, parts]).toEqual([35_000, [0.5]]);
  });

  it('allows removing a pending item, but not during or after sending', async () => {
    answers = [error(0)];
    await submitToOutbox(newComment('a', 1));
    const [pending] = outboxStore.getState().items;
    let whileSent: boolean | undefined;
    whileSending = async () => {
      whileSent = await removePending(pending!);
    };
    await vi.advanceTimersByTimeAsync(3000);
    expect([whileSent, sent, stored()]).toEqual([false, ['a', 'a'], []]);
    expect(await removePending(pending!)).toBe(false);
    whileSending = () => undefined;
    answers = [error(0)];
    await submitToOutbox(newComment('b', 2));
    expect(await removePending(outboxStore.getState().items[0]!)).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent, stored()]).toEqual([['a', 'a', 'b'], []]);
  });

  it('silently drops an item that was undone on another device', async () => {
    answers = [error(0), new ApiError({ code: 'checkin_taken_back', status: 400, detail: 'This was taken back' })];
    await submitToOutbox(buildNewItem('checkin', { client_id: 'a' }));
    await vi.advanceTimersByTimeAsync(3000);
    expect([sent, stored(), applied]).toEqual([['a', 'a'], [], []]);
  });

  it('resolves after the screens show the response', async () => {
    const notifications: (() => void)[] = [];
    notifyManager.setScheduler((notify) => void notifications.push(notify));
    const onAnswer = vi.fn();
    void submitToOutbox(newReaction('pressed', 2, true)).then(onAnswer);
    await settled();
    expect([applied, onAnswer.mock.calls]).toEqual([['pressed'], []]);
    for (const notify of notifications.splice(0)) notify();
    await settled();
    expect(onAnswer).toHaveBeenCalledOnce();
  });

  it('does not re-render screens when an empty outbox is read again', async () => {
    const onChange = vi.fn();
    onTestFinished(outboxStore.subscribe(({ items }) => onChange(items.length)));
    await emptyOutbox();
    expect(onChange).not.toHaveBeenCalled();
    await store(comment('a', 1));
    await removeItem('a');
    expect(onChange.mock.calls).toEqual([[1], [0]]);
  });

  it('sends directly if the browser forbids storage, and throws failures', async () => {
    device.db = null;
    expect(await submitToOutbox(newComment('a', 1))).toEqual({ answer: 'a' });
    answers = [error(0, 'No connection')];
    await expect(submitToOutbox(newComment('b', 2))).rejects.toThrow('No connection');
    expect([sent, applied]).toEqual([['a', 'b'], ['a']]);
  });

  it('accepts an item even if updating the screens throws', async () => {
    registerSender('checkin', {
      lane: ({ client_id }) => client_id,
      send,
      applyToCache: () => Promise.reject(new TypeError('of our own')),
    });
    expect(await submitToOutbox(buildNewItem('checkin', { client_id: 'a' }))).toEqual({ answer: 'a' });
    expect(stored()).toEqual([]);
    expect(vi.mocked(console.error)).toHaveBeenCalledOnce();
    vi.mocked(console.error).mockClear();
  });
});
