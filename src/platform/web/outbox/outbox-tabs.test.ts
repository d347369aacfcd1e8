import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { APP } from '#web/app-name.ts';
import { createFakeDevice, type FakeDevice } from '#web/testing/fake-device.ts';
import { buildItem, buildNewItem } from '#web/testing/outbox-items.ts';
import type { NewItem, OutboxItem, OutboxKind } from './outbox-item.ts';

/** What happens to a request: a `lost` one never arrives; an `unanswered` or `hanging` one takes effect unnoticed. */
const FATES = ['ok', 'slow', 'lost', 'unanswered', 'hanging', 500, 429, 401] as const;
type Fate = (typeof FATES)[number];

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function laneOf(item: OutboxItem): string {
  if (item.kind === 'comment') return `comment ${item.body.checkin_id}`;
  if (item.kind === 'reaction') return `reaction ${item.body.checkin_id} ${item.body.reaction_type}`;
  return item.client_id;
}

/** An API that handles a repeated request like the real one: it responds as before and changes nothing. */
function createFakeApi() {
  /** The client IDs of check-ins and comments, in the order in which they took effect. */
  const effects: string[] = [];
  const reactions = new Map<string, boolean>();
  const refused = new Set<string>();
  const fates: Fate[] = [];
  const sending: { lane: string; isOpen: () => boolean }[] = [];
  let most = 0;

  /** Rejects with the fields of an ApiError, because each tab has its own class. */
  async function request(item: OutboxItem, isOpen: () => boolean, signal?: AbortSignal): Promise<void> {
    const fate = fates.shift() ?? 'ok';
    const failed = (status: number, code = status === 0 ? 'network' : 'internal') => ({ code, status, detail: '' });
    const one = { lane: laneOf(item), isOpen };
    sending.push(one);
    most = Math.max(most, sending.filter((other) => other.lane === one.lane && other.isOpen()).length);
    const arrives = fate !== 'lost' && typeof fate !== 'number';
    if (arrives && item.kind === 'reaction') reactions.set(item.body.reaction_type, item.body.active);
    else if (arrives && !refused.has(item.client_id) && !effects.includes(item.client_id)) effects.push(item.client_id);
    try {
      await delay(fate === 'slow' ? 8000 : 40);
      if (fate === 'hanging')
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(failed(0))));
      if (fate === 'lost' || fate === 'unanswered') throw failed(0);
      if (typeof fate === 'number') throw failed(fate);
      if (refused.has(item.client_id)) throw failed(404, 'checkin_not_found');
    } finally {
      sending.splice(sending.indexOf(one), 1);
    }
  }
  return { request, effects, reactions, refused, fates, mostInOneLane: () => most };
}

let device: FakeDevice;
let api: ReturnType<typeof createFakeApi>;
let closeAll: (() => void)[];

async function openTab({ hasChannel = true } = {}) {
  const tab = device.openTab();
  vi.resetModules();
  vi.doMock('#platform/web/device-db.ts', () => ({ deviceDb: async () => tab.db }));
  vi.stubGlobal('navigator', { locks: tab.locks });
  vi.stubGlobal('BroadcastChannel', hasChannel ? tab.BroadcastChannel : undefined);
  const { registerApp } = await import('#platform/web/lib/app.ts');
  registerApp(APP);
  const { ApiError } = await import('#platform/web/lib/api/api-error.ts');
  const { registerSender } = await import('./sender.ts');
  const { flushOutbox, startOutbox, submitToOutbox } = await import('./outbox.ts');
  const send = async (item: OutboxItem, { signal }: { signal: AbortSignal }): Promise<never> => {
    await tab.whileOpen(
      api.request(item, tab.isOpen, signal).catch((fields: ConstructorParameters<typeof ApiError>[0]) => {
        throw new ApiError(fields);
      }),
    );
    return item.client_id as never;
  };
  const applyToCache = () => undefined;
  registerSender('checkin', { lane: ({ client_id }) => client_id, send, applyToCache });
  registerSender('comment', { lane: ({ body }) => `comment ${body.checkin_id}`, send, applyToCache });
  registerSender('reaction', {
    lane: ({ body }) => `reaction ${body.checkin_id} ${body.reaction_type}`,
    latestWins: true,
    send,
    applyToCache,
  });
  const stop = startOutbox('me');
  const close = () => {
    stop();
    tab.close();
  };
  closeAll.push(close);
  const submit = <K extends OutboxKind>(item: NewItem<K>) => submitToOutbox(item);
  return { submit, flush: flushOutbox, close };
}

