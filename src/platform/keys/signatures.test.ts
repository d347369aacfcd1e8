import { expect, it } from 'vitest';
import { makeSignatures } from './signatures.ts';

it('a signature is valid only for its own purpose and bytes', () => {
  const signatures = makeSignatures('one');
  const bytes = Buffer.from('a mission and a member');
  const signature = signatures.sign('share', bytes);
  expect(signatures.fits('share', bytes, signature)).toBe(true);
  expect(signatures.fits('photo', bytes, signature)).toBe(false);
  expect(signatures.fits('share', Buffer.from('another mission'), signature)).toBe(false);
  expect(signatures.fits('share', bytes, signature.subarray(1))).toBe(false);
  expect(makeSignatures('two').fits('share', bytes, signature)).toBe(false);
});

it('the first secret signs, all secrets verify, and a removed one verifies nothing', () => {
  const bytes = Buffer.from('a mission and a member');
  const [old, current] = [makeSignatures('old').sign('share', bytes), makeSignatures('new').sign('share', bytes)];
  const both = makeSignatures('new', 'old');
  expect(both.sign('share', bytes)).toEqual(current);
  expect([old, current].map((signature) => both.fits('share', bytes, signature))).toEqual([true, true]);
  expect(makeSignatures('new').fits('share', bytes, old)).toBe(false);
  expect(both.signWithEach('share', bytes)).toEqual([current, old]);
});
