import { afterEach, describe, expect, it, vi } from 'vitest';
import { newClientId } from './client-id.ts';

const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

describe('a client id', () => {
  it('is a new UUID each time', () => {
    expect(newClientId()).toMatch(UUID4);
    expect(newClientId()).not.toBe(newClientId());
  });

  it('is one on pages without a secure context too', () => {
    const { crypto } = globalThis;
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
    expect(newClientId()).toMatch(UUID4);
    expect(newClientId()).not.toBe(newClientId());
  });
});
