import { describe, expect, it, vi } from 'vitest';
import { SYNC } from '#web/lib/outbox/outbox-item.ts';
import { wakePages } from './sync-events.ts';

const device = (pages: number, waiting: number, mayNotify = true) => {
  const said: unknown[] = [];
  const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>(async () => undefined);
  const page = { postMessage: (message: unknown) => void said.push(message) };
  const woken = wakePages({
    clients: { matchAll: async () => Array.from({ length: pages }, () => page) },
    registration: { showNotification },
    mayNotify,
    countWaiting: async () => waiting,
  });
  return { woken, said, showNotification };
};

describe('when the network is back', () => {
  it('the pages that are open are woken, and nobody is told', async () => {
    const { woken, said, showNotification } = device(2, 3);
    await woken;
    expect(said).toEqual([SYNC, SYNC]);
    expect(showNotification).not.toHaveBeenCalled();
  });

  it('without a page the person is told silently where that is allowed, and only of something', async () => {
    for (const [waiting, mayNotify, told] of [
      [1, true, 1],
      [0, true, 0],
      [1, false, 0],
    ] as const) {
      const { woken, showNotification } = device(0, waiting, mayNotify);
      await woken;
      expect(showNotification).toHaveBeenCalledTimes(told);
      if (told)
        expect(showNotification.mock.calls[0]![1]).toMatchObject({ silent: true, data: { path: '/dashboard' } });
    }
  });
});
