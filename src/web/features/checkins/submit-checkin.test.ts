import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { senderOf } from '#platform/web/outbox/sender.ts';
import * as keys from '#web/data/query-keys.ts';
import { buildItem } from '#web/testing/outbox-items.ts';
import { registerCheckinSender, submitCheckin } from './submit-checkin.ts';

vi.mock('#platform/web/device-db.ts', () => ({
  deviceDb: async () => {
    throw new Error('The browser forbids storage');
  },
}));

describe('sending a check-in', () => {
  const NOW = '2026-11-21T15:00:05.000Z';
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Sends an item at `NOW` to a server that returns `answers`. Returns the times and days of the requests. */
  async function send(sent: OutboxItem<'checkin'>, ...answers: [status: number, body: object][]) {
    vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] });
    const requests: unknown[] = [];
    vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
      const { performed_at, sent_at, day } = JSON.parse(String(body));
      requests.push({ performed_at, sent_at, day });
      const [status, answer] = answers.shift() ?? [201, {}];
      return Response.json(answer, { status });
    });
    registerCheckinSender(new QueryClient());
    const { signal } = new AbortController();
    await senderOf<'checkin'>(sent)!.send(sent, { signal, onProgress: () => undefined });
    return requests;
  }
  const checkin = (fields: Partial<OutboxItem<'checkin'>> = {}) =>
    buildItem('checkin', { performed_at: '2026-11-21T15:00:00.000Z', ...fields });
  const times = { performed_at: '2026-11-21T15:00:00.000Z', sent_at: NOW };

  it('leaves the time to the server on the first attempt right after the tap', async () => {
    expect(await send(checkin())).toEqual([{}]);
  });

  it('sends both timestamps on each later attempt', async () => {
    expect(await send(checkin({ tries: 1 }))).toEqual([times]);
    expect(await send(checkin({ performed_at: '2026-11-21T14:00:00.000Z' }))).toEqual([
      { ...times, performed_at: '2026-11-21T14:00:00.000Z' },
    ]);
  });

  it('sends both timestamps on the first attempt for yesterday, so the tap must precede noon', async () => {
    const body = { mission_id: 'm', type: 'tick', content: '', day: 'yesterday' } as const;
    expect(await send(checkin({ body }))).toEqual([{ ...times, day: 'yesterday' }]);
  });
});

describe('rejected check-in', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('makes the cached mission data stale, whichever screen sent it', async () => {
    const refusal = { code: 'already_checked_in', detail: 'You have already checked in today' };
    vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 400 }));
    vi.stubGlobal('localStorage', { getItem: () => 'token' });
    vi.stubGlobal('document', { visibilityState: 'visible' });
    const client = new QueryClient();
    registerCheckinSender(client);
    const shown = [keys.dashboard, keys.mission('m')];
    for (const key of shown) client.setQueryData(key, {});
    const user = { id: 'me', timezone: 'Asia/Kuala_Lumpur' };
    const tick = { mission: { id: 'm', title: 'Run' }, type: 'tick', content: '', photo: null } as const;
    await expect(submitCheckin(client, user, tick, { undo: 'screen' })).rejects.toThrow(refusal.detail);
    expect(shown.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  });
});
