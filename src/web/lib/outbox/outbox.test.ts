import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-error.ts';
import { setOnline } from '#web/lib/api/connectivity.ts';
import { makeFakeDeviceDb } from '#web/testing/fake-device-db.ts';
import { flushOutbox, keepForLater, registerSender, startOutbox, tryAgain, waitAfter } from './outbox.ts';
import { dueItems, type NewItem, type OutboxItem } from './outbox-item.ts';
import { emptyOutbox, outboxStore, putItem, removeItem } from './outbox-store.ts';
import { submitToOutbox } from './submit.ts';

const device = vi.hoisted(() => ({ db: null as unknown }));
vi.mock('#web/lib/offline/device-db.ts', () => ({ deviceDb: async () => device.db }));

const error = (status: number, detail = '', retry_after_s?: number) =>
  new ApiError({ code: status === 0 ? 'network' : 'internal', status, detail, retry_after_s });
const comment = (client_id: string, minute: number, fields: Partial<NewItem> = {}): NewItem => ({
  client_id,
  user_id: 'me',
  kind: 'comment',
  mission_id: 'm',
  mission_title: 'Run',
  body: { checkin_id: 'k', content: client_id },
  photo: null,
  performed_at: `2026-11-21T15:${String(minute).padStart(2, '0')}:00.000Z`,
  local_day: '2026-11-21',
  ...fields,
});
const reaction = (client_id: string, minute: number, active: boolean, reaction_type = 'love') =>
  comment(client_id, minute, { kind: 'reaction', body: { checkin_id: 'k', reaction_type, active } });
const waiting = (item: NewItem, fields: Partial<OutboxItem> = {}): OutboxItem => ({
  ...item,
  state: 'waiting',
  reason: null,
  tries: 0,
  not_before: 0,
  ...fields,
});

const sent: string[] = [];
/** What the server answers next; `null` and nothing left: it takes it. */
let answers: (Error | null)[] = [];
const answer = () => {
  const next = answers.shift();
  if (next) throw next;
};
let stop: () => void;

