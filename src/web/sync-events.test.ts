import { describe, expect, it, vi } from 'vitest';
import { wakePages } from './sync-events.ts';
import { workerTranslate } from './worker-language.ts';

const device = (pages: number, waiting: number, canNotify = true) => {
  const messages: unknown[] = [];
  const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>(async () => undefined);
  const page = { postMessage: (message: unknown) => void messages.push(message) };
  const woken = wakePages({
    clients: { matchAll: async () => Array.from({ length: pages }, () => page) },
    registration: { showNotification },
    canNotify,
    countPending: async () => waiting,
    translate: async () => workerTranslate('en'),
  });
  return { woken, messages, showNotification };
};

describe('background sync', () => {
  it('wakes the open pages and shows no notification', async () => {
    const { woken, messages, showNotification } = device(2, 3);
    await woken;
    expect(messages).toEqual(['emberkin-outbox', 'emberkin-outbox']);
    expect(showNotification).not.toHaveBeenCalled();
  });

  it('shows a silent notification without an open page, if allowed and items are pending', async () => {
    for (const [waiting, canNotify, notified] of [
      [1, true, 1],
      [0, true, 0],
      [1, false, 0],
    ] as const) {
      const { woken, showNotification } = device(0, waiting, canNotify);
      await woken;
      expect(showNotification).toHaveBeenCalledTimes(notified);
      if (notified)
        expect(showNotification.mock.calls[0]![1]).toMatchObject({ silent: true, data: { path: '/dashboard' } });
    }
  });
});