/** Finishes all work that waits only for timers within the next milliseconds. */
const settle = () => vi.advanceTimersByTimeAsync(5);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T16:00:00.000Z') });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('localStorage', { getItem: () => 'token' });
  start();
});
afterEach(() => {
  for (const close of closeAll) close();
  vi.doUnmock('#platform/web/device-db.ts');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
function start() {
  device = createFakeDevice();
  api = createFakeApi();
  closeAll = [];
}

async function put(...items: OutboxItem[]) {
  const tx = device.openTab().db.transaction();
  for (const item of items) await tx.store.put(item);
  await tx.done;
}

const ids = () => device.rows().map(({ client_id }) => client_id);
const newComment = (client_id: string) =>
  buildNewItem('comment', { client_id, performed_at: new Date().toISOString() });
const newCheckin = (client_id: string) =>
  buildNewItem('checkin', { client_id, performed_at: new Date().toISOString(), photo: new Blob(['a photo']) });

describe('two tabs', () => {
  it('send an item only once, and wait only for items of its lane', async () => {
    const [one, other] = [await openTab(), await openTab()];
    api.fates.push('slow');
    const photo = one.submit(newCheckin('photo'));
    await settle();
    const comment = other.submit(newComment('comment'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await comment).toEqual({ answer: 'comment' });
    await other.flush();
    await vi.advanceTimersByTimeAsync(8000);
    expect(await photo).toEqual({ answer: 'photo' });
    expect([api.effects, api.mostInOneLane(), ids()]).toEqual([['photo', 'comment'], 1, []]);
  });

  it('show an item as pending immediately while another tab sends the previous one', async () => {
    const [one, other] = [await openTab(), await openTab()];
    api.fates.push('slow');
    void one.submit(newComment('first'));
    await settle();
    const second = other.submit(newComment('second'));
    await settle();
    expect(await second).toMatchObject({ pending: { client_id: 'second' } });
    expect(api.effects).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([api.effects, api.mostInOneLane(), ids()]).toEqual([['first', 'second'], 1, []]);
  });

  it('never send an item that another tab has replaced, even without a message', async () => {
    await put(
      buildItem('comment'),
      buildItem('reaction', { client_id: 'on', performed_at: '2026-11-21T15:10:00.000Z' }),
    );
    api.fates.push('slow');
    await openTab({ hasChannel: false });
    await settle();
    const other = await openTab();
    const body = { checkin_id: 'k', reaction_type: 'love' as const, active: false };
    await other.submit(buildNewItem('reaction', { client_id: 'off', performed_at: new Date().toISOString(), body }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([api.reactions.get('love'), ids()]).toEqual([false, []]);
  });

  it("send a closed tab's item when another tab becomes visible", async () => {
    const [one, other] = [await openTab(), await openTab()];
    api.fates.push('lost');
    void one.submit(newComment('left'));
    await settle();
    one.close();
    await vi.advanceTimersByTimeAsync(1000);
    expect([api.effects, ids()]).toEqual([[], ['left']]);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(1000);
    expect([api.effects, ids()]).toEqual([['left'], []]);
    other.close();
  });
});

it('sends at most 12 requests in 20 s from three tabs without a response, whatever wakes them', async () => {
  const items = Array.from({ length: 12 }, (_, at) =>
    buildItem('comment', { client_id: `c${at}`, body: { ...buildItem('comment').body, checkin_id: `k${at}` } }),
  );
  await put(...items);
  const fates = Array.from({ length: 1000 }, (): Fate => 'lost');
  api.fates.push(...fates);
  for (let tab = 0; tab < 3; tab++) await openTab();
  for (let passed = 0; passed < 20_000; passed += 200) {
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(fates.length - api.fates.length).toBeGreaterThan(2);
  expect(fates.length - api.fates.length).toBeLessThanOrEqual(12);
});

describe('any order of events', () => {
  const command = fc.oneof(
    { weight: 4, arbitrary: fc.record({ press: fc.constant('comment' as const), tab: fc.nat(1), refused: fc.nat(5) }) },
    {
      weight: 2,
      arbitrary: fc.record({ press: fc.constant('reaction' as const), tab: fc.nat(1), active: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ press: fc.constant('checkin' as const), tab: fc.nat(1) }) },
    { weight: 3, arbitrary: fc.record({ wait_ms: fc.constantFrom(20, 600, 3000, 9000, 25_000) }) },
    { weight: 2, arbitrary: fc.record({ reload: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ online: fc.constant(true) }) },
  );
  type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;
  type Tab = { submit: (item: NewItem<OutboxKind>) => Promise<unknown>; close: () => void };

  async function check(commands: readonly Command[], fates: readonly Fate[], open: (index: number) => Promise<Tab>) {
    api.fates.push(...fates);
    const tabs = [await open(0), await open(1)];
    const accepted = { comment: [] as string[], checkin: [] as string[] };
    let last: boolean | undefined;
    const press = (pressed: Extract<Command, { press: string }>, client_id: string) => {
      const fields = { client_id, performed_at: new Date().toISOString() };
      if (pressed.press === 'reaction') {
        last = pressed.active;
        const body = { checkin_id: 'k', reaction_type: 'love' as const, active: pressed.active };
        return tabs[pressed.tab]!.submit(buildNewItem('reaction', { ...fields, body }));
      }
      if (pressed.press === 'comment' && pressed.refused === 0) api.refused.add(client_id);
      else accepted[pressed.press].push(client_id);
      return tabs[pressed.tab]!.submit(buildNewItem(pressed.press, fields));
    };
    for (const [index, one] of commands.entries()) {
      if ('press' in one) void press(one, `${one.press} ${index}`).catch(() => undefined);
      else if ('wait_ms' in one) await vi.advanceTimersByTimeAsync(one.wait_ms);
      else if ('online' in one) window.dispatchEvent(new Event('online'));
      else {
        tabs[one.reload]!.close();
        tabs[one.reload] = await open(one.reload);
      }
      await settle();
    }
    api.fates.length = 0;
    tabs[0]!.close();
    tabs[0] = await openTab();
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(api.effects.filter((id) => id.startsWith('comment'))).toEqual(accepted.comment);
    expect(api.effects.filter((id) => id.startsWith('checkin')).sort()).toEqual(accepted.checkin.sort());
    expect(api.reactions.get('love')).toBe(last);
    expect(device.rows().filter(({ state }) => state === 'waiting')).toEqual([]);
  }
  const inNewBrowser = async (run: () => Promise<void>) => {
    start();
    try {
      await run();
    } finally {
      for (const close of closeAll) close();
    }
  };
  const commands = fc.array(command, { minLength: 1, maxLength: 14 });
  const fates = fc.array(fc.constantFrom(...FATES), { maxLength: 14 });

  it('applies each item once, in order, with one request per lane at a time', async () => {
    await fc.assert(
      fc.asyncProperty(commands, fates, (events, results) =>
        inNewBrowser(async () => {
          await check(events, results, () => openTab());
          expect(api.mostInOneLane()).toBeLessThanOrEqual(1);
        }),
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});
