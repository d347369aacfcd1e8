import { expect, it } from 'vitest';
import { makeSignatures } from './signatures.ts';

it('A signature is valid only for its own purpose and bytes.', () => {
  const signatures = makeSignatures('one');
  const bytes = Buffer.from('a mission and a member');
  const signature = signatures.sign('share', bytes);
  expect(signatures.fits('share', bytes, signature)).toBe(true);
  expect(signatures.fits('photo', bytes, signature)).toBe(false);
  expect(signatures.fits('share', Buffer.from('another mission'), signature)).toBe(false);
  expect(signatures.fits('share', bytes, signature.subarray(1))).toBe(false);
  expect(makeSignatures('two').fits('share', bytes, signature)).toBe(false);
});
