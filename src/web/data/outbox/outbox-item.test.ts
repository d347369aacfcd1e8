import { afterEach, describe, expect, it, vi } from 'vitest';
import { newOutboxItem } from './outbox-item.ts';

const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

const newClientId = () =>
  newOutboxItem({
    kind: 'reaction',
    body: { checkin_id: 'checkin', reaction_type: 'love', active: true },
    user: { id: 'me', timezone: 'UTC' },
    mission: { id: 'mission', title: 'Read' },
  }).client_id;

describe('client ID', () => {
  it('is a new UUID each time', () => {
    expect(newClientId()).toMatch(UUID4);
    expect(newClientId()).not.toBe(newClientId());
  });

  it('is a new UUID even without a secure context', () => {
    const { crypto } = globalThis;
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
    expect(newClientId()).toMatch(UUID4);
    expect(newClientId()).not.toBe(newClientId());
  });
});