/** Until the outbox holds nothing that it could send now. */
const settled = () => vi.advanceTimersByTimeAsync(600);
const held = () => outboxStore.get().map(({ client_id, state }) => `${client_id} ${state}`);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T16:00:00.000Z') });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', { getItem: () => 'token' });
  device.db = makeFakeDeviceDb();
  answers = [];
  sent.length = 0;
  for (const kind of ['checkin', 'comment', 'reaction'] as const)
    registerSender(kind, async ({ client_id }) => {
      sent.push(client_id);
      answer();
    });
  stop = startOutbox('me');
});
afterEach(async () => {
  stop();
  await emptyOutbox();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('order of sending', () => {
  it('Items are sent in the order they were made, and under one check-in none overtakes another.', () => {
    const items = [
      waiting(comment('c', 3)),
      waiting(comment('a', 1), { not_before: 5000 }),
      waiting(comment('b', 2, { body: { checkin_id: 'other' } })),
      waiting(reaction('d', 4, true)),
      waiting(comment('e', 5), { state: 'refused' }),
      waiting(comment('f', 6, { user_id: 'somebody else' })),
    ];
    expect(dueItems(items, 'me').map(({ item, at }) => [item.client_id, at])).toEqual([
      ['a', 5000],
      ['b', 0],
      ['c', 5000],
      ['d', 0],
    ]);
  });

  it('After failures the second comment under a check-in still waits for the first.', async () => {
    answers = [error(500), error(429)];
    await putItem(waiting(comment('a', 1)));
    await putItem(waiting(comment('b', 2)));
    await flushOutbox();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['a', 'a', 'a', 'b']);
    expect(held()).toEqual([]);
  });

  it('A failing item does not delay other lanes, and is retried after a pause.', async () => {
    answers = [new TypeError('of our own')];
    await putItem(waiting(comment('a', 1)));
    await putItem(waiting(comment('b', 2, { body: { checkin_id: 'other' } })));
    await flushOutbox();
    expect(outboxStore.get()[0]).toMatchObject({ client_id: 'a', tries: 1 });
    await settled();
    expect(sent).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(2000);
    expect([sent, held()]).toEqual([['a', 'b', 'a'], []]);
  });

  it('A restored connection does not hurry items that the server told to wait or that failed often.', async () => {
    const later = Date.now() + 60_000;
    await putItem(waiting(comment('told', 1), { not_before: later, tries: 1, told: true }));
    await putItem(waiting(reaction('often', 2, true), { not_before: later, tries: 5 }));
    await putItem(waiting(reaction('seldom', 3, true, 'wow'), { not_before: later, tries: 4 }));
    setOnline(false);
    setOnline(true);
    await settled();
    expect(sent).toEqual(['seldom']);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(sent).toEqual(['seldom', 'often']);
  });

  it('The pause doubles after each failure, up to five minutes.', () => {
    expect([0, 1, 2].map((tries) => waitAfter(tries, () => 1))).toEqual([2000, 4000, 8000]);
    expect(waitAfter(100, () => 1)).toBe(300_000);
  });
});

describe('refused items', () => {
  it('A refused item stays with its reason, does not block the next one, and can be tried again.', async () => {
    answers = [error(404, 'Check-in not found')];
    await putItem(waiting(comment('a', 1)));
    await putItem(waiting(comment('b', 2)));
    await flushOutbox();
    expect(sent).toEqual(['a', 'b']);
    expect(outboxStore.get()).toMatchObject([{ client_id: 'a', state: 'refused', reason: 'Check-in not found' }]);
    await tryAgain(outboxStore.get()[0]!);
    expect(held()).toEqual([]);
  });

  it('An item waits for the same person when the session is over.', async () => {
    answers = [error(401)];
    await putItem(waiting(comment('a', 1)));
    await flushOutbox();
    expect(held()).toEqual(['a waiting']);
  });
});

describe('pending reactions', () => {
  it('A pending reaction is replaced by the last press of its type, and by no other.', async () => {
    stop();
    await keepForLater(reaction('on', 1, true));
    await keepForLater(reaction('wow', 2, true, 'wow'));
    await keepForLater(reaction('off', 3, false));
    expect(held()).toEqual(['wow waiting', 'off waiting']);
    stop = startOutbox('me');
    await settled();
    expect(sent).toEqual(['wow', 'off']);
  });

  it('A reaction that was replaced while it was being sent does not come back when that fails.', async () => {
    let fail: (reason: ApiError) => void = () => undefined;
    registerSender('reaction', ({ client_id }) => {
      sent.push(client_id);
      return client_id === 'on' ? new Promise((_, reject) => (fail = reject)) : Promise.resolve();
    });
    await putItem(waiting(reaction('on', 1, true)));
    const flushed = flushOutbox();
    await settled();
    await putItem(waiting(reaction('off', 2, false)));
    fail(error(500));
    await flushed;
    expect(held()).toEqual(['off waiting']);
    await settled();
    expect([sent, held()]).toEqual([['on', 'off'], []]);
  });
});

describe('discarded items', () => {
  it('An item discarded during a flush is not sent.', async () => {
    registerSender('comment', async ({ client_id }) => {
      sent.push(client_id);
      if (client_id === 'a') await removeItem('b');
    });
    await putItem(waiting(comment('a', 1)));
    await putItem(waiting(comment('b', 2)));
    await flushOutbox();
    expect(sent).toEqual(['a']);
  });
});

describe('submitting', () => {
  it("Submitting returns the server's answer and leaves nothing in the outbox.", async () => {
    const seen: string[] = [];
    const delivered = await submitToOutbox(comment('a', 1), async () => {
      // On the disk while it is on its way, and not sent by the outbox meanwhile.
      await flushOutbox();
      seen.push(...held());
      return 'done';
    });
    expect([delivered, seen, held(), sent]).toEqual([{ answer: 'done' }, ['a waiting'], [], []]);
  });

  it('Without an answer an item stays and is sent later, before anything written after it.', async () => {
    const kept = await submitToOutbox(comment('a', 1), () => Promise.reject(error(0)));
    expect(kept).toMatchObject({ kept: { client_id: 'a' } });
    // With an item waiting in the lane, the next one is not tried.
    const second = await submitToOutbox(comment('b', 2), () => Promise.reject(new Error('must not be asked')));
    expect(second).toMatchObject({ kept: { client_id: 'b' } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent, held()]).toEqual([['a', 'b'], []]);
  });

  it('A server that asks for time is not called again before that time.', async () => {
    await submitToOutbox(comment('a', 1), () => Promise.reject(error(429, 'Slowly', 300)));
    await vi.advanceTimersByTimeAsync(299_000);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toEqual(['a']);
  });

  it('A refused submission is thrown and leaves nothing in the outbox.', async () => {
    await expect(submitToOutbox(comment('a', 1), () => Promise.reject(error(422, 'No')))).rejects.toThrow('No');
    expect(held()).toEqual([]);
  });

  it('A submission refused with 401 stays for the same person, and is thrown.', async () => {
    await expect(submitToOutbox(comment('a', 1), () => Promise.reject(error(401, 'Over')))).rejects.toThrow('Over');
    expect(held()).toEqual(['a waiting']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent, held()]).toEqual([['a'], []]);
  });

  it('Items made during a submission are sent after it.', async () => {
    await submitToOutbox(comment('a', 1), async () => {
      await submitToOutbox(comment('b', 2), () => Promise.reject(new Error('must not be asked')));
    });
    await settled();
    expect([sent, held()]).toEqual([['b'], []]);
  });
});
