import { describe, expect, it } from 'vitest';
import { makeEncryption } from './encryption.ts';

const [first, second] = ['the first secret of all', 'another secret of all'];
const plain = Buffer.from('what nobody may read');

describe('encryption', () => {
  it('decrypts only for the same purpose and owner, and never repeats a ciphertext', () => {
    const one = makeEncryption(first);
    const encrypted = one.encrypt('webhooks', 'a', plain);
    expect(one.decrypt('webhooks', 'a', encrypted)).toEqual(plain);
    expect(one.decrypt('webhooks', 'b', encrypted)).toBeNull();
    expect(one.decrypt('others', 'a', encrypted)).toBeNull();
    expect(encrypted.includes(plain)).toBe(false);
    expect(one.encrypt('webhooks', 'a', plain)).not.toEqual(encrypted);
  });

  it('decrypts under an old secret only while that is configured', () => {
    const encrypted = makeEncryption(first).encrypt('webhooks', 'a', plain);
    expect(makeEncryption(second, first).decrypt('webhooks', 'a', encrypted)).toEqual(plain);
    expect(makeEncryption(second).decrypt('webhooks', 'a', encrypted)).toBeNull();
  });

  it('renews data once under the newest secret, and only with the secret that encrypted it', () => {
    const encrypted = makeEncryption(first).encrypt('webhooks', 'a', plain);
    const renewed = makeEncryption(second, first).renew('webhooks', 'a', encrypted)!;
    expect(makeEncryption(second).decrypt('webhooks', 'a', renewed)).toEqual(plain);
    expect(makeEncryption(second, first).renew('webhooks', 'a', renewed)).toBeNull();
    expect(makeEncryption(second).renew('webhooks', 'a', encrypted)).toBeNull();
    expect(makeEncryption(second, first).renew('webhooks', 'b', encrypted)).toBeNull();
  });

  it('returns null for changed, truncated or unencrypted data', () => {
    const one = makeEncryption(first);
    const encrypted = one.encrypt('webhooks', 'a', plain);
    for (let at = 0; at < encrypted.length; at++) {
      const changed = Buffer.from(encrypted);
      changed[at]! ^= 1;
      expect(one.decrypt('webhooks', 'a', changed)).toBeNull();
    }
    for (let length = 0; length < encrypted.length; length++)
      expect(one.decrypt('webhooks', 'a', encrypted.subarray(0, length))).toBeNull();
  });
});
